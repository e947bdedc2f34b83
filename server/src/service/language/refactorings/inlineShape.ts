import type { TextEdit } from '../../../base/textEdit.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { terms } from '../../../rdf/terms.ts';
import { hasDot, rangeIn, statementRange } from '../../../rdf/turtle/syntaxTree.ts';
import { rdf, sh } from '../../../rdf/vocab.ts';
import { termOccurrences } from '../occurrences/occurrences.ts';
import { eolOf, reindented } from './movedText.ts';
import type { Refactoring, ShapeAtCursor } from './refactoring.ts';

/**
 * Writes a named shape in brackets at the only place that refers to it. Not where anything else mentions its name: another
 * statement, a query, or what has results of the shape ignored.
 */
export function* inlineShape(at: ShapeAtCursor): Iterable<Refactoring> {
  const { document, shape, documents, term } = at;
  const { id } = shape;
  const { graph, sources, text } = document;
  const [reference, ...others] = graph.incoming(id);
  if (!terms.isIri(id) || !reference || others.length > 0 || shape.targets.length > 0) return;
  if (at.isSelected(terms.value(id))) return;
  const [block, ...more] = sources.blocks(id);
  const written = documents.flatMap((each) => termOccurrences(each, id).map((one) => ({ ...one, in: each })));
  if (!block || more.length > 0 || written.length !== 2 || written.some((each) => each.in !== document))
    return;
  const place = written.find(({ role }) => role !== 'subject')?.range;
  const { statement, subject, predicates } = block;
  const range = statementRange(statement);
  const isInside = place && range.start <= place.start && place.end <= range.end;
  if (!place || isInside || !hasDot(statement) || predicates.length === 0) return;
  if (!isReference.has(reference.predicate)) return;
  const directives = document.directives.map(({ start }) => start);
  const [from, to] = [Math.min(range.start, place.start), Math.max(range.start, place.start)];
  if (directives.some((start) => start > from && start < to)) return;
  const inside = {
    start: range.start + subject.end,
    end: rangeIn(statement, { start: 0, end: statement.dot! }).end,
  };
  const lineStart = Math.max(text.lastIndexOf('\n', place.start), text.lastIndexOf('\r', place.start)) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, place.start))![0];
  const body = reindented(document, inside, indent);
  const eol = eolOf(document);
  const newText = body.isLong ? `[${eol}${body.text}${eol}${indent}]` : `[ ${body.text} ]`;
  const edits: TextEdit[] = [
    { range: place, newText },
    { range: wholeLines(text, range), newText: '' },
  ];
  yield { title: `Inline ${term(id)}, which is referred to once`, kind: 'refactor.inline', edits };
}

const isReference: ReadonlySet<number> = new Set([
  sh.property,
  sh.node,
  sh.not,
  sh.qualifiedValueShape,
  rdf.first,
]);

/** A statement with its lines and the empty one behind it, where nothing else is on them. */
function wholeLines(text: string, { start, end }: TextRange): TextRange {
  const before = /(?:^|[\r\n])[ \t]*$/.exec(text.slice(Math.max(0, start - 200), start));
  const after = /^[ \t]*(?:\r\n|\n|\r|$)(?:[ \t]*(?:\r\n|\n|\r))?/.exec(text.slice(end));
  if (!before || !after) return { start, end };
  return { start: start - before[0].replace(/^[\r\n]/, '').length, end: end + after[0].length };
}
