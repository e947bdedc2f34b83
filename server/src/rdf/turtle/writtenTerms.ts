import type { TextRange } from '../../base/textRange.ts';
import type { TermId } from '../terms.ts';
import { type ParsedChunk, statementFlags } from './parsedChunk.ts';
import type { Statement, StatementVisitor } from './syntaxTree.ts';
import { behindTerm, firstObject, hasOwnReifier, isBracket, lengths, predicateHeader, tag } from './tape.ts';
import { statementOf, visitStatement } from './tapedStatement.ts';

/**
 * The role of a term in its statement. The items of a collection are objects, as those of a predicate are. A `graph` is the
 * name of a graph block, a `reifier` the name of a reified triple. A `part` is in a triple term or a reified triple.
 */
export type TermRole = 'subject' | 'predicate' | 'object' | 'datatype' | 'graph' | 'part' | 'reifier';

/** How a term is written. A `[ … ]` and a `( … )` are terms from bracket to bracket. */
export type TermForm =
  | 'reference'
  | 'prefixed'
  | 'a'
  | 'label'
  | 'number'
  | 'boolean'
  | 'string'
  | 'propertyList'
  | 'collection'
  | 'tripleTerm'
  | 'reifiedTriple'
  | 'annotation';

/** A term where it is written. */
export interface WrittenTerm extends TextRange {
  readonly id: TermId;
  readonly role: TermRole;
  readonly form: TermForm;
  /** Strings: where the quoted string ends, before the datatype or language. Otherwise the end of the term. */
  readonly lexicalEnd: number;
}

/** Selects the terms for callbacks. Large files have hundreds of thousands, most of which nobody needs. */
export interface WantedTerms {
  /** Only this term. */
  readonly id?: TermId;
  /** Only terms that are written in these ways. */
  readonly forms?: readonly TermForm[];
  /** Only terms that start at an offset of the document for which this holds. */
  readonly startsAt?: (offset: number) => boolean;
}

/**
 * Calls back for the terms of a statement of a chunk as they are written, in order, without creating nodes.
 *
 * @param shift what to add to an offset of the chunk to get one of the document.
 */
export function visitWrittenTerms(
  chunk: ParsedChunk,
  number: number,
  shift: number,
  visit: (term: WrittenTerm) => void,
  wanted: WantedTerms = {},
): void {
  const data = chunk.parts.tape;
  const [from, to] = [chunk.tapeStart(number), chunk.tapeStart(number + 1)];
  // Directives, unreadable text and braces have nothing on the tape.
  if (from === to) return;
  const origin = chunk.start(number) + shift;
  const outer: Level[] = [];
  let level: Level = { kind: 'block', end: to, objectsEnd: -1, predicateEnd: -1 };
  let role: TermRole = (chunk.flags(number) & statementFlags.graph) === 0 ? 'subject' : 'graph';
  let at = from;
  let isTerm = true;
  for (;;) {
    if (isTerm) {
      const kind = data[at]!;
      if (!hasOwnReifier(data, from, at)) visitTerm(data, at, origin, role, visit, wanted);
      const end = behindTerm(data, from, at);
      isTerm = kind === tag.annotation && data[at + 6]! + from > at + lengths[kind];
      role = isTerm ? 'reifier' : 'object';
      at += lengths[kind]!;
      if (isBracket(kind) && at < end) {
        outer.push(level);
        const isTriple = kind === tag.tripleTerm || kind === tag.reifiedTriple;
        const of = isTriple ? 'parts' : kind === tag.collection ? 'list' : 'block';
        level = { kind: of, end, objectsEnd: -1, predicateEnd: isTriple ? 0 : -1 };
      }
    } else if (at === level.end) {
      const next = outer.pop();
      if (next === undefined) return;
      level = next;
    } else if (level.kind === 'parts') {
      role = level.predicateEnd++ === 3 ? 'reifier' : 'part';
      isTerm = true;
    } else if (level.kind === 'list') {
      // The cell of the item comes before it.
      at++;
      isTerm = true;
    } else if (at === level.objectsEnd) {
      at = level.predicateEnd;
      level.objectsEnd = -1;
    } else if (level.objectsEnd < 0) {
      level.objectsEnd = from + data[at]!;
      level.predicateEnd = from + data[at + 1]!;
      visitTerm(data, at + predicateHeader, origin, 'predicate', visit, wanted);
      at += firstObject;
    } else {
      // The comma of the object comes before it.
      at++;
      isTerm = true;
    }
  }
}

/** The subject of a statement of a chunk; undefined for directives and unreadable text. */
export function writtenSubject(chunk: ParsedChunk, number: number, shift: number): WrittenTerm | undefined {
  if ((chunk.flags(number) & statementFlags.triples) === 0) return undefined;
  let subject: WrittenTerm | undefined;
  const first = (term: WrittenTerm) => {
    subject ??= term;
  };
  visitTerm(chunk.parts.tape, chunk.tapeStart(number), chunk.start(number) + shift, 'subject', first, {});
  return subject;
}

/** A statement, a bracket or the parts of a triple that are being visited. */
interface Level {
  readonly kind: 'block' | 'list' | 'parts';
  readonly end: number;
  objectsEnd: number;
  /** For a triple: how many of its parts were visited. */
  predicateEnd: number;
}

function visitTerm(
  data: Int32Array,
  at: number,
  origin: number,
  role: TermRole,
  visit: (term: WrittenTerm) => void,
  wanted: WantedTerms,
): void {
  const kind = data[at]!;
  const end = origin + data[at + 2]!;
  if (isWanted(data[at + 3]!, kind, origin + data[at + 1]!, wanted)) {
    const start = origin + data[at + 1]!;
    const lexicalEnd = kind >= tag.string && kind <= tag.typedString ? origin + data[at + 4]! : end;
    visit({ id: data[at + 3]!, role, form: forms[kind]!, start, end, lexicalEnd });
  }
  if (kind !== tag.typedString || !isWanted(data[at + 7]!, data[at + 5]!, origin + data[at + 6]!, wanted))
    return;
  const datatype = { id: data[at + 7]!, role: 'datatype', form: forms[data[at + 5]!]! } as const;
  visit({ ...datatype, start: origin + data[at + 6]!, end, lexicalEnd: end });
}

function isWanted(id: TermId, kind: number, start: number, wanted: WantedTerms): boolean {
  if (wanted.id !== undefined && wanted.id !== id) return false;
  if (wanted.forms !== undefined && !wanted.forms.includes(forms[kind]!)) return false;
  return wanted.startsAt === undefined || wanted.startsAt(start);
}

/** By tag. */
const forms: Readonly<Record<number, TermForm>> = {
  [tag.reference]: 'reference',
  [tag.prefixed]: 'prefixed',
  [tag.a]: 'a',
  [tag.label]: 'label',
  [tag.number]: 'number',
  [tag.boolean]: 'boolean',
  [tag.string]: 'string',
  [tag.taggedString]: 'string',
  [tag.typedString]: 'string',
  [tag.propertyList]: 'propertyList',
  [tag.collection]: 'collection',
  [tag.tripleTerm]: 'tripleTerm',
  [tag.reifiedTriple]: 'reifiedTriple',
  [tag.annotation]: 'annotation',
};

/** A single statement, read on demand. Its offsets are relative to its start. */
export class WrittenStatement {
  readonly #chunk: ParsedChunk;
  readonly #number: number;
  readonly #text: () => string;

  constructor(chunk: ParsedChunk, number: number, text: () => string) {
    this.#chunk = chunk;
    this.#number = number;
    this.#text = text;
  }

  get length(): number {
    return this.#chunk.end(this.#number) - this.#chunk.start(this.#number);
  }

  get text(): string {
    return this.#text();
  }

  /** Undefined for directives and unreadable text. */
  get subject(): WrittenTerm | undefined {
    return writtenSubject(this.#chunk, this.#number, -this.#chunk.start(this.#number));
  }

  /** Calls back for the wanted terms, in order. */
  forTerms(visit: (term: WrittenTerm) => void, wanted?: WantedTerms): void {
    visitWrittenTerms(this.#chunk, this.#number, -this.#chunk.start(this.#number), visit, wanted);
  }

  visit(visitor: StatementVisitor): void {
    visitStatement(this.#chunk, this.#number, visitor);
  }

  /** The same with nodes, which are not kept. */
  nodes(): Statement {
    return statementOf(this.#chunk, this.#number, -this.#chunk.start(this.#number));
  }
}
