/** A function that computes its value once for each object, and keeps it as long as the object lives. */
export function memoized<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let entry = known.get(key);
    if (entry === undefined) {
      entry = { value: compute(key) };
      known.set(key, entry);
    }
    return entry.value;
  };
}
