/**
 * True when a text is another one as it comes out of a slip: in the wrong case, with other spaces or punctuation, cut
 * short, with a letter or digit left out, typed twice, in the wrong place or beside the right key.
 */
export function isSlipOf(text: string, other: string): boolean {
  if (text === other || foldSpaces(text) === foldSpaces(other)) return true;
  if (text !== '' && other.startsWith(text)) return true;
  let start = 0;
  while (start < text.length && text[start] === other[start]) start++;
  let [end, otherEnd] = [text.length, other.length];
  while (end > start && otherEnd > start && text[end - 1] === other[otherEnd - 1]) {
    end--;
    otherEnd--;
  }
  // Of two equal neighbours, the first one ended the common start.
  const [here, there] = [text.slice(start, end), other.slice(start, otherEnd)];
  if (here === '') return there.length === 1;
  if (there === '') return here.length === 1 && isTypedTwice(text, start);
  if (here.length === 2 && there.length === 2) return here[0] === there[1] && here[1] === there[0];
  return here.length === 1 && there.length === 1 && areNeighbours(here, there);
}

function foldSpaces(text: string): string {
  return text.toLowerCase().replace(/[\s_.,;:-]+/g, '');
}

function isTypedTwice(text: string, place: number): boolean {
  return text[place] === text[place - 1] || text[place] === text[place + 1];
}

const keyboardRows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** True for letters or digits that lie next to each other on the keyboard. */
function areNeighbours(one: string, other: string): boolean {
  if (/^\d$/.test(one) && /^\d$/.test(other)) return true;
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return keyboardRows.some(
    (row) => row.includes(a) && row.includes(b) && Math.abs(row.indexOf(a) - row.indexOf(b)) === 1,
  );
}
