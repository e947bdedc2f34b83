/*
 * Services that run checks on pull requests read what is printed: a line that begins like `::error::`, or has `##vso[` in
 * it, is a command to them. Our lines quote files and arguments, so commands in them have to be escaped.
 */

/** Escapes commands in what one output prints, also if it comes in pieces. */
export class LineStarts {
  /** The current line so far: its beginning without blanks, or the end of a longer one. */
  #line = '';

  /** The text with the first character of each command written as `\u{3a}`. */
  harmless(text: string): string {
    const before = this.#line.length;
    const line = this.#line + text;
    let clean = '';
    let from = before;
    for (const { index } of line.matchAll(commands)) {
      // The first piece of a command that is split over two is already printed.
      const at = Math.max(index, before);
      clean += `${line.slice(from, at)}\\u{${line.charCodeAt(at).toString(16)}}`;
      from = at + 1;
    }
    clean += line.slice(from);
    this.passed(clean);
    return clean;
  }

  /** Receives what is printed unchanged. */
  passed(text: string): void {
    const line = this.#line + text;
    const begun = line.slice(line.lastIndexOf('\n') + 1).replace(leading, '');
    this.#line = begun.length <= longest ? begun : `…${begun.slice(-longest)}`;
  }
}

/** A text with the commands in it removed, for lines that are printed verbatim. */
export function harmlessText(text: string): string {
  return new LineStarts().harmless(text);
}

/** Longer than the beginning of any command. */
const longest = 40;
/** Blanks and our own colours. */
const blank = String.raw`(?:[^\S\n]|\u001b\[[\d;]*[A-Za-z])`;
const leading = new RegExp(`^${blank}+`);
/**
 * GitHub Actions: `::` after blanks, `##[` anywhere. Azure Pipelines and TeamCity: `##vso[` and `##teamcity[` anywhere.
 * GitLab: `section_start:` and `section_end:`. What is before it is examined last, because it may be long.
 */
const commands = new RegExp(
  String.raw`(?::(?=:)|s(?=ection_(?:start|end):))(?<=^${blank}*.)|#(?=#\w*\[)`,
  'gm',
);
