/** The result of scanning a string from its opening delimiter. */
export interface StringScan {
  /** Where the opening delimiter starts. */
  readonly start: number;
  /** Where the closing delimiter starts; where scanning stopped when there is none. */
  readonly stop: number;
  readonly closed: boolean;
  /** The last backslash, -1 when there is none. */
  readonly lastEscape: number;
  /** The backslashes that start no valid escape, in order. */
  readonly badEscapes: readonly number[];
}

/**
 * Caches string scans. After an error, the same quotes are scanned again from a later one, as in `\"a \"b \"c`, where
 * each one may open a string that runs to the end of the line. A quote inside a scanned string that opens a string
 * itself has the same end: no escape spans an unescaped quote, so both scans coincide right after it.
 */
export class StringScans {
  readonly #last: (StringScan | undefined)[] = [];

  clear(): void {
    this.#last.length = 0;
  }

  /** The last scan that tells how to read a string whose delimiter, of `quotes` quotes, starts at an offset. */
  find(quote: number, quotes: number, start: number): StringScan | undefined {
    const scan = this.#last[slotOf(quote, quotes)];
    return scan !== undefined && scan.start <= start && start + quotes <= scan.stop ? scan : undefined;
  }

  add(quote: number, quotes: number, scan: StringScan): void {
    this.#last[slotOf(quote, quotes)] = scan;
  }
}

/** The first of a scan's bad escapes from an offset on. */
export function badEscapeFrom({ badEscapes }: StringScan, offset: number): number | undefined {
  let low = 0;
  let high = badEscapes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (badEscapes[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return badEscapes[low];
}

function slotOf(quote: number, quotes: number): number {
  return (quote === 0x22 ? 0 : 1) + (quotes === 1 ? 0 : 2);
}
