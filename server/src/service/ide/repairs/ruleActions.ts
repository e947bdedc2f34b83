import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import { isProjectFile, projectFileName } from '../../../workspace/project/projectFile.ts';
import { inferenceEdit } from '../../../workspace/project/projectFileEdit.ts';
import { folderOf, isInFolder, resolvePath } from '../../../workspace/project/uris.ts';
import type { CodeActionInfo, FileEdits } from '../analysis.ts';
import { rulesDiagnostic, rulesKey } from '../diagnostics/rulesDiagnostic.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import type { UnitGraphs } from '../unitGraphs.ts';

/**
 * The quick fixes that run the rules of shapes, where a range of the shapes file touches what says that they are not run.
 * Each edits a project file, or creates one beside the data file. With a project file, the links of settings no longer
 * count, so none is created where there are any.
 *
 * @param analyses of the units that the file belongs to. As data of its own it counts only when no data is linked to it.
 */
export function ruleActions(
  analyses: readonly Pick<UnitAnalysis, 'graphs'>[],
  uri: string,
  range: TextRange,
  options: RuleActionOptions,
): readonly CodeActionInfo[] {
  const others = analyses.filter(({ graphs }) => graphs.linked.unit.data[0] !== uri);
  const actions = (others.length > 0 ? others : analyses).flatMap(({ graphs }) =>
    actionsOf(graphs, uri, range, options),
  );
  return [...new Map(actions.map((action) => [action.edits[0]!.uri, action])).values()];
}

export interface RuleActionOptions {
  readonly versionOf: (uri: string) => number | null;
  /** Whether settings link files of the folder. */
  readonly linksOfSettings: boolean;
}

function actionsOf(
  graphs: UnitGraphs,
  uri: string,
  range: TextRange,
  { versionOf, linksOfSettings }: RuleActionOptions,
): readonly CodeActionInfo[] {
  const { project } = graphs.linked;
  const found = rulesDiagnostic(graphs);
  if (found?.uri !== uri || !overlapOrTouch(found.diagnostic.range, range)) return [];
  const inference = graphs.input.entailment === undefined ? 'rules' : 'rules+rdfs';
  const action = (edits: FileEdits, where: string): CodeActionInfo => ({
    title: `Run the rules: "inference": "${inference}" in ${where}`,
    keys: [rulesKey],
    isPreferred: true,
    edits: [edits],
  });
  if (project) {
    const edit = inferenceEdit(project, inference);
    if (edit === undefined) return [];
    const edits = [edit];
    return [action({ uri: project.uri, version: versionOf(project.uri), edits }, 'the project file')];
  }
  const place = linksOfSettings ? undefined : newProjectFile(graphs.linked);
  if (place === undefined) return [];
  const newText = `{\n  "inference": "${inference}"\n}\n`;
  const edits = [{ range: { start: 0, end: 0 }, newText }];
  return [
    action({ uri: place, version: null, isNew: true, edits }, `a new project file, ${projectFileName}`),
  ];
}

/** Where a project file can be created; undefined for texts without a folder, and where one exists that can't be used. */
function newProjectFile({ unit, gaps }: LinkedUnit): string | undefined {
  const [data] = unit.data;
  if (
    data === undefined ||
    !isInFolder(data) ||
    gaps.some(({ uri }) => uri !== undefined && isProjectFile(uri))
  )
    return undefined;
  return resolvePath(folderOf(data), projectFileName);
}
