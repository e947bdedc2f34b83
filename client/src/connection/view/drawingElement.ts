import { visible } from '../../page/view/visible.ts';
import type { ExplainedConnection } from '../messages.ts';
import { type Arrow, boxHeight, type Direction, draw, type NodeBox } from './drawing.ts';

/**
 * The drawing, whose arrows lead to their triples. Screen readers are given the summary; the lists say the rest.
 *
 * @param room how wide it may be to go from left to right, in pixels.
 */
export function drawingElement(
  connection: ExplainedConnection,
  room: number,
  open: (way: number, step: number) => void,
): SVGSVGElement {
  const across = draw(connection, 'across');
  const direction = across.width <= room ? 'across' : 'down';
  const { boxes, arrows, width, height } = direction === 'across' ? across : draw(connection, direction);
  const root = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img' });
  root.setAttribute('aria-label', connection.summary);
  const tip = svg('marker', {
    id: 'tip',
    viewBox: '0 0 10 10',
    refX: 9,
    refY: 5,
    markerWidth: 7,
    markerHeight: 7,
    orient: 'auto',
  });
  tip.append(svg('path', { d: 'M0 0L10 5L0 10z', class: 'tip' }));
  const definitions = svg('defs', {});
  definitions.append(tip);
  root.append(
    definitions,
    ...arrows.map((arrow) => arrowElement(arrow, direction, open)),
    ...boxes.map((box) => boxElement(box)),
  );
  return root;
}

function arrowElement(
  arrow: Arrow,
  direction: Direction,
  open: (way: number, step: number) => void,
): SVGElement {
  const { text, startX, startY, endX, endY, middleX, middleY, way, step } = arrow;
  // A curve only goes half as far as its control point.
  const controlX = 2 * middleX - (startX + endX) / 2;
  const controlY = 2 * middleY - (startY + endY) / 2;
  const line = `M${startX} ${startY}Q${controlX} ${controlY} ${endX} ${endY}`;
  const group = svg('g', { class: `arrow ${direction}` });
  const label =
    direction === 'across'
      ? svg('text', { x: middleX, y: middleY - 6 })
      : svg('text', { x: middleX + 8, y: middleY + 4 });
  label.textContent = visible(text);
  group.append(
    svg('path', { d: line, class: 'target' }),
    svg('path', { d: line, class: 'line', 'marker-end': 'url(#tip)' }),
    label,
  );
  group.addEventListener('click', () => open(way, step));
  return group;
}

function boxElement({ text, x, y, width, isEnd }: NodeBox): SVGElement {
  const group = svg('g', { class: isEnd ? 'box end' : 'box' });
  const rectangle = svg('rect', {
    x: x - width / 2,
    y: y - boxHeight / 2,
    width,
    height: boxHeight,
    rx: 4,
  });
  const label = svg('text', { x, y: y + 4 });
  label.textContent = visible(text);
  group.append(rectangle, label);
  return group;
}

const namespace = 'http://www.w3.org/2000/svg';

function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[Tag] {
  const created = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, String(value));
  return created;
}
