/**
 * A part of the nodes of a store: those whose names have an MD5 from one text to another one, in hexadecimal. A store
 * computes it (`MD5(STR(?f))`), so a part can be requested by its bounds. Offsets would not work: stores order rows as they
 * like in each query, and Virtuoso refuses large ones. All parts of one level are about equally large, regardless of the
 * names.
 */
export interface HashRange {
  /** The first hash, or a text before all hashes. */
  readonly from: string;
  /** The bound after the last hash; undefined when there is none. */
  readonly to: string | undefined;
}

export const allHashes: HashRange = { from: '', to: undefined };

/** The part of all nodes that one of several processes judges. Each node is in one of the parts. */
export function shardRange({ index, of }: { readonly index: number; readonly of: number }): HashRange {
  return partOf(allHashes, index - 1, of);
}

/** A range in up to this many ranges of equal width, in their order; a range that is too narrow is not divided. */
export function partsOfRange(range: HashRange, parts: number): readonly HashRange[] {
  const most = Math.min(parts, endOf(range) - startOf(range));
  return most < 2 ? [range] : Array.from({ length: most }, (_, i) => partOf(range, i, most));
}

/** The part of a range behind a hash. */
export function behind(hash: string, { to }: HashRange): HashRange {
  return { from: `${hash}0`, to };
}

export function isInRange(hash: string, { from, to }: HashRange): boolean {
  return hash >= from && (to === undefined || hash < to);
}

/** A condition of SPARQL: the name of a variable's value has a hash in the range. Blank nodes have no names. */
export function inRangeText(variable: string, { from, to }: HashRange): string {
  const hash = hashText(variable);
  const bounds = [
    ...(from === '' ? [] : [`${hash} >= "${from}"`]),
    ...(to === undefined ? [] : [`${hash} < "${to}"`]),
  ];
  return [`!isBlank(${variable})`, ...bounds].join(' && ');
}

/** The hash of a variable's value in SPARQL. */
export function hashText(variable: string): string {
  return `MD5(STR(${variable}))`;
}

function partOf(range: HashRange, index: number, of: number): HashRange {
  const start = startOf(range);
  const width = endOf(range) - start;
  const bound = (i: number) => digitsOf(start + Math.floor((width * i) / of));
  return {
    from: index === 0 ? range.from : bound(index),
    to: index === of - 1 ? range.to : bound(index + 1),
  };
}

/** Ranges are divided by the first digits only. */
const digits = 8;

function startOf({ from }: HashRange): number {
  return Number.parseInt(from.slice(0, digits).padEnd(digits, '0'), 16);
}

function endOf({ to }: HashRange): number {
  return to === undefined ? 16 ** digits : Number.parseInt(to.slice(0, digits).padEnd(digits, '0'), 16);
}

function digitsOf(bound: number): string {
  return bound.toString(16).padStart(digits, '0');
}
