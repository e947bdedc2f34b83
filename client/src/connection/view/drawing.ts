import type { ExplainedConnection } from '../messages.ts';

/** A node as a box, by its middle. In pixels. */
export interface NodeBox {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly isEnd: boolean;
}

/** A triple as an arrow from box to box. */
export interface Arrow {
  readonly text: string;
  readonly startX: number;
  readonly startY: number;
  readonly endX: number;
  readonly endY: number;
  /** Where the line bends, and where its text is. */
  readonly middleX: number;
  readonly middleY: number;
  /** The first path that it is on, and its position there. */
  readonly way: number;
  readonly step: number;
}

export interface Drawing {
  readonly boxes: readonly NodeBox[];
  readonly arrows: readonly Arrow[];
  readonly width: number;
  readonly height: number;
}

export const boxHeight = 28;
const rowHeight = 72;
const margin = 16;
const characterWidth = 7.5;
const arrowRoom = 44;
const maxCharacters = 28;
/** Between arrows that have both ends in common. */
const bend = 30;

/** Paths run from left to right, or from top to bottom if there is not enough width. */
export type Direction = 'across' | 'down';

/**
 * The ways as columns, or rows: one for each number of triples from the first node, and in it the nodes that are so far
 * away, in the order of the ways.
 */
export function draw(connection: ExplainedConnection, direction: Direction): Drawing {
  const { nodes, ways } = connection;
  const layers = layersOf(nodes.length, ways);
  const names = nodes.map(({ name }) => shortened(name));
  const { boxes, width, height } =
    direction === 'across' ? boxesAcross(layers, names, ways) : boxesDown(layers, names, ways);
  return { boxes, arrows: arrowsOf(ways, boxes, direction), width, height };
}

type Placed = Omit<Drawing, 'arrows'>;

function boxesAcross(layers: Layers, names: readonly string[], ways: Ways): Placed {
  const widths = layers.map((layer) => Math.max(...layer.map((node) => boxWidth(names[node]!))));
  const gaps = layers.slice(1).map((_, i) => arrowRoom + textWidth(longest(ways, i)));
  const height = 2 * margin + mostIn(layers) * rowHeight;
  const boxes: NodeBox[] = [];
  let left = margin;
  for (const [i, layer] of layers.entries()) {
    for (const [row, node] of layer.entries()) {
      boxes[node] = {
        text: names[node]!,
        x: left + widths[i]! / 2,
        y: height / 2 + (row - (layer.length - 1) / 2) * rowHeight,
        width: boxWidth(names[node]!),
        isEnd: i === 0 || i === layers.length - 1,
      };
    }
    left += widths[i]! + (gaps[i] ?? 0);
  }
  return { boxes, width: left + margin, height };
}

function boxesDown(layers: Layers, names: readonly string[], ways: Ways): Placed {
  const widest = Math.max(...names.map(boxWidth));
  const labels = Math.max(...layers.map((_, i) => textWidth(longest(ways, i))));
  const columnWidth = Math.max(widest + 24, labels + arrowRoom);
  // The texts beside the arrows of the last column need room, too; the same room is left on the other side to keep the
  // drawing centred.
  const width = 2 * margin + mostIn(layers) * columnWidth + labels;
  const boxes: NodeBox[] = [];
  for (const [i, layer] of layers.entries()) {
    for (const [column, node] of layer.entries()) {
      boxes[node] = {
        text: names[node]!,
        x: width / 2 + (column - (layer.length - 1) / 2) * columnWidth,
        y: margin + boxHeight / 2 + i * rowHeight,
        width: boxWidth(names[node]!),
        isEnd: i === 0 || i === layers.length - 1,
      };
    }
  }
  return { boxes, width, height: 2 * margin + boxHeight + (layers.length - 1) * rowHeight };
}

function mostIn(layers: Layers): number {
  return Math.max(1, ...layers.map(({ length }) => length));
}

type Layers = readonly (readonly number[])[];
type Ways = ExplainedConnection['ways'];

function layersOf(count: number, ways: Ways): Layers {
  const layers: number[][] = [[0]];
  const placed = new Set([0]);
  for (const way of ways) {
    for (const [i, { to }] of way.entries()) {
      if (placed.has(to)) continue;
      placed.add(to);
      layers[i + 1] = [...(layers[i + 1] ?? []), to];
    }
  }
  // Nodes that are on no path stand alone.
  for (let node = 0; node < count; node++) if (!placed.has(node)) layers.push([node]);
  return layers;
}

function longest(ways: Ways, layer: number): string {
  const texts = ways.map((way) => shortened(way[layer]?.property ?? ''));
  return texts.reduce((a, b) => (b.length > a.length ? b : a), '');
}

function arrowsOf(ways: Ways, boxes: readonly NodeBox[], direction: Direction): readonly Arrow[] {
  const known = new Set<string>();
  const between = new Map<string, { way: number; step: number }[]>();
  for (const [way, steps] of ways.entries()) {
    for (const [step, { from, to, property, inverse }] of steps.entries()) {
      const key = `${from} ${to} ${property} ${inverse}`;
      if (known.has(key)) continue;
      known.add(key);
      const pair = `${from} ${to}`;
      between.set(pair, [...(between.get(pair) ?? []), { way, step }]);
    }
  }
  return [...between.values()].flatMap((parallel) =>
    parallel.map(({ way, step }, i) => {
      const { from, to, property, inverse } = ways[way]![step]!;
      const [first, second] = [boxes[from]!, boxes[to]!];
      const isDown = direction === 'down';
      const ends = isDown
        ? ([
            { x: first.x, y: first.y + boxHeight / 2 },
            { x: second.x, y: second.y - boxHeight / 2 },
          ] as const)
        : ([
            { x: first.x + first.width / 2, y: first.y },
            { x: second.x - second.width / 2, y: second.y },
          ] as const);
      const aside = (i - (parallel.length - 1) / 2) * (isDown ? 4 * bend : bend);
      const [start, end] = inverse ? [ends[1], ends[0]] : ends;
      return {
        text: shortened(property),
        startX: start.x,
        startY: start.y,
        endX: end.x,
        endY: end.y,
        middleX: (start.x + end.x) / 2 + (isDown ? aside : 0),
        middleY: (start.y + end.y) / 2 + (isDown ? 0 : aside),
        way,
        step,
      };
    }),
  );
}

function shortened(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1)}…`;
}

function textWidth(text: string): number {
  return text.length * characterWidth;
}

function boxWidth(text: string): number {
  return Math.max(44, textWidth(text) + 20);
}
