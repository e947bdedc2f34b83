/**
 * The similarity of two texts from 0 to 1: twice the number of characters in matching blocks, divided by the
 * characters of both texts. The blocks are those of Ratcliff and Obershelp as Python's difflib finds them. Like
 * difflib, it neglects characters that are frequent in a second text of 200 characters or more, so that values can be
 * compared with published ones. Characters are code points, as in Python.
 */
export function sequenceRatio(first: string, second: string): number {
  const a = [...first];
  const b = [...second];
  if (a.length + b.length === 0) return 1;
  return (2 * matchingCharacters(a, b)) / (a.length + b.length);
}

interface Window {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

function matchingCharacters(a: readonly string[], b: readonly string[]): number {
  const places = placesOf(b);
  const open: Window[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }];
  let matching = 0;
  for (let window = open.pop(); window !== undefined; window = open.pop()) {
    const { at, bt, size } = longestMatch(a, b, places, window);
    if (size === 0) continue;
    matching += size;
    open.push({ ...window, aTo: at, bTo: bt }, { ...window, aFrom: at + size, bFrom: bt + size });
  }
  return matching;
}

/** The positions of each character, except for characters that are frequent in a long text. */
function placesOf(b: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [i, character] of b.entries()) {
    const known = places.get(character);
    if (known) known.push(i);
    else places.set(character, [i]);
  }
  if (b.length < 200) return places;
  const frequent = Math.floor(b.length / 100) + 1;
  return new Map([...places].filter(([, at]) => at.length <= frequent));
}

/** The first of the longest blocks that both texts share within the window. */
function longestMatch(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  { aFrom, aTo, bFrom, bTo }: Window,
): { readonly at: number; readonly bt: number; readonly size: number } {
  let at = aFrom;
  let bt = bFrom;
  let size = 0;
  // The length of the match that ends at each position of b.
  let lengths = new Map<number, number>();
  for (let i = aFrom; i < aTo; i++) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i]!) ?? []) {
      if (j < bFrom) continue;
      if (j >= bTo) break;
      const length = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, length);
      if (length > size) {
        at = i - length + 1;
        bt = j - length + 1;
        size = length;
      }
    }
    lengths = next;
  }
  // Frequent characters can't begin a match, but they can extend one.
  while (at > aFrom && bt > bFrom && a[at - 1] === b[bt - 1]) {
    at--;
    bt--;
    size++;
  }
  while (at + size < aTo && bt + size < bTo && a[at + size] === b[bt + size]) size++;
  return { at, bt, size };
}
