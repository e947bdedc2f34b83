/** How wide a letter is drawn on average, in pixels, at 12 pixels a line. */
const letter = 6.7;

/** About how wide a text is drawn, in pixels. */
export function textWidth(text: string): number {
  return letter * text.length;
}

/** The room for names at the left of a drawing: what they need, but no more than a third of the width. */
export function leftMargin(names: readonly string[], width: number): number {
  const needed = names.reduce((most, name) => Math.max(most, textWidth(name)), 0);
  return Math.ceil(Math.min(needed + 20, Math.max(180, width / 3)));
}

/** As much of the beginning and the end of a text as fits: either may distinguish systems. */
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

/**
 * The heights at which all labels are legible: those that would cover another one move away from the nearer end of the
 * drawing, as far as needed.
 *
 * @param height of the drawing, in pixels.
 */
export function spread(labels: readonly LabelPlace[], height: number): readonly number[] {
  const lineHeight = 15;
  const heights = labels.map(({ y }) => y);
  const isLow = ({ y }: LabelPlace) => y > height / 2;
  // Away from the end: what is nearest to it is placed first, and the others only ever move further away.
  for (const direction of [1, -1]) {
    const placed: LabelPlace[] = labels.flatMap((label, index) =>
      direction === -1 && !isLow(label) ? [{ ...label, y: heights[index]! }] : [],
    );
    const order = labels
      .map((label, index) => ({ ...label, index }))
      .filter((label) => isLow(label) === (direction === -1))
      .sort((a, b) => direction * (a.y - b.y));
    for (const { left, right, y: wanted, index } of order) {
      placed.sort((a, b) => direction * (a.y - b.y));
      let y = wanted;
      for (const other of placed) {
        const isCovered = left < other.right && other.left < right && Math.abs(y - other.y) < lineHeight;
        if (isCovered) y = other.y + direction * lineHeight;
      }
      heights[index] = y;
      placed.push({ left, right, y });
    }
  }
  return heights;
}
