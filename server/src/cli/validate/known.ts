import { UserError } from '../../base/userError.ts';
import type { UnitAnalysis } from '../../service/ide/unitAnalysis.ts';
import { knownResults, type StaleEntry, staleEntries } from '../../service/report/baseline.ts';
import {
  baselineResults,
  type ValidationRun,
  validationRunOf,
  withoutSuppressions,
} from '../../service/report/validationRun.ts';
import { type Baseline, knownInBaselines, readBaseline } from '../../workspace/project/baseline.ts';
import { type Revision, RevisionFileSystem, resolvedLink } from '../../workspace/project/revision.ts';
import { type EngineName, type GivenFiles, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { uriOf } from '../output/paths.ts';
import type { ValidateRequest } from './validateOptions.ts';

interface Known {
  /** The keys of the results that are known; undefined when there is nothing to compare with. */
  readonly keys: ReadonlySet<string> | undefined;
  /** The entries of baselines whose results are gone. */
  readonly stale: readonly StaleEntry[];
}

/**
 * What is known about the results from a revision, and from the baseline that the user named or otherwise those of the
 * project files.
 */
export async function knownResultsOf(
  run: ValidationRun,
  { baseline: path, changedSince, ...request }: ValidateRequest,
  engine: EngineName,
  io: CommandIo,
): Promise<Known> {
  const baselines = path === undefined ? run.baselines : [await givenBaseline(path, io)];
  if (baselines.length === 0 && changedSince === undefined) return { keys: undefined, stale: [] };
  const before =
    changedSince === undefined ? [] : await knownSince(run, changedSince, { ...request, engine }, io);
  return {
    keys: new Set([...knownInBaselines(baselineResults(run), baselines), ...before]),
    stale: baselines.flatMap((baseline) => staleEntries(run, baseline, uriOf(io.cwd, '.'))),
  };
}

/** What is known about the results of a change: what the store had before, and what the project files know. */
export function knownInStore(run: ValidationRun, before: ReadonlySet<string>): Known {
  // Other entries may be about nodes that the change does not affect.
  return { keys: new Set([...before, ...knownInBaselines(baselineResults(run), run.baselines)]), stale: [] };
}

/**
 * The results in the earlier report that the user named, except those that comments ignored.
 * @throws UserError when the file is not such a report.
 */
async function givenBaseline(path: string, { fileSystem, cwd }: CommandIo): Promise<Baseline> {
  const file = await fileSystem.read(uriOf(cwd, path));
  if (file.kind === 'unreadable') {
    const reason = file.reason === 'missing' ? 'it does not exist' : file.detail;
    throw new UserError(`the baseline ${path} can't be read: ${reason}.`);
  }
  const reading = readBaseline(file.text);
  if (reading.kind === 'misfit') {
    throw new UserError(
      `the baseline ${path} is not a report of 'shacl-repair validate --format json': ${reading.problem}.`,
    );
  }
  return reading.baseline;
}

interface SinceRequest extends GivenFiles {
  readonly inference: Parameters<typeof Workspace.open>[1];
  readonly engine: EngineName;
  readonly noSuppressions: boolean;
}

/**
 * The keys of the results at a revision. The files of that revision are validated in memory, with the links that they had;
 * units of which no file has changed are not validated again.
 *
 * @throws UserError when the revision can't be read.
 */
async function knownSince(
  run: ValidationRun,
  name: string,
  { data: _, inference, engine, noSuppressions, ...given }: SinceRequest,
  io: CommandIo,
): Promise<ReadonlySet<string>> {
  io.probe?.step(`asking git about ${name}`);
  const revision = await io.openRevision(io.cwd, name);
  const unchanged = run.analyses.filter((analysis) => !hasChanged(analysis, revision));
  const changed = run.analyses.filter((analysis) => !unchanged.includes(analysis));
  const data = changed
    .flatMap(({ graphs }) => graphs.linked.unit.data)
    .map((uri) => revision.renamed.get(uri) ?? uri)
    .filter((uri) => revision.files.has(uri));
  const before = data.length === 0 ? [] : await validatedBefore(data);
  const runBefore = await validationRunOf([...unchanged, ...before]);
  const { results } = noSuppressions ? withoutSuppressions(runBefore) : runBefore;
  return knownResults(run, results, revision);

  async function validatedBefore(files: readonly string[]): Promise<readonly UnitAnalysis[]> {
    const fileSystem = new RevisionFileSystem(io.fileSystem, revision);
    const workspace = await Workspace.open({ ...io, fileSystem }, inference);
    return (await workspace.check({ ...given, data: files }, engine)).analyses;
  }
}

/** True when a file of the unit has changed, or a change elsewhere may have changed what is linked. */
function hasChanged({ graphs: { linked } }: UnitAnalysis, { changed, files, removed }: Revision): boolean {
  const { unit, dependsOn, unresolvedImports } = linked;
  if (unit.data.some((uri) => !files.has(uri))) return true;
  for (const uri of dependsOn) if (changed.has(resolvedLink(uri, files))) return true;
  // A removed file may have been linked, and a changed one may have declared an ontology that an import no longer finds.
  if (removed.size > 0 || (unresolvedImports.length > 0 && changed.size > 0)) return true;
  for (const uri of changed) if (/\/(?:settings\.json|shacl-repair\.jsonc)$/.test(uri)) return true;
  return false;
}
