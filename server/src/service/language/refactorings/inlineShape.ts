import type { TextRange } from '../../../base/textRange.ts';
import { terms } from '../../../rdf/terms.ts';
import { scopeAt } from '../../../rdf/turtle/scopeAt.ts';
import { hasDot, rangeIn, statementRange } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf, sh } from '../../../rdf/vocab.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import { termOccurrences } from '../occurrences/occurrences.ts';
import { eolOf, reindented } from './movedText.ts';
import type { Refactoring, ShapeAtCursor } from './refactoring.ts';

/**
 * Writes a named shape in brackets at the only place that refers to it, which may be in another file. Not where anything
 * else mentions its name: another statement, a query, or a rule that ignores results of the shape.
 */
export function* inlineShape(at: ShapeAtCursor): Iterable<Refactoring> {
  const { document, shape, documents, companions, term } = at;
  const { id } = shape;
  if (!terms.isIri(id) || shape.targets.length > 0 || at.isSelected(terms.value(id))) return;
  const written = documents.flatMap((each) => termOccurrences(each, id).map((one) => ({ ...one, in: each })));
  const place = written.find(({ role }) => role !== 'subject');
  const home = written.find(({ role }) => role === 'subject')?.in;
  if (written.length !== 2 || !place || !home) return;
  const files = [document, ...companions];
  if (![home, place.in].every((each) => files.includes(each)) || ![home, place.in].includes(document)) return;
  const [reference, ...others] = place.in.graph.incoming(id);
  const [block, ...more] = home.sources.blocks(id);
  if (!reference || others.length > 0 || !block || more.length > 0) return;
  const { statement, subject, predicates } = block;
  const range = statementRange(statement);
  if (!hasDot(statement) || predicates.length === 0 || !isReference.has(reference.predicate)) return;
  const inside = {
    start: range.start + subject.end,
    end: rangeIn(statement, { start: 0, end: statement.dot! }).end,
  };
  if (
    home === place.in
      ? !isApart(home, range, place.range)
      : !readsTheSame(home, inside, place.in, place.range)
  )
    return;
  const { text } = place.in;
  const { start } = place.range;
  const lineStart = Math.max(text.lastIndexOf('\n', start), text.lastIndexOf('\r', start)) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, start))![0];
  const body = reindented(home, inside, indent);
  const eol = eolOf(place.in);
  const newText = body.isLong ? `[${eol}${body.text}${eol}${indent}]` : `[ ${body.text} ]`;
  const inBrackets = { range: place.range, newText };
  const gone = { range: wholeLines(home.text, range), newText: '' };
  const title = `Inline ${term(id)}, which is referred to once`;
  if (home === place.in) {
    yield { title, kind: 'refactor.inline', edits: [inBrackets, gone] };
    return;
  }
  const other = home === document ? place.in : home;
  const [edits, elsewhere] = home === document ? [[gone], [inBrackets]] : [[inBrackets], [gone]];
  yield {
    title: `${title}, ${home === document ? 'in' : 'from'} ${fileNameOfUri(other.uri)}`,
    kind: 'refactor.inline',
    edits,
    elsewhere: [{ document: other, edits: elsewhere }],
  };
}

/** Whether a place is outside of a statement, with no directive between them. */
function isApart(document: TurtleDocument, statement: TextRange, place: TextRange): boolean {
  if (statement.start <= place.start && place.end <= statement.end) return false;
  const [from, to] = [Math.min(statement.start, place.start), Math.max(statement.start, place.start)];
  return !document.directives.some(({ start }) => start > from && start < to);
}

/** Whether a text means the same at a place of another file: its prefixes do, it has no label and no IRI that depends on the file. */
function readsTheSame(
  home: TurtleDocument,
  inside: TextRange,
  other: TurtleDocument,
  place: TextRange,
): boolean {
  const text = home.text.slice(inside.start, inside.end);
  if (text.includes('_:') || /<(?![a-z][\w+.-]*:)[^<>\s]*>/i.test(text)) return false;
  const [here, there] = [scopeAt(home, inside.start).prefixes, scopeAt(other, place.start).prefixes];
  return [...text.matchAll(/([\p{L}\w.-]*):/gu)].every(
    ([, prefix]) => here.get(prefix!) === there.get(prefix!),
  );
}

const isReference: ReadonlySet<number> = new Set([
  sh.property,
  sh.node,
  sh.not,
  sh.qualifiedValueShape,
  rdf.first,
]);

/** A statement with its lines and the empty one after it, where nothing else is on them. */
function wholeLines(text: string, { start, end }: TextRange): TextRange {
  const before = /(?:^|[\r\n])[ \t]*$/.exec(text.slice(Math.max(0, start - 200), start));
  const after = /^[ \t]*(?:\r\n|\n|\r|$)(?:[ \t]*(?:\r\n|\n|\r))?/.exec(text.slice(end));
  if (!before || !after) return { start, end };
  return { start: start - before[0].replace(/^[\r\n]/, '').length, end: end + after[0].length };
}
