/** Removes what models put around their answers, whatever the answers are about. */

/** The text without byte order marks and zero-width characters at its ends. */
export function withoutMarks(text: string): string {
  return text.replace(/^[\ufeff\u200b\u0000]+|[\u200b\u0000]+$/g, '');
}

/** The text without the model's reasoning; undefined when there is nothing else. */
export function withoutThinking(text: string): string | undefined {
  const tags = [...text.matchAll(/<(\/?)(?:think|thinking|thought|reasoning|scratchpad)>/gi)];
  if (tags.length === 0) return text;
  // The templates of some servers swallow the opening tag, so the last closing tag counts.
  const last = tags.findLast(([, slash]) => slash === '/');
  const rest = last === undefined ? '' : text.slice(last.index + last[0].length).trim();
  if (rest !== '') return rest;
  return text.slice(0, tags[0]!.index).trim() || undefined;
}

/** The contents of fenced blocks, in order. A block that is not closed extends to the end of the text. */
export function* fencedBlocks(text: string): Iterable<{ readonly inside: string; readonly start: number }> {
  for (const match of text.matchAll(/(`{3,}|~{3,})[^\S\n]*[\w/+.-]*[^\S\n]*\n?([\s\S]*?)(?:\1|$)/g)) {
    yield { inside: match[2]!.trim(), start: match.index };
  }
}
