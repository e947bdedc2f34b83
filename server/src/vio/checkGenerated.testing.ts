import fc from 'fast-check';
import { expect } from 'vitest';
import { hasTriple } from '../rdf/graph.ts';
import { tripleToNTriples } from '../rdf/nTriples.ts';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import type { Triple } from '../rdf/terms.ts';
import { createEvaluator, type Evaluator } from '../shacl/evaluator.ts';
import { changedInput } from '../shacl/incremental/changedInput.ts';
import { recordValidation } from '../shacl/incremental/recordedValidation.ts';
import { type Violation, violationKey } from '../shacl/model/violation.ts';
import { shortForm } from '../shacl/model/words.ts';
import { inputOf } from '../shacl/reference/differential/tally.testing.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import { arbitraryCase, type ShapesCase } from '../testing/arbitraryShapes.ts';
import { filesOf, suiteFolder } from '../testing/handMadeSuite.ts';
import { queryShapes } from '../testing/queryShapes.ts';
import { generated } from '../testing/vios.ts';
import { referenceCrossCheck } from './cases/crossCheck.ts';
import { madeValid } from './madeValid.testing.ts';
import { defaultMistakeProfile } from './mistakes/mistakeProfile.ts';
import type { VioProblem } from './problem.ts';
import { readSuite } from './suite/readSuite.ts';
import { SuiteVerifier } from './suite/verifySuite.ts';
import {
  type CaseFactor,
  defaultGenerateOptions,
  type GenerateMode,
  type GenerateOptions,
  type VioCase,
  type VioSuite,
} from './vioCase.ts';

const { signal } = new AbortController();

/** Counts of what was generated and checked. */
export interface Generated {
  suites: number;
  cases: number;
  /** Cases in which a query is violated. */
  ofQueries: number;
  /** Cases with a result that rdf-validate-shacl cannot judge. */
  notCompared: number;
}

const mode: fc.Arbitrary<GenerateMode> = fc.constantFrom(
  { kind: 'cover' },
  { kind: 'cover' },
  { kind: 'exhaustive' },
  { kind: 'sample', count: 2 },
  { kind: 'per-focus' },
  { kind: 'mistakes', frequencies: defaultMistakeProfile.frequencies },
);

/**
 * Checks suites that are generated from small random valid graphs. Each case violates the graph as recorded, by both
 * engines. Its inverse restores the graph. The same texts give the same bytes. The files that are read back hold as
 * well.
 */
export async function checkGenerated({
  queries = false,
  ...params
}: {
  readonly numRuns: number;
  readonly seed: number;
  /** Whether some of the shapes have queries. */
  readonly queries?: boolean;
}): Promise<Generated> {
  const all: Generated = { suites: 0, cases: 0, ofQueries: 0, notCompared: 0 };
  await fc.assert(
    fc.asyncProperty(
      queries ? caseWithQueries() : arbitraryCase(),
      mode,
      fc.nat(1000),
      async (shapesCase, mode, seed) => {
        const valid = await madeValid(shapesCase);
        const options = { ...defaultGenerateOptions, mode, seed, maxCases: 12 };
        const { problem, suite } = await generate(valid, options);
        if (suite.cases.length === 0) return;
        const { baseline, check } = await referenceCrossCheck(problem, signal);
        expect(baseline.kind).not.toBe('differs');
        for (const each of suite.cases) {
          await checkCase(problem, each);
          if (each.covered.some(({ kind }) => kind === 'sparql')) all.ofQueries++;
          const opinion = await check(each.change, each.results, signal);
          if (opinion.kind === 'notCompared') all.notCompared++;
          else expect(opinion).toEqual({ kind: 'agrees' });
        }
        all.suites++;
        all.cases += suite.cases.length;
        const again = await generate(valid, options);
        const files = await filesFor(problem, suite, options);
        expect([...(await filesFor(again.problem, again.suite, options))]).toEqual([...files]);
        await checkReadBack(files);
      },
    ),
    params,
  );
  return all;
}

function caseWithQueries(): fc.Arbitrary<ShapesCase> {
  const queried = fc.subarray([...queryShapes], { minLength: 1, maxLength: 4 });
  return fc
    .tuple(arbitraryCase(), queried)
    .map(([start, more]) => ({ ...start, shapes: [...start.shapes, ...more] }));
}

async function generate(shapesCase: ShapesCase, options: GenerateOptions) {
  const recorded = await recordValidation(inputOf(shapesCase));
  const problem: VioProblem = { recorded, prefixes: new Map(), term: shortForm };
  return { problem, suite: await generated(problem, options) };
}

async function checkCase({ recorded }: VioProblem, { change, results, factors }: VioCase): Promise<void> {
  const { input, result } = recorded;
  expect(result.violations).toEqual([]);
  const { removed, added } = change;
  expect(removed.every((triple) => hasTriple(input.dataGraph, triple))).toBe(true);
  expect(added.some((triple) => hasTriple(input.dataGraph, triple))).toBe(false);

  const after = changedInput(input, change).input;
  const found = (await recordValidation(after)).result.violations;
  expect(found.length).toBeGreaterThan(0);
  expect(keysOf(results)).toEqual(keysOf(found));

  const restored = new OverlayGraph(after.dataGraph, { removed: added, added: removed });
  expect(lines(restored.triples())).toEqual(lines(input.dataGraph.triples()));

  const evaluator = createEvaluator(after.shapes, after.dataGraph, after.classGraph);
  for (const factor of factors) expect(isMadeSo(factor, evaluator, after.shapes), 'its leaf').toBe(true);
}

/** Whether a factor is violated or fulfilled as it says, as far as a case records that. */
function isMadeSo(
  { constraint, focusNode, strategy, value }: CaseFactor,
  evaluator: Evaluator,
  { get }: ValidationInput['shapes'],
): boolean {
  const path = get(constraint.shape)!.path;
  const values = path === undefined ? [focusNode] : evaluator.values(focusNode, path);
  if (strategy === 'detach') return !values.includes(value!);
  if (strategy === 'sibling' && constraint.kind === 'qualifiedMinCount')
    return !evaluator.countedValues(constraint, values).includes(value!);
  if (constraint.kind === 'property')
    return values.some((each) => !evaluator.conforms(each, constraint.shapeRef));
  const check = evaluator.check(constraint)!;
  return check.kind === 'value'
    ? values.some((each) => !check.accepts(each))
    : check.failures(focusNode, values).length > 0;
}

function keysOf(violations: readonly Violation[]): readonly string[] {
  return violations.map(violationKey).toSorted();
}

function lines(triples: Iterable<Triple>): readonly string[] {
  return Array.from(triples, (triple) => tripleToNTriples(triple)).toSorted((a, b) => (a < b ? -1 : 1));
}

function filesFor(problem: VioProblem, suite: VioSuite, options: GenerateOptions) {
  return filesOf({
    problem,
    suite,
    options,
    origin: {
      name: 'random',
      version: '0.0.0',
      inputs: [],
      ifInvalid: 'refuse',
      preparation: undefined,
      subClassOfFrom: ['data', 'context'],
      graphPrefixes: new Map(),
      manifestPrefixes: new Map(),
    },
  });
}

/** Reads the files of a suite and checks them as `suite verify` does. */
async function checkReadBack(files: ReadonlyMap<string, string>): Promise<void> {
  const { folder, fileSystem } = suiteFolder(files);
  const reading = await readSuite(folder, fileSystem, signal);
  if (reading.kind === 'unreadable') expect(reading.problems).toEqual([]);
  else {
    const verifier = await SuiteVerifier.of(reading.suite, {}, signal);
    expect(verifier.problems).toEqual([]);
    for (const each of reading.suite.cases) expect(await verifier.caseProblems(each, signal)).toEqual([]);
  }
}
