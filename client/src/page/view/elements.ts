import { visible } from './visible.ts';

type Properties = Readonly<Record<string, string | number | boolean | ((event: Event) => void) | undefined>>;

/**
 * An element with attributes, listeners (`onclick`) and children. Texts never become markup, nor do they hide anything. True stands for an
 * attribute without a value, false and undefined for none.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') created.addEventListener(name.slice(2), value);
    else if (value === true) created.setAttribute(name, '');
    else if (value !== undefined && value !== false)
      created.setAttribute(name, attribute(name, String(value)));
  }
  created.append(...children.map((child) => (typeof child === 'string' ? visible(child) : child)));
  return created;
}

/** The attributes whose texts people read. The others are for programs. */
function attribute(name: string, value: string): string {
  return name === 'title' || name.startsWith('aria-') ? visible(value) : value;
}

/** A drawing of 16 by 16 pixels in the colour of the text. Screen readers pass over it. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', `icon ${name}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svgNamespace, 'path');
  path.setAttribute('d', iconPaths[name]);
  svg.append(path);
  return svg;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Strokes, drawn for our pages. */
const iconPaths = {
  violation: 'M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M5.5 5.5l5 5M10.5 5.5l-5 5',
  warning: 'M8 2L1.5 14h13zM8 6.5v4M8 12v.5',
  info: 'M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M8 7v4.5M8 4.2v.8',
  conforms: 'M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M4.8 8.3l2.2 2.3l4.2-5',
  chevron: 'M6 3.5l4.5 4.5L6 12.5',
  collapseAll: 'M4 2l4 4l4-4M4 14l4-4l4 4',
  expandAll: 'M4 6l4-4l4 4M4 10l4 4l4-4',
  repair: 'M6 13.5h4M6.2 11.5h3.6M6.2 11.5c0-2-2.2-2.6-2.2-5.5a4 4 0 1 1 8 0c0 2.9-2.2 3.5-2.2 5.5',
  diff: 'M2 3.5h5v9H2zM9 3.5h5v9H9zM3.7 8h1.6M10.7 8h1.6M11.5 7.2v1.6',
  close: 'M4 4l8 8M12 4l-8 8',
  shape: 'M2.5 2.5h5v5h-5zM8.5 8.5h5v5h-5zM5 7.5V11h3.5',
} as const;

export type IconName = keyof typeof iconPaths;
