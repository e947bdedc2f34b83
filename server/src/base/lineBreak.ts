import type { ReadableText } from './rope.ts';

/** The line break that a text uses: that of Windows where it has any. */
export function lineBreakOf(text: ReadableText): '\r\n' | '\n' {
  return text.indexOf('\r\n', 0) >= 0 ? '\r\n' : '\n';
}
