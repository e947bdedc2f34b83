/** A string key for a triple, for maps and sets. Equal triples have equal keys. */
export function tripleKey({
  subject,
  predicate,
  object,
}: Readonly<Record<'subject' | 'predicate' | 'object', number>>): string {
  return `${subject} ${predicate} ${object}`;
}
