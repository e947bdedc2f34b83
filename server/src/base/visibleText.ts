/*
 * Texts from files, names and programs may contain characters that act instead of showing: they move a terminal's
 * cursor, colour what follows or reverse the reading direction. This file defines these characters and how each kind of
 * output escapes them.
 */

/** Escapes each such character as `\u{1b}`; tabs and line ends stay. Idempotent. */
export function escapeInvisible(text: string): string {
  return replaced(text, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** Escapes line ends as well, for text that must stay on one line: a name, an id, a table cell. */
export function escapeInvisibleLine(text: string): string {
  if (plainLine.test(text)) return text;
  return escapeInvisible(
    text.replace(/[\t\n\r]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`),
  );
}

/**
 * Escapes these characters as `\u001b` in the strings of JSON. Also escapes the first character of `##[` and similar,
 * which CI services would read as a command in a log, as `\u0023`. Outside of strings neither can occur.
 */
export function escapeInvisibleJson(json: string): string {
  return replaced(json.replace(logCommand, '\\u0023'), (character) =>
    [...Array(character.length).keys()].map((i) => unit(character, i)).join(''),
  );
}

/** Escapes these characters in Turtle without comments: its IRIs and literals use `\u001B` or `\U000E0001`. */
export function escapeInvisibleTurtle(turtle: string): string {
  return replaced(turtle.replace(logCommand, '\\u0023'), (character) => {
    const hex = character.codePointAt(0)!.toString(16).toUpperCase();
    return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
  });
}

function replaced(text: string, write: (character: string) => string): string {
  // Most texts are plain, and matching Unicode classes takes long.
  return plainText.test(text) ? text : text.replace(invisible, write);
}

/** Lists of symbols have thousands of texts, nearly all within this range, which has no control or format characters. */
const plainLine = /^[\x20-\x7e\xa0-\xac\xae-\u05ff\u2010-\u2027]*$/;

const plainText = /^[\t\n\x20-\x7e\xa0-\xac\xae-\u05ff\u2010-\u2027]*$/;

/**
 * Control and format characters, line and paragraph separators and lone surrogates, except tabs, line ends and the
 * joiners that scripts and emoji need.
 */
const invisible = /(?![\t\n\u200c\u200d]|\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Occurs only in IRIs and strings: JSON, and Turtle without comments, contain no such text elsewhere. */
const logCommand = /#(?=#\w*\[)/g;

function unit(character: string, index: number): string {
  return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
}
