import { decodedStart, NotTextError, type PiecePlace, StoredTextReader } from '../../base/storedText.ts';
import { IdMap } from '../idMap.ts';
import { type TermId, terms } from '../terms.ts';
import { BlankNodeNames, NewRepeatNumbers, scopeOf } from './blankNodeNames.ts';
import { IntList } from './intList.ts';
import { ParsedChunk, type ParsedChunkParts, rowLength } from './parsedChunk.ts';
import { parseStatements } from './parser.ts';
import { Scope } from './scope.ts';
import { lengths, predicateHeader, tag } from './tape.ts';
import type { TextFormat } from './textFormat.ts';
import { statementsForSure } from './textWindow.ts';

/*
 * Most of the time that a large file takes is spent on finding its statements, and lines can be read in any order. So
 * threads parse parts of N-Triples and N-Quads, each with a dictionary of its own, and what they found is put together in
 * the order of the text. The result is the same as if the text had been read from its start: a part counts only where
 * that can't depend on what stands before and behind it. All others are parsed again by whom they are for.
 */

/** A part of a text of lines, from the start of a line to the end of one. */
export interface LinesToParse {
  /** The lines, and some bytes behind them. */
  readonly bytes: Uint8Array;
  /** How many of the bytes are the lines. */
  readonly length: number;
  /** Where the lines start in the text, in bytes. */
  readonly position: number;
  readonly format: TextFormat;
}

/** Parses parts of texts elsewhere. */
export interface LineParser {
  /** How many parts are parsed at the same time. */
  readonly atOnce: number;
  /** Resolves with undefined where a part has to be parsed by whom it is for. Never rejects. */
  parse(lines: LinesToParse): Promise<ParsedPart | undefined>;
  end(): void;
}

/** What was parsed of a part, in a form that another thread can take over. */
export interface ParsedPart {
  readonly chunk: Pick<
    ParsedChunkParts,
    'rows' | 'tape' | 'comments' | 'newTokens' | 'loneSurrogates' | 'unsettled'
  >;
  /** What the numbers stand for that are in place of ids. */
  readonly terms: NumberedTerms;
  /** What was parsed before the lines, in UTF-16 units. */
  readonly from: number;
  /** Where the lines end. */
  readonly to: number;
  readonly places: readonly PiecePlace[];
}

/** Terms in the order in which a parser meets them. */
interface NumberedTerms {
  /** For each term what it is: `iri`, `label`, the number of its datatype, or `tagged` minus the number of a language. */
  readonly kinds: Int32Array;
  /** The IRIs, labels and lexical forms, one after the other. */
  readonly texts: string;
  /** Where each of these ends. */
  readonly ends: Int32Array;
  readonly languages: readonly (readonly [tag: string, direction: '' | 'ltr' | 'rtl'])[];
}

const iri = -1;
const label = -2;
const tagged = -3;

/** Parses a part on its own; undefined where it may read otherwise inside of its text. */
export function parsePart({ bytes, length, position, format }: LinesToParse): ParsedPart | undefined {
  const texts = new StoredTextReader(nowhere, undefined, position);
  let lines: string;
  try {
    lines = texts.add(bytes.subarray(0, length)) + texts.end();
  } catch (error) {
    if (error instanceof NotTextError) return undefined;
    throw error;
  }
  // The parser looks back as far as to the line end before.
  const before = position === 0 ? '' : '\n';
  const to = before.length + lines.length;
  const text = `${before}${lines}${decodedStart(bytes.subarray(length))}`;
  const names = new BlankNodeNames(partUri, new NewRepeatNumbers());
  const scope = new Scope(partUri, [], format);
  const { chunk } = parseStatements({ text, from: before.length, scope, names });
  const count = chunk.statementBefore(to - 1) + 1;
  if (statementsForSure(chunk, text) < count || (count > 0 && chunk.end(count - 1) > to)) return undefined;
  const { parts } = chunk;
  const noted = [
    ...parts.directives.keys(),
    ...[parts.errors, parts.names].flat().map((each) => each.statement),
  ];
  if (noted.some((statement) => statement < count)) return undefined;
  const numbering = new Numbering();
  const tape = parts.tape.slice(0, chunk.tapeStart(count));
  const isPlain = forTerms(chunk, tape, count, (at) => {
    tape[at] = numbering.of(tape[at]!);
  });
  if (!isPlain) return undefined;
  const rows = parts.rows.slice(0, rowLength * (count + 1));
  rows.fill(0, rowLength * count, rowLength * count + 3);
  const { comments, newTokens, loneSurrogates } = parts;
  const unsettled = parts.unsettled.filter((_, i) => parts.unsettled[i - (i % 2)]! < count);
  return {
    chunk: { rows, tape, comments, newTokens, loneSurrogates, unsettled },
    terms: numbering.terms(),
    from: before.length,
    to,
    places: texts.places(),
  };
}

/** What of a part need not be copied to another thread. */
export function buffersOf({ chunk, terms: { kinds, ends }, places }: ParsedPart): readonly ArrayBuffer[] {
  const arrays = [...Object.values(chunk), kinds, ends, ...places.map(({ lineStarts }) => lineStarts)];
  // None of them is shared memory, which their types allow.
  return arrays.map(({ buffer }) => buffer as ArrayBuffer);
}

/** A part in the terms of this process. The part itself is used up. */
export function chunkOf({ chunk: parts, terms: numbered }: ParsedPart, names: BlankNodeNames): ParsedChunk {
  const ids = idsOf(numbered, names);
  const chunk = new ParsedChunk({ ...parts, errors: [], directives: new Map(), declarations: [], names: [] });
  const { tape } = parts;
  forTerms(chunk, tape, chunk.count, (at) => {
    tape[at] = ids[tape[at]!]!;
  });
  return chunk;
}

function idsOf({ kinds, texts, ends, languages }: NumberedTerms, names: BlankNodeNames): Int32Array {
  const ids = new Int32Array(kinds.length);
  let start = 0;
  for (let i = 0; i < kinds.length; i++) {
    const end = ends[i]!;
    const text = texts.slice(start, end);
    start = end;
    const kind = kinds[i]!;
    if (kind === iri) ids[i] = terms.iri(text);
    else if (kind === label) ids[i] = terms.blankNode(names.labelled(text));
    else if (kind >= 0) ids[i] = terms.literal(text, ids[kind]!);
    else ids[i] = terms.languageString(text, ...languages[tagged - kind]!);
  }
  return ids;
}

/** Numbers terms in the order in which they come. */
class Numbering {
  readonly #numbers = new IdMap();
  readonly #kinds = new IntList();
  readonly #ends = new IntList();
  readonly #languages: (readonly [string, '' | 'ltr' | 'rtl'])[] = [];
  #texts = '';

  of(id: TermId): number {
    const known = this.#numbers.get(id);
    if (known >= 0) return known;
    const kind = this.#kindOf(id);
    const value = terms.value(id);
    this.#texts += kind === label ? value.slice(labelStart) : value;
    this.#ends.push(this.#texts.length);
    this.#kinds.push(kind);
    return this.#numbers.getOrSet(id, this.#numbers.size);
  }

  terms(): NumberedTerms {
    return {
      kinds: this.#kinds.toArray(),
      texts: this.#texts,
      ends: this.#ends.toArray(),
      languages: this.#languages,
    };
  }

  #kindOf(id: TermId): number {
    if (!terms.isLiteral(id)) return terms.isIri(id) ? iri : label;
    const language = terms.language(id);
    // So a datatype has its number before its literals.
    if (language === '') return this.of(terms.datatype(id)!);
    const direction = terms.direction(id);
    const known = this.#languages.findIndex((each) => each[0] === language && each[1] === direction);
    return tagged - (known < 0 ? this.#languages.push([language, direction]) - 1 : known);
  }
}

/**
 * Calls back with where the ids of the first statements stand on their tape. False at a statement that is not one triple of
 * plain terms, without calling back for what follows.
 */
function forTerms(chunk: ParsedChunk, tape: Int32Array, count: number, visit: (at: number) => void): boolean {
  for (let number = 0; number < count; number++) {
    const subject = chunk.tapeStart(number);
    const end = chunk.tapeStart(number + 1);
    // What is in another graph than those that count.
    if (subject === end) continue;
    const predicate = subject + lengths[tag.reference] + predicateHeader;
    const object = predicate + lengths[tag.reference] + 1;
    const kind = tape[object]!;
    if (object >= end || kind >= tag.propertyList || object + lengths[kind]! !== end) return false;
    if (tape[subject]! > tag.label) return false;
    visit(subject + 3);
    visit(predicate + 3);
    visit(object + 3);
    if (kind === tag.typedString) visit(object + 7);
  }
  return true;
}

/** The base of parts: their format has no relative IRIs. Their blank nodes have its scope. */
const partUri = 'part:';
const labelStart = scopeOf(partUri).length + 1;

/** Where parts are read from, which never happens: their bytes are given. */
const nowhere = { size: 0, read: async () => new Uint8Array(), readAgain: () => undefined };
