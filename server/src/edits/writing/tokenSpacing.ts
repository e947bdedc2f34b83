/**
 * True when two pieces of text would be read as one token, or as other tokens, without a blank between them.
 * When in doubt it says so: a blank does no harm outside of tokens.
 */
export function needsSpaceBetween(left: string, right: string): boolean {
  const last = left.at(-1);
  const first = right[0];
  if (last === undefined || first === undefined || /\s/.test(last) || /\s/.test(first)) return false;
  // Two strings side by side may look like the start of a long one.
  if (/["']/.test(last) && /["']/.test(first)) return true;
  const isEscaped = left.at(-2) === '\\';
  if (!isEscaped && /[>"'\])[(;,]/.test(last)) return false;
  if (last === '.') return /[0-9]/.test(first);
  if (first === '.') return !/^(?:\s|#|$)/.test(right.slice(1, 2));
  return !/[<"'[\](),;#@^]/.test(first);
}
