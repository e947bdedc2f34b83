/** Returns a function that computes its value on the first call and keeps it. */
export function lazy<T>(compute: () => T): () => T {
  let value: { readonly of: T } | undefined;
  return () => {
    value ??= { of: compute() };
    return value.of;
  };
}
