import { memoized } from '../../../base/memoized.ts';
import { hasDot, type TriplesStatement } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { rdf } from '../../vocab.ts';
import { isEditableStatement } from '../editableSources.ts';
import { partEnd } from '../predicateBlock.ts';
import { lastObjectSeparator, lastPartSeparator, type SeparatorSpacing } from './fragment.ts';
import { hasLineEnd, Trivia } from './trivia.ts';

/**
 * The usual layout of a document. White space is relative: a line feed stands for the document's line end plus the
 * indentation of the line on which the list starts; `\n|` stands for a line end plus white space up to the column of
 * the list's first element.
 */
export interface DocumentStyle {
  readonly parts: SeparatorSpacing;
  readonly objects: SeparatorSpacing;
  /** One step of indentation. */
  readonly indentUnit: string;
  /** What follows the last object of a statement: for statements with one part, and with several. */
  readonly shortEnd: string;
  readonly longEnd: string;
  /** True when rdf:type is written as `a`. */
  readonly usesKeywordA: boolean;
  /** True when a predicate is usually repeated for each object. */
  readonly repeatsVerbs: boolean;
  /** True when statements are separated by a blank line. */
  readonly hasBlankLines: boolean;
}

/** How many statements are examined. */
const sampleSize = 64;

/** The layout of most lists of a document. */
export const documentStyleOf: (document: TurtleDocument) => DocumentStyle = memoized(readDocumentStyle);

function readDocumentStyle(document: TurtleDocument): DocumentStyle {
  const { rope } = document;
  const trivia = new Trivia(document);
  const parts = new Votes();
  const objects = new Votes();
  const shortEnds = new Votes();
  const longEnds = new Votes();
  const types = new Votes();
  const gaps = new Votes();
  const verbs = new Votes();
  let previousEnd: number | undefined;
  const sample = document.firstStatements(sampleSize).filter((statement) => statement.kind === 'triples');
  for (const statement of sample) {
    if (!isEditableStatement(document, statement)) continue;
    const { start, predicates } = statement;
    const separator = lastPartSeparator(trivia, statement, predicates);
    if (separator) parts.castSeparator(separator, trivia, start, start + predicates[0]!.verb.start);
    for (const [i, part] of predicates.entries()) {
      const { verb } = part;
      if (part.objects.length > 1) verbs.cast('list');
      if (predicates[i - 1]?.verb.id === verb.id) verbs.cast('repeat');
      if (verb.id === rdf.type) types.cast(verb.form);
      const comma = lastObjectSeparator(trivia, statement, part);
      if (comma)
        objects.castSeparator(comma, trivia, start + verb.start, start + part.objects[0]!.term.start);
    }
    const end = statementEnd(statement, trivia);
    if (end !== undefined) (predicates.length > 1 ? longEnds : shortEnds).cast(end);
    if (previousEnd !== undefined) gaps.cast(hasBlankLine(rope.slice(previousEnd, start)) ? 'blank' : 'none');
    previousEnd = start + statement.length;
  }
  const unit = parts.unit() ?? firstIndent(document.text) ?? '  ';
  const shortEnd = shortEnds.winner() ?? longEnds.winner()?.replace(/^.*\n$/s, ' ') ?? ' .';
  return {
    parts: parts.separator() ?? { before: ' ', after: `\n${unit}` },
    objects: objects.separator() ?? { before: '', after: ' ' },
    indentUnit: unit,
    shortEnd,
    longEnd: longEnds.winner() ?? shortEnd,
    usesKeywordA: (types.winner() ?? 'a') === 'a',
    repeatsVerbs: verbs.winner() === 'repeat',
    hasBlankLines: gaps.winner() !== 'none',
  };
}

/**
 * Converts relative white space to that of a list on a line with this indentation.
 *
 * @param column is called only when needed, because lines may be long.
 */
export function expandRelativeSpace(
  space: string,
  eol: string,
  indent: string,
  column: () => string,
): string {
  return space.replace(/\n(\|?)/g, (_, aligned: string) => eol + (aligned ? column() : indent));
}

/** White space of the same width, with tabs kept. */
export function blanksOfWidth(text: string): string {
  return text.replace(/[^\t]/g, ' ');
}

class Votes {
  readonly #counts = new Map<string, number>();

  cast(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /**
   * Counts the spacing of a separator in every relative form, for a list on the line of `start` with its first element
   * at `first`.
   */
  castSeparator({ before, after }: SeparatorSpacing, trivia: Trivia, start: number, first: number): void {
    const indent = trivia.indentAt(start);
    const column = blanksOfWidth(trivia.lineUpTo(first));
    for (const b of relative(before, indent, column)) {
      for (const a of relative(after, indent, column)) this.cast(`${b};${a}`);
    }
  }

  /** The key with the most votes; of equals, the first. */
  winner(): string | undefined {
    let best: string | undefined;
    let most = 0;
    for (const [key, count] of this.#counts) {
      if (count <= most) continue;
      most = count;
      best = key;
    }
    return best;
  }

  separator(): SeparatorSpacing | undefined {
    const [before, after] = this.winner()?.split(';') ?? [];
    return before === undefined || after === undefined ? undefined : { before, after };
  }

  /** The indentation of the most frequent separator that breaks the line with a plain step. */
  unit(): string | undefined {
    let best: string | undefined;
    let most = 0;
    for (const [key, count] of this.#counts) {
      const step = /\n([ \t]+)/.exec(key)?.[1];
      if (step === undefined || count <= most) continue;
      most = count;
      best = step;
    }
    return best;
  }
}

function relative(space: string, indent: string, column: string): readonly string[] {
  if (!hasLineEnd(space)) return [space];
  const own = /[ \t]*$/.exec(space)![0];
  const step = own.startsWith(indent) ? `\n${own.slice(indent.length)}` : `\n${own}`;
  return own === column ? [step, '\n|'] : [step];
}

function statementEnd(statement: TriplesStatement, trivia: Trivia): string | undefined {
  const { start, predicates, dot } = statement;
  const last = predicates.at(-1);
  if (last === undefined || dot === undefined || !hasDot(statement)) return undefined;
  const indent = trivia.indentAt(start);
  const [semicolon] = last.semicolons;
  const space = (from: number, to: number) => {
    const [step] = relative(trivia.spaceIn({ start: start + from, end: start + to }), indent, indent);
    return step!;
  };
  if (semicolon === undefined) return `${space(partEnd(last), dot)}.`;
  return `${space(partEnd(last), semicolon)};${space(last.semicolons.at(-1)! + 1, dot)}.`;
}

function hasBlankLine(text: string): boolean {
  return /(\r\n|\n|\r)[ \t]*(\r\n|\n|\r)/.test(text);
}

function firstIndent(text: string): string | undefined {
  const indent = /[\r\n]([ \t]+)[^\s#.;,\])]/.exec(text)?.[1];
  if (indent?.startsWith('\t')) return '\t';
  return indent && indent.length <= 8 ? indent : undefined;
}
