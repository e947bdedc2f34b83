import path from 'node:path';
import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import {
  judgedCases,
  judgeSubmission,
  type Standing,
} from '../../lab/evaluation/leaderboard/judgeSubmission.ts';
import {
  type Leaderboard,
  leaderboardPage,
  ranked,
} from '../../lab/evaluation/leaderboard/leaderboardPage.ts';
import { mergeShards } from '../../lab/evaluation/reports/mergedRuns.ts';
import { suiteTitle } from '../../lab/evaluation/reports/pooledGraphs.ts';
import { type RecordedRun, recordedRun } from '../../lab/evaluation/reports/runStatistics.ts';
import { runFiles } from '../../lab/evaluation/run/runFolder.ts';
import { readRun, suiteHash } from '../../lab/evaluation/run/runJson.ts';
import { type EvaluatedSuite, openSuite } from '../../lab/evaluation/suite/evaluatedSuite.ts';
import { validatedSuite } from '../../languageServer/jobs/evaluate/validatedSuite.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { ProgressLine } from '../output/progressLine.ts';

const maxFiles = 10_000;
const pageName = 'leaderboard.html';

/**
 * Judges all runs below a folder on the suites below it, and writes the page into it.
 *
 * @throws UserError when it has no suite, or the page can't be written.
 */
export async function writeLeaderboard(given: string, io: CommandIo): Promise<void> {
  const folder = uriOf(io.cwd, given).replace(/\/$/, '');
  const suites = await suitesBelow(folder, io);
  if (suites.size === 0) {
    throw new UserError(`${given} has no suite. Put the suites, and the folders of the runs, into it.`);
  }
  const { runs, notJudged } = await runsBelow(folder, io);
  const standings = new Map<string, Standing[]>();
  const refused = [...notJudged];
  const progress = new ProgressLine(io.progress);
  try {
    for (const run of mergeShards(runs)) {
      const { sha256, name } = run.run.suite;
      const suite = suites.get(sha256);
      if (suite === undefined) {
        refused.push({
          submission: run.name,
          reason: `was made on another version of “${name}”: no suite here has its SHA-256, ${sha256}.`,
        });
        continue;
      }
      progress.show(`judging ${run.name}`);
      standings.set(sha256, [
        ...(standings.get(sha256) ?? []),
        ...(await judgeSubmission(run, suite, unaborted)),
      ]);
    }
  } finally {
    progress.end();
  }
  const board: Leaderboard = {
    suites: [...suites].map(([sha256, { suite }]) => ({
      name: suiteTitle(suite.description),
      sha256,
      cases: judgedCases(suite).length,
      standings: ranked(standings.get(sha256) ?? []),
    })),
    notJudged: refused,
  };
  await writePage(path.resolve(io.cwd, given, pageName), await leaderboardPage(board), io);
  const judged = board.suites.reduce((sum, { standings: { length } }) => sum + length, 0);
  io.stdout.write(
    `${given}/${pageName}: ${counted(judged, 'standing')} on ${counted(board.suites.length, 'suite')}\n`,
  );
  for (const { submission, reason } of refused) io.stderr.write(`${submission} ${reason}\n`);
}

async function suitesBelow(folder: string, io: CommandIo): Promise<ReadonlyMap<string, EvaluatedSuite>> {
  const suites = new Map<string, EvaluatedSuite>();
  for (const uri of await filesBelow(folder, 'suite.json', io)) {
    const reading = await openSuite(uri.replace(/\/suite\.json$/, ''), io.fileSystem, unaborted);
    if (reading.kind !== 'suite') {
      const [problem] = reading.problems;
      throw new UserError(`${displayPath(io.cwd, uri)} is no suite that can be read: ${problem?.message}`);
    }
    const { probe, quarantined } = io;
    const validation = { ...(probe && { probe }), ...(quarantined && { quarantined }) };
    const validated = await validatedSuite(reading.suite, validation, unaborted);
    suites.set(suiteHash(reading.suite), validated);
  }
  return suites;
}

async function runsBelow(
  folder: string,
  io: CommandIo,
): Promise<{ readonly runs: readonly RecordedRun[]; readonly notJudged: Leaderboard['notJudged'] }> {
  const runs: RecordedRun[] = [];
  const notJudged: Leaderboard['notJudged'][number][] = [];
  for (const uri of await filesBelow(folder, runFiles.run, io)) {
    const own = uri.slice(0, -`/${runFiles.run}`.length);
    const name = decodeURIComponent(own.slice(folder.length + 1));
    const files = io.runs.read(own);
    const reading = readRun((await files.read(runFiles.run)) ?? '');
    if (reading.kind === 'read') runs.push(recordedRun(name, reading.value, files));
    else
      notJudged.push({ submission: name, reason: `is no run: in its ${runFiles.run}, ${reading.problem}.` });
  }
  return { runs, notJudged };
}

async function filesBelow(folder: string, name: string, io: CommandIo): Promise<readonly string[]> {
  const found = await io.fileSystem.list(folder, `**/${name}`, { files: maxFiles, root: folder });
  return found.uris;
}

async function writePage(file: string, html: string, io: CommandIo): Promise<void> {
  const page = await io.openReport(file);
  try {
    await page.write(html);
    await page.publish();
  } catch (error) {
    await page.abandon();
    throw error;
  }
}
