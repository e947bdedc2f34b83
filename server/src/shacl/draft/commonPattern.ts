/**
 * A regular expression that some texts have in common, if it is significant: that of e-mail addresses, web addresses and
 * dates, and codes in which groups of digits and letters and the marks between them have the same form. Undefined for other
 * texts.
 */
export function commonPattern(texts: readonly string[]): string | undefined {
  if (texts.length < leastTexts) return undefined;
  const known = knownPatterns.find((pattern) => texts.every((text) => new RegExp(pattern).test(text)));
  return known ?? codePattern(texts) ?? characterPattern(texts);
}

/** Fewer texts are alike by chance. */
const leastTexts = 4;

const knownPatterns = [
  '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
  '^https?://[^\\s]+$',
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2})?$',
];

/** A run of characters of one class: "[0-9]" from 3 to 4 times. */
interface Run {
  readonly chars: string;
  readonly least: number;
  readonly most: number;
}

function codePattern(texts: readonly string[]): string | undefined {
  let common: readonly Run[] | undefined;
  for (const text of texts) {
    const runs = runsOf(text);
    if (!runs) return undefined;
    common = common === undefined ? runs : merged(common, runs);
    if (!common) return undefined;
  }
  if (!common?.some(({ chars }) => chars !== '[a-z]')) return undefined;
  return `^${common.map(printRun).join('')}$`;
}

function runsOf(text: string): readonly Run[] | undefined {
  if (text === '' || text.length > longest || !/^[A-Za-z0-9._:/#-]+$/.test(text)) return undefined;
  const parts = text.match(/[A-Z]+|[a-z]+|[0-9]+|[._:/#-]/g)!;
  return parts.map((part) => {
    const chars = /[A-Z]/.test(part)
      ? '[A-Z]'
      : /[a-z]/.test(part)
        ? '[a-z]'
        : /[0-9]/.test(part)
          ? '[0-9]'
          : part;
    return { chars, least: part.length, most: part.length };
  });
}

const longest = 30;

function merged(some: readonly Run[], others: readonly Run[]): readonly Run[] | undefined {
  if (some.length !== others.length) return undefined;
  const runs = some.map((run, i) => ({
    chars: run.chars,
    isSame: run.chars === others[i]!.chars,
    least: Math.min(run.least, others[i]!.least),
    most: Math.max(run.most, others[i]!.most),
  }));
  return runs.every(({ isSame }) => isSame) ? runs : undefined;
}

function printRun({ chars, least, most }: Run): string {
  const count = most === 1 ? '' : least === most ? `{${least}}` : `{${least},${most}}`;
  return `${chars === '.' ? '\\.' : chars}${count}`;
}

/** Short texts of few kinds of characters, in any order. */
function characterPattern(texts: readonly string[]): string | undefined {
  if (texts.length < textsForCharacters) return undefined;
  const chars = ['[A-Z0-9]', '[A-Za-z0-9]', '[A-Za-z0-9._-]'].find((each) =>
    texts.every((text) => new RegExp(`^${each}+$`).test(text)),
  );
  const { least, most } = extremes(texts.map(({ length }) => length));
  if (chars !== undefined && most <= longest) return `^${printRun({ chars, least, most })}$`;
  return texts.every((text) => /^\S+$/.test(text)) ? '^\\S+$' : undefined;
}

const textsForCharacters = 10;

/** The smallest and the largest of some numbers, however many there are: a call can't have more than 100,000 arguments. */
export function extremes(numbers: readonly number[]): { readonly least: number; readonly most: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const each of numbers) {
    if (each < least) least = each;
    if (each > most) most = each;
  }
  return { least, most };
}
