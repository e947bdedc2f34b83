/*
 * Services that run checks on pull requests read what is printed: a line that begins like `::error::`, or has `##vso[`
 * in it, is a command to them. Our lines repeat texts of files and arguments, so none of them may be one.
 */

/** Escapes commands in what one output prints, also if it comes in pieces. */
export class LineStarts {
  /** What the current line has so far: its beginning without blanks, or the end of more than that. */
  #line = '';

  /** The text with the first character of each command written as `\u{3a}`. */
  harmless(text: string): string {
    const before = this.#line.length;
    const line = this.#line + text;
    let clean = '';
    let from = before;
    for (const { index } of line.matchAll(commands)) {
      // The first piece of a command that comes in two is already printed.
      const at = Math.max(index, before);
      clean += `${line.slice(from, at)}\\u{${line.charCodeAt(at).toString(16)}}`;
      from = at + 1;
    }
    clean += line.slice(from);
    this.passed(clean);
    return clean;
  }

  /** Is told what is printed unchanged. */
  passed(text: string): void {
    const line = this.#line + text;
    const begun = line.slice(line.lastIndexOf('\n') + 1).replace(leading, '');
    this.#line = begun.length <= longest ? begun : `…${begun.slice(-longest)}`;
  }
}

/** A text without the commands that it may hold, for lines that are printed exactly. */
export function harmlessText(text: string): string {
  return new LineStarts().harmless(text);
}

/** Longer than what any command begins with. */
const longest = 40;
/** Blanks and our own colours. */
const blank = String.raw`(?:[^\S\n]|\u001b\[[\d;]*[A-Za-z])`;
const leading = new RegExp(`^${blank}+`);
/**
 * GitHub Actions: `::` after blanks, `##[` anywhere. Azure Pipelines and TeamCity: `##vso[` and `##teamcity[` anywhere.
 * GitLab: `section_start:` and `section_end:`. What is before is looked at last: it may be long.
 */
const commands = new RegExp(
  String.raw`(?::(?=:)|s(?=ection_(?:start|end):))(?<=^${blank}*.)|#(?=#\w*\[)`,
  'gm',
);
