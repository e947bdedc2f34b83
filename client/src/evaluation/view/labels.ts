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

/** Where a label is to be written, in pixels. */
export interface LabelPlace {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** The heights at which labels can all be read: those that would cover another one are moved down, as far as needed. */
export function spread(labels: readonly LabelPlace[]): readonly number[] {
  const lineHeight = 15;
  const heights = labels.map(({ y }) => y);
  const placed: LabelPlace[] = [];
  const order = labels.map((_, index) => index).sort((a, b) => heights[a]! - heights[b]!);
  for (const index of order) {
    const { left, right } = labels[index]!;
    let y = heights[index]!;
    // From top to bottom: what is above is placed already, so a label only ever moves below it.
    for (const other of placed) {
      if (left < other.right && other.left < right && Math.abs(y - other.y) < lineHeight)
        y = other.y + lineHeight;
    }
    heights[index] = y;
    placed.push({ left, right, y });
    placed.sort((a, b) => a.y - b.y);
  }
  return heights;
}
