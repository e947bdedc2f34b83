/** The one file that knows the library that draws our charts. It exports what they are made of. */
import { type PlotOptions, plot } from '@observablehq/plot';

export {
  areaY,
  axisFx,
  axisFy,
  axisX,
  axisY,
  barX,
  cell,
  dot,
  gridX,
  gridY,
  lineY,
  link,
  type PlotOptions,
  ruleX,
  ruleY,
  text,
  tickX,
} from '@observablehq/plot';

let drawnIn: Document | undefined;

/** Has drawings made of another document's elements, for programs outside a page. */
export function drawIn(document: Document): void {
  drawnIn = document;
}

/**
 * Draws. Colours are CSS, including `var(--…)`, so that a drawing follows the theme without being redrawn.
 *
 * @param label the accessible name; the table beside the drawing has the numbers.
 */
export function drawing(options: PlotOptions, label: string): SVGElement {
  const drawn = plot({
    ...options,
    className: 'plot',
    ariaLabel: label,
    ...(drawnIn && { document: drawnIn }),
  });
  // The library brings a style sheet, which the page's policy forbids; charts.css has what is needed of it.
  for (const style of [...drawn.getElementsByTagName('style')]) style.remove();
  // The library also names the groups of marks, whose names mean nothing by themselves.
  for (const group of drawn.getElementsByTagName('g')) group.removeAttribute('aria-label');
  drawn.setAttribute('role', 'img');
  return drawn as SVGElement;
}
