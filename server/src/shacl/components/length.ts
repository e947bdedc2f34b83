import { type TermId, terms } from '../../rdf/terms.ts';

/** The number of characters (code points) of an IRI or literal; undefined for other terms, which have no string. */
export function lengthOf(id: TermId): number | undefined {
  const kind = terms.kind(id);
  if (kind !== 'iri' && kind !== 'literal') return undefined;
  const text = terms.value(id);
  let length = text.length;
  for (let i = 1; i < text.length; i++) {
    if (isLow(text.charCodeAt(i)) && isHigh(text.charCodeAt(i - 1))) length--;
  }
  return length;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
