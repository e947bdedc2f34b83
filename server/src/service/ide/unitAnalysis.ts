import { heldUpFor, yieldToEventLoop } from '../../base/abort.ts';
import { lazy } from '../../base/lazy.ts';
import { endlessWork } from '../../base/supervision.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { createEvaluator, type Evaluator } from '../../shacl/evaluator.ts';
import type { FirstLook } from '../../shacl/firstLook.ts';
import { reportedFocusNodes } from '../../shacl/focusNodes.ts';
import { type MistypedTarget, mistypedTargets } from '../../shacl/idleTargets.ts';
import type { IsEnough } from '../../shacl/incremental/collectResults.ts';
import {
  type RecordedValidation,
  type RecordingOptions,
  recordValidation,
} from '../../shacl/incremental/recordedValidation.ts';
import type { UncheckedPart, ValidationFindings, Violation } from '../../shacl/model/violation.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import { reaches } from '../../shacl/shapesGraph/severityLevel.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { Watch } from '../../shacl/watch.ts';
import { DescribedNamespaces } from '../../workspace/project/describedNamespaces.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import {
  gapsBehindResults,
  lackingContexts,
  lackingImport,
  lackingImports,
} from '../../workspace/project/linkFinding.ts';
import type { Settings } from '../../workspace/project/settings.ts';
import { describesShapes } from '../../workspace/project/targetedShapes.ts';
import type { FileDiagnostic, UnitReport, UnitStatus } from './analysis.ts';
import {
  hidingPrefixDiagnostic,
  idleTargetDiagnostics,
  knownDiagnostic,
  literalDiagnostic,
  type PlacedDiagnostic,
  syntaxErrorDiagnostics,
  targetDiagnostics,
  uncheckedDiagnostics,
  violationDiagnostic,
} from './diagnostics/diagnostics.ts';
import { groupDiagnostic, mergeResultsOfOneValue, withinGroup } from './diagnostics/groupDiagnostics.ts';
import { malformedLiterals } from './diagnostics/malformedLiterals.ts';
import { missingOntologies } from './diagnostics/missingOntologies.ts';
import type { PlacedViolation } from './diagnostics/placedViolation.ts';
import { hidingPrefixes } from './diagnostics/respeltNamespaces.ts';
import { UncertainResults, unknownShapes, unrecognisedConstraints } from './diagnostics/uncertainResults.ts';
import type { ResultGroup } from './diagnostics/undescribed.ts';
import {
  countedSeverities,
  isAllowed,
  judgedVerdict,
  judgingOf,
  knownResults,
  uncountedResults,
} from './judging.ts';
import { linkedFiles } from './linkedFiles.ts';
import { type FoundResults, type ShownUnit, shownResults, type TakenResults } from './shownResults.ts';
import { withUnaskedStores } from './stores/unaskedStores.ts';
import type { SuppressionProblem } from './suppressions/readSuppressions.ts';
import { mayHaveSuppressions } from './suppressions/suppressionWord.ts';
import type { SuppressedViolation } from './suppressions/suppressResults.ts';
import { termPrinter } from './termPrinter.ts';
import { haveSameItems, type ShapesCache, type UnitGraphs, unitGraphs } from './unitGraphs.ts';
import { type GivenSettings, settingsOfUnit } from './unitSettings.ts';
import { isDecided, type JudgedUnit, unitVerdict, type VerdictWithReasons } from './verdict.ts';

/**
 * One complete validation of a unit, with everything that hovers and repairs need. Results that were taken (`takeResults`)
 * are not among its results.
 */
export interface UnitAnalysis {
  readonly graphs: UnitGraphs;
  /** The built-in evaluator on the unit's graph, whichever engine validated. */
  readonly evaluator: Evaluator;
  /** All results, including those of context. */
  readonly result: ValidationFindings;
  /** The built-in validation, for verifying repairs and for incremental validation. */
  readonly recording: LateRecording;
  /** The prefixes of the unit's documents, with which terms are printed. */
  readonly prefixes: readonly ReadonlyMap<string, string>[];
  /** The results to show. */
  readonly placed: readonly PlacedViolation[];
  /** Those of the results that share a cause. */
  readonly groups: readonly ResultGroup[];
  /** Which namespaces the linked files describe, as far as it was requested. */
  readonly described: DescribedNamespaces;
  /** All results as they were found, before the project file and comments are applied. */
  readonly located: readonly PlacedViolation[];
  /** The results among `placed` that do not count: in the baseline, or not severe enough. */
  readonly uncounted: readonly PlacedViolation[];
  /** The results that comments ignore or the project file switches off; they are not among `placed`. */
  readonly suppressed: readonly SuppressedViolation[];
  /** The comments that ignore nothing. */
  readonly suppressionProblems: readonly SuppressionProblem[];
  readonly contextResults: readonly Violation[];
  /** Findings about a result that stay valid as long as only other shapes change. */
  readonly kept?: KeptOfResults;
  readonly notChecked: readonly UncheckedPart[];
  /** Computed on the first call. */
  readonly mistypedTargets: () => readonly MistypedTarget[];
  readonly print: TermPrinter;
  /** The verdict by the results that count according to the project file. A command line may override it. */
  readonly verdict: VerdictWithReasons;
  readonly report: UnitReport;
}

/** Facts about results that take long to find. */
interface KeptOfResults {
  /** As `groupUndescribed` has them. */
  readonly settled: ReadonlySet<Violation> | undefined;
  readonly diagnostics: ReadonlyMap<Violation, PlacedDiagnostic>;
}

export interface AnalysisOptions extends Watch {
  readonly settings: Settings;
  /** The settings of a command line, which override project file and settings. */
  readonly given?: GivenSettings;
  readonly shapesCache: ShapesCache;
  readonly quarantined: ReadonlySet<string>;
  /** An earlier analysis of the same document under the same settings, as a basis. */
  readonly previous?: UnitAnalysis;
  /** The namespaces whose groups of results are shown one by one. */
  readonly expanded?: ReadonlySet<string>;
  /** The only nodes to judge; unless given, all targets. Such an analysis can't prove repairs. */
  readonly focusNodes?: ReadonlySet<TermId>;
  /** What is skipped for a first answer. Such an analysis can't prove repairs either. */
  readonly look?: FirstLook;
  /** Receives, from time to time, how many focus nodes have been judged. */
  readonly onJudged?: RecordingOptions['onJudged'];
  /** False where nobody sees diagnostics. The report has none then. */
  readonly diagnoses?: boolean;
  /**
   * Receives results while others are still being searched for, node by node in the order in which the data files first
   * describe them. Results that are ignored, or rest on nodes that no file describes, stay with the analysis. With
   * inference or another engine, all do.
   */
  readonly takeResults?: (taken: TakenResults, unit: ReportedUnit) => Promise<void>;
}

/** The parts of a unit that reports of a result use. */
export type ReportedUnit = Pick<UnitAnalysis, 'graphs' | 'evaluator' | 'print'>;

const noNamespaces: ReadonlySet<string> = new Set();
const noDiagnostics: UnitReport['diagnostics'] = new Map();

/** Validates a unit and places its results. `uri` is the requested document. */
export async function analyseUnit(
  unit: LinkedUnit,
  uri: string,
  {
    shapesCache,
    quarantined,
    probe,
    deadline,
    whyFull,
    isUnwatched,
    previous,
    expanded = noNamespaces,
    diagnoses = true,
    onJudged,
    takeResults,
    focusNodes: given,
    look = {},
    ...options
  }: AnalysisOptions,
  signal: AbortSignal,
): Promise<UnitAnalysis> {
  const start = performance.now();
  const linked = withUnaskedStores(unit);
  const settings = settingsOfUnit(linked, options);
  const watch = {
    quarantined,
    ...(probe && { probe }),
    ...(deadline && { deadline }),
    ...(whyFull && { whyFull }),
    ...((isUnwatched || quarantined.has(endlessWork)) && { isUnwatched: true as const }),
  };
  const graphs = await unitGraphs(linked, settings, shapesCache, previous?.graphs.input.entailment, watch);
  const { input } = graphs;
  const prefixes = prefixesOf(graphs);
  // Kept results were worded with the earlier prefixes.
  const isSkipping = previous?.recording.last?.options.quarantined === quarantined;
  // A new shape may be among those that have been skipped since.
  const mayJudge = isSkipping || previous?.graphs.input.shapes === input.shapes;
  const usable = previous && mayJudge && haveSameItems(previous.prefixes, prefixes) ? previous : undefined;
  const print = usable?.print ?? termPrinter(prefixes, uri);
  const isPartial = look.sample !== undefined || look.shard !== undefined || takeResults !== undefined;
  // Only runs from the command line are partial.
  const partial = isPartial ? await import('./partialAnalysis.ts') : undefined;
  const sample =
    look.sample === undefined ? undefined : await partial?.sampledNodes(input, look.sample, watch);
  const shard = look.shard && (await import('../../shacl/firstLook.ts')).shardNodes(look.shard);
  const focusNodes = sample?.nodes ?? shard ?? given;
  const described = new DescribedNamespaces(documentsOf(graphs), previous?.described);
  const judging = judgingOf(linked, options.given);
  const isEnough: IsEnough = async (violations, evaluator) => {
    const uncertain = new UncertainResults(graphs.data, print);
    const unit = { graphs, evaluator, described, uncertain };
    const { placed } = await shownResults(violations, unit, signal, false);
    return (
      uncountedResults(placed, await knownResults(placed, linked, input), judging).length < placed.length
    );
  };
  const recordingOptions = {
    term: print,
    ...watch,
    ...(onJudged && { onJudged }),
    ...(focusNodes && { focusNodes }),
    // Results that may rest on missing data do not count.
    ...(look.failFast && gapsBehindResults(linked).length === 0 && { isEnough }),
  };
  const recording = new LateRecording(input, recordingOptions, usable?.recording.last);
  const uncertain = new UncertainResults(graphs.data, print);
  const handsOver = settings.engine === 'builtin' && input.entailment === undefined && sample === undefined;
  const found =
    partial && takeResults && handsOver
      ? await partial.handOverResults(
          { graphs, described, uncertain },
          recordingOptions,
          (taken, evaluator) => takeResults(taken, { graphs, evaluator, print }),
          signal,
        )
      : await allResults(
          { graphs, described, uncertain, before: usable },
          recording,
          { settings, recordingOptions },
          signal,
        );
  const { evaluator, result, taken, located, placed, groups, suppressed, used, contextResults } = found;
  const known = await knownResults(placed, linked, input);
  const uncounted = uncountedResults(placed, known, judging);
  const notChecked = [
    ...((sample && partial?.leftBySample(sample, placed, uncounted)) ?? []),
    ...linked.notChecked,
    ...result.notChecked,
    ...unrecognisedConstraints(graphs, print),
    ...unknownShapes(graphs, print),
    ...uncertain.notChecked,
  ];
  const mistyped = lazy(() => mistypedTargets(input, evaluator));
  const judged = {
    graphs,
    evaluator,
    notChecked,
    mistypedTargets: mistyped,
    ...(look.shard && partial && { hasOtherNodes: () => partial.hasTargets(input, watch) }),
  };
  const idle =
    !look.shard && graphs.data.some(mayHaveSuppressions)
      ? (await import('./suppressions/readSuppressions.ts')).suppressionProblems(graphs.data, used, () =>
          isDecided(unitVerdict(judged, 0)),
        )
      : [];
  const shown = {
    placed,
    known,
    groups,
    notChecked,
    mistypedTargets: mistyped,
    suppressionProblems: idle,
  };
  const before = changesShapesAlone(recording, graphs) ? usable : undefined;
  const { diagnostics, kept } = diagnoses
    ? await diagnosticsByFile(graphs, shown, { print, evaluator, expanded, before }, signal)
    : { diagnostics: noDiagnostics, kept: undefined };
  const takenCounted = [...taken].filter(([level]) => reaches(level, judging.failOn));
  const severities = countedSeverities(placed, uncounted, takenCounted);
  const counted = severities.violation + severities.warning + severities.info;
  const verdict = judgedVerdict(judged, counted, judging);
  const status = {
    ...unitStatus({ graphs, placed, contextResults, notChecked }, verdict, settings),
    counted,
    severities,
    isAllowed: isAllowed(verdict, judging),
    isShapesFile: isShapesFile(verdict, uri, judged),
  };
  return {
    graphs,
    evaluator,
    result,
    recording,
    prefixes,
    placed,
    groups,
    described,
    suppressed,
    located,
    uncounted,
    suppressionProblems: idle,
    contextResults,
    ...(kept && { kept: { settled: found.settled, diagnostics: kept } }),
    notChecked,
    mistypedTargets: mistyped,
    print,
    verdict,
    report: {
      uri,
      version: linked.documents.get(uri)?.version ?? 0,
      diagnostics,
      status,
      ms: performance.now() - start,
    },
  };
}

type FoundUnit = Pick<ShownUnit, 'graphs' | 'described' | 'uncertain'>;

async function allResults(
  { before, ...unit }: FoundUnit & { readonly before: UnitAnalysis | undefined },
  recording: LateRecording,
  {
    settings,
    recordingOptions,
  }: { readonly settings: Settings; readonly recordingOptions: RecordingOptions },
  signal: AbortSignal,
): Promise<FoundResults> {
  const { input } = unit.graphs;
  const result =
    settings.engine === 'builtin'
      ? (await recording.get(signal)).result
      : await (await import('../../shacl/reference/referenceEngine.ts')).referenceValidator.validate(
          input,
          signal,
        );
  const evaluator =
    recording.last?.evaluator ??
    createEvaluator(input.shapes, input.dataGraph, input.classGraph, recordingOptions);
  const { delta } = recording;
  const settled = changesShapesAlone(recording, unit.graphs) ? before?.kept?.settled : undefined;
  const earlier =
    before && delta ? { placed: before.located, delta, ...(settled && { settled }) } : undefined;
  const shown = await shownResults(result.violations, { ...unit, evaluator, earlier }, signal);
  return { ...shown, evaluator, result, taken: noneTaken };
}

/** Whether a unit has the same data as before: what is inferred may follow from shapes, and stores are asked for more. */
function changesShapesAlone({ delta }: LateRecording, { input, linked }: UnitGraphs): boolean {
  const isSameData = delta?.added.length === 0 && delta.removed.length === 0;
  return isSameData && input.entailment === undefined && linked.stores.length === 0;
}

const noneTaken: FoundResults['taken'] = new Map();

/** The built-in validation of a unit, computed on demand; with the reference engine it is seldom needed. */
export class LateRecording {
  readonly #input: ValidationInput;
  readonly #options: RecordingOptions;
  #before: RecordedValidation | undefined;
  #last: RecordedValidation | undefined;
  #delta: GraphDelta | undefined;

  /** @param before of an earlier version of the unit, to build on. */
  constructor(input: ValidationInput, options: RecordingOptions, before: RecordedValidation | undefined) {
    this.#input = input;
    this.#options = options;
    this.#before = before;
  }

  /** The validation, if it was already computed. */
  get last(): RecordedValidation | undefined {
    return this.#last;
  }

  /** The change of the data since the earlier version, if the validation is based on that. */
  get delta(): GraphDelta | undefined {
    return this.#delta;
  }

  async get(signal: AbortSignal): Promise<RecordedValidation> {
    this.#last ??= this.#before
      ? await this.#updated(this.#before, signal)
      : await recordValidation(this.#input, this.#options, signal);
    this.#before = undefined;
    return this.#last;
  }

  async #updated(before: RecordedValidation, signal: AbortSignal): Promise<RecordedValidation> {
    const { differenceOf } = await import('../../shacl/incremental/changedInput.ts');
    const change = differenceOf(before.input, this.#input);
    this.#delta = change.delta;
    return before.updated(change, signal);
  }
}

/** The prefixes of each document of a unit. */
export function prefixesOf(graphs: UnitGraphs): readonly ReadonlyMap<string, string>[] {
  return documentsOf(graphs).map((document) => document.prefixes);
}

/** The documents of a unit. */
export function documentsOf({ data, shapes, context }: UnitGraphs): readonly TurtleDocument[] {
  return [...data, ...shapes, ...context];
}

async function diagnosticsByFile(
  graphs: UnitGraphs,
  {
    placed,
    known,
    groups,
    notChecked,
    mistypedTargets: mistyped,
    suppressionProblems: idle,
  }: { readonly known: ReadonlySet<PlacedViolation> } & Pick<
    UnitAnalysis,
    'placed' | 'groups' | 'notChecked' | 'mistypedTargets' | 'suppressionProblems'
  >,
  {
    print,
    evaluator,
    expanded,
    before,
  }: Pick<UnitAnalysis, 'print' | 'evaluator'> & {
    readonly expanded: ReadonlySet<string>;
    /** An earlier version of the unit with the same data. */
    readonly before: UnitAnalysis | undefined;
  },
  signal: AbortSignal,
): Promise<{
  readonly diagnostics: UnitReport['diagnostics'];
  readonly kept: KeptOfResults['diagnostics'];
}> {
  const byFile = new Map<string, FileDiagnostic[]>();
  const add = (found: PlacedDiagnostic | undefined) => {
    if (!found) return;
    const list = byFile.get(found.uri);
    if (list) list.push(found.diagnostic);
    else byFile.set(found.uri, [found.diagnostic]);
  };
  const { findings } = graphs.linked;
  if (findings.length > 0) {
    const { linkDiagnostics } = await import('./diagnostics/linkDiagnostics.ts');
    for (const found of linkDiagnostics(findings, groups)) add(found);
  }
  for (const found of uncheckedDiagnostics(graphs, notChecked)) {
    if (!graphs.linked.foreign.has(found.uri)) add(found);
  }
  for (const found of targetDiagnostics(graphs, mistyped(), print)) {
    if (!graphs.linked.foreign.has(found.uri)) add(found);
  }
  for (const found of idleTargetDiagnostics(graphs, evaluator, mistyped(), print)) {
    if (!graphs.linked.foreign.has(found.uri)) add(found);
  }
  if (idle.length > 0) {
    const { suppressionDiagnostic } = await import('./suppressions/readSuppressions.ts');
    for (const problem of idle)
      add({ uri: problem.suppression.document.uri, diagnostic: suppressionDiagnostic(problem) });
  }
  if (graphs.rdf === '1.1') {
    for (const document of documentsOf(graphs).filter(({ uri }) => !graphs.linked.foreign.has(uri)))
      for (const diagnostic of syntaxErrorDiagnostics(document, document.newSyntax()))
        add({ uri: document.uri, diagnostic });
  }
  for (const each of malformedLiterals(graphs, placed, print)) add(literalDiagnostic(each));
  for (const each of hidingPrefixes(graphs, evaluator, print)) add(hidingPrefixDiagnostic(each));
  for (const group of groups) add(groupDiagnostic(group, expanded.has(group.namespace)));
  const inferredFrom =
    graphs.input.entailment && (await import('./diagnostics/inferredFrom.ts')).inferredFrom;
  // Nothing is kept before the first change.
  const keptDiagnostic =
    before && (await import('./diagnostics/keptResults.ts')).keptDiagnostics(graphs, before.graphs, print);
  const kept = new Map<Violation, PlacedDiagnostic>();
  for (const each of placed) {
    if (heldUpFor()) await yieldToEventLoop(signal);
    const { violation } = each;
    const mayStay = missingOntologies(violation, graphs, print).length === 0;
    const earlier = mayStay ? before?.kept?.diagnostics.get(violation) : undefined;
    const found =
      (earlier && keptDiagnostic?.(each, earlier)) ??
      evaluator.attributeTo(violation.constraint, () =>
        violationDiagnostic(each, graphs, print, inferredFrom),
      );
    if (mayStay && found && !each.misspelt && !each.severityRule) kept.set(violation, found);
    add(withinGroup(known.has(each) ? knownDiagnostic(found) : found, each, expanded));
  }
  for (const [uri, list] of byFile) byFile.set(uri, mergeResultsOfOneValue(list));
  return { diagnostics: byFile, kept };
}

/** An import that the workspace lacks is reported at the import, and does not make the file invalid. */
function isShapesFile(
  { kind, reasons }: VerdictWithReasons,
  uri: string,
  { graphs: { linked, input }, evaluator }: Pick<JudgedUnit, 'graphs' | 'evaluator'>,
): boolean {
  const document = linked.documents.get(uri);
  if (document === undefined || !describesShapes(document)) return false;
  if (kind !== 'undecided') return kind === 'nothingToCheck' || kind === 'unlinked';
  const lacking = linked.findings.filter((finding) => lackingImport(finding) !== undefined);
  const messages = new Set(lacking.map(({ message }) => message));
  if (!reasons.every(({ message }) => messages.has(message))) return false;
  for (const _ of reportedFocusNodes(input, evaluator)) return false;
  return true;
}

/** The messages about a unit besides its results, without those of judging. */
export function unitStatus(
  {
    graphs: { linked },
    placed,
    contextResults,
    notChecked,
  }: Pick<UnitAnalysis, 'graphs' | 'placed' | 'contextResults' | 'notChecked'>,
  { kind, reasons }: VerdictWithReasons,
  { engine }: Settings,
): Omit<UnitStatus, 'counted' | 'severities' | 'isAllowed' | 'isShapesFile'> {
  const lacking = lackingImports(linked);
  const contexts = lackingContexts(linked);
  return {
    verdict: kind,
    reasons,
    validated: true,
    results: placed.length,
    contextResults: contextResults.length,
    notChecked: [...new Set(notChecked.map(({ reason }) => reason))],
    ...(linked.project && { projectFile: linked.project.uri }),
    shapes: linked.unit.shapes,
    context: linked.unit.context,
    links: linkedFiles(linked),
    ...(lacking.length > 0 && { lackingImports: lacking }),
    ...(contexts.length > 0 && { lackingContexts: contexts }),
    engine,
  };
}
