import { counted } from '../../../base/counted.ts';
import { type PageNode, pageElement, staticPage } from '../../../base/pages/staticPage.ts';
import { tiers } from '../scores/scores.ts';
import { isControl } from '../systems/plainSystems.ts';
import type { Standing } from './judgeSubmission.ts';
import { type Leaderboard, type LeaderboardSuite, nameOf } from './leaderboard.ts';

/** A leaderboard as one HTML file that needs no network and has no script. */
export function leaderboardPage(board: Leaderboard): Promise<string> {
  return staticPage('Leaderboard of repairs', style, [
    pageElement('h1', {}, 'Leaderboard of repairs'),
    pageElement(
      'p',
      {},
      'Every update was judged anew, and rates are over all cases of the suite: what a run lacks counts as failed. An answer reaches a tier only if it reaches those before it.',
    ),
    ...board.suites.flatMap(suiteSection),
    ...(board.notJudged.length === 0
      ? []
      : [
          pageElement('h2', {}, 'Not judged'),
          pageElement(
            'ul',
            {},
            ...board.notJudged.map(({ submission, reason }) =>
              pageElement('li', {}, pageElement('b', {}, submission), ` ${reason}`),
            ),
          ),
        ]),
  ]);
}

function suiteSection({ name, sha256, cases, standings }: LeaderboardSuite): readonly PageNode[] {
  return [
    pageElement('h2', {}, name),
    pageElement('p', { class: 'note' }, `${counted(cases, 'case')}, SHA-256 ${sha256}`),
    standings.length === 0
      ? pageElement('p', {}, 'Nobody has submitted a run on this suite.')
      : pageElement(
          'table',
          {},
          pageElement('thead', {}, row('th', ['', 'system', ...headers])),
          pageElement(
            'tbody',
            {},
            ...standings
              .filter(({ system }) => !isControl(system))
              .map((each, i) => standingRow(each, String(i + 1))),
            ...standings
              .filter(({ system }) => isControl(system))
              .map((each) => standingRow(each, 'control')),
          ),
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
function standingRow(standing: Standing, rank: string): PageNode {
  const { rates, mean, trials, missing, differing, cost, version } = standing;
  const remarks = [
    ...(missing > 0 ? [`${counted(missing, 'attempt')} missing`] : []),
    ...(differing > 0 ? [`${counted(differing, 'attempt')} judged differently than the run says`] : []),
  ];
  return row('td', [
    rank,
    nameOf(standing),
    ...tiers.map((tier) => percent(rates[tier])),
    percent(mean),
    String(trials - missing),
    cost === null ? 'unknown' : cost.toFixed(2),
    version,
    remarks.join('; '),
  ]);
}

function row(name: 'td' | 'th', cells: readonly string[]): PageNode {
  return pageElement('tr', {}, ...cells.map((cell) => pageElement(name, {}, cell)));
}

function percent(share: number): string {
  return (100 * share).toFixed(2);
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
