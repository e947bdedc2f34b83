import type { Random } from '../../../base/random.ts';
import { applyEdits, type OffsetEdit } from '../../../base/textEdit.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { Lexer, type TokenKind } from '../../../rdf/turtle/lexer.ts';
import { SourceText } from '../../../rdf/turtle/sourceText.ts';
import type { Statement } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';

/**
 * Injects syntax faults into Turtle, for measuring which systems correct them: a valid document, changed at one token, with
 * the edit that undoes the change. Each mutant fails to parse; with its inverse it is the original, byte for byte.
 */

/** What is changed at one token of a document. */
export type FaultKind = (typeof faultKinds)[number];

export const faultKinds = [
  'dot dropped',
  'semicolon dropped',
  'comma dropped',
  'closing ] dropped',
  'closing ) dropped',
  'closing quote dropped',
  'closing """ dropped',
  '> dropped',
  'prefix declaration dropped',
  'prefix declaration misspelt',
  'prefix misspelt',
  'colon dropped',
  'quote unescaped',
  'bad escape',
  '@prefix without dot',
  'PREFIX with dot',
  'one caret',
  'space in language tag',
  'slash in name',
  'literal subject',
  'stray prose',
  'stray fence',
] as const;

export interface SyntaxFault {
  readonly kind: FaultKind;
  /** The text with the fault. */
  readonly text: string;
  /** The range of the fault in the text. */
  readonly span: TextRange;
  /** Undoes the fault. */
  readonly inverse: OffsetEdit;
}

/**
 * Injects a fault of a kind at a random place. Undefined if the document has no place for it, or if the text stays
 * well-formed at every place that was tried: a semicolon before a bracket may be missing.
 *
 * @param document a document without errors.
 */
export function syntaxFault(
  document: TurtleDocument,
  kind: FaultKind,
  random: Random,
): SyntaxFault | undefined {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const edit = editors[kind](document, random);
    if (edit === undefined) return undefined;
    const { range, newText } = edit;
    const text = applyEdits(document.text, [edit]);
    const change = { ...range, length: newText.length };
    if (document.changed(document.version, text, change).errors.length === 0) continue;
    const span = { start: range.start, end: range.start + newText.length };
    const inverse = { range: span, newText: document.text.slice(range.start, range.end) };
    if (applyEdits(text, [inverse]) !== document.text) throw new Error(`the inverse of '${kind}' is wrong`);
    return { kind, text, span, inverse };
  }
  return undefined;
}

interface Token extends TextRange {
  readonly kind: TokenKind;
  readonly text: string;
}

const prose = [
  'Here is the corrected Turtle:',
  'The following statements describe the building.',
  'I hope this helps!',
  'Note that the prefix was added',
  'Sure, this is the file.',
];

type Editor = (document: TurtleDocument, random: Random) => OffsetEdit | undefined;

const editors: Readonly<Record<FaultKind, Editor>> = {
  'dot dropped': dropping('.'),
  'semicolon dropped': dropping(';'),
  'comma dropped': dropping(','),
  'closing ] dropped': dropping(']'),
  'closing ) dropped': dropping(')'),
  'closing quote dropped': inToken(
    ({ kind, text }) => kind === 'string' && !isLong(text),
    ({ end }) => removal(end - 1, end),
  ),
  'closing """ dropped': inToken(
    ({ kind, text }) => kind === 'string' && isLong(text),
    ({ end }) => removal(end - 3, end),
  ),
  '> dropped': inToken(
    ({ kind }) => kind === 'iri',
    ({ end }) => removal(end - 1, end),
  ),
  'prefix declaration dropped': inDirective(({ start, length }, { text }) => {
    const line = text.indexOf('\n', start + length);
    return removal(start, line < 0 ? start + length : line + 1);
  }),
  'prefix declaration misspelt': inDirective((statement, document, random) => {
    if (statement.kind !== 'prefix' || statement.prefix.length < 2) return undefined;
    return misspelling(statement.prefix, statement.start + statement.prefixRange.start, document, random);
  }),
  'prefix misspelt': inToken(
    ({ kind, text }) => kind === 'name' && text.indexOf(':') > 1,
    ({ start, text }, document, random) =>
      misspelling(text.slice(0, text.indexOf(':')), start, document, random),
  ),
  'colon dropped': inToken(
    ({ kind, text }) => kind === 'name' && !text.endsWith(':'),
    ({ start, text }) => removal(start + text.indexOf(':'), start + text.indexOf(':') + 1),
  ),
  'quote unescaped': inToken(
    ({ kind, text }) => kind === 'string' && !isLong(text) && /(?<!\\)(?:\\\\)*\\"/.test(text),
    ({ start, text }, _, random) => {
      const places = [...text.matchAll(/\\./gs)].filter(([written]) => written === '\\"');
      const at = start + places[random.below(places.length)]!.index;
      return removal(at, at + 1);
    },
  ),
  'bad escape': inToken(
    ({ kind, text }) => kind === 'string' && /\\\\[^tbnrf"'\\uU]/.test(text),
    ({ start, text }, _, random) => {
      const places = [...text.matchAll(/\\./gs)].filter(
        ({ 0: written, index }) => written === '\\\\' && /[^tbnrf"'\\uU]/.test(text[index + 2] ?? '"'),
      );
      if (places.length === 0) return removal(start, start);
      const at = start + places[random.below(places.length)]!.index;
      return removal(at, at + 1);
    },
  ),
  '@prefix without dot': inDirective((statement, { text }) =>
    statement.kind === 'prefix' && statement.style === 'turtle'
      ? removal(
          statement.start + text.slice(statement.start, endOf(statement)).lastIndexOf('.'),
          endOf(statement),
        )
      : undefined,
  ),
  'PREFIX with dot': inDirective((statement) => {
    if (statement.kind !== 'prefix') return undefined;
    const at = { start: statement.start, end: statement.start + '@prefix'.length };
    return statement.style === 'sparql'
      ? { range: { start: endOf(statement), end: endOf(statement) }, newText: ' .' }
      : { range: at, newText: 'PREFIX' };
  }),
  'one caret': inToken(
    ({ kind }) => kind === '^^',
    ({ start }) => removal(start, start + 1),
  ),
  'space in language tag': inToken(
    ({ kind, text }) => kind === 'at' && !['@prefix', '@base'].includes(text),
    ({ start }) => ({ range: { start: start + 1, end: start + 1 }, newText: ' ' }),
  ),
  'slash in name': inToken(
    ({ kind, text }) => kind === 'iri' && text.includes('/'),
    ({ start, end, text }, { prefixes }) => {
      const iri = text.slice(1, -1);
      for (const [prefix, namespace] of prefixes) {
        const local = iri.startsWith(namespace) ? iri.slice(namespace.length) : '';
        if (/^\w[\w-]*(\/\w[\w.-]*)+$/.test(local) && !local.endsWith('.')) {
          return { range: { start, end }, newText: `${prefix}:${local}` };
        }
      }
      return { range: { start, end }, newText: text };
    },
  ),
  'literal subject': (document, random) => {
    const subjects = document.statements.flatMap((statement) => {
      if (statement.kind !== 'triples' || statement.subject.kind !== 'iri') return [];
      const { start, end, form } = statement.subject;
      return form === 'prefixed' ? [{ start: statement.start + start, end: statement.start + end }] : [];
    });
    if (subjects.length === 0) return undefined;
    const range = subjects[random.below(subjects.length)]!;
    const name = document.text.slice(range.start, range.end);
    return { range, newText: `"${name.slice(name.indexOf(':') + 1)}"` };
  },
  'stray prose': between(prose),
  'stray fence': between(['```turtle', '```', '```ttl']),
};

function dropping(kind: TokenKind): Editor {
  return inToken(
    (token) => token.kind === kind,
    ({ start, end }) => removal(start, end),
  );
}

/** Changes a suitable token of a triples statement. */
function inToken(
  fits: (token: Token) => boolean,
  edit: (token: Token, document: TurtleDocument, random: Random) => OffsetEdit | undefined,
): Editor {
  return (document, random) => {
    const tokens = tokensIn(document).filter(fits);
    return tokens.length === 0 ? undefined : edit(tokens[random.below(tokens.length)]!, document, random);
  };
}

function inDirective(
  edit: (statement: Statement, document: TurtleDocument, random: Random) => OffsetEdit | undefined,
): Editor {
  return (document, random) => {
    const directives = document.directives.filter(({ kind }) => kind === 'prefix');
    const statement = directives[random.below(directives.length)];
    return statement && edit(statement, document, random);
  };
}

/** Inserts a line before a statement or at an end of the text. */
function between(lines: readonly string[]): Editor {
  return ({ text, statements }, random) => {
    const starts = statements
      .map(({ start }) => start)
      .filter((start) => start === 0 || text[start - 1] === '\n');
    const places = [0, ...starts, ...(text.endsWith('\n') ? [text.length] : [])];
    const at = places[random.below(places.length)]!;
    return { range: { start: at, end: at }, newText: `${lines[random.below(lines.length)]!}\n` };
  };
}

/** Leaves out or doubles a letter or swaps it with its neighbour, so that the result is not a declared prefix. */
function misspelling(
  prefix: string,
  start: number,
  { prefixes }: TurtleDocument,
  random: Random,
): OffsetEdit | undefined {
  const range = { start, end: start + prefix.length };
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const at = random.below(prefix.length);
    const letter = prefix[at]!;
    const changed = [
      prefix.slice(0, at) + prefix.slice(at + 1),
      prefix.slice(0, at) + letter + prefix.slice(at),
      prefix.slice(0, at) + (prefix[at + 1] ?? '') + letter + prefix.slice(at + 2),
    ][random.below(3)]!;
    if (/^[A-Za-z][\w-]*$/.test(changed) && changed !== prefix && !prefixes.has(changed)) {
      return { range, newText: changed };
    }
  }
  return undefined;
}

const tokensOfDocuments = new WeakMap<TurtleDocument, readonly Token[]>();

function tokensIn(document: TurtleDocument): readonly Token[] {
  const known = tokensOfDocuments.get(document);
  if (known) return known;
  const tokens: Token[] = [];
  const source = new SourceText();
  source.set(document.text);
  const lexer = new Lexer(source);
  for (const statement of document.statements) {
    if (statement.kind !== 'triples') continue;
    const end = endOf(statement);
    for (let kind = lexer.seek(statement.start); lexer.start < end; kind = lexer.advance()) {
      tokens.push({ kind, start: lexer.start, end: lexer.end, text: lexer.slice });
    }
  }
  tokensOfDocuments.set(document, tokens);
  return tokens;
}

function removal(start: number, end: number): OffsetEdit {
  return { range: { start, end }, newText: '' };
}

function endOf({ start, length }: Statement): number {
  return start + length;
}

function isLong(text: string): boolean {
  return text.startsWith('"""') || text.startsWith("'''");
}

const mostAttempts = 20;
