/**
 * Outlines between the processes of the server. That of a large file has thousands of symbols, and as objects they take
 * more time on the way than to find them.
 */
import type * as proto from 'vscode-languageserver';

/** The symbols of an outline in columns, each one before those inside of it. */
export interface PackedSymbols {
  readonly names: readonly string[];
  /** Empty for those without. */
  readonly details: readonly string[];
  /**
   * Of each symbol: its kind; how many symbols it is in; line and character of the start and the end of its range, and
   * of its name.
   */
  readonly numbers: readonly number[];
}

const numbersOfEach = 10;

export function unpackedSymbols({ names, details, numbers }: PackedSymbols): proto.DocumentSymbol[] {
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
