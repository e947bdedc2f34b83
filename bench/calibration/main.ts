import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EvaluatedSuite } from '../../server/src/evaluation/suite/evaluatedSuite.ts';
import { openSuite } from '../../server/src/evaluation/suite/openSuite.ts';
import { nodeFileSystem } from '../../server/src/platform/reading/fileSystem.ts';
import { thresholds, weights } from '../../server/src/repair/scorecard/weights.ts';
import { type Choice, choicesOf } from './choices.ts';
import { fittedNone } from './fit.ts';
import { calibrationError, type FirstRepair, firstRepairs, mean, reliability } from './reliability.ts';

const signal = new AbortController().signal;
const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('give the folders of suites, such as those that generate --mistakes writes');
  process.exit(2);
}
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

const report = [
  table('The weights of the program', asTheyAre),
  table('Fitted, leaving out one data set at a time', leftOut),
  diagram('Reliability of the weights of the program', [...asTheyAre.values()].flat()),
  diagram('Reliability of the fitted ones, leave-one-out', [...leftOut.values()].flat()),
  `Fitted to all: ${JSON.stringify(rounded(fittedNone(all)))}`,
].join('\n\n');
console.log(report);
const page = 'docs/calibration.md';
const [head] = readFileSync(page, 'utf8').split(marker());
writeFileSync(page, `${head}${marker()}\n\n${report.split('\n\nFitted to all:')[0]}\n`);

function marker(): string {
  return '<!-- npm run calibrate writes what follows -->';
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
