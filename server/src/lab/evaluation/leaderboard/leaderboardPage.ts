import { counted } from '../../../base/counted.ts';
import { htmlReport } from '../../../base/report/htmlReport.ts';
import { type Block, heading, list, type Row, strong, table } from '../../../base/report/report.ts';
import { compareTexts } from '../../../rdf/termOrder.ts';
import { percent } from '../reports/summaryBlocks.ts';
import { tiers } from '../scores/scores.ts';
import { isControl } from '../systems/plainSystems.ts';
import type { Standing } from './judgeSubmission.ts';

/** A leaderboard as one HTML file that needs no network and has no script. */
export function leaderboardPage(board: Leaderboard): Promise<string> {
  return htmlReport('Leaderboard of repairs', style, [
    heading(1, 'Leaderboard of repairs'),
    'Every update was judged again. Rates are over all cases of the suite: cases that a run lacks count as failed. An answer reaches a tier only if it reaches those before it.',
    ...board.suites.flatMap(suiteSection),
    ...(board.notJudged.length === 0
      ? []
      : [
          heading(2, 'Not judged'),
          list(board.notJudged.map(({ submission, reason }) => [strong(submission), ` ${reason}`])),
        ]),
  ]);
}

function suiteSection({ name, sha256, cases, standings }: LeaderboardSuite): readonly Block[] {
  return [
    heading(2, name),
    { kind: 'paragraph', text: `${counted(cases, 'case')}, SHA-256 ${sha256}`, isNote: true },
    standings.length === 0
      ? 'Nobody has submitted a run on this suite.'
      : table(
          `rl${'r'.repeat(headers.length - 1)}l`,
          ['', 'system', ...headers],
          [
            ...standings
              .filter(({ system }) => !isControl(system))
              .map((each, i) => standingRow(each, i + 1)),
            ...standings
              .filter(({ system }) => isControl(system))
              .map((each) => standingRow(each, 'control')),
          ],
        ),
  ];
}

const headers = [
  'syntactic',
  'semantic',
  'relaxed',
  'isomorphic',
  'mean',
  'attempts',
  'USD',
  'version',
  'remarks',
];

/** @param rank counted from 1; controls have none. */
function standingRow(standing: Standing, rank: number | 'control'): Row {
  const { rates, mean, trials, missing, differing, cost, version } = standing;
  const remarks = [
    ...(missing > 0 ? [`${counted(missing, 'attempt')} missing`] : []),
    ...(differing > 0 ? [`${counted(differing, 'attempt')} judged differently than the run says`] : []),
  ];
  return [
    rank,
    nameOf(standing),
    ...tiers.map((tier) => percent(rates[tier])),
    percent(mean),
    trials - missing,
    cost === null ? 'unknown' : cost.toFixed(2),
    version,
    remarks.join('; '),
  ];
}

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: 0.3rem 0.6rem; text-align: right; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
th { font-weight: 600; }
th:nth-child(2), td:nth-child(2), th:last-child, td:last-child { text-align: left; }
tbody tr:first-child td { font-weight: 600; }
.note { opacity: 0.75; overflow-wrap: anywhere; }
`;

/** All submissions, scored on the same suites. */
export interface Leaderboard {
  readonly suites: readonly LeaderboardSuite[];
  /** Runs that are not scored, each with the reason as a sentence. */
  readonly notJudged: readonly { readonly submission: string; readonly reason: string }[];
}

interface LeaderboardSuite {
  readonly name: string;
  /** The hash that submissions must have recorded. */
  readonly sha256: string;
  readonly cases: number;
  /** Best mean first; equal ones by name. */
  readonly standings: readonly Standing[];
}

/** Standings in the order of their means, then by what restores more, then by name. */
export function ranked(standings: readonly Standing[]): readonly Standing[] {
  return standings.toSorted(
    (a, b) =>
      b.mean - a.mean || b.rates.isomorphism - a.rates.isomorphism || compareTexts(nameOf(a), nameOf(b)),
  );
}

/** `model:gpt-4o SF+ (run of ours)`. */
function nameOf({ system, strategy, submission }: Standing): string {
  return `${strategy === null ? system : `${system} ${strategy}`} (${submission})`;
}
