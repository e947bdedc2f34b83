import { type Graph, hasTriple, IndexedGraph } from '../../rdf/graph.ts';
import { noChange } from '../../repair/drafts/change.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { UncheckedPart } from '../../shacl/model/violation.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import type { VioProblem } from '../problem.ts';
import { type GenerateMode, isMixed, type Mix, type VioCase, type VioSuite } from '../vioCase.ts';
import { resultJson } from './caseJson.ts';
import type { SuiteJson } from './format.ts';
import type { SuiteSource } from './readSuite.ts';
import type { SuiteNames } from './suiteNames.ts';

/** The content of suite.json, from the other parts of the suite. */
export function suiteJson(
  { problem, suite, options, origin }: SuiteSource,
  written: Pick<SuiteJson, 'files' | 'tests'>,
  names: { readonly graph: SuiteNames; readonly manifest: SuiteNames },
): SuiteJson {
  const { input, result } = problem.recorded;
  const { cases, coverage, totals } = suite;
  const covered = coverage.filter(({ status }) => status === 'covered').length;
  const satisfied = coverage.filter(({ status }) => status === 'satisfied').length;
  const { preparation } = origin;
  const context = contextGraph(problem);
  const preparedNames = names.graph.forChange(preparation ?? noChange);
  return {
    format: 2,
    generator: { name: 'shacl-repair', version: origin.version },
    name: origin.name,
    ...(origin.graph !== undefined && { graph: origin.graph }),
    seed: options.seed,
    options: {
      mode: modeName(options.mode),
      ...(options.mode.kind === 'mistakes' && { frequencies: options.mode.frequencies }),
      combine: options.combine,
      crossCheck: options.crossCheck,
      ifInvalid: origin.ifInvalid,
      maxEdits: options.maxEdits,
      maxCases: options.maxCases,
      ...(options.ontologyNodes && { ontologyNodes: true }),
      ...(isMixed(options.mode) && { mix: mixName(options.mix) }),
      ...(options.unlikely && { unlikely: true }),
      inference: input.entailment?.regime ?? 'none',
      subClassOfFrom: origin.subClassOfFrom,
    },
    inputs: origin.inputs,
    ...(origin.store && { store: origin.store }),
    files: written.files,
    totals: {
      triples: input.reportedGraph.size,
      ...(context.size > 0 && { contextTriples: context.size }),
      shapesTriples: input.shapes.graph.size,
      constraints: coverage.length,
      covered,
      ...(satisfied > 0 && { satisfied }),
      uncovered: coverage.length - covered - satisfied,
      cases: cases.length,
      fragile: cases.filter(({ crossCheck }) => crossCheck?.kind === 'differs').length,
      treeNodes: numberJson(totals.treeNodes),
      leaves: numberJson(totals.leaves),
      ...(totals.tried !== undefined && { tried: totals.tried }),
    },
    alpha: alphaOf(suite),
    tests: written.tests,
    notChecked: [...new Set(recordedReasons(suite.notChecked, input.shapes))],
    ...(preparation && {
      preparation: {
        delete: preparation.removed.map((triple) => preparedNames.triple(triple)),
        insert: preparation.added.map((triple) => preparedNames.triple(triple)),
      },
    }),
    ...(result.violations.length > 0 && {
      baseline: result.violations.map((violation) => resultJson(violation, names.graph, names.manifest)),
    }),
  };
}

/** What the data and context files state, data first, without what is inferred. */
export function statedGraph({ recorded: { input } }: VioProblem): Graph {
  return input.entailment?.asserted ?? input.dataGraph;
}

/** What only context files state. */
export function contextGraph(problem: VioProblem): Graph {
  const { reportedGraph } = problem.recorded.input;
  const stated = statedGraph(problem);
  if (stated.size === reportedGraph.size) return new IndexedGraph([]);
  return new IndexedGraph([...stated.triples()].filter((triple) => !hasTriple(reportedGraph, triple)));
}

/** A mode as the command line spells it. */
export function modeName(mode: GenerateMode): string {
  return mode.kind === 'sample' ? `sample:${mode.count}` : mode.kind;
}

/** A mix as the command line spells it. */
export function mixName(mix: Mix | undefined): string {
  return mix === undefined ? 'any' : `${mix.delete}:${mix.insert}:${mix.replace}`;
}

/** The mean and the maximum number of results of a case. */
export function alphaOf({ cases }: VioSuite): SuiteJson['alpha'] {
  const alphas = cases.map(alpha);
  const sum = alphas.reduce((total, each) => total + each, 0);
  return {
    mean: alphas.length === 0 ? 0 : Number((sum / alphas.length).toFixed(3)),
    max: alphas.reduce((most, each) => Math.max(most, each), 0),
  };
}

/** How many cases have each number of results, in ascending order. */
export function alphaDistribution({ cases }: VioSuite): readonly (readonly [alpha: number, cases: number])[] {
  const counts = new Map<number, number>();
  for (const each of cases.map(alpha)) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b);
}

function alpha({ statistics }: VioCase): number {
  return statistics.alpha;
}

/** A number when that is exact, otherwise its digits. */
function numberJson(value: bigint): number | string {
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value);
}

/** The reasons in the wording of suites, which does not depend on the prefixes of files. */
function recordedReasons(notChecked: readonly UncheckedPart[], shapes: ShapesGraph): readonly string[] {
  const recorded = readShapes(shapes.graph).notChecked;
  return notChecked.map((entry) => (recorded[shapes.notChecked.indexOf(entry)] ?? entry).reason);
}

/**
 * What a suite of format 1 can't distinguish, in sentences: its graph.ttl has the statements of data and ontologies.
 * Undefined for later formats, which keep them in two files, and for suites without ontologies.
 */
export function mixedGraph({ format, inputs, ontologyNamespaces = [] }: SuiteJson): string | undefined {
  if (format !== 1 || !inputs.some(({ role }) => role === 'context')) return undefined;
  const told =
    ontologyNamespaces.length === 0
      ? 'All of them count as data'
      : `Those about nodes in ${ontologyNamespaces.join(', ')} count as the ontologies', and all others as data`;
  return (
    'The suite has an earlier format: its graph.ttl mixes the statements of data and ontologies. ' +
    `${told}: prompts of strategy G show them, and repairs may change them. Generate the suite again to keep both apart.`
  );
}
