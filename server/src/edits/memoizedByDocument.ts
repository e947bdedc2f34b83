import type { TurtleDocument } from '../turtle/turtleDocument.ts';

/** The function, working out what it says of a document once. */
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
