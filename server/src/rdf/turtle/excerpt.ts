/** Quotes a piece of text for a message, shortened if it is long. */
export function excerpt(text: string): string {
  const line = text.split(/[\r\n]/, 1)[0]!;
  return line.length > 40 || line.length < text.length ? `'${line.slice(0, 40)}…'` : `'${line}'`;
}
