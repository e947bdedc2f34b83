import { characterClasses, whiteSpace } from './characters.ts';
import { Lexer } from './lexer.ts';
import type { SourceText } from './sourceText.ts';

/**
 * Finds where a statement starts in a malformed text: the places where parsing can continue after an error. Only
 * unmistakable starts count: a directive, or subject, predicate and object in a row, which inside a statement occur in
 * collections only. At the start of a line without indentation, a bracket counts as well.
 */
export class StatementStarts {
  readonly #source: SourceText;
  readonly #lexer: Lexer;

  constructor(source: SourceText) {
    this.#source = source;
    this.#lexer = new Lexer(source);
  }

  /** The end of the text that was examined since `forget`. */
  get farthest(): number {
    return Math.max(this.#lexer.farthest, this.#lexer.end);
  }

  /** @param hasBraces true for TriG. */
  begin(hasBraces: boolean): void {
    this.#lexer.hasBraces = hasBraces;
  }

  forget(): void {
    this.#lexer.begin();
  }

  /**
   * True when the token at the offset starts a statement on a line that is indented by at most `indentation`. In a
   * collection, several terms in a row are normal, so the test is stricter.
   */
  atLine(offset: number, indentation: number, inCollection: boolean): boolean {
    const width = this.#whiteSpaceBefore(offset);
    return width !== undefined && width <= indentation && this.#startsLine(offset, width, inCollection);
  }

  /** True when a short but complete first part of a statement is at the offset, anywhere on its line. */
  anywhere(offset: number): boolean {
    if (!this.#isTriple(offset)) return false;
    const lexer = this.#lexer;
    const object = lexer.kind;
    if (object === '[' || object === '(' || object === '<<' || object === '<<(') return true;
    let next = lexer.advance();
    if (object === 'string' && next === 'at') next = lexer.advance();
    else if (object === 'string' && next === '^^') {
      lexer.advance();
      next = lexer.advance();
    }
    return next === '.' || next === ';' || next === ',';
  }

  /** The text that identifies a statement: its subject or, when that is in brackets, everything up to a dot. */
  key(offset: number): string {
    const lexer = this.#lexer;
    const first = lexer.seek(offset);
    if (first === 'iri' || first === 'name' || first === 'label') return lexer.slice;
    const { codes } = this.#source;
    const limit = Math.min(offset + maxLookBehind / 2, this.#source.text.length);
    let end = offset;
    while (end < limit && (codes[end] !== 0x2e || (characterClasses[codes[end + 1]!]! & whiteSpace) === 0))
      end++;
    return this.#source.text.slice(offset, end);
  }

  /** The indentation of the line at the offset. */
  indentation(offset: number): number {
    const start = this.#lineStart(offset, 0);
    return start === undefined ? 0 : this.#firstToken(start) - start;
  }

  /**
   * The start of a statement on one of the lines shortly before the offset and after `from`. Undefined when several of
   * those lines are not indented: then the author does not indent, and lines are no evidence.
   */
  before(offset: number, from: number, indentation: number, inCollection: boolean): number | undefined {
    let found: number | undefined;
    let end = offset;
    for (let i = 0; i < 4; i++) {
      const line = this.#lineStart(end, from);
      if (line === undefined) break;
      end = line - 1;
      const start = this.#firstToken(line);
      if (start <= from || start >= offset || start - line > indentation || this.#isBlank(start)) continue;
      if (found !== undefined) return undefined;
      found = start;
    }
    if (found === undefined) return undefined;
    return this.#startsLine(found, this.#whiteSpaceBefore(found) ?? 0, inCollection) ? found : undefined;
  }

  /** The start of the first statement on a line of its own within a range of text that was read as a string. */
  inside(start: number, end: number, indentation: number, prefixes: ReadonlyMap<string, unknown>) {
    const { codes } = this.#source;
    for (let at = start; at < end; at++) {
      if (codes[at] !== 0x0a) continue;
      const first = this.#firstToken(at + 1);
      if (first < end && first - at - 1 <= indentation && this.#isDeclared(first, prefixes)) return first;
    }
    return undefined;
  }

  /** Accepts directives, brackets and triples. */
  #startsLine(offset: number, indentation: number, inCollection: boolean): boolean {
    const lexer = this.#lexer;
    const first = lexer.seek(offset);
    if (first === '[' || first === '(' || first === '<<') return indentation === 0 && !inCollection;
    const directive = directiveOf(lexer);
    if (directive === undefined) return inCollection ? this.anywhere(offset) : this.#isTriple(offset);
    if (directive.startsWith('@')) return true;
    const next = lexer.advance();
    return next === 'name' || next === 'iri' || (directive === 'version' && next === 'string');
  }

  /** Leaves the look-ahead at the first token of the object. */
  #isTriple(offset: number): boolean {
    const lexer = this.#lexer;
    const subject = lexer.seek(offset);
    if (subject !== 'name' && subject !== 'iri' && subject !== 'label') return false;
    const verb = lexer.advance();
    if (verb !== 'name' && verb !== 'iri' && !lexer.is('a')) return false;
    switch (lexer.advance()) {
      case 'iri':
      case 'name':
      case 'label':
      case 'string':
      case 'integer':
      case 'decimal':
      case 'double':
      case '[':
      case '(':
      case '<<':
      case '<<(':
        return true;
      case 'word':
        return lexer.is('true') || lexer.is('false');
      default:
        return false;
    }
  }

  /** Stricter than `#isTriple`: prose and examples in a string seldom use the declared prefixes. */
  #isDeclared(offset: number, prefixes: ReadonlyMap<string, unknown>): boolean {
    const lexer = this.#lexer;
    lexer.seek(offset);
    if (directiveOf(lexer)?.startsWith('@')) return true;
    for (let i = 0; i < 2; i++) {
      if (lexer.kind === 'name' && !prefixes.has(this.#source.text.slice(lexer.start, lexer.colon)))
        return false;
      lexer.advance();
    }
    return this.#isTriple(offset);
  }

  /** The start of the line at the offset, if it is after `from` and not far away. */
  #lineStart(offset: number, from: number): number | undefined {
    const limit = Math.max(from, offset - maxLookBehind);
    for (let i = offset; i > limit; i--) if (this.#source.text.charCodeAt(i - 1) === 0x0a) return i;
    return from === 0 && limit === 0 ? 0 : undefined;
  }

  #firstToken(line: number): number {
    let at = line;
    while (isBlank(this.#source.text.charCodeAt(at))) at++;
    return at;
  }

  #isBlank(offset: number): boolean {
    const code = this.#source.text.charCodeAt(offset);
    return code === 0x0a || code === 0x0d || code === 0x23;
  }

  /** The width of the white space between the line start and the offset, undefined when there is other text. */
  #whiteSpaceBefore(offset: number): number | undefined {
    let at = offset;
    while (at > 0 && isBlank(this.#source.text.charCodeAt(at - 1))) at--;
    const code = this.#source.text.charCodeAt(at - 1);
    return at === 0 || code === 0x0a || code === 0x0d ? offset - at : undefined;
  }
}

/** How far lines are followed back, so that a text without line ends does not take longer. */
export const maxLookBehind = 1000;

/** The kind of directive that starts at the current token: with an at sign or in SPARQL style. */
export function directiveOf(lexer: Lexer): Directive | `@${Directive}` | undefined {
  if (lexer.kind === 'at') {
    const keyword = lexer.slice.slice(1);
    return isDirective(keyword) ? `@${keyword}` : undefined;
  }
  if (lexer.kind !== 'word') return undefined;
  const word = lexer.end - lexer.start > 7 ? '' : lexer.slice.toLowerCase();
  return isDirective(word) ? word : undefined;
}

type Directive = 'prefix' | 'base' | 'version';

function isDirective(word: string): word is Directive {
  return word === 'prefix' || word === 'base' || word === 'version';
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
