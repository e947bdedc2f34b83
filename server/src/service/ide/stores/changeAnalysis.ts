import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../../rdf/unionGraph.ts';
import type { Entailment } from '../../../shacl/entailment/entailment.ts';
import type { EvaluatorOptions } from '../../../shacl/evaluator.ts';
import { mistypedTargets } from '../../../shacl/idleTargets.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { derivesValues } from '../../../shacl/shapesGraph/declaredRules.ts';
import { inferenceFor } from '../../../shacl/shapesGraph/regimes.ts';
import type { ValidationInput } from '../../../shacl/validationUnit.ts';
import { DescribedNamespaces } from '../../../workspace/project/describedNamespaces.ts';
import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import type { Settings } from '../../../workspace/project/settings.ts';
import { fetchAllOf } from '../../../workspace/store/fetchAll.ts';
import {
  type ChangedResults,
  type ChangedStores,
  type FileChange,
  fetchChange,
  type StoredGraphs,
  wholeChange,
} from '../../../workspace/store/fetchChange.ts';
import { placeViolations } from '../diagnostics/placedViolation.ts';
import { countedSeverities, isAllowed, judgingOf, knownResults, uncountedResults } from '../judging.ts';
import { withoutIgnored } from '../shownResults.ts';
import { termPrinter } from '../termPrinter.ts';
import {
  type AnalysisOptions,
  documentsOf,
  LateRecording,
  prefixesOf,
  type UnitAnalysis,
  unitStatus,
} from '../unitAnalysis.ts';
import { type ShapesCache, type UnitGraphs, union, unitGraphs, validationInput } from '../unitGraphs.ts';
import { settingsOfUnit } from '../unitSettings.ts';
import { unitVerdict } from '../verdict.ts';
import { type WhyUnasked, withUnaskedStores } from './unaskedStores.ts';
import { withStoreTriples } from './withStore.ts';

/** What a change of the data files of a unit does to the results of a store that holds them. */
export interface ChangeAnalysis {
  /** The focus nodes that the change may affect, after the change. Its results are those of these nodes. */
  readonly analysis: UnitAnalysis;
  /** Those of its results that existed before. */
  readonly kept: readonly Violation[];
  /** The results that only existed before. */
  readonly gone: readonly Violation[];
  /** The unit before the change. */
  readonly before: ValidationInput;
}

/** What a change of the data files of a unit is compared with. */
export interface ChangeBasis {
  /** The data files as the store holds them, under their uris, so that their blank nodes have the same names. */
  readonly bases: readonly TurtleDocument[];
  readonly stores: ChangedStores;
  /** For each other store that the unit links, why it is not asked. */
  readonly whyUnasked?: WhyUnasked;
}

/**
 * Judges the focus nodes of a store that a change of the data files of a unit may affect, with other stores as context.
 * What the stores do not answer leaves the verdict undecided, with the reason.
 *
 * @throws the signal's reason when aborted.
 */
export async function analyseChange(
  linked: LinkedUnit,
  { bases, stores, whyUnasked }: ChangeBasis,
  { shapesCache, quarantined, probe, ...options }: AnalysisOptions,
  signal: AbortSignal,
): Promise<ChangeAnalysis> {
  const start = performance.now();
  const settings = settingsOfUnit(linked, options);
  const files = await unitGraphs(linked, { ...settings, inference: 'none' }, shapesCache);
  const [uri = ''] = linked.unit.data;
  const prefixes = prefixesOf(files);
  const print = termPrinter(prefixes, uri);
  const evaluation = { term: print, quarantined, ...(probe ? { probe } : {}) };
  const change = { base: union(bases), data: union(files.data) };
  const inputWith = inputsOf(files, settings, shapesCache);
  const changed = await changedResults(stores, change, inputWith, evaluation, signal);
  const asked = [stores.changed, ...stores.others].map(({ url }, i) => ({
    document: new TurtleDocument(url, 0, ''),
    gaps: [...(changed.gaps[i] ?? []), ...(i === 0 ? gapsOf(files) : [])],
  }));
  const known = asked.reduce((unit, { document, gaps }) => withStoreTriples(unit, document, gaps), linked);
  const told = withUnaskedStores(known, whyUnasked);
  const graphs = { ...files, linked: told, input: changed.after.input, focuses: changed.focuses };
  const { evaluator } = changed.after;
  const violations = [...changed.introduced, ...changed.kept];
  // A shape is not a place for the results of nodes that no file mentions: it may have any number of them.
  const located = await placeViolations(violations, { ...graphs, shapes: [] }, evaluator, undefined, signal);
  const { placed, suppressed } = await withoutIgnored(located, graphs);
  const notChecked = [...told.notChecked, ...changed.notChecked];
  const mistyped = () => mistypedTargets(graphs.input, evaluator);
  const judging = judgingOf(told, options.given);
  const uncounted = uncountedResults(placed, await knownResults(placed, told, graphs.input), judging);
  const counted = placed.length - uncounted.length;
  const verdict = unitVerdict({ graphs, evaluator, notChecked, mistypedTargets: mistyped }, counted);
  const shown = { graphs, placed, contextResults: [], notChecked };
  return {
    analysis: {
      ...shown,
      evaluator,
      result: { violations, notChecked: changed.notChecked },
      recording: new LateRecording(graphs.input, evaluation, undefined),
      prefixes,
      groups: [],
      described: new DescribedNamespaces(documentsOf(files)),
      suppressed,
      located,
      uncounted,
      // Comments may be about results that the change does not affect.
      suppressionProblems: [],
      mistypedTargets: mistyped,
      print,
      verdict,
      report: {
        uri,
        version: linked.documents.get(uri)?.version ?? 0,
        diagnostics: new Map(),
        status: {
          ...unitStatus(shown, verdict, settings),
          counted,
          severities: countedSeverities(placed, uncounted),
          isAllowed: isAllowed(verdict, judging),
        },
        ms: performance.now() - start,
      },
    },
    ...comparison(changed),
  };
}

function comparison({ kept, gone, before }: ChangedResults) {
  return { kept, gone, before: before.input };
}

/** The unit with a version of the store's graph in place of its data files, and other stores as context. */
interface InputWith {
  /** On what is stated. */
  readonly stated: (stored: StoredGraphs) => ValidationInput;
  /** With what follows. */
  readonly inferred: (stored: StoredGraphs, previous?: Entailment) => Promise<ValidationInput>;
  readonly infers: boolean;
}

function inputsOf(
  { context, shapes, input, readShapes }: UnitGraphs,
  settings: Settings,
  shapesCache: ShapesCache,
): InputWith {
  const files = context.map(({ graph }) => graph);
  const shapesGraphs = shapes.map(({ graph }) => graph);
  const rolesWith = ({ changed, others }: StoredGraphs) => ({
    data: [changed],
    context: [...files, ...others],
    shapes: shapesGraphs,
  });
  const stated = (stored: StoredGraphs): ValidationInput => {
    const roles = rolesWith(stored);
    const dataGraph = new UnionGraph([...roles.data, ...roles.context]);
    const classGraph = new UnionGraph(settings.subClassOfFrom.flatMap((role) => roles[role]));
    return { dataGraph, classGraph, reportedGraph: dataGraph, shapes: input.shapes };
  };
  const shapesGraph = shapesCache.read(shapes, readShapes);
  return {
    stated,
    async inferred(stored, previous) {
      const { reportedGraph } = stated(stored);
      return {
        ...(await validationInput(rolesWith(stored), shapesGraph, settings, previous)),
        reportedGraph,
      };
    },
    infers:
      inferenceFor(settings.inference, shapesGraph.graph) !== 'none' || derivesValues(shapesGraph.graph),
  };
}

/** Where all triples of the stores matter, they are fetched from stores that have few. */
async function changedResults(
  stores: ChangedStores,
  change: FileChange,
  { stated, inferred, infers }: InputWith,
  evaluation: EvaluatorOptions,
  signal: AbortSignal,
): Promise<ChangedResults> {
  const found = infers ? undefined : await fetchChange(stores, change, stated, evaluation, signal);
  if (found && !found.asksForAll) return found;
  const whole = await fetchAllOf([stores.changed, ...stores.others], signal);
  if (whole.kind === 'known') return wholeChange(whole.documents, change, inferred, evaluation, signal);
  // At least what is stated.
  const results = found ?? (await fetchChange(stores, change, stated, evaluation, signal));
  const why = infers ? 'What follows by inference depends on all of its triples. ' : '';
  const withWhy = (gaps: readonly string[], i: number) => [
    ...gaps,
    ...(whole.gaps[i] ?? []).map((gap) => `${why}${gap}`),
  ];
  return { ...results, gaps: results.gaps.map(withWhy) };
}

/** The part of the change whose effects are not followed. */
function gapsOf({ data, shapes }: UnitGraphs): readonly string[] {
  return data.some((document) => shapes.includes(document))
    ? ['The data has shapes of its own, and a change of shapes may matter to any node of the store.']
    : [];
}
