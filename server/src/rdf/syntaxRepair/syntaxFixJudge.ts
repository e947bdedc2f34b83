import { lazy } from '../../base/lazy.ts';
import type { OffsetEdit } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import { type TermId, terms } from '../terms.ts';
import { BlankNodeNames, NewRepeatNumbers } from '../turtle/blankNodeNames.ts';
import type { Declaration, ParsedChunk as TurtleChunk } from '../turtle/parsedChunk.ts';
import { type ParseOutput, parseStatements } from '../turtle/parser.ts';
import type { TurtleSyntaxError } from '../turtle/syntaxError.ts';
import { visitStatement } from '../turtle/tapedStatement.ts';
import type { ErrorRegion } from './errorRegion.ts';

/** The result of an edit of an error region. */
export interface FixOutcome {
  /** How many errors are left in it. */
  readonly errors: number;
  /** How many triples are lost that were read despite the errors. */
  readonly lost: number;
  /** The triples of the region, sorted and with blank nodes made equal. Equivalent edits give the same string. */
  readonly triples: string;
  /** True when it gives a prefix or the base a different IRI than it has at the end of the document. */
  readonly declares: boolean;
}

/**
 * Parses a region again with an edit. There is an outcome only when the error is gone, there is no new one, the next
 * statement starts where it did before, and the previous statement, which was correct, states what it did before.
 *
 * @param declared an additional declaration in scope, as after an edit elsewhere.
 */
export class SyntaxFixJudge {
  readonly #region: ErrorRegion;
  readonly #before: ParsedRegion;
  #withFront: { readonly parsed: ParsedRegion; readonly front: ReadonlySet<string> } | undefined;

  constructor(region: ErrorRegion) {
    this.#region = region;
    this.#before = parseRegion(region, region.text, region.start, region.next);
  }

  /** How many errors the region has. */
  get errors(): number {
    return this.#before.errors.length;
  }

  judge({ range, newText }: OffsetEdit, declared?: Declaration): FixOutcome | undefined {
    const region = this.#region;
    const { text, start, next, error } = region;
    const shift = newText.length - (range.end - range.start);
    const edited = text.slice(0, range.start) + newText + text.slice(range.end);
    const isInFront = range.start < start;
    if (isInFront && region.before === undefined) return undefined;
    const from = isInFront ? region.before! : start;
    const after = parseRegion(region, edited, from, next === undefined ? undefined : next + shift, declared);
    if (after.end !== (next === undefined ? edited.length : next + shift)) return undefined;
    const before = isInFront ? this.#readFront() : { parsed: this.#before, front: none };
    const known = new Set(before.parsed.errors.map(({ start, message }) => `${start} ${message}`));
    for (const found of after.errors) {
      const origin = found.start >= range.start + newText.length ? found.start - shift : found.start;
      if (origin === error.range.start && found.message === error.message) return undefined;
      if (!known.has(`${origin} ${found.message}`)) return undefined;
    }
    // An error that merely gets skipped is not fixed.
    if (
      !declared &&
      after.errors.length > 0 &&
      undeclared(before.parsed) > undeclared(after) + Number(isUndeclaredPrefixError(error))
    )
      return undefined;
    const triples = new Set(after.triples());
    for (const triple of before.front) if (!triples.has(triple)) return undefined;
    return {
      errors: after.errors.length,
      lost: before.parsed.triples().filter((triple) => !triples.has(triple)).length,
      triples: after.triples().toSorted().join('\n'),
      declares: after.declares,
    };
  }

  #readFront() {
    if (this.#withFront === undefined) {
      const region = this.#region;
      const front = parseRegion(region, region.text, region.before!, region.start);
      this.#withFront = {
        parsed: parseRegion(region, region.text, region.before!, region.next),
        front: new Set(front.triples()),
      };
    }
    return this.#withFront;
  }
}

/** True for an error about an undeclared prefix. */
export function isUndeclaredPrefixError({ message }: Pick<TurtleSyntaxError, 'message'>): boolean {
  return /^Prefix '.*' is not declared\./.test(message);
}

function undeclared({ errors }: ParsedRegion): number {
  return errors.filter(isUndeclaredPrefixError).length;
}

interface ParsedRegion {
  readonly errors: readonly { readonly start: number; readonly message: string }[];
  /** With all blank nodes made equal. */
  readonly triples: () => readonly string[];
  readonly declares: boolean;
  readonly end: number;
}

const none: ReadonlySet<string> = new Set();

function parseRegion(
  { document, scope }: ErrorRegion,
  text: string,
  from: number,
  next: number | undefined,
  declared?: Declaration,
): ParsedRegion {
  const inForce = scope.copy();
  if (declared) inForce.declare(declared);
  const { chunk: parsed, end }: ParseOutput = parseStatements({
    text,
    from,
    scope: inForce,
    names: new BlankNodeNames(document.uri, new NewRepeatNumbers()),
    endsAt: (offset) => next !== undefined && offset >= next,
  });
  const errors = parsed.parts.errors.map(({ value: { range, message } }) => ({
    start: range.start,
    message,
  }));
  const declares = parsed.parts.declarations.some(({ value: { prefix, iri } }) =>
    prefix === undefined ? iri !== scope.base : iri !== scope.prefixes.get(prefix),
  );
  // Computed lazily, because most edits are rejected earlier.
  return { errors, triples: lazy(() => triplesOf(parsed)), declares, end };
}

function triplesOf(parsed: TurtleChunk): readonly string[] {
  const triples: string[] = [];
  const triple = (subject: TermId, predicate: TermId, object: TermId) =>
    triples.push(`${likeness(subject)} ${predicate} ${likeness(object)}`);
  for (let i = 0; i < parsed.count; i++) visitStatement(parsed, i, { triple });
  return triples;
}

function likeness(term: TermId): string {
  return terms.isBlank(term) ? '_' : String(term);
}

/** An edit that may fix an error, not verified yet. */
export interface SyntaxFixCandidate {
  readonly title: string;
  /** In offsets of the excerpt. */
  readonly edit: OffsetEdit;
  /** How far-fetched the edit is: 1 when hardly anything else can be meant, one more for each step away from that. */
  readonly cost: number;
  /** For an edit of the directives: what it declares. Such an edit has offsets of the document. */
  readonly declared?: Declaration;
}

/** The text of a range, with a backslash before each of the given offsets of the text. */
export function withBackslashes(text: string, { start, end }: TextRange, places: readonly number[]): string {
  let result = '';
  for (let i = start; i < end; i++) result += places.includes(i) ? `\\${text[i]}` : text[i];
  return result;
}

export function insertion(at: number, newText: string): OffsetEdit {
  return { range: { start: at, end: at }, newText };
}
