import { overlapOrTouch, type TextRange } from '../../base/textRange.ts';
import { inferenceEdit } from '../../project/projectFileEdit.ts';
import type { CodeActionInfo } from '../analysis.ts';
import { rulesDiagnostic, rulesKey } from '../diagnostics/rulesDiagnostic.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { plainQuickFix } from './quickFix.ts';

/** The quick fix that runs the rules of shapes, where a range of the shapes file touches what says that they are not run. */
export function ruleActions(
  { graphs }: Pick<UnitAnalysis, 'graphs'>,
  uri: string,
  range: TextRange,
  versionOf: (uri: string) => number | null,
): readonly CodeActionInfo[] {
  const { project } = graphs.linked;
  const found = rulesDiagnostic(graphs);
  if (!project || found?.uri !== uri || !overlapOrTouch(found.diagnostic.range, range)) return [];
  const inference = graphs.input.entailment === undefined ? 'rules' : 'rules+rdfs';
  const edit = inferenceEdit(project, inference);
  if (edit === undefined) return [];
  const edits = [{ ...edit, placeholders: [] }];
  return [
    {
      ...plainQuickFix,
      title: `Run the rules: "inference": "${inference}" in the project file`,
      keys: [rulesKey],
      isPreferred: true,
      edits: [{ uri: project.uri, version: versionOf(project.uri), edits }],
    },
  ];
}
