import { applyEdits, type TextEdit } from '../../base/textEdit.ts';
import { changeBetween } from '../../turtle/changeBetween.ts';
import { formatDocument } from '../../turtle/formatting/formatDocument.ts';
import type { FormatOptions } from '../../turtle/formatting/formatOptions.ts';
import { type PrefixStatement, statementRange } from '../../turtle/syntaxTree.ts';
import { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { prefixOccurrences } from '../occurrences/occurrences.ts';
import { brokenNames } from '../rename/brokenNames.ts';

/**
 * The edit that tidies the declarations of prefixes: removes those that nothing in the file uses, in queries neither,
 * and repetitions of the one in force, and sorts each block of the others. A declaration with a comment on its line is
 * not removed. Undefined when there is nothing to do; what the file states stays.
 */
export function organizePrefixes(document: TurtleDocument, options: FormatOptions): TextEdit | undefined {
  const { uri, version, text } = document;
  const kept = applyEdits(text, removals(document));
  const without = new TurtleDocument(uri, version, kept);
  const sorted = { ...options, sortPrefixes: true };
  const edits = unsortedBlocks(without).flatMap((range) => formatDocument(without, sorted, range));
  const after = applyEdits(kept, edits);
  if (after === text) return undefined;
  const { start, end, length } = changeBetween(text, after);
  return { range: { start, end }, newText: after.slice(start, start + length) };
}

function removals(document: TurtleDocument): readonly TextEdit[] {
  const broken = brokenNames(document).map(({ start, end }) => document.text.slice(start, end));
  const uses = new Map<string, boolean>();
  const isUsed = (prefix: string): boolean => {
    let used = uses.get(prefix);
    if (used === undefined) {
      used =
        prefixOccurrences(document, prefix).some(({ role }) => role !== 'declaration') ||
        broken.some((name) => name.startsWith(`${prefix}:`));
      uses.set(prefix, used);
    }
    return used;
  };
  const inForce = new Map<string, string>();
  return document.directives.flatMap((directive) => {
    if (directive.kind !== 'prefix') return [];
    const isRepeated = inForce.get(directive.prefix) === directive.iri;
    inForce.set(directive.prefix, directive.iri);
    const range = isRepeated || !isUsed(directive.prefix) ? lineOf(document, directive) : undefined;
    return range ? [{ range, newText: '' }] : [];
  });
}

/** The whole line of a declaration; undefined when something else is on it. */
function lineOf({ text }: TurtleDocument, statement: PrefixStatement): TextEdit['range'] | undefined {
  const { start, end } = statementRange(statement);
  const before = /(?:^|[\r\n])[ \t]*$/.exec(text.slice(Math.max(0, start - maxIndent), start));
  const after = /^[ \t]*(?:\r\n|\n|\r|$)/.exec(text.slice(end, end + maxIndent));
  if (!before || !after) return undefined;
  return { start: start - before[0].replace(/^[\r\n]/, '').length, end: end + after[0].length };
}

/** Nobody indents further. */
const maxIndent = 200;

/** More blocks are not sorted: nobody writes as many. */
const mostBlocks = 20;

/** The ranges of neighbouring declarations that are out of order. */
function unsortedBlocks(document: TurtleDocument): readonly TextEdit['range'][] {
  const blocks: { start: number; end: number; isSorted: boolean }[] = [];
  let previous: PrefixStatement | undefined;
  for (const statement of document.statements) {
    const last = blocks.at(-1);
    const { start, end } = statementRange(statement);
    if (statement.kind !== 'prefix') previous = undefined;
    else {
      if (previous && last) {
        last.end = end;
        if (previous.prefix > statement.prefix) last.isSorted = false;
      } else blocks.push({ start, end, isSorted: true });
      previous = statement;
    }
  }
  return blocks.filter(({ isSorted }) => !isSorted).slice(0, mostBlocks);
}
