import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EvaluatedSuite, openSuite } from '../../server/src/lab/evaluation/suite/evaluatedSuite.ts';
import { nodeFileSystem } from '../../server/src/platform/reading/fileSystem.ts';
import { thresholds, weights } from '../../server/src/repair/scorecard/scorecard.ts';
import { type Choice, choicesOf } from './choices.ts';
import { fittedNone } from './fit.ts';
import { type JudgedRepair, judgedRepairs, type Verdict } from './judged.ts';
import { calibrationError, type FirstRepair, firstRepairs, mean, reliability } from './reliability.ts';

const signal = new AbortController().signal;
// Files of judged cases, folders of suites.
const [files, folders] = [true, false].map((isFile) =>
  process.argv.slice(2).filter((each) => each.endsWith('.json') === isFile),
) as [string[], string[]];
if (folders.length + files.length === 0) {
  console.error(
    'give folders of suites, such as those that generate --mistakes writes, or files of judged cases',
  );
  process.exit(2);
}
const judged: JudgedRepair[] = [];
for (const file of files) judged.push(...(await judgedRepairs(file)));
const all: Choice[] = [];
for (const folder of folders) {
  const dataSet = basename(folder).split('-')[0]!;
  const reading = await openSuite(`${pathToFileURL(resolve(folder)).href}/`, nodeFileSystem, signal);
  if (reading.kind === 'unreadable') {
    console.error(`${folder} is not read: ${reading.problems[0]?.message}`);
    continue;
  }
  const choices = await choicesOf(await EvaluatedSuite.of(reading.suite, {}, signal), dataSet);
  console.error(`${basename(folder)}: ${choices.length} choices`);
  all.push(...choices);
}
const dataSets = [...new Set(all.map(({ dataSet }) => dataSet))];

/** The first repairs of each data set, by scores of "none of them" that were fitted to the others. */
const leftOut = new Map(
  dataSets.map((each) => {
    const others = fittedNone(all.filter(({ dataSet }) => dataSet !== each));
    return [each, firstRepairs(own(each), others)] as const;
  }),
);
const asTheyAre = new Map(dataSets.map((each) => [each, firstRepairs(own(each), weights.none)] as const));

function own(name: string): readonly Choice[] {
  return all.filter(({ dataSet }) => dataSet === name);
}

const ofSuites = [
  table('The weights of the program', asTheyAre),
  table('Fitted, leaving out one data set at a time', leftOut),
  diagram('Reliability of the weights of the program', [...asTheyAre.values()].flat()),
  diagram('Reliability of the fitted ones, leave-one-out', [...leftOut.values()].flat()),
  `Fitted to all: ${JSON.stringify(rounded(fittedNone(all)))}`,
].join('\n\n');
if (folders.length > 0) write('<!-- npm run calibrate writes what follows -->', ofSuites);
if (files.length > 0)
  write('<!-- npm run calibrate writes the table of judged cases that follows -->', judgedTable(judged));

/** Prints what was measured, and replaces what the page says of it, up to the next measurement. */
function write(marker: string, report: string): void {
  console.log(report);
  const page = 'docs/calibration.md';
  const [before, after = ''] = readFileSync(page, 'utf8').split(marker);
  const next = /<!-- npm run calibrate [^>]*-->[\s\S]*$/.exec(after)?.[0];
  const text = report.split('\n\nFitted to all:')[0];
  writeFileSync(page, `${before}${marker}\n\n${text}\n${next === undefined ? '' : `\n${next}`}`);
}

/** Of the first repairs of judged cases, by how sure they were said to be, how many a person would make. */
function judgedTable(repairs: readonly JudgedRepair[]): string {
  const row = (name: string, own: readonly JudgedRepair[]) => {
    const count = (verdict: Verdict) => own.filter((each) => each.verdict === verdict).length;
    const good = count('right') + count('plausible');
    const [low, high] = shareInterval(good, own.length);
    return `| ${[
      name,
      own.length,
      count('right'),
      count('plausible'),
      count('other'),
      count('forbidden'),
      own.length === 0 ? '–' : `${percent(good / own.length)} (${percent(low)} to ${percent(high)})`,
    ].join(' | ')} |`;
  };
  const of = (certainty: JudgedRepair['certainty']) => repairs.filter((each) => each.certainty === certainty);
  const names = [...new Set(repairs.map(({ file }) => file))];
  const head = (first: string) => [
    `| ${first} | cases | right | plausible | other | forbidden | right or plausible (95 %) |`,
    '|---|---|---|---|---|---|---|',
  ];
  return [
    ...head('first repair'),
    row('certain', of('certain')),
    row('likely', of('likely')),
    row('possible', of('possible')),
    row('needs input', of('needsInput')),
    row('none', of('none')),
    '',
    ...head('file'),
    ...names.map((name) =>
      row(
        name,
        repairs.filter(({ file }) => file === name),
      ),
    ),
  ].join('\n');
}

/** The interval of Wilson for a share, at 95 %. */
function shareInterval(count: number, of: number): readonly [low: number, high: number] {
  if (of === 0) return [0, 1];
  const z = 1.96;
  const share = count / of;
  const middle = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const scale = 1 + z ** 2 / of;
  return [(middle - half) / scale, Math.min(1, (middle + half) / scale)];
}

function table(title: string, found: ReadonlyMap<string, readonly FirstRepair[]>): string {
  const row = (name: string, firsts: readonly FirstRepair[]) => {
    const certain = firsts.filter(({ isCertain }) => isCertain);
    return `| ${[
      name,
      firsts.length,
      percent(mean(firsts.map(({ isMeant }) => Number(isMeant)))),
      calibrationError(firsts).toFixed(3),
      certain.length,
      certain.length === 0 ? '–' : percent(mean(certain.map(({ isMeant }) => Number(isMeant)))),
    ].join(' | ')} |`;
  };
  return [
    `## ${title}`,
    '',
    `| data set | cases | first is what was meant | calibration error | certain (${100 * thresholds.certain} %) | of these meant |`,
    '|---|---|---|---|---|---|',
    ...[...found].map(([name, firsts]) => row(name, firsts)),
    row('**all**', [...found.values()].flat()),
  ].join('\n');
}

function diagram(title: string, firsts: readonly FirstRepair[]): string {
  return [
    `## ${title}`,
    '',
    '| said to be likely | cases | mean | meant |',
    '|---|---|---|---|',
    ...reliability(firsts).map(
      ({ count, said, was }, i) =>
        `| ${10 * i}–${10 * (i + 1)} % | ${count} | ${count === 0 ? '–' : percent(said)} | ${count === 0 ? '–' : percent(was)} |`,
    ),
  ].join('\n');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function rounded(table: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, Math.round(value * 10) / 10]));
}
