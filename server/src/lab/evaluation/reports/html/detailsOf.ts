import { type Trial, type TrialRound, tiersReached } from '../../run/trial.ts';
import { withheldMessage } from '../../system.ts';
import type { MergedRun } from '../runStatistics.ts';
import type {
  ReportData,
  ReportedCase,
  ReportedRun,
  ReportedSuite,
  RoundDetails,
  TrialDetails,
} from './reportData.ts';

/** The maximum number of trials that a page shows in detail. */
const maxTrials = 400;
/** The maximum length of all texts of a page, in UTF-16 units. */
const maxTexts = 4_000_000;
/** The maximum length of a text. Longer texts are cut in the middle, because prompts end with the question. */
const maxText = 40_000;

/** Collects the details of some of the trials. */
export async function detailsOf(
  runs: readonly MergedRun[],
  reported: readonly ReportedRun[],
  suites: readonly ReportedSuite[],
): Promise<Pick<ReportData, 'details' | 'texts'>> {
  const chosen = chosenTrials(reported, ({ suite }) => suites[suite]!.cases, maxTrials);
  const trials = await readTrials(runs, reported, suites, chosen);
  const sent = await readTexts(runs, trials.values());
  const texts = new Texts();
  const details: TrialDetails[] = [];
  for (const place of chosen) {
    const trial = trials.get(placeKey(place));
    if (!trial) continue;
    if (texts.size > maxTexts) break;
    const rounds = trial.rounds.map((round) => roundDetails(round, sent, texts));
    details.push({ ...place, failure: trial.failure, rounds });
  }
  return { details, texts: texts.all };
}

/** Reads the trials at some places. */
async function readTrials(
  runs: readonly MergedRun[],
  reported: readonly ReportedRun[],
  suites: readonly ReportedSuite[],
  chosen: readonly TrialPlace[],
): Promise<ReadonlyMap<string, Trial>> {
  const wanted = new Set(chosen.map(placeKey));
  const found = new Map<string, Trial>();
  for (const [run, { trials }] of runs.entries()) {
    const { cells, suite } = reported[run]!;
    const cellPlaces = new Map(cells.map(({ id }, index) => [id, index]));
    const casePlaces = new Map(suites[suite]!.cases.map(({ id }, index) => [id, index]));
    for await (const trial of trials()) {
      const cell = cellPlaces.get(trial.cell) ?? -1;
      const key = placeKey({ run, cell, case: casePlaces.get(trial.case)!, repeat: trial.repeat });
      if (wanted.has(key)) found.set(key, trial);
    }
  }
  return found;
}

/** Reads the messages that were sent in some trials, by hash. */
async function readTexts(
  runs: readonly MergedRun[],
  trials: Iterable<Trial>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set<string>();
  for (const { rounds } of trials) {
    for (const { asked } of rounds) for (const { sha256 } of newMessages(asked)) wanted.add(sha256);
  }
  const texts = new Map<string, string>();
  for (const run of runs) {
    if (!run.texts) continue;
    for await (const { sha256, text } of run.texts())
      if (wanted.has(sha256)) texts.set(sha256, clipped(text));
  }
  return texts;
}

/** The new messages of a request, without those of earlier rounds. */
function newMessages(asked: TrialRound['asked']) {
  return asked?.messages?.filter(({ role }) => role === 'user').slice(-1) ?? [];
}

function roundDetails(
  { answer, update, scores, verdict, asked, ms, ...round }: TrialRound,
  sent: ReadonlyMap<string, string>,
  texts: Texts,
): RoundDetails {
  const [message] = newMessages(asked);
  const prompt = message && sent.get(message.sha256);
  const shown = asked === null ? null : prompt === undefined ? undefined : texts.add(prompt);
  return {
    height: tiersReached(scores),
    ...(shown !== undefined && { prompt: shown }),
    answer: texts.add(answer),
    update: update === null ? null : texts.add(update),
    remarks: remarksOn({ scores, asked, ...round }),
    ...(verdict && { verdict }),
    tokens: asked && { input: asked.usage.input, output: asked.usage.output },
    ms,
  };
}

function remarksOn({
  scores,
  asked,
  envelopeStrict,
  prefixesInjected,
  referenceDifference,
}: Pick<
  TrialRound,
  'scores' | 'asked' | 'envelopeStrict' | 'prefixesInjected' | 'referenceDifference'
>): readonly string[] {
  const { degenerate, needsInput, hallucinatedTerms, confirmed, localValid, semantic } = scores;
  return [
    ...(degenerate ? ['A focus node is no longer a target, or nothing is left of it (degenerate).'] : []),
    ...(localValid && !semantic
      ? ['The result that the system was shown is repaired, but others are left.']
      : []),
    ...(needsInput ? ['Has values that the user has to replace.'] : []),
    ...(hallucinatedTerms.length > 0
      ? [`Properties and classes that no file mentions: ${hallucinatedTerms.slice(0, 5).join(', ')}.`]
      : []),
    ...(confirmed === false ? [referenceDifference ?? 'rdf-validate-shacl finds other results.'] : []),
    ...(envelopeStrict || !asked ? [] : ['Not in exactly the requested form.']),
    ...(prefixesInjected.length > 0 ? [`Prefixes not declared: ${prefixesInjected.join(', ')}.`] : []),
    ...(asked?.finish === 'length' ? ['The answer was cut off at its limit.'] : []),
    ...(asked?.finish === 'filtered' ? [withheldMessage] : []),
    ...(asked?.fromCache ? ['Answered from the cache.'] : []),
  ];
}

/** Texts by index, each stored once. */
class Texts {
  readonly #places = new Map<string, number>();
  size = 0;

  add(text: string): number {
    const short = clipped(text);
    const known = this.#places.get(short);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#places.set(short, place);
    this.size += short.length;
    return place;
  }

  get all(): readonly string[] {
    return [...this.#places.keys()];
  }
}

function clipped(text: string): string {
  if (text.length <= maxText) return text;
  const left = text.length - maxText;
  const half = maxText / 2;
  return `${text.slice(0, half)}\n… ${left.toLocaleString('en')} characters are left out of this page …\n${text.slice(-half)}`;
}

/** Identifies a trial of a report by indices. */
interface TrialPlace {
  readonly run: number;
  readonly cell: number;
  readonly case: number;
  /** From 1. */
  readonly repeat: number;
}

/** A key for a trial: equal for the same trial. */
function placeKey({ run, cell, case: index, repeat }: TrialPlace): string {
  return `${run} ${cell} ${index} ${repeat}`;
}

/**
 * Chooses the trials that the page shows in detail: as many as fit of those that do not restore the graph with their
 * first answer, and of those in which two runs of a suite differ. Systems, tiers and components take turns, so that
 * each has its share. The same runs give the same choice.
 */
export function chosenTrials(
  runs: readonly ReportedRun[],
  casesOf: (run: ReportedRun) => readonly ReportedCase[],
  max: number,
): readonly TrialPlace[] {
  const groups = new Map<string, TrialPlace[]>();
  for (const { place, height, differs } of trialsOf(runs)) {
    if (height === 4 && !differs) continue;
    const { component } = casesOf(runs[place.run]!)[place.case]!;
    // Differences between runs come first: there are few, and they are why runs are compared.
    const group = `${differs ? 0 : 1} ${place.run} ${place.cell} ${height} ${component}`;
    const members = groups.get(group) ?? [];
    groups.set(group, members);
    members.push(place);
  }
  const ordered = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, members]) => members);
  const chosen: TrialPlace[] = [];
  for (let turn = 0; chosen.length < max; turn++) {
    const next = ordered.flatMap((members) => members.slice(turn, turn + 1));
    if (next.length === 0) break;
    chosen.push(...next.slice(0, max - chosen.length));
  }
  return chosen;
}

function* trialsOf(runs: readonly ReportedRun[]) {
  for (const [run, { cells, repeat, suite }] of runs.entries()) {
    const others = runs.filter((other, index) => index !== run && other.suite === suite);
    for (const [cell, { id, reached }] of cells.entries()) {
      const counterparts = others.flatMap((other) =>
        other.repeat === repeat ? other.cells.filter((each) => each.id === id) : [],
      );
      for (const [index, digit] of [...reached.first].entries()) {
        if (digit === '-') continue;
        const differs = counterparts.some(({ reached: { first } }) => {
          const counterpart = first[index] ?? '-';
          return counterpart !== '-' && (counterpart === '4') !== (digit === '4');
        });
        const place = { run, cell, case: Math.floor(index / repeat), repeat: (index % repeat) + 1 };
        yield { place, height: Number(digit), differs };
      }
    }
  }
}
