import fc from 'fast-check';
import { expect } from 'vitest';
import { type Graph, type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import { rdf, rdfs, sh } from '../../rdf/vocab.ts';
import { changeSize } from '../../repair/drafts/change.ts';
import { isJudgedByTermAlone } from '../../repair/drafts/goal.ts';
import { createEvaluator } from '../../shacl/evaluator.ts';
import { changesClasses } from '../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import { recordValidation } from '../../shacl/incremental/recordedValidation.ts';
import { type Violation, violationKey } from '../../shacl/model/violation.ts';
import { inputOf } from '../../shacl/reference/differential/tally.testing.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { arbitraryChange, changeOf } from '../../testing/arbitraryChange.ts';
import { arbitraryCase } from '../../testing/arbitraryShapes.ts';
import { print, printViolation } from '../../testing/shaclCheck.ts';
import type { VioProblem } from '../problem.ts';
import { introducedBy } from './goldenChanges.testing.ts';
import { smallestRepair } from './smallestRepair.ts';

/** Counts what the random cases contained, for tests that require a minimum. */
export interface Tries {
  changes: number;
  /** Cases whose inverse has more than one triple. */
  searched: number;
  decided: number;
  /** Cases that no single triple repairs. */
  larger: number;
  /** Cases that neither one nor two triples repair. */
  muchLarger: number;
  retargeting: number;
}

/**
 * Checks `smallestRepair` on small graphs against all changes of one triple: every removal, and every addition that can
 * be built from the terms of data and shapes and one new term.
 */
export async function checkSmallestRepairs(options: {
  readonly numRuns: number;
  readonly seed: number;
}): Promise<Tries> {
  const tries: Tries = { changes: 0, searched: 0, decided: 0, larger: 0, muchLarger: 0, retargeting: 0 };
  const changes = fc.array(arbitraryChange(2), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(arbitraryCase(), changes, async (shapesCase, allPicks) => {
      const input = inputOf(shapesCase);
      const problem = { recorded: await recordValidation(input), prefixes: new Map(), term: print };
      for (const picks of allPicks) {
        const change = changeOf(input.dataGraph, input.shapes.graph, picks);
        if (changesClasses(change)) continue;
        const results = await introducedBy(problem, change);
        if (results.length > 0) await checkOne(problem, change, results, tries);
      }
    }),
    options,
  );
  return tries;
}

async function checkOne(
  problem: VioProblem,
  change: GraphDelta,
  results: readonly Violation[],
  tries: Tries,
): Promise<void> {
  const { input, result } = problem.recorded;
  const violated = new OverlayGraph(input.dataGraph, change);
  const isRepair = async (edit: GraphDelta) => {
    const dataGraph = new OverlayGraph(violated, edit);
    const after = await recordValidation({ ...input, dataGraph });
    return compareResults(result.violations, after.result.violations).introduced.length === 0;
  };
  const { repair, isProven, isRetargeting } = await smallestRepair(problem, change, results);
  expect(await isRepair(repair), 'it repairs').toBe(true);
  expect(changeSize(repair)).toBeLessThanOrEqual(changeSize(change));
  tries.changes++;
  if (changeSize(change) > 1) tries.searched++;
  if (!isProven) return;
  if (changeSize(change) > 1) tries.decided++;
  if (changeSize(repair) > 1) tries.larger++;
  if (isRetargeting) tries.retargeting++;
  let takesAway = false;
  for (const edit of singleEdits(violated, input)) {
    const isRetargetingEdit = onlyRetargets(edit, violated, input, results);
    if (changeSize(repair) === 1 && !isRetargetingEdit) continue;
    if (!(await isRepair(edit))) continue;
    takesAway ||= isRetargetingEdit;
    const what = `${edit.removed.map(printTriple)} + ${edit.added.map(printTriple)}`;
    expect(changeSize(repair), `${what} for ${results.map(printViolation)}`).toBe(1);
  }
  if (changeSize(repair) > 2 && tries.muchLarger++ < maxMuchLarger) {
    for (const pair of pairsOfEdits(violated, input)) {
      const printed = `${pair.removed.map(printTriple)} + ${pair.added.map(printTriple)}`;
      expect(await isRepair(pair), printed).toBe(false);
    }
  }
  if (changeSize(repair) === 1) expect(isRetargeting, 'takes focus nodes out of targets').toBe(takesAway);
}

/** Trying all pairs of triples is slow. */
const maxMuchLarger = 3;

/** Changes of two triples, at least one of which is removed. */
function* pairsOfEdits(graph: Graph, input: ValidationInput): Iterable<GraphDelta> {
  const singles = [...singleEdits(graph, input)];
  const removals = singles.filter(({ removed }) => removed.length > 0);
  for (const [i, { removed }] of removals.entries()) {
    for (const other of singles.slice(i + 1)) {
      yield { added: other.added, removed: [...removed, ...other.removed] };
    }
  }
}

function printTriple({ subject, predicate, object }: Triple): string {
  return [subject, predicate, object].map(print).join(' ');
}

/** Changes of one triple. Subclasses and shapes are never changed. */
function* singleEdits(graph: Graph, { shapes }: ValidationInput): Iterable<GraphDelta> {
  const triples = [...graph.triples()].filter(({ predicate }) => predicate !== rdfs.subClassOf);
  for (const triple of triples) yield { added: [], removed: [triple] };
  const all = [...triples, ...shapes.graph.triples()];
  const fresh = [
    terms.iri('http://example.org/ns#fresh'),
    terms.literal('fresh'),
    terms.blankNode('fresh node'),
  ];
  const subjects = new Set([...triples.flatMap(({ subject, object }) => [subject, object]), ...fresh]);
  for (const { object } of shapes.graph.withPredicate(sh.targetNode)) subjects.add(object);
  const objects = new Set([...subjects, ...all.map(({ object }) => object)]);
  const predicates = new Set([rdf.type, ...triples.map(({ predicate }) => predicate)]);
  for (const name of ['p', 'q', 'r']) predicates.add(terms.iri(`http://example.org/ns#${name}`));
  for (const subject of subjects) {
    if (terms.isLiteral(subject)) continue;
    for (const predicate of predicates) {
      for (const object of objects) {
        const triple: Triple = { subject, predicate, object };
        if (!hasTriple(graph, triple)) yield { added: [triple], removed: [] };
      }
    }
  }
}

/** True when a change takes all focus nodes of the results out of their targets, and repairs none of them. */
function onlyRetargets(
  { added, removed }: GraphDelta,
  violated: Graph,
  input: ValidationInput,
  results: readonly Violation[],
): boolean {
  if (added.length > 0) return false;
  const dataGraph = new OverlayGraph(violated, { added, removed });
  const evaluator = createEvaluator(input.shapes, dataGraph, input.classGraph);
  return results.every((result) => {
    const { rootShape, rootFocusNode } = result;
    const root = input.shapes.get(rootShape)!;
    const isStill = evaluator
      .validateNode(rootFocusNode, rootShape)
      .some((other) => violationKey(other) === violationKey(result));
    const isValue =
      result.path === undefined &&
      result.focusNode === rootFocusNode &&
      removed.every(({ predicate, object }) => predicate !== rdf.type && object === rootFocusNode) &&
      isJudgedByTermAlone(evaluator, rootFocusNode, result.sourceShape, result.constraint);
    return isStill && !isValue && !evaluator.isTarget(root, rootFocusNode);
  });
}
