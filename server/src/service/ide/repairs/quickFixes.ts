import { counted } from '../../../base/counted.ts';
import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import {
  allSlipsFixed,
  type MistakenFile,
  provenRemedies,
  slips,
} from '../../../shacl/lint/provenRemedies.ts';
import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import { inferenceEdit } from '../../../workspace/project/projectFileEdit.ts';
import type { Settings } from '../../../workspace/project/settings.ts';
import { folderOf, isInFolder, resolvePath } from '../../../workspace/project/uris.ts';
import { isProjectFile, projectFileName } from '../../../workspace/project/workspaceFiles.ts';
import type { CodeActionInfo, CommonPrefixes, FileEdits, FixAllInfo, FixAllScope } from '../analysis.ts';
import { rulesDiagnostic, rulesKey } from '../diagnostics/diagnostics.ts';
import { type JudgedShapes, judgedShapes, mistakeKey, ownMistakes } from '../diagnostics/shapesMistakes.ts';
import type { Documents } from '../documents.ts';
import type { LinkInvitationInfo } from '../linkCandidates.ts';
import type { FindRepairs } from '../stores/provenOverStores.ts';
import { ignoreActions, removeSuppressionActions } from '../suppressions/suppressionActions.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import type { ShapesCache, UnitGraphs } from '../unitGraphs.ts';
import { codeActions, fixAllActions } from './codeActions.ts';
import { convertActions } from './convertToTurtle.ts';
import { groupActions, hidingPrefixActions } from './groupActions.ts';
import { invitationAction, linkActions } from './linkActions.ts';
import { menuOf, type UnitEntry } from './menuEntries.ts';
import { relaxActions } from './relaxActions.ts';
import { syntaxActions } from './syntaxActions.ts';

/**
 * The quick fixes that run the rules of shapes, where a range of the shapes file touches the diagnostic that they are not
 * run. Each edits a project file, or creates one beside the data file. With a project file, the links of settings no longer
 * count, so none is created where there are any.
 *
 * @param analyses of the units that the file belongs to. The file itself counts as data only when no data is linked to it.
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
  const inference = (graphs.input.entailment?.regime ?? 'none') === 'none' ? 'rules' : 'rules+rdfs';
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

/** Where a project file can be created; undefined for texts without a folder, and where an unusable one exists. */
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

/** What is needed to prove remedies of a shapes file. */
export function mistakenFile({
  document,
  shapes,
  documents,
  mistakes,
  judgeData,
}: JudgedShapes): MistakenFile {
  const others = documents.filter((other) => other !== document).map(({ graph }) => graph);
  return { document, shapes, others, mistakes, ...(judgeData && { judgeData }) };
}

/** A range of a file for which quick fixes are requested. */
export interface AskedRange {
  readonly uri: string;
  readonly range: TextRange;
  readonly settings: Settings;
  readonly documents: Documents;
  readonly shapesCache: ShapesCache;
  /** Namespaces that may be declared for prefixes that no file declares. */
  readonly commonPrefixes: CommonPrefixes;
  /** The shapes with which a file without links could be checked, and the edits that link them. */
  invitation(): Promise<{ readonly to: LinkInvitationInfo; readonly edits: FileEdits } | undefined>;
  /** The namespaces whose results are shown one by one. */
  expanded(unit: UnitAnalysis): ReadonlySet<string>;
  /** The version of an open text, null for files that are not open. */
  versionOf(uri: string): number | null;
  /** The versions of the open texts that an analysis is about, null for files that are not open. */
  versionsIn(unit: UnitAnalysis): (uri: string) => number | null;
  /** What the repairs of a scope come to. */
  fixAll(scope: FixAllScope): Promise<FixAllInfo>;
  proven<Found>(unit: UnitAnalysis, find: FindRepairs<Found>): Promise<Found>;
}

/** In larger files, the menu would take too long. */
const maxTriplesToCountIn = 20_000;

type Found = readonly CodeActionInfo[] | Promise<readonly CodeActionInfo[]>;

/** Fixes for a file itself, in the order of menus. */
const ofText: readonly ((asked: AskedRange, signal: AbortSignal) => Found)[] = [
  ({ uri, range, documents, commonPrefixes }, signal) => {
    const document = documents.opened(uri);
    return document?.isTurtle ? syntaxActions(document, range, documents, commonPrefixes, signal) : [];
  },
  async ({ uri, range, documents, invitation }) => {
    const isAtStart = range.start <= (documents.opened(uri)?.lines.lineStart(1) ?? 0);
    const found = isAtStart ? await invitation() : undefined;
    return found ? [invitationAction(found.to, found.edits)] : [];
  },
];

/** Fixes for a shapes file, whichever of its units reports the problem. */
const ofShapes: readonly ((
  units: readonly UnitAnalysis[],
  asked: AskedRange,
  signal: AbortSignal,
) => Found)[] = [
  (units, { uri, range, settings, versionOf }) =>
    ruleActions(units, uri, range, { versionOf, linksOfSettings: settings.links.length > 0 }),
  async (units, { uri, range, versionOf, shapesCache }, signal) => {
    const unit = units.find(({ graphs: { data, shapes } }) =>
      [...data, ...shapes].some((document) => document.uri === uri),
    );
    return unit ? shapesActions(await judgedShapes(unit, shapesCache, signal), uri, range, versionOf) : [];
  },
];

/** Fixes for each unit that a file belongs to. */
const ofUnit: readonly ((unit: UnitAnalysis, asked: AskedRange, signal: AbortSignal) => Found)[] = [
  (unit, { uri, range, versionsIn }) => linkActions(unit, uri, range, versionsIn(unit)),
  (unit, { uri, range, versionsIn }, signal) =>
    hidingPrefixActions(unit, uri, range, { versionOf: versionsIn(unit) }, signal),
  (unit, { uri, range, documents, versionsIn, expanded }, signal) => {
    const options = { store: documents, versionOf: versionsIn(unit), expanded: expanded(unit) };
    return groupActions(unit, uri, range, options, signal);
  },
  async (unit, asked, signal) => {
    const { settings, documents, versionsIn, proven, fixAll } = asked;
    // The chosen fix is applied in the unit of the file itself.
    const isCounted =
      unit.report.uri === asked.uri && unit.graphs.input.reportedGraph.size <= maxTriplesToCountIn;
    const countRepaired = isCounted
      ? async (scope: FixAllScope) => (await fixAll(scope)).repaired
      : undefined;
    const found = await proven(unit, (proving, whyUnproven) => {
      const { file, here } = resultsIn(proving, asked);
      const { maxSuggestions } = settings;
      const options = {
        maxSuggestions,
        file,
        store: documents,
        versionOf: versionsIn(unit),
        whyUnproven,
        countRepaired,
      };
      return codeActions(here, proving, options, signal);
    });
    const { file, here } = resultsIn(unit, asked);
    const ofShape = await relaxActions(
      unit,
      { uri: asked.uri, range: asked.range },
      versionsIn(unit),
      signal,
    );
    const ofComponents = await fixAllActions(here, file, found, unit.print, countRepaired);
    return [...ofShape.first, ...found, ...ofComponents, ...ofShape.last];
  },
  (unit, asked) => convertActions(resultsIn(unit, asked).here, asked.uri),
  (unit, { uri, range, versionsIn }) => removeSuppressionActions(unit, uri, range, versionsIn(unit)),
  (unit, asked) => ignoreActions(resultsIn(unit, asked).here, unit, asked.versionsIn(unit)),
];

/**
 * Verified fixes of the syntax errors, repairs of the results, and other fixes for what a range touches.
 *
 * @param unitsOf analyses the units that the file belongs to.
 */
export async function quickFixes(
  asked: AskedRange,
  unitsOf: () => Promise<readonly UnitAnalysis[]>,
  signal: AbortSignal,
): Promise<readonly CodeActionInfo[]> {
  const found: CodeActionInfo[] = [];
  for (const find of ofText) found.push(...(await find(asked, signal)));
  const units = await unitsOf();
  for (const find of ofShapes) found.push(...(await find(units, asked, signal)));
  const ofUnits: UnitEntry[] = [];
  for (const unit of units)
    for (const find of ofUnit)
      for (const action of await find(unit, asked, signal)) ofUnits.push({ action, unit });
  return [...found, ...menuOf(ofUnits)];
}

function resultsIn({ placed }: UnitAnalysis, { uri, range }: AskedRange) {
  const file = placed.filter(({ place }) => place?.document.uri === uri);
  return { file, here: file.filter(({ place }) => place && overlapOrTouch(place.range, range)) };
}
