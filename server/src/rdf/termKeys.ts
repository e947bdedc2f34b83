/** Combines two term ids into one number, for use as a key. Exact for up to 67 million terms. */
export function pairKey(a: number, b: number): number {
  return a * 0x4000000 + b;
}

/** A string key for a triple, for maps and sets. Equal triples have equal keys. */
export function tripleKey({
  subject,
  predicate,
  object,
}: Readonly<Record<'subject' | 'predicate' | 'object', number>>): string {
  return `${subject} ${predicate} ${object}`;
}
