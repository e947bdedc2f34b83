/**
 * True when two pieces of text need a space between them, because they would otherwise be read as one token or as other
 * tokens. Errs on the safe side: a space between tokens does no harm.
 */
export function needsSpaceBetween(left: string, right: string): boolean {
  const last = left.at(-1);
  const first = right[0];
  if (last === undefined || first === undefined || /\s/.test(last) || /\s/.test(first)) return false;
  // Two adjacent strings may look like the start of a multi-line string.
  if (/["']/.test(last) && /["']/.test(first)) return true;
  const isEscaped = left.at(-2) === '\\';
  if (!isEscaped && /[>"'\])[(;,]/.test(last)) return false;
  if (last === '.') return /[0-9]/.test(first);
  if (first === '.') return !/^(?:\s|#|$)/.test(right.slice(1, 2));
  return !/[<"'[\](),;#@^]/.test(first);
}
