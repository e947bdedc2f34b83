import type { TextRange } from '../../../base/textRange.ts';
import { Lexer, type TokenKind } from '../../../rdf/turtle/lexer.ts';
import { SourceText } from '../../../rdf/turtle/sourceText.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';

/** A word of the text, with its absolute place. */
export interface CursorToken extends TextRange {
  readonly kind: TokenKind;
  readonly text: string;
}

/** A verb with the first tokens of its objects: `[` for a blank node, `(` for a list. */
export interface WrittenVerb {
  readonly verb: CursorToken;
  readonly objects: readonly CursorToken[];
}

/** What encloses the cursor: a statement, or a `[ … ]`, `( … )`, `<< … >>` or `{| … |}` inside of one. */
export interface CursorFrame {
  /** The subject of a statement, or the bracket. Undefined where the statement has no subject yet. */
  readonly start: CursorToken | undefined;
  readonly isList: boolean;
  /** What is written in the frame, before and after the cursor, except at the cursor. */
  readonly written: readonly WrittenVerb[];
  /** The last verb before the cursor: the one whose object is being written, unless the role is `predicate`. */
  readonly verb: CursorToken | undefined;
}

/** Where a cursor is in the grammar, even in unfinished statements. */
export interface CursorContext {
  readonly role:
    | 'subject'
    | 'predicate'
    | 'object'
    | 'datatype'
    | 'language'
    | 'string'
    | 'comment'
    | 'directive'
    | 'none';
  /** The token that the cursor touches; empty at the cursor when there is none. What is completed replaces it. */
  readonly typed: CursorToken;
  /** The part of the token before the cursor. */
  readonly before: string;
  /** From the statement inwards. */
  readonly frames: readonly CursorFrame[];
}

/** What is written around an offset of a document. It reads tokens, so the result of the parser does not matter. */
export function cursorContext(document: TurtleDocument, offset: number): CursorContext {
  const from = readableStart(document, offset);
  const { tokens, comment } = readAround(document, from, offset);
  if (comment) return { role: 'comment', typed: comment, before: before(comment, offset), frames: [] };
  const starts = statementStarts(document, from, offset);
  const reader = new FrameReader();
  let typed: CursorToken | undefined;
  let next = 0;
  for (; next < tokens.length; next++) {
    const token = tokens[next]!;
    if (token.start >= offset) break;
    if (token.end >= offset && isTypable(token)) {
      typed = token;
      next++;
      break;
    }
    if (starts.has(token.start)) reader.restart();
    reader.read(token);
  }
  // A new statement may have been started at the cursor.
  if (typed && starts.has(typed.start) && reader.isSettled) reader.restart();
  const role = typed?.kind === 'string' && isInside(typed, offset) ? 'string' : reader.role(typed);
  const empty: CursorToken = { kind: 'word', text: '', start: offset, end: offset };
  const shown = typed ?? empty;
  return {
    role,
    typed: shown,
    before: before(shown, offset),
    frames: reader.frames(ownTokens(tokens.slice(next), document, offset)),
  };
}

/** The tokens after the cursor up to where the parser saw the next statement start. */
function ownTokens(
  tokens: readonly CursorToken[],
  document: TurtleDocument,
  offset: number,
): readonly CursorToken[] {
  const next = document.ordinalBefore(offset) + 1;
  if (next >= document.statementCount) return tokens;
  const { start } = document.statement(next);
  return tokens.filter((token) => token.start < start);
}

function before({ text, start }: CursorToken, offset: number): string {
  return text.slice(0, offset - start);
}

function isInside({ text, start, end }: CursorToken, offset: number): boolean {
  const quotes = /^("""|'''|"|')/.exec(text)?.[0] ?? '';
  const isClosed = text.length >= 2 * quotes.length && text.endsWith(quotes);
  return offset >= start + quotes.length && (isClosed ? offset <= end - quotes.length : true);
}

/** How many statements that could not be read may lie between the cursor and the one that reading starts with. */
const maxUnreadable = 20;

/** The start of a statement from which the text up to the offset can be read token by token. */
function readableStart(document: TurtleDocument, offset: number): number {
  let ordinal = document.ordinalBefore(offset);
  if (ordinal < 0) return 0;
  for (let back = 0; back < maxUnreadable && ordinal > 0; back++, ordinal--) {
    const statement = document.statement(ordinal - 1);
    const isEnded = statement.kind !== 'skipped' && !(statement.kind === 'triples' && statement.damaged);
    if (isEnded && document.statement(ordinal).kind !== 'skipped') break;
  }
  return document.statement(ordinal).start;
}

/** Where the parser saw statements start. */
function statementStarts(document: TurtleDocument, from: number, offset: number): ReadonlySet<number> {
  const starts = new Set<number>();
  for (let ordinal = document.ordinalBefore(offset); ordinal >= 0; ordinal--) {
    const { start, kind } = document.statement(ordinal);
    if (start < from) break;
    if (kind !== 'skipped') starts.add(start);
  }
  return starts;
}

/** The text after the cursor is read up to the end of the statement, and at most this far. */
const maxTokensBehind = 2000;

/** The tokens around the cursor, or the comment in which it is. */
function readAround(
  { rope, format }: TurtleDocument,
  from: number,
  offset: number,
): { readonly tokens: readonly CursorToken[]; readonly comment: CursorToken | undefined } {
  // A statement of any length may follow; only its start matters.
  const text = rope.slice(from, Math.min(rope.length, offset + maxTokensBehind * 20));
  const source = new SourceText();
  source.set(text);
  let comment: CursorToken | undefined;
  const lexer = new Lexer(source, (start, end) => {
    // The line end belongs to the comment while it is being typed.
    if (from + start >= offset || offset > from + end) return;
    comment = { kind: 'junk', start: from + start, end: from + end, text: text.slice(start, end) };
  });
  lexer.hasBraces = format?.name === 'TriG';
  const tokens: CursorToken[] = [];
  let behind = 0;
  while (lexer.advance() !== 'end') {
    const token = { kind: lexer.kind, start: from + lexer.start, end: from + lexer.end, text: lexer.slice };
    tokens.push(token);
    if (token.start >= offset && (token.kind === '.' || token.kind === '}' || ++behind > maxTokensBehind))
      break;
  }
  return { tokens, comment };
}

/** Tokens that grow when typing at their end. */
function isTypable({ kind }: CursorToken): boolean {
  switch (kind) {
    case 'iri':
    case 'name':
    case 'label':
    case 'string':
    case 'integer':
    case 'decimal':
    case 'double':
    case 'at':
    case 'word':
    case 'junk':
      return true;
    default:
      return false;
  }
}

/** `node` is the subject inside `<< … >>`. */
type Expected = 'subject' | 'node' | 'predicate' | 'object' | 'separator' | 'datatype' | 'directive';

interface OpenFrame {
  readonly start: CursorToken | undefined;
  readonly isList: boolean;
  readonly written: { readonly verb: CursorToken; readonly objects: CursorToken[] }[];
  expected: Expected;
  last: CursorToken | undefined;
}

/** Follows the tokens of statements into their brackets and out again. */
class FrameReader {
  #open: OpenFrame[] = [statement(undefined)];

  /** True when the preceding tokens may be complete. */
  get isSettled(): boolean {
    return this.#open.length === 1 && this.#top.expected !== 'object';
  }

  get #top(): OpenFrame {
    return this.#open.at(-1)!;
  }

  restart(): void {
    this.#open = [statement(undefined)];
  }

  read(token: CursorToken): void {
    switch (token.kind) {
      case '.':
      case '{':
      case '}':
        this.restart();
        return;
      case '[':
      case '(':
        this.#term(token);
        this.#open.push({
          start: token,
          isList: token.kind === '(',
          written: [],
          expected: token.kind === '(' ? 'object' : 'predicate',
          last: token,
        });
        return;
      case '<<':
      case '<<(':
        this.#term(token);
        this.#open.push({ start: token, isList: false, written: [], expected: 'node', last: token });
        return;
      case '{|':
        // An annotation is not an object: after it, another one may follow.
        this.#open.push({ start: token, isList: false, written: [], expected: 'predicate', last: token });
        return;
      case ']':
      case ')':
      case '>>':
      case ')>>':
      case '|}':
        if (this.#open.length > 1) this.#open.pop();
        return;
      case ';':
        this.#top.expected = 'predicate';
        break;
      case ',':
        this.#top.expected = 'object';
        break;
      case '^^':
        this.#top.expected = 'datatype';
        break;
      case 'at':
        if (this.#top.expected === 'subject') this.#top.expected = 'directive';
        break;
      default:
        this.#term(token);
    }
    this.#top.last = token;
  }

  role(typed: CursorToken | undefined): CursorContext['role'] {
    const { expected, last, isList } = this.#top;
    if (typed?.kind === 'at') {
      if (last?.kind === 'string' && last.end === typed.start) return 'language';
      return expected === 'subject' ? 'directive' : 'none';
    }
    if (typed?.kind === 'junk') return 'none';
    if (expected === 'node') return 'subject';
    if (expected !== 'separator') return expected;
    return isList ? 'object' : 'none';
  }

  frames(behind: readonly CursorToken[]): readonly CursorFrame[] {
    const writtenBehind = verbsBehind(
      behind,
      this.#open.map(({ written }) => written.at(-1)?.verb),
    );
    return this.#open.map(({ start, isList, written }, level) => ({
      start,
      isList,
      written: [...written, ...writtenBehind[level]!],
      verb: written.at(-1)?.verb,
    }));
  }

  #term(token: CursorToken): void {
    const top = this.#top;
    if (/^(prefix|base|version)$/i.test(token.text) && top.expected === 'subject') {
      top.expected = 'directive';
      return;
    }
    switch (top.expected) {
      case 'subject':
        this.#open = [statement(token)];
        break;
      case 'node':
        this.#open.splice(-1, 1, { ...top, start: token, expected: 'predicate' });
        break;
      case 'predicate':
        top.written.push({ verb: token, objects: [] });
        top.expected = 'object';
        break;
      case 'object':
      case 'datatype':
        if (top.expected === 'object') top.written.at(-1)?.objects.push(token);
        top.expected = top.isList ? 'object' : 'separator';
        break;
      case 'directive':
        // `PREFIX p: <iri>` ends without a dot.
        if (token.kind === 'iri' || token.kind === 'string') this.restart();
        break;
      case 'separator':
        break;
    }
  }
}

function statement(start: CursorToken | undefined): OpenFrame {
  return { start, isList: false, written: [], expected: start ? 'predicate' : 'subject', last: start };
}

/**
 * The verbs after the cursor, by their frame. Those after a `;` are known, whatever precedes it; an object after a `,` may
 * also belong to the last verb before the cursor.
 */
function verbsBehind(
  tokens: readonly CursorToken[],
  verbs: readonly (CursorToken | undefined)[],
): readonly (readonly WrittenVerb[])[] {
  const found = verbs.map((): { verb: CursorToken; objects: CursorToken[] }[] => []);
  let level = verbs.length - 1;
  let inner = 0;
  let expected: 'verb' | 'object' | 'other' = 'other';
  for (const token of tokens) {
    const { kind } = token;
    if (kind === '.') break;
    const isOpening = kind === '[' || kind === '(' || kind === '<<' || kind === '<<(' || kind === '{|';
    if (inner === 0) {
      if (kind === ';') expected = 'verb';
      else if (kind === ',') expected = 'object';
      else if (expected === 'verb') {
        found[level]!.push({ verb: token, objects: [] });
        expected = 'object';
      } else if (expected === 'object') {
        const verb = verbs[level];
        if (found[level]!.length > 0) found[level]!.at(-1)!.objects.push(token);
        else if (verb) found[level]!.push({ verb, objects: [token] });
        expected = 'other';
      }
    }
    if (isOpening) inner++;
    else if (kind === ']' || kind === ')' || kind === '>>' || kind === ')>>' || kind === '|}') {
      if (inner > 0) inner--;
      else if (--level < 0) break;
      expected = 'other';
    }
  }
  return found;
}
