import type {
  ReportData,
  ReportedCell,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';

const noCost: ReportedCell['cost'] = {
  input: 0,
  output: 0,
  estimated: false,
  usd: 0,
  usdPerTrial: 0,
  answers: 0,
  fromCache: 0,
};

/** A cell of a run as `system strategy: digits`, the digits being how far its trials get. */
export function testCell(text: string, more: Partial<ReportedCell> = {}): ReportedCell {
  const [id = '', digits = ''] = text.split(': ');
  const [system = '', strategy = null] = id.split(' ');
  return {
    id,
    system,
    strategy,
    model: strategy === null ? null : 'scripted',
    notRun: null,
    trials: digits.replaceAll('-', '').length,
    missing: 0,
    failures: {},
    ms: { median: 1, p95: 1 },
    rounds: 1,
    cost: noCost,
    reached: { first: digits, lenient: digits, last: digits, best: digits },
    ...more,
  };
}

export interface TestReport {
  /** The data sets of the cases of each suite, and whether a smallest repair restores the graph: `a+ a- b?`. */
  readonly suites?: readonly string[];
  readonly runs: readonly {
    readonly name?: string;
    readonly suite?: number;
    readonly repeat?: number;
    readonly cells: readonly (string | ReportedCell)[];
  }[];
  readonly more?: Partial<ReportData>;
}

/** The data of a page, without what a test is not about. */
export function testReport({ suites = ['a+ a+ a- b?'], runs, more }: TestReport): ReportData {
  return {
    title: 'test',
    suites: suites.map((cases, suite) => ({
      name: `suite ${suite}`,
      cases: cases.split(' ').map((text, index) => ({
        id: `case-${index + 1}`,
        dataset: text.slice(0, -1),
        component: `http://www.w3.org/ns/shacl#${index % 2 === 0 ? 'Class' : 'MinCount'}ConstraintComponent`,
        recoverable: { '+': true, '-': false }[text.at(-1)!] ?? null,
      })),
    })),
    runs: runs.map(({ name = 'run', suite = 0, repeat = 1, cells }) => ({
      name,
      suite,
      repeat,
      shard: { index: 1, of: 1 },
      ceiling: { recoverable: 0.5, undecided: 0.25 },
      cells: cells.map((cell) => (typeof cell === 'string' ? testCell(cell) : cell)),
    })),
    statistics: { seed: 1, resamples: 100, averages: [], comparisons: [] },
    details: [],
    texts: [],
    ...more,
  };
}
