import type { PrintedShape } from './printedShape.ts';

/** A drawing as an SVG file without dependencies. The same drawing gives the same bytes. */
export function svgFile(shape: PrintedShape, title: string): string {
  const { 'aria-label': label = '', ...attributes } = shape.attributes;
  const named: PrintedShape = {
    ...shape,
    attributes: { xmlns: 'http://www.w3.org/2000/svg', ...attributes },
    children: [
      { name: 'title', attributes: {}, children: [title] },
      { name: 'desc', attributes: {}, children: [label] },
      ...shape.children,
    ],
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(named)}\n`;
}

function written({ name, attributes, children }: PrintedShape): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value ?? '')}"`);
  if (children.length === 0) return `<${name}${given.join('')}/>`;
  const lines = children.map((child) => (typeof child === 'string' ? escaped(child) : written(child)));
  // Spaces between the parts of a text would be drawn.
  const between = name === 'text' || children.some((child) => typeof child === 'string') ? '' : '\n';
  return `<${name}${given.join('')}>${between}${lines.join(between)}${between}</${name}>`;
}

/** XML has no way to write most control characters. */
function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
