/** How wide a letter is drawn on average, in pixels, at 12 pixels a line. */
const letter = 6.7;

/** About how wide a text is drawn, in pixels. */
export function textWidth(text: string): number {
  return letter * text.length;
}

/** How much room names have at the left of a drawing: what they need, but no more than a third of the width. */
export function leftMargin(names: readonly string[], width: number): number {
  const needed = names.reduce((most, name) => Math.max(most, textWidth(name)), 0);
  return Math.ceil(Math.min(needed + 20, Math.max(180, width / 3)));
}

/** As much of the beginning and the end of a text as fits: either may be what tells systems apart. */
export function shortened(text: string, width: number): string {
  const room = Math.max(4, Math.floor(width / letter));
  if (text.length <= room) return text;
  const tail = Math.floor((room - 1) / 2);
  return `${text.slice(0, room - 1 - tail)}…${text.slice(text.length - tail)}`;
}
