import type { TextRange } from '../../base/textRange.ts';

/** A word of a query, such as a variable, a prefixed name or a bracket. */
export interface QueryToken extends TextRange {
  readonly text: string;
}

/** The words of a query without its comments. Strings and IRIs are one word each. */
export function tokensOf(text: string): readonly QueryToken[] {
  const tokens: QueryToken[] = [];
  for (const match of text.matchAll(words)) {
    if (!match[0].startsWith('#')) {
      tokens.push({ text: match[0], start: match.index, end: match.index + match[0].length });
    }
  }
  return tokens;
}

const words =
  /"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|<[^<>"{}|^`\\\s]*>|#.*|[$?]\w+|[\p{L}\p{N}_][\p{L}\p{N}_.-]*(?::[^\s{}()[\],;"'<>|/^*+?!=&]*)?|:[^\s{}()[\],;"'<>|/^*+?!=&]*|\S/gu;
