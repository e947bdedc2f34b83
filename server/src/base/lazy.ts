/** Returns a function that computes its value on the first call and keeps it. */
export function lazy<T>(compute: () => T): () => T {
  let value: { readonly of: T } | undefined;
  return () => {
    value ??= { of: compute() };
    return value.of;
  };
}

/** The items of an iterable for any number of readers: each is computed only once, when the first reader gets to it. */
export function replayed<T>(items: Iterable<T>): Iterable<T> {
  const iterator = items[Symbol.iterator]();
  const known: T[] = [];
  let isDone = false;
  return {
    *[Symbol.iterator]() {
      for (let i = 0; ; i++) {
        if (i === known.length && !isDone) {
          const next = iterator.next();
          if (next.done) isDone = true;
          else known.push(next.value);
        }
        if (i === known.length) return;
        yield known[i]!;
      }
    },
  };
}
