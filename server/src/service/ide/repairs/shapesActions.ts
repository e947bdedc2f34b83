import { counted } from '../../../base/counted.ts';
import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import {
  allSlipsFixed,
  type MistakenFile,
  provenRemedies,
  slips,
} from '../../../shacl/lint/provenRemedies.ts';
import type { CodeActionInfo, FileEdits } from '../analysis.ts';
import { type JudgedShapes, mistakeKey, ownMistakes } from '../diagnostics/shapesMistakes.ts';

/**
 * Proven fixes of the mistakes that a range of a shapes file touches, and one for all slips of the file.
 *
 * @param versionOf null for a file that is not open.
 */
export function shapesActions(
  judgedShapes: readonly JudgedShapes[],
  uri: string,
  range: TextRange,
  versionOf: (uri: string) => number | null,
): readonly CodeActionInfo[] {
  const judged = judgedShapes.find(({ document }) => document.uri === uri);
  const here = (judged ? ownMistakes(judged) : [])
    .filter((mistake) => mistake.remedies.length > 0 && overlapOrTouch(mistake.range, range))
    .slice(0, mostMistakes);
  if (!judged || here.length === 0) return [];
  const file = mistakenFile(judged);
  const fileEdits = (edits: FileEdits['edits']): FileEdits => ({
    uri,
    version: versionOf(uri),
    edits,
  });
  const actions = here.flatMap((mistake) =>
    provenRemedies(mistake, file).map(
      ({ title, edits }, i, { length }): CodeActionInfo => ({
        title,
        keys: [mistakeKey(mistake)],
        isPreferred: i === 0 && length === 1,
        edits: [fileEdits(edits())],
      }),
    ),
  );
  const ofFile = slips(judged.mistakes);
  if (ofFile.length < 2 || !here.some((mistake) => ofFile.includes(mistake))) return actions;
  const all = allSlipsFixed(file);
  if (!all || all.fixed.length < 2) return actions;
  return [
    ...actions,
    {
      title: `Fix all ${counted(all.fixed.length, 'slip')} in this file`,
      keys: all.fixed.map(mistakeKey),
      edits: [fileEdits(all.edits)],
    },
  ];
}

const mostMistakes = 5;

/** What remedies of a shapes file are proven with. */
export function mistakenFile({ document, shapes, documents, mistakes }: JudgedShapes): MistakenFile {
  const others = documents.filter((other) => other !== document).map(({ graph }) => graph);
  return { document, shapes, others, mistakes };
}
