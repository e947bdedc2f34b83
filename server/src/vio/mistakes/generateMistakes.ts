import { seededRandom, seedOf } from '../../base/random.ts';
import type { Constraint } from '../../shacl/shapesGraph/shape.ts';
import { caseStatistics } from '../cases/statistics.ts';
import type {
  ConstraintCoverage,
  GenerateOptions,
  MistakeCounts,
  VioCase,
  VioSuite,
} from '../cases/vioCase.ts';
import type { GenerateEvent, GenerateHelpers } from '../generateEvent.ts';
import type { VioProblem } from '../problem.ts';
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
  const { mode, seed, maxCases: maxMistakes, maxEdits } = options;
  const { shapes } = problem.recorded.input;
  const constraints = shapes.shapes.flatMap((shape) => (shape.deactivated ? [] : shape.constraints));
  const covered = new Set<Constraint>();
  const cases: VioCase[] = [];
  const making = makeMistakes(
    problem,
    { frequencies: mode.frequencies, seed, maxMistakes, maxEdits },
    signal,
  );
  for (;;) {
    yield progress(cases, covered, constraints);
    const next = await making.next();
    if (next.done) return suiteOf(problem, cases, next.value);
    const made = next.value;
    const crossCheck = await check?.(made.change, made.results, signal);
    const vioCase = await caseOf(problem, made, { seed, place: cases.length, crossCheck }, signal);
    if (crossCheck?.kind !== 'differs') for (const constraint of vioCase.covered) covered.add(constraint);
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
  }: { readonly seed: number; readonly place: number } & Pick<VioCase, 'crossCheck'>,
  signal: AbortSignal,
): Promise<VioCase> {
  const { constraint, focusNode } = expected;
  const collateral = results.filter((result) => result.constraint !== constraint).length;
  return {
    operator,
    leafId: operator,
    path: [{ constraint, focusNodes: [focusNode] }],
    factors: [{ constraint, focusNode, strategy: 'mistake', value: undefined }],
    change,
    minted: [],
    namedBy: 'offline',
    covered: [...new Set(results.map((result) => result.constraint))],
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
): VioSuite {
  const { shapes } = input;
  const active = shapes.shapes.filter(({ deactivated }) => !deactivated);
  const deactivated = shapes.shapes.filter((shape) => shape.deactivated);
  const coverage = [...active, ...deactivated].flatMap((shape) =>
    shape.constraints.map((constraint) => coverageOf(constraint, shape.deactivated, cases)),
  );
  return { cases, coverage, notChecked: result.notChecked, totals: { treeNodes: 0n, leaves: 0n }, mistakes };
}

function coverageOf(
  constraint: Constraint,
  isDeactivated: boolean,
  cases: readonly VioCase[],
): ConstraintCoverage {
  const covering = cases.flatMap(({ covered, crossCheck }, place) =>
    crossCheck?.kind !== 'differs' && covered.includes(constraint) ? [place] : [],
  );
  if (covering.length > 0) return { constraint, cases: covering, reason: undefined, explanation: undefined };
  return isDeactivated
    ? { constraint, cases: [], reason: 'DEACTIVATED', explanation: 'The shape is deactivated.' }
    : {
        constraint,
        cases: [],
        reason: 'BUDGET',
        explanation: 'None of the mistakes that were made violates it.',
      };
}
