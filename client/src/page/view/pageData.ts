import { visible } from './visible.ts';

/**
 * What the page is about, from its element `data`; its names and texts contain no hidden characters, not even in drawings.
 */
export function pageData<Data>(): Data {
  return JSON.parse(document.getElementById('data')!.textContent, (_, value) => shown(value));
}

/** Names that are equal stay equal, as fields as well. */
export function shown(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (Object.keys(value).every((name) => visible(name) === name)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [visible(name), each]));
}
