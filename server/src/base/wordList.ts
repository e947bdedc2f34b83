/** `a, b or c`. */
export function orList(words: readonly string[]): string {
  return joined(words, 'or');
}

/** `a, b and c`. */
export function andList(words: readonly string[]): string {
  return joined(words, 'and');
}

function joined(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
