/** What models put around their answers, whatever these are. */

/** The text without byte order marks and characters that take no room, at its ends. */
export function withoutMarks(text: string): string {
  return text.replace(/^[\ufeff\u200b\u0000]+|[\u200b\u0000]+$/g, '');
}

/** The text without what the model thought aloud; undefined when it has said nothing else. */
export function withoutThinking(text: string): string | undefined {
  const tags = [...text.matchAll(/<(\/?)(?:think|thinking|thought|reasoning|scratchpad)>/gi)];
  if (tags.length === 0) return text;
  // Templates of some servers swallow the opening tag, so what counts is the last closing one.
  const last = tags.findLast(([, slash]) => slash === '/');
  const rest = last === undefined ? '' : text.slice(last.index + last[0].length).trim();
  if (rest !== '') return rest;
  return text.slice(0, tags[0]!.index).trim() || undefined;
}

/** What stands in fences, in order; one that is not closed goes to the end. */
export function* fencedBlocks(text: string): Iterable<{ readonly inside: string; readonly start: number }> {
  for (const match of text.matchAll(/(`{3,}|~{3,})[^\S\n]*[\w/+.-]*[^\S\n]*\n?([\s\S]*?)(?:\1|$)/g)) {
    yield { inside: match[2]!.trim(), start: match.index };
  }
}
