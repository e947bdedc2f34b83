import { element } from '../../page/view/elements.ts';

/** A part of the page that the navigation leads to. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: readonly HTMLElement[];
}

export function sectionElement({ id, title, content }: Section): HTMLElement {
  const heading = element('h2', { id: `${id}-title` }, title);
  return element('section', { id, 'aria-labelledby': `${id}-title` }, heading, ...content);
}

/** The message in place of an empty chart. */
export function nothing(text: string): HTMLElement {
  return element('p', { class: 'empty' }, text);
}

export function note(text: string): HTMLElement {
  return element('p', { class: 'note' }, text);
}
