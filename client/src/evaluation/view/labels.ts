/** About how wide a text is drawn, in pixels, at 12 pixels a line. */
export function textWidth(text: string): number {
  return 6.6 * text.length;
}

/** As much of the end and the beginning of a text as fits: both tell systems apart. */
export function shortened(text: string, width: number): string {
  const room = Math.max(4, Math.floor(width / 6.6));
  if (text.length <= room) return text;
  const tail = Math.floor((room - 1) / 2);
  return `${text.slice(0, room - 1 - tail)}…${text.slice(text.length - tail)}`;
}
