/**
 * The place in a written string that holds a character of its value. Escapes are longer than what they stand for.
 *
 * @param token the string as it is written, with its quotes.
 * @param offset in the value, in UTF-16 units.
 * @returns the offset in the token; that of the closing quotes for the end of the value.
 */
export function offsetInString(token: string, offset: number): number {
  const quotes = /^(?:"""|'''|"|')/.exec(token)?.[0].length ?? 0;
  let at = quotes;
  for (let left = offset; left > 0 && at < token.length - quotes; ) {
    const escaped = /^\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[\s\S])/.exec(token.slice(at, at + 10))?.[0];
    at += escaped?.length ?? 1;
    left -= escaped?.[1] === 'U' && Number.parseInt(escaped.slice(2), 16) > 0xffff ? 2 : 1;
  }
  return at;
}
