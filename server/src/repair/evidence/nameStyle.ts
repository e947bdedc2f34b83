import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';

/** True when the local name of an IRI is written like those of the others: in their case, with their separators. */
export function isWrittenLike(iri: TermId, others: readonly TermId[]): boolean {
  return isNameLike(
    localName(terms.value(iri)),
    others.map((other) => localName(terms.value(other))),
  );
}

/**
 * True when a text is written like names: in the case of one of them, with separators and digits only where one of them
 * has these, and about as long.
 */
export function isNameLike(text: string, names: readonly string[]): boolean {
  if (!/^[\p{L}\p{N}_.~-]+$/u.test(text)) return false;
  const lengths = names.map((name) => name.length);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  if (text.length < least - 1 || text.length > most + Math.max(1, most - least)) return false;
  const styles = new Set(names.map(styleOf));
  return styles.has(styleOf(text));
}

/** The kinds of characters of a name: letters by case and digits, each kind once in a row. Long runs of digits keep their length. */
function styleOf(name: string): string {
  const digits = name.replace(/\D/g, '').length;
  // Numbers such as 0000-0002-1825-0097 all have one form.
  if (digits * 2 > name.length) return name.replace(/\d/g, '9').replace(/X$/, '9');
  const kinds = [
    /\p{Lu}/u.test(name) ? 'A' : '',
    /\p{Ll}/u.test(name) ? 'a' : '',
    /^\p{Lu}/u.test(name) ? '^' : '',
    ...['_', '-', '.', '~'].map((separator) => (name.includes(separator) ? separator : '')),
  ];
  return kinds.join('');
}
