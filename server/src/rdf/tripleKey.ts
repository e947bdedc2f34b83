/** A text for a triple of term ids, as the key of maps and sets: equal for equal triples. */
export function tripleKey({
  subject,
  predicate,
  object,
}: Readonly<Record<'subject' | 'predicate' | 'object', number>>): string {
  return `${subject} ${predicate} ${object}`;
}
