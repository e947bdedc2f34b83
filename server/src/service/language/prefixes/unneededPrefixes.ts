import type { OffsetEdit } from '../../../base/textEdit.ts';
import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import { StatementMemo } from '../../../rdf/turtle/statementMemo.ts';
import { type PrefixStatement, statementRange } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { WrittenStatement } from '../../../rdf/turtle/writtenTerms.ts';
import type { CodeActionInfo } from '../../ide/analysis.ts';
import { queryLiterals } from '../occurrences/queryTerms.ts';
import { brokenNames } from '../occurrences/symbolAt.ts';

/** A declaration of a prefix that a file can do without. */
export interface UnneededPrefix {
  readonly prefix: string;
  /** Nothing in the file uses the prefix, not even queries; or the declaration repeats the one in force. */
  readonly why: 'unused' | 'repeated';
  /** Removes the lines of the declaration. */
  readonly removal: OffsetEdit;
}

/**
 * The declarations that can be removed without changing what the file states, in order. Those with a comment or something
 * else on their line stay.
 *
 * @param touching a range that the declarations have to touch.
 */
export function unneededPrefixes(document: TurtleDocument, touching?: TextRange): readonly UnneededPrefix[] {
  return unneededDeclarations(document).flatMap(({ directive, why }): UnneededPrefix[] => {
    if (touching && !overlapOrTouch(statementRange(directive), touching)) return [];
    const range = lineOfDirective(document, directive);
    return range ? [{ prefix: directive.prefix, why, removal: { range, newText: '' } }] : [];
  });
}

/** A declaration that editors show as removable. */
export interface UnneededPrefixHint {
  /** Of the declaration. */
  readonly range: TextRange;
  readonly message: string;
}

/**
 * The declarations of prefixes that a file can do without. None while it has syntax errors: the prefixes of what can't be
 * read would seem unused. Statements that an edit does not touch are not read again.
 */
export function unneededPrefixHints(document: TurtleDocument): readonly UnneededPrefixHint[] {
  if (document.errors.length > 0) return [];
  return unneededDeclarations(document).map(({ directive, why }) => ({
    range: statementRange(directive),
    message:
      why === 'unused'
        ? `The prefix ${directive.prefix}: is not used.`
        : `The prefix ${directive.prefix}: is already declared with this namespace.`,
  }));
}

interface UnneededDeclaration {
  readonly directive: PrefixStatement;
  readonly why: UnneededPrefix['why'];
}

function unneededDeclarations(document: TurtleDocument): readonly UnneededDeclaration[] {
  const isUsed = usesIn(document);
  const inForce = new Map<string, string>();
  return document.directives.flatMap((directive): UnneededDeclaration[] => {
    if (directive.kind !== 'prefix') return [];
    const { prefix, iri } = directive;
    const isRepeated = inForce.get(prefix) === iri;
    inForce.set(prefix, iri);
    if (isRepeated) return [{ directive, why: 'repeated' }];
    return isUsed(prefix) ? [] : [{ directive, why: 'unused' }];
  });
}

/** The prefixes of the names in all statements. */
function prefixesInStatements(document: TurtleDocument): ReadonlySet<string> {
  const used = new Set<string>();
  document.forDerived(ownPrefixes, (prefixes) => {
    for (const prefix of prefixes) used.add(prefix);
  });
  return used;
}

const ownPrefixes = new StatementMemo((statement: WrittenStatement): readonly string[] => {
  let text: string | undefined;
  const found = new Set<string>();
  statement.forTerms(
    ({ start }) => {
      text ??= statement.text;
      found.add(text.slice(start, text.indexOf(':', start)));
    },
    { forms: ['prefixed'] },
  );
  return [...found].map(ownCopy);
});

/** The same string for the same letters in all statements, because a slice would keep the text of its statement. */
function ownCopy(prefix: string): string {
  const known = copies.get(prefix);
  if (known !== undefined) return known;
  const copy = [...prefix].join('');
  copies.set(copy, copy);
  return copy;
}

const copies = new Map<string, string>();

/** Whether a name in a statement, readable or not, or in a query has a prefix. */
function usesIn(document: TurtleDocument): (prefix: string) => boolean {
  const used = new Set(prefixesInStatements(document));
  for (const { terms } of queryLiterals(document)) {
    for (const { prefix } of terms) if (prefix !== undefined) used.add(prefix);
  }
  const broken = brokenNames(document).map(({ start, end }) => document.rope.slice(start, end));
  return (prefix) => used.has(prefix) || broken.some((name) => name.startsWith(`${prefix}:`));
}

/** The whole lines of a declaration; undefined when something else is on them, or a comment within it. */
export function lineOfDirective({ text }: TurtleDocument, statement: PrefixStatement): TextRange | undefined {
  const { start, end } = statementRange(statement);
  const before = /(?:^|[\r\n])[ \t]*$/.exec(text.slice(Math.max(0, start - maxIndent), start));
  const after = /^[ \t]*(?:\r\n|\n|\r|$)/.exec(text.slice(end, end + maxIndent));
  const hasComment = text
    .slice(start, end)
    .replace(/<[^>]*>/g, '')
    .includes('#');
  if (!before || !after || hasComment) return undefined;
  return { start: start - before[0].replace(/^[\r\n]/, '').length, end: end + after[0].length };
}

/** Nobody indents further. */
const maxIndent = 200;

/**
 * A quick fix for each declaration that a range touches and that the file can do without; none where it touches many, for
 * which there is *Organize Prefixes*.
 */
export function prefixActions(document: TurtleDocument, range: TextRange): readonly CodeActionInfo[] {
  const { uri, version } = document;
  const here = document.directives.filter((each) => overlapOrTouch(statementRange(each), range));
  if (here.length === 0 || here.length > mostDeclarations) return [];
  return unneededPrefixes(document, range).map(({ prefix, why, removal }) => ({
    title: `Remove ${why} prefix ${prefix}:`,
    keys: [],
    edits: [{ uri, version, edits: [removal] }],
  }));
}

/** Choosing among more fixes would not be practical. */
const mostDeclarations = 5;
