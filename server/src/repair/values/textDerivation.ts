/** How a text is made of other texts of the same node, which are given by names. */
export type Derivation =
  | { readonly kind: 'join'; readonly parts: readonly Part[] }
  | {
      readonly kind: 'rest';
      readonly of: string;
      readonly without: string;
      readonly separator: string;
      readonly end: 'start' | 'end';
    }
  /** The part before the first or after the last of its separators: the extension of a file, the year of a date. */
  | {
      readonly kind: 'piece';
      readonly of: string;
      readonly separator: string;
      readonly end: 'start' | 'end';
    };

export type Part =
  | { readonly kind: 'source'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

const leastSource = 2;
const maxBetween = 4;

/** The ways in which a text may have been made of one or two others: unchanged, extended, joined, or cut. */
export function derivationsOf(text: string, sources: ReadonlyMap<string, string>): readonly Derivation[] {
  // This is asked about many nodes with many texts each, so nothing is allocated for those that do not fit.
  const found: Derivation[] = [];
  const usable = [...sources].filter(([, source]) => source.length >= leastSource);
  for (const [name, source] of usable) {
    const at = text.indexOf(source);
    if (at < 0) continue;
    const parts = [constant(text.slice(0, at)), from(name), constant(text.slice(at + source.length))];
    found.push({ kind: 'join', parts: parts.filter((part) => part.kind === 'source' || part.text !== '') });
  }
  for (const [name, source] of usable) addPieces(text, name, source, found);
  const ending = usable.map(([, source]) => text.endsWith(source));
  for (const [first, start] of usable) {
    const starts = text.startsWith(start);
    for (const [i, [second, end]] of usable.entries()) {
      if (first === second) continue;
      const gap = text.length - start.length - end.length;
      if (starts && ending[i] && gap > 0 && gap <= maxBetween) {
        const between = text.slice(start.length, text.length - end.length);
        found.push({ kind: 'join', parts: [from(first), constant(between), from(second)] });
      }
      addRests(text, first, start, second, end, found);
    }
  }
  return found;
}

/** The ways in which a text occurs as a whole in one of the others, or is a piece of it. */
export function copiesOf(text: string, sources: ReadonlyMap<string, string>): readonly Derivation[] {
  const found: Derivation[] = [];
  for (const [name, source] of sources) {
    if (source === text) found.push({ kind: 'join', parts: [from(name)] });
    else addPieces(text, name, source, found);
  }
  return found;
}

function addPieces(text: string, of: string, whole: string, to: Derivation[]): void {
  if (text === '' || text.length >= whole.length) return;
  const before = whole.startsWith(text) ? whole[text.length]! : '';
  const isDay = before === 'T' && /^\d{4}-\d\d-\d\d$/.test(text);
  if (before !== '' && (isDay || isSeparator(before)) && !text.includes(before))
    to.push({ kind: 'piece', of, separator: before, end: 'start' });
  const after = whole.endsWith(text) ? whole[whole.length - text.length - 1]! : '';
  if (after !== '' && isSeparator(after) && !text.includes(after))
    to.push({ kind: 'piece', of, separator: after, end: 'end' });
}

function addRests(
  text: string,
  of: string,
  whole: string,
  without: string,
  part: string,
  to: Derivation[],
): void {
  const length = whole.length - text.length - part.length;
  if (length <= 0 || length > maxBetween || text === '') return;
  if (whole.startsWith(text) && whole.endsWith(part)) {
    const separator = whole.slice(text.length, text.length + length);
    if (isSeparator(separator)) to.push({ kind: 'rest', of, without, separator, end: 'start' });
  }
  if (whole.startsWith(part) && whole.endsWith(text)) {
    const separator = whole.slice(part.length, part.length + length);
    if (isSeparator(separator)) to.push({ kind: 'rest', of, without, separator, end: 'end' });
  }
}

function isSeparator(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

function from(name: string): Part {
  return { kind: 'source', name };
}

function constant(text: string): Part {
  return { kind: 'text', text };
}

/** The text that a derivation makes of others; undefined when one of them is missing or does not fit. */
export function derive(derivation: Derivation, sources: ReadonlyMap<string, string>): string | undefined {
  if (derivation.kind === 'join') {
    let text = '';
    for (const part of derivation.parts) {
      const next = part.kind === 'text' ? part.text : sources.get(part.name);
      if (next === undefined) return undefined;
      text += next;
    }
    return text;
  }
  const { separator, end } = derivation;
  if (derivation.kind === 'piece') {
    const pieces = sources.get(derivation.of)?.split(separator) ?? [];
    const piece = pieces.length < 2 ? '' : end === 'start' ? pieces[0]! : pieces.at(-1)!;
    return piece === '' ? undefined : piece;
  }
  const [whole, part] = [sources.get(derivation.of), sources.get(derivation.without)];
  if (whole === undefined || part === undefined) return undefined;
  if (end === 'start') {
    return whole.endsWith(separator + part) ? whole.slice(0, -(separator + part).length) : undefined;
  }
  return whole.startsWith(part + separator) ? whole.slice((part + separator).length) : undefined;
}

/** The names of the texts that a derivation uses, in order. */
export function sourcesOf(derivation: Derivation): readonly string[] {
  switch (derivation.kind) {
    case 'rest':
      return [derivation.of, derivation.without];
    case 'piece':
      return [derivation.of];
    case 'join':
      return derivation.parts.flatMap((part) => (part.kind === 'source' ? [part.name] : []));
  }
}

/** Equal for the same derivation. */
export function derivationKey(derivation: Derivation): string {
  return JSON.stringify(derivation);
}
