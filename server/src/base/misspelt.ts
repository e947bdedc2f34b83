import type { Random } from './random.ts';

/**
 * A word with one typing error: a letter left out, doubled, swapped with the next one, replaced by its neighbour on the
 * keyboard, or the first letter in the other case. Words of fewer than four letters stay as they are (undefined), since
 * nobody could tell what was meant.
 */
export function misspelt(word: string, random: Random): string | undefined {
  const places = [...word.matchAll(/[a-z]/gi)].map(({ index }) => index);
  if (places.length < 4) return undefined;
  const place = places[1 + random.below(places.length - 1)]!;
  const letter = word[place]!;
  const before = word.slice(0, place);
  const after = word.slice(place + 1);
  switch (random.below(6)) {
    case 0:
      return before + after;
    case 1:
      return before + letter + letter + after;
    case 2:
    case 3: {
      const next = after[0];
      return next === undefined || next === letter ? before + after : before + next + letter + after.slice(1);
    }
    case 4:
      return before + neighbourOf(letter) + after;
    default: {
      const first = word[0]!;
      const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
      return other === first ? before + after : other + word.slice(1);
    }
  }
}

const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

function neighbourOf(letter: string): string {
  const small = letter.toLowerCase();
  const row = keyboardRows.find((each) => each.includes(small))!;
  const place = row.indexOf(small);
  const other = row[place + 1] ?? row[place - 1]!;
  return letter === small ? other : other.toUpperCase();
}
