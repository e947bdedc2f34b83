import { memoized } from '../../../base/memoized.ts';
import { type TermId, terms } from '../../terms.ts';
import { hasDot, type Statement } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { rdf } from '../../vocab.ts';
import { isEditableStatement, NotExpressible } from '../editableSources.ts';
import type { PlanContext } from '../planContext.ts';
import type { NewPart } from '../plannedChanges.ts';
import { blocksOf } from '../predicateBlock.ts';
import { type Fragment, joinFragments } from './fragment.ts';
import { isStatementRemoved } from './statementWriter.ts';
import type { InsertionPlace } from './termWriter.ts';
import { hasLineEnd } from './trivia.ts';

/** Writes a new statement for a subject. */
export function addStatement(context: PlanContext, subject: TermId, parts: readonly NewPart[]): void {
  if (context.newStatements === 'atEnd') {
    addToEnd(context, subject, parts);
    return;
  }
  const anchor = anchorFor(context, subject, parts);
  if (anchor !== undefined) {
    addBehind(context, anchor, subject, parts);
    return;
  }
  const removed = context.document.statements.find(({ kind }) => kind === 'triples');
  if (context.document.errors.length > 0) {
    throw new NotExpressible('No statement is free of syntax errors, so none can be added safely.');
  } else if (removed !== undefined) addInstead(context, removed, subject, parts);
  else addToEnd(context, subject, parts);
}

function addBehind(
  context: PlanContext,
  anchor: Statement,
  subject: TermId,
  parts: readonly NewPart[],
): void {
  const { edits, trivia, layout } = context;
  const end = anchor.start + anchor.length;
  const indent = trivia.indentAt(anchor.start);
  const text = writeStatement(context, subject, parts, { offset: end, indent });
  const isApart = anchor.kind !== 'triples' || layout.style.hasBlankLines;
  const lineBreak = layout.eol.repeat(isApart ? 2 : 1);
  edits.insert(offsetAfterStatement(context, anchor), joinFragments(lineBreak, indent, text));
}

/**
 * Where a statement can follow another one: after the comment on its line. The last one of a graph block then gets the dot
 * that it needs.
 */
export function offsetAfterStatement({ edits, trivia, dotted }: PlanContext, statement: Statement): number {
  const end = statement.start + statement.length;
  if (statement.kind === 'triples' && !hasDot(statement) && !dotted.has(statement)) {
    dotted.add(statement);
    edits.insert(end, joinFragments(' .'));
  }
  return trivia.commentAfter(end)?.end ?? end;
}

/** When all statements are removed, the new one takes the place of the first. */
function addInstead(
  context: PlanContext,
  { start }: Statement,
  subject: TermId,
  parts: readonly NewPart[],
): void {
  const text = writeStatement(context, subject, parts, { offset: start, indent: '' });
  context.edits.insert(start, joinFragments(text, context.layout.eol));
}

/** Appends the statement to the text. */
function addToEnd(context: PlanContext, subject: TermId, parts: readonly NewPart[]): void {
  const { document, edits, trivia, layout } = context;
  const end = trivia.spaceStart(document.rope.length);
  const text = writeStatement(context, subject, parts, { offset: document.rope.length, indent: '' });
  const hasOthers = document.directives.length < document.statementCount;
  const lineBreak = layout.eol.repeat(hasOthers && !layout.style.hasBlankLines ? 1 : 2);
  if (end > trivia.textStart) edits.insert(end, joinFragments(lineBreak, text));
  else edits.insert(end, joinFragments(text, document.rope.length === 0 ? layout.eol : ''));
}

function writeStatement(
  { writer, layout }: PlanContext,
  subject: TermId,
  parts: readonly NewPart[],
  place: InsertionPlace,
): Fragment {
  const start = writer.subject(subject, place);
  const { before, after } = layout.newPartSeparator(place.indent, start.text);
  const indent = hasLineEnd(after + before) ? /[^\r\n]*$/.exec(before + after)![0] : place.indent;
  const texts = parts.flatMap((part, i) => [
    i === 0 ? ' ' : `${before};${after}`,
    writer.part(part, { ...place, indent }),
  ]);
  const end = layout.newStatementEnd(place.indent, parts.length);
  return joinFragments(start, ...texts, end);
}

/**
 * The statement after which a new one is written: the last one about a subject of the same type, the one that mentions the
 * subject, the last one of the subject's namespace, or the last one of all. Undefined when there is none, or only
 * directives.
 */
function anchorFor(context: PlanContext, subject: TermId, parts: readonly NewPart[]): Statement | undefined {
  const { document } = context;
  const stays = (statement: Statement) =>
    isEditableStatement(document, statement) &&
    !(statement.kind === 'triples' && isStatementRemoved(context, statement));
  const types = parts.find(({ predicate }) => predicate === rdf.type)?.objects ?? [];
  const anchor =
    firstOf(withType(context, types), stays) ??
    mentioning(context, subject).findLast(stays) ??
    statementsBeside(document, subject).findLast(stays) ??
    lastStatement(document, (statement) => statement.kind === 'triples' && stays(statement)) ??
    (document.directives.length === document.statementCount ? undefined : lastStatement(document, stays));
  return anchor && lastStatementOnLine(context, anchor);
}

function firstOf(
  statements: Iterable<Statement>,
  fits: (statement: Statement) => boolean,
): Statement | undefined {
  for (const statement of statements) if (fits(statement)) return statement;
  return undefined;
}

function lastStatement(
  document: TurtleDocument,
  isWanted: (statement: Statement) => boolean,
): Statement | undefined {
  for (let i = document.statementCount - 1; i >= 0; i--) {
    const statement = document.statement(i);
    if (isWanted(statement)) return statement;
  }
  return undefined;
}

/** The statements about subjects with one of the types, last first. */
function* withType({ document, change }: PlanContext, types: readonly TermId[]): Iterable<Statement> {
  for (const type of types) {
    for (const subject of change.before.subjects(rdf.type, type).toReversed()) {
      for (const { statement, holder } of blocksOf(document, subject).toReversed()) {
        if (holder === statement) yield statement;
      }
    }
  }
}

/** The statements that mention a term now or after the change. */
function mentioning({ document, change }: PlanContext, term: TermId): readonly Statement[] {
  const mentions = document.sources.mentions(term).map(({ statement }) => statement);
  if (mentions.length > 0) return mentions;
  return change.added
    .incoming(term)
    .flatMap(({ subject }) => blocksOf(document, subject).map(({ statement }) => statement));
}

/** The statements about subjects from the same namespace. */
function statementsBeside(document: TurtleDocument, subject: TermId): readonly Statement[] {
  return terms.isIri(subject) ? (statementsByNamespace(document).get(namespaceOf(subject)) ?? []) : [];
}

const statementsByNamespace = memoized(({ statements }: TurtleDocument) => {
  const byNamespace = new Map<string, Statement[]>();
  for (const statement of statements) {
    if (statement.kind !== 'triples' || !terms.isIri(statement.subject.id)) continue;
    const namespace = namespaceOf(statement.subject.id);
    const known = byNamespace.get(namespace);
    if (known) known.push(statement);
    else byNamespace.set(namespace, [statement]);
  }
  return byNamespace;
});

function namespaceOf(iri: TermId): string {
  return /^.*[#/:]/s.exec(terms.value(iri))?.[0] ?? '';
}

/**
 * The last statement on the line where a statement ends, as far as the statements are editable and no directive is
 * between them.
 */
export function lastStatementOnLine({ document, trivia }: PlanContext, statement: Statement): Statement {
  const known = lastOfLines(document);
  const passed: number[] = [];
  let last = statement;
  for (let i = document.ordinalBefore(statement.start) + 1; i < document.statementCount; i++) {
    const next = document.statement(i);
    if (next.kind !== 'triples' || !isEditableStatement(document, next)) break;
    if (next.start > trivia.lineEnd(last.start + last.length)) break;
    passed.push(i);
    last = known.get(i) ?? next;
    if (known.has(i)) break;
  }
  for (const ordinal of passed) known.set(ordinal, last);
  return last;
}

/** Results by the ordinal of the first statement. */
const lastOfLines = memoized((_: TurtleDocument) => new Map<number, Statement>());
