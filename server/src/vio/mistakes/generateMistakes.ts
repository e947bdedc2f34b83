import { seededRandom, seedOf } from '../../base/random.ts';
import { ClassHierarchy } from '../../shacl/classHierarchy.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import { CoverageRules } from '../cases/coverageRules.ts';
import type { Uncovered } from '../cases/reasons.ts';
import { caseStatistics, coverageOf } from '../cases/statistics.ts';
import { trivialRepairs } from '../cases/trivialRepairs.ts';
import { rootsOf } from '../expansion/roots.ts';
import { ShapeOrder } from '../expansion/shapeOrder.ts';
import type { GenerateEvent, GenerateHelpers } from '../generateEvent.ts';
import type { VioProblem } from '../problem.ts';
import type { GenerateOptions, MistakeCounts, VioCase, VioSuite } from '../vioCase.ts';
import { type MadeMistake, makeMistakes } from './makeMistakes.ts';
import type { MistakeFrequencies } from './mistakeProfile.ts';
import type { MistakeName } from './operators/index.ts';

type MistakeSuiteOptions = Omit<GenerateOptions, 'mode'> & {
  readonly mode: { readonly kind: 'mistakes'; readonly frequencies: MistakeFrequencies };
};

/** The cases of a suite of mistakes, as events, and then the suite. */
export async function* generateMistakes(
  problem: VioProblem,
  options: MistakeSuiteOptions,
  { crossCheck: check }: GenerateHelpers,
  signal: AbortSignal,
): AsyncGenerator<GenerateEvent, VioSuite, void> {
  const { mode, seed, maxCases: maxMistakes, maxEdits, ontologyNodes } = options;
  const { shapes } = problem.recorded.input;
  const constraints = shapes.shapes.flatMap((shape) => (shape.deactivated ? [] : shape.constraints));
  const covered = new Set<Constraint>();
  const cases: VioCase[] = [];
  const order = new ShapeOrder(shapes);
  const rules = new CoverageRules(
    order,
    problem.recorded,
    rootsOf({ recorded: problem.recorded, order, ontologyNodes }),
  );
  const making = makeMistakes(
    problem,
    { frequencies: mode.frequencies, seed, maxMistakes, maxEdits, ontologyNodes },
    signal,
  );
  for (;;) {
    yield progress(cases, covered, constraints);
    const next = await making.next();
    if (next.done) {
      const trivial = await trivialRepairs(problem, cases, signal);
      return { ...suiteOf(problem, cases, next.value), trivialRepairs: trivial };
    }
    const made = next.value;
    const crossCheck = await check?.(made.change, made.results, signal);
    const vioCase = await caseOf(problem, made, { seed, place: cases.length, crossCheck, rules }, signal);
    if (crossCheck?.kind !== 'differs')
      for (const constraint of [...vioCase.covered, ...vioCase.satisfied]) covered.add(constraint);
    cases.push(vioCase);
    yield { kind: 'case', case: vioCase };
  }
}

function progress(
  cases: readonly VioCase[],
  covered: ReadonlySet<Constraint>,
  constraints: readonly Constraint[],
): GenerateEvent {
  return {
    kind: 'progress',
    progress: { cases: cases.length, covered: covered.size, constraints: constraints.length },
  };
}

async function caseOf(
  problem: VioProblem,
  { operator, change, results, expected }: MadeMistake,
  {
    seed,
    place,
    crossCheck,
    rules,
  }: { readonly seed: number; readonly place: number; readonly rules: CoverageRules } & Pick<
    VioCase,
    'crossCheck'
  >,
  signal: AbortSignal,
): Promise<VioCase> {
  const { constraint, focusNode } = expected;
  const { recorded } = problem;
  const changed = changedInput(recorded.input, change);
  const classes = changed.classesChanged ? new ClassHierarchy(changed.input.classGraph) : recorded.classes;
  const { violated, satisfied, touched } = rules.exerciseOf(
    results,
    recorded.evaluatorOn(changed.input, classes),
  );
  const collateral = results.filter((result) => result.constraint !== constraint).length;
  return {
    operator,
    leafId: operator,
    path: [{ constraint, focusNodes: [focusNode] }],
    factors: [{ constraint, focusNode, strategy: 'mistake', value: undefined }],
    change,
    minted: [],
    namedBy: 'offline',
    covered: [...violated],
    satisfied: [...satisfied],
    touched: [...touched],
    expected,
    results,
    chosenResult: seededRandom(seedOf(seed, operator, String(place))).below(results.length),
    statistics: await caseStatistics(problem, { change, results, collateral }, signal),
    sameGraphAs: undefined,
    crossCheck,
  };
}

function suiteOf(
  { recorded: { input, result } }: VioProblem,
  cases: readonly VioCase[],
  mistakes: ReadonlyMap<MistakeName, MistakeCounts>,
): Omit<VioSuite, 'trivialRepairs'> {
  const { shapes } = input;
  const active = shapes.shapes.filter(({ deactivated }) => !deactivated);
  const deactivated = shapes.shapes.filter((shape) => shape.deactivated);
  const coverage = coverageOf(
    [...active, ...deactivated].flatMap(({ constraints }) => constraints),
    cases,
    ({ shape }, touching) =>
      shapes.get(shape)?.deactivated ? isDeactivated : touching.length > 0 ? onlyTouched : notMistaken,
  );
  return { cases, coverage, notChecked: result.notChecked, totals: { treeNodes: 0n, leaves: 0n }, mistakes };
}

const isDeactivated: Uncovered = { reason: 'DEACTIVATED', explanation: 'The shape is deactivated.' };

const notMistaken: Uncovered = {
  reason: 'BUDGET',
  explanation: 'None of the mistakes that were made violates it.',
};

const onlyTouched: Uncovered = {
  reason: 'BUDGET',
  explanation: 'None of the mistakes that were made violates it where the valid graph does not.',
};
