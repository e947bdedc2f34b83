import type { TurtleDocument } from '../turtle/turtleDocument.ts';

/** Caches the result of a function for each document. */
export function memoizedByDocument<Value>(
  read: (document: TurtleDocument) => Value,
): (document: TurtleDocument) => Value {
  const known = new WeakMap<TurtleDocument, { readonly value: Value }>();
  return (document) => {
    let entry = known.get(document);
    if (entry === undefined) {
      entry = { value: read(document) };
      known.set(document, entry);
    }
    return entry.value;
  };
}
