/**
 * A text in which characters that turn the reading direction around, or can't be seen, are shown as `\u{202e}`. The server
 * does the same to what it prints, but pages share no code with it.
 */
export function visible(text: string): string {
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** Except for tabs, line ends and the joiners of scripts and emoji. */
const invisible = /(?![\t\r\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
