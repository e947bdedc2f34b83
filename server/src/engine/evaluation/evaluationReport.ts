import { UserError } from '../../base/userError.ts';
import { reportHtml, reportPage } from '../../evaluation/reports/html/reportHtml.ts';
import { mergeShards } from '../../evaluation/run/mergedRuns.ts';
import { type RecordedRun, recordedRun } from '../../evaluation/run/recordedRun.ts';
import { runFiles } from '../../evaluation/run/runFolder.ts';
import { readRun } from '../../evaluation/run/runJson.ts';
import { fileNameOfUri } from '../../project/uris.ts';
import type { EvaluationReport } from '../../protocol/editor/protocol.ts';
import { failed } from '../../protocol/failures.ts';
import type { EvaluationContext } from './evaluationContext.ts';

/** The report of runs as a page; several are compared. */
export async function evaluationReport(
  uris: readonly string[],
  { runs, pageFiles }: Pick<EvaluationContext, 'runs' | 'pageFiles'>,
  signal: AbortSignal,
): Promise<EvaluationReport> {
  try {
    const recorded: RecordedRun[] = [];
    for (const uri of uris) {
      const folder = runs.read(uri);
      const name = fileNameOfUri(uri);
      const text = await folder.read(runFiles.run);
      if (text === undefined) return failed(`${name} has no ${runFiles.run} any more.`);
      const reading = readRun(text);
      if (reading.kind === 'misfit') {
        return failed(
          `${name}/${runFiles.run} is not as this version of SHACL Repair writes it: ${reading.problem}.`,
        );
      }
      recorded.push(recordedRun(name, reading.value, folder));
    }
    const assets = await pageFiles(reportPage);
    return { kind: 'report', html: await reportHtml(mergeShards(recorded), { assets }, signal) };
  } catch (error) {
    if (error instanceof UserError) return failed(error.message);
    throw error;
  }
}
