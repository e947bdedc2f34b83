/**
 * Outlines between the processes of the server. That of a large file has thousands of symbols: sending them as objects
 * takes longer than finding them, and a keystroke changes few. So they are sent in columns, and without those that the last
 * answer had.
 */
import type * as proto from 'vscode-languageserver';
import type { LineIndex } from '../../../base/lineIndex.ts';
import type { OffsetEdit } from '../../../base/textEdit.ts';
import type { DiagnosticData } from '../toProto.ts';
import type { AnswerBuilder } from './methodDeclaration.ts';

/** Some symbols of an outline in columns, each one before those inside of it. */
export interface PackedSymbols {
  readonly names: readonly string[];
  /** Empty for those without. */
  readonly details: readonly string[];
  /**
   * For each symbol: its kind; how many symbols it is in; line and character of the start and the end of its range, and of
   * its name.
   */
  readonly numbers: readonly number[];
}

/** A top-level symbol with the symbols inside it. */
export interface SymbolRows {
  /** Where it starts. */
  readonly line: number;
  /** Lines are counted from that one. */
  readonly rows: PackedSymbols;
}

/** How an outline differs from the last one. Symbols that are in no other one are counted. */
export interface PackedOutline {
  /** Identifies this outline, so that the next one can build on it. */
  readonly id: string;
  /** How many of the first symbols of the last outline stay. */
  readonly before: number;
  /** How many of its last symbols stay, moved by this many lines. */
  readonly after: number;
  readonly shift: number;
  /** What is between them. */
  readonly symbols: PackedSymbols;
}

const numbersOfEach = 10;

/** The difference between an outline and the last one, if there is one. */
export function packedOutline(
  id: string,
  outline: readonly SymbolRows[],
  last: readonly SymbolRows[] = [],
): PackedOutline {
  const most = Math.min(outline.length, last.length);
  let before = 0;
  while (before < most && areSame(outline[before]!, last[before]!, 0)) before++;
  const shift = (outline.at(-1)?.line ?? 0) - (last.at(-1)?.line ?? 0);
  let after = 0;
  while (after < most - before && areSame(outline.at(-1 - after)!, last.at(-1 - after)!, shift)) after++;
  return { id, before, after, shift, symbols: joined(outline.slice(before, outline.length - after)) };
}

function areSame(a: SymbolRows, b: SymbolRows, shift: number): boolean {
  return a.line === b.line + shift && (a.rows === b.rows || areEqual(a.rows, b.rows));
}

function areEqual(a: PackedSymbols, b: PackedSymbols): boolean {
  return (
    areEqualLists(a.names, b.names) &&
    areEqualLists(a.details, b.details) &&
    areEqualLists(a.numbers, b.numbers)
  );
}

function areEqualLists<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

function joined(symbols: readonly SymbolRows[]): PackedSymbols {
  const names: string[] = [];
  const details: string[] = [];
  const numbers: number[] = [];
  for (const { line, rows } of symbols) {
    for (let i = 0; i < rows.names.length; i++) {
      names.push(rows.names[i]!);
      details.push(rows.details[i]!);
      const [kind, depth, ...positions] = rows.numbers.slice(i * numbersOfEach, (i + 1) * numbersOfEach);
      numbers.push(kind!, depth!);
      for (let at = 0; at < positions.length; at += 2)
        numbers.push(positions[at]! + line, positions[at + 1]!);
    }
  }
  return { names, details, numbers };
}

/** Puts outlines of a document together. */
export class OutlineBuilder implements AnswerBuilder<PackedOutline> {
  #last: { readonly id: string; readonly outline: readonly proto.DocumentSymbol[] } | undefined;

  next() {
    const last = this.#last;
    return {
      since: last?.id,
      complete: (packed: PackedOutline): readonly proto.DocumentSymbol[] => {
        const outline = unpackedOutline(packed, last?.outline ?? []);
        this.#last = { id: packed.id, outline };
        return outline;
      },
    };
  }
}

function unpackedOutline(
  { before, after, shift, symbols }: PackedOutline,
  last: readonly proto.DocumentSymbol[],
): readonly proto.DocumentSymbol[] {
  const rest = last.slice(last.length - after);
  return [
    ...last.slice(0, before),
    ...unpacked(symbols),
    ...(shift === 0 ? rest : rest.map((symbol) => moved(symbol, shift))),
  ];
}

function unpacked({ names, details, numbers }: PackedSymbols): proto.DocumentSymbol[] {
  const outline: proto.DocumentSymbol[] = [];
  /** The symbols that the current one is in. */
  const outer: proto.DocumentSymbol[] = [];
  const position = (at: number): proto.Position => ({ line: numbers[at]!, character: numbers[at + 1]! });
  for (const [i, name] of names.entries()) {
    const at = i * numbersOfEach;
    const detail = details[i]!;
    const symbol: proto.DocumentSymbol = {
      name,
      ...(detail !== '' && { detail }),
      kind: numbers[at] as proto.SymbolKind,
      range: { start: position(at + 2), end: position(at + 4) },
      selectionRange: { start: position(at + 6), end: position(at + 8) },
    };
    outer.length = numbers[at + 1]!;
    const parent = outer.at(-1);
    if (parent === undefined) outline.push(symbol);
    else {
      parent.children ??= [];
      parent.children.push(symbol);
    }
    outer.push(symbol);
  }
  return outline;
}

/** A copy, because the one that was sent before may not have been written yet. */
function moved(symbol: proto.DocumentSymbol, lines: number): proto.DocumentSymbol {
  const { range, selectionRange, children } = symbol;
  return {
    ...symbol,
    range: movedRange(range, lines),
    selectionRange: movedRange(selectionRange, lines),
    ...(children && { children: children.map((child) => moved(child, lines)) }),
  };
}

function movedRange({ start, end }: proto.Range, lines: number): proto.Range {
  return {
    start: { line: start.line + lines, character: start.character },
    end: { line: end.line + lines, character: end.character },
  };
}

/** The edits of a text between the processes of the server: formatting a large file makes thousands. */

/** Edits in columns, in order. */
export interface PackedEdits {
  readonly newTexts: readonly string[];
  /** For each edit: the line and character of its start and of its end. */
  readonly numbers: readonly number[];
}

export function packedEdits(lines: LineIndex, edits: readonly OffsetEdit[]): PackedEdits {
  const numbers: number[] = [];
  for (const { range } of edits) {
    for (const offset of [range.start, range.end]) {
      const { line, character } = lines.positionAt(offset);
      numbers.push(line, character);
    }
  }
  return { newTexts: edits.map(({ newText }) => newText), numbers };
}

export function unpackedEdits({ newTexts, numbers }: PackedEdits): proto.TextEdit[] {
  const position = (at: number): proto.Position => ({ line: numbers[at]!, character: numbers[at + 1]! });
  return newTexts.map((newText, i) => ({
    range: { start: position(4 * i), end: position(4 * i + 2) },
    newText,
  }));
}

/** The diagnostics of files between the processes of the server: of most of them, a keystroke changes the place at most. */

/** How the diagnostics of a file differ from the last ones of the same validated document. */
export interface PackedDiagnostics {
  /** In order. Of those that stay, which of the last ones they are. */
  readonly all: readonly (proto.Diagnostic | number)[];
  /** Of each one that stays, line and character of its start and of its end. */
  readonly places: readonly number[];
  /** The version of the text for all that stay. */
  readonly version: number | null;
}

type ByFile = Readonly<Record<string, readonly proto.Diagnostic[]>>;

/** The diagnostics that were sent last. Both ends of the way from an engine know the same, since messages come in their order. */
export class LastDiagnostics {
  /** By document, in the order in which they were validated. */
  readonly #last = new Map<string, ByFile>();

  of(uri: string): ByFile {
    return this.#last.get(uri) ?? {};
  }

  keep(uri: string, diagnostics: ByFile): void {
    this.#last.delete(uri);
    this.#last.set(uri, diagnostics);
    const [oldest] = this.#last.keys();
    if (this.#last.size > mostKept) this.#last.delete(oldest!);
  }
}

/** Documents that are edited in turns are few. */
const mostKept = 8;

/** The diagnostics of a document's files as they differ from the last ones. */
export function packedByFile(
  uri: string,
  diagnostics: ByFile,
  sent: LastDiagnostics,
): Readonly<Record<string, PackedDiagnostics>> {
  const last = sent.of(uri);
  sent.keep(uri, diagnostics);
  const files = Object.entries(diagnostics).map(([file, list]) => [
    file,
    packedDiagnostics(list, last[file]),
  ]);
  return Object.fromEntries(files);
}

export function unpackedByFile(
  uri: string,
  files: Readonly<Record<string, PackedDiagnostics>>,
  received: LastDiagnostics,
): ByFile {
  const last = received.of(uri);
  const diagnostics = Object.fromEntries(
    Object.entries(files).map(([file, packed]) => [file, unpackedDiagnostics(packed, last[file])]),
  );
  received.keep(uri, diagnostics);
  return diagnostics;
}

function packedDiagnostics(
  list: readonly proto.Diagnostic[],
  last: readonly proto.Diagnostic[] = [],
): PackedDiagnostics {
  const version = (list[0]?.data as DiagnosticData | undefined)?.version ?? null;
  const known = new Map(last.map((each, i) => [nameOf(each), i]));
  const places: number[] = [];
  const all = list.map((each) => {
    const i = known.get(nameOf(each));
    const data = each.data as DiagnosticData | undefined;
    if (i === undefined || data?.version !== version || !isSame(each, last[i], elsewhere)) return each;
    const { start, end } = each.range;
    places.push(start.line, start.character, end.line, end.character);
    return i;
  });
  return { all, places, version };
}

function unpackedDiagnostics(
  { all, places, version }: PackedDiagnostics,
  last: readonly proto.Diagnostic[] = [],
): readonly proto.Diagnostic[] {
  let at = 0;
  const position = () => ({ line: places[at++]!, character: places[at++]! });
  return all.map((each) => {
    if (typeof each !== 'number') return each;
    const known = last[each]!;
    return { ...known, range: { start: position(), end: position() }, data: { ...known.data, version } };
  });
}

/** No two results have a key in common. */
function nameOf({ data, message }: proto.Diagnostic): string {
  return (data as DiagnosticData | undefined)?.key ?? `${message}`;
}

/** What differs between diagnostics that are about the same at another place or in another version. */
const elsewhere: ReadonlySet<string> = new Set(['range', 'version']);

/** Whether two values are the same as JSON, but for some members of theirs. */
function isSame(a: unknown, b: unknown, but?: ReadonlySet<string>): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const names = Object.keys(a) as (keyof typeof a)[];
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => but?.has(name) || isSame(a[name], b[name], name === 'data' ? but : undefined))
  );
}
