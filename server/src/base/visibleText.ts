/*
 * Texts of files, names and programs may hold characters that do something instead of showing something: they move
 * the cursor of a terminal, colour what follows, or turn the reading direction around. Here is what these characters
 * are, and how each kind of output writes them instead.
 */

/** A text in which every such character is shown as `\u{1b}`; tabs and line ends stay. Twice is the same as once. */
export function escapeInvisible(text: string): string {
  return replaced(text, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** A text that stays on its line as well: a name, an id, a cell. */
export function escapeInvisibleLine(text: string): string {
  return escapeInvisible(
    text.replace(/[\t\n\r]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`),
  );
}

/**
 * JSON whose strings write these characters as `\u001b`, and the first one of `##[` and the like, a command to services
 * that read it in a log, as `\u0023`. They can't occur outside of strings.
 */
export function escapeInvisibleJson(json: string): string {
  return replaced(json.replace(logCommand, '\\u0023'), (character) =>
    [...Array(character.length).keys()].map((i) => unit(character, i)).join(''),
  );
}

/** The same for Turtle without comments: its IRIs and literals write `\u001B` or `\U000E0001`. */
export function escapeInvisibleTurtle(turtle: string): string {
  return replaced(turtle.replace(logCommand, '\\u0023'), (character) => {
    const hex = character.codePointAt(0)!.toString(16).toUpperCase();
    return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
  });
}

function replaced(text: string, write: (character: string) => string): string {
  return text.replace(invisible, write);
}

/**
 * Control and format characters, line and paragraph separators and lone surrogates, but for tabs, line ends and the
 * joiners of scripts and emoji.
 */
const invisible = /(?![\t\n\u200c\u200d]|\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** In IRIs and strings only: no JSON, and no Turtle without comments, has two of these elsewhere. */
const logCommand = /#(?=#\w*\[)/g;

function unit(character: string, index: number): string {
  return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
}
