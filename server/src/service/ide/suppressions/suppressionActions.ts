import { lineBreakOf } from '../../../base/lineIndex.ts';
import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { namespaces } from '../../../rdf/vocab.ts';
import type { Place } from '../../../shacl/results/locate.ts';
import type { CodeActionInfo, FileEdits } from '../analysis.ts';
import type { PlacedViolation } from '../diagnostics/placedViolation.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { suppressionKey } from './readSuppressions.ts';
import { suppressionWord } from './suppressionWord.ts';

type VersionOf = (uri: string) => number | null;

/** Offers to ignore results with a comment above their line. The user writes the reason. */
export function ignoreActions(
  placed: readonly PlacedViolation[],
  { graphs, print }: Pick<UnitAnalysis, 'graphs' | 'print'>,
  versionOf: VersionOf,
): readonly CodeActionInfo[] {
  const actions = new Map<string, CodeActionInfo>();
  for (const { key, violation, place } of placed) {
    if (!place || !(graphs.data.includes(place.document) || graphs.shapes.includes(place.document))) continue;
    const edit = commentAbove(place, violation.constraint.parameter);
    if (edit === undefined) continue;
    const name = `${edit.range.start} ${edit.newText}`;
    const known = actions.get(name);
    actions.set(name, {
      title: `Ignore this ${print(violation.constraint.parameter)} result here…`,
      keys: [...(known?.keys ?? []), key],
      needsInput: true,
      edits: [{ uri: place.document.uri, version: versionOf(place.document.uri), edits: [edit] }],
    });
  }
  return [...actions.values()];
}

/** Offers to remove the comments in a range that ignore nothing. */
export function removeSuppressionActions(
  { suppressionProblems }: Pick<UnitAnalysis, 'suppressionProblems'>,
  uri: string,
  range: TextRange,
  versionOf: VersionOf,
): readonly CodeActionInfo[] {
  return suppressionProblems
    .filter(
      ({ kind, suppression }) =>
        kind === 'unused' && suppression.document.uri === uri && overlapOrTouch(suppression.range, range),
    )
    .map((problem) => {
      const { document, range } = problem.suppression;
      return {
        title: 'Remove this comment, which ignores nothing',
        keys: [suppressionKey(problem)],
        isPreferred: true,
        edits: [
          { uri, version: versionOf(uri), edits: [{ range: withSpace(document, range), newText: '' }] },
        ],
      };
    });
}

const placeholder = 'reason';

/** Undefined where no such comment is possible: inside a string of several lines, in JSON and XML. */
function commentAbove({ document, range }: Place, parameter: TermId): FileEdits['edits'][number] | undefined {
  if (!document.isTurtle) return undefined;
  const { rope, lines, sources } = document;
  const lineStart = lines.lineStart(lines.positionAt(range.start).line);
  const around = sources.termAt(lineStart);
  if (around?.node.kind === 'literal') {
    const { start, end } = rangeIn(around.statement, around.node);
    if (start < lineStart && lineStart < end) return undefined;
  }
  const indent = /^[ \t]*/.exec(rope.slice(lineStart, range.start))![0];
  const lineBreak = lineBreakOf(rope);
  const comment = `${indent}# ${suppressionWord} ${written(parameter)} `;
  return {
    range: { start: lineStart, end: lineStart },
    newText: `${comment}${placeholder}${lineBreak}`,
    placeholders: [{ start: comment.length, end: comment.length + placeholder.length }],
  };
}

/** Readable without the prefixes of the file. */
function written(parameter: TermId): string {
  const iri = terms.value(parameter);
  return iri.startsWith(namespaces.sh) ? `sh:${iri.slice(namespaces.sh.length)}` : `<${iri}>`;
}

/** A comment with its whole line, or with the space before it. */
function withSpace({ rope, lines }: TurtleDocument, { start, end }: TextRange): TextRange {
  const { line } = lines.positionAt(start);
  const lineStart = lines.lineStart(line);
  const before = rope.slice(lineStart, start);
  if (before.trim() !== '') return { start: lineStart + before.trimEnd().length, end };
  const lineBreak = /^\r?\n|^\r/.exec(rope.slice(end, end + 2))?.[0] ?? '';
  return { start: lineStart, end: end + lineBreak.length };
}
