import type { TextEdit } from '../../base/textEdit.ts';
import { overlapOrTouch, type TextRange } from '../../base/textRange.ts';
import { type PrefixStatement, statementRange } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { prefixOccurrences } from '../occurrences/occurrences.ts';
import { brokenNames } from '../rename/brokenNames.ts';

/** A declaration of a prefix that a file can do without. */
export interface UnneededPrefix {
  readonly prefix: string;
  /** Nothing in the file uses the prefix, in queries neither; or the declaration repeats the one in force. */
  readonly why: 'unused' | 'repeated';
  /** Takes away the lines of the declaration. */
  readonly removal: TextEdit;
}

/**
 * The declarations that can go without a change of what the file states, in order. Those with a comment or something
 * else on their line stay.
 *
 * @param touching a range that the declarations have to touch.
 */
export function unneededPrefixes(document: TurtleDocument, touching?: TextRange): readonly UnneededPrefix[] {
  const isUsed = usesIn(document);
  const inForce = new Map<string, string>();
  const found: UnneededPrefix[] = [];
  for (const directive of document.directives) {
    if (directive.kind !== 'prefix') continue;
    const { prefix, iri } = directive;
    const isRepeated = inForce.get(prefix) === iri;
    inForce.set(prefix, iri);
    if (touching && !overlapOrTouch(statementRange(directive), touching)) continue;
    if (!isRepeated && isUsed(prefix)) continue;
    const range = lineOf(document, directive);
    if (range)
      found.push({ prefix, why: isRepeated ? 'repeated' : 'unused', removal: { range, newText: '' } });
  }
  return found;
}

function usesIn(document: TurtleDocument): (prefix: string) => boolean {
  let broken: readonly string[] | undefined;
  const uses = new Map<string, boolean>();
  return (prefix) => {
    let used = uses.get(prefix);
    if (used === undefined) {
      broken ??= brokenNames(document).map(({ start, end }) => document.text.slice(start, end));
      used =
        prefixOccurrences(document, prefix).some(({ role }) => role !== 'declaration') ||
        broken.some((name) => name.startsWith(`${prefix}:`));
      uses.set(prefix, used);
    }
    return used;
  };
}

/** The whole line of a declaration; undefined when something else is on it. */
function lineOf({ text }: TurtleDocument, statement: PrefixStatement): TextRange | undefined {
  const { start, end } = statementRange(statement);
  const before = /(?:^|[\r\n])[ \t]*$/.exec(text.slice(Math.max(0, start - maxIndent), start));
  const after = /^[ \t]*(?:\r\n|\n|\r|$)/.exec(text.slice(end, end + maxIndent));
  if (!before || !after) return undefined;
  return { start: start - before[0].replace(/^[\r\n]/, '').length, end: end + after[0].length };
}

/** Nobody indents further. */
const maxIndent = 200;
