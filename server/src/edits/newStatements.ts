import { type TermId, terms } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocab.ts';
import type { Statement } from '../turtle/syntaxTree.ts';
import { blocksOf } from './block.ts';
import { type Fragment, join } from './fragment.ts';
import type { NewPart } from './intent.ts';
import { NotExpressible } from './notExpressible.ts';
import { isSound } from './soundness.ts';
import { isRemoved } from './statementWriter.ts';
import type { Place } from './termWriter.ts';
import type { Tools } from './tools.ts';
import { hasLineEnd } from './trivia.ts';

/** Writes a statement for a subject that has none. */
export function addStatement(tools: Tools, subject: TermId, parts: readonly NewPart[]): void {
  const { document, edits, trivia, layout } = tools;
  const anchor = anchorFor(tools, subject, parts);
  if (anchor === undefined) {
    if (document.errors.length > 0) {
      throw new NotExpressible('No statement is free of syntax errors, so none can be added safely.');
    }
    const { length } = document.text;
    const lineBreak = length > 0 && !/[\r\n]$/.test(document.text) ? layout.eol : '';
    const text = writeStatement(tools, subject, parts, { offset: length, indent: '' });
    edits.insert(length, join(lineBreak, text, layout.eol));
    return;
  }
  const end = anchor.start + anchor.length;
  const indent = trivia.indentAt(anchor.start);
  const text = writeStatement(tools, subject, parts, { offset: end, indent });
  const isApart = anchor.kind !== 'triples' || layout.habits.hasBlankLines;
  const lineBreak = layout.eol.repeat(isApart ? 2 : 1);
  edits.insert(trivia.commentAfter(end)?.end ?? end, join(lineBreak, indent, text));
}

function writeStatement(
  { writer, layout }: Tools,
  subject: TermId,
  parts: readonly NewPart[],
  place: Place,
): Fragment {
  const start = writer.subject(subject, place);
  const { before, after } = layout.newPartSeparator(place.indent, start.text);
  const indent = hasLineEnd(after + before) ? /[^\r\n]*$/.exec(before + after)![0] : place.indent;
  const texts = parts.flatMap((part, i) => [
    i === 0 ? ' ' : `${before};${after}`,
    writer.part(part, { ...place, indent }),
  ]);
  const body = join(start, ...texts);
  const end = layout.newStatementEnd(place.indent, parts.length);
  return join(body, end.startsWith('.') && /\d$/.test(body.text) ? ' ' : '', end);
}

/**
 * The statement that a new one follows: the last one about something of the same type, the one that mentions the
 * subject, the last one of the subject's namespace, the last one of all. Undefined when there is none.
 */
function anchorFor(tools: Tools, subject: TermId, parts: readonly NewPart[]): Statement | undefined {
  const { document } = tools;
  const stays = (statement: Statement) =>
    isSound(document, statement) && !(statement.kind === 'triples' && isRemoved(tools, statement));
  const types = parts.find(({ predicate }) => predicate === rdf.type)?.objects ?? [];
  const anchor =
    document.statements.findLast((statement) => hasType(statement, types) && stays(statement)) ??
    mentioning(tools, subject).findLast(stays) ??
    document.statements.findLast((statement) => isBeside(statement, subject) && stays(statement)) ??
    document.statements.findLast((statement) => statement.kind === 'triples' && stays(statement)) ??
    document.statements.findLast(stays);
  return anchor && lastOfLine(tools, anchor);
}

function hasType(statement: Statement, types: readonly TermId[]): boolean {
  if (statement.kind !== 'triples' || types.length === 0) return false;
  return statement.predicates.some(
    ({ verb, objects }) => verb.id === rdf.type && objects.some(({ term }) => types.includes(term.id)),
  );
}

/** The statements that mention a term already, or will. */
function mentioning({ document, change }: Tools, term: TermId): readonly Statement[] {
  const mentions = document.sources.mentions(term).map(({ statement }) => statement);
  if (mentions.length > 0) return mentions;
  return change.added
    .incoming(term)
    .flatMap(({ subject }) => blocksOf(document, subject).map(({ statement }) => statement));
}

function isBeside(statement: Statement, subject: TermId): boolean {
  if (statement.kind !== 'triples' || !terms.isIri(subject) || !terms.isIri(statement.subject.id))
    return false;
  return namespaceOf(statement.subject.id) === namespaceOf(subject);
}

function namespaceOf(iri: TermId): string {
  return /^.*[#/:]/s.exec(terms.value(iri))?.[0] ?? '';
}

/** The last of the statements on the line where one ends, as far as they are sound and no directive is between. */
export function lastOfLine({ document, trivia }: Tools, statement: Statement): Statement {
  let last = statement;
  for (const next of document.statements.slice(document.statements.indexOf(statement) + 1)) {
    if (next.kind !== 'triples' || !isSound(document, next)) break;
    if (next.start > trivia.lineEnd(last.start + last.length)) break;
    last = next;
  }
  return last;
}
