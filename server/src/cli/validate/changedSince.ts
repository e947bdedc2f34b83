import type { UnitAnalysis } from '../../ide/unitAnalysis.ts';
import { type Revision, RevisionFileSystem, resolvedLink } from '../../project/revision.ts';
import { knownResults } from '../../report/knownResults.ts';
import { type ValidationRun, validationRunOf } from '../../report/validationRun.ts';
import { withoutSuppressions } from '../../report/withoutSuppressions.ts';
import { type EngineName, type GivenFiles, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';

export interface SinceRequest extends GivenFiles {
  readonly inference: Parameters<typeof Workspace.open>[1];
  readonly engine: EngineName;
  readonly noSuppressions: boolean;
}

/**
 * The keys of the results that were there at a revision. The files as they were then are validated in memory, with the
 * links that they had; units of which no file has changed are not validated again.
 *
 * @throws UserError when the revision can't be read.
 */
export async function knownSince(
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
  const runBefore = validationRunOf([...unchanged, ...before]);
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
  // A removed file may have been linked, and a changed one may have declared what an import does not find now.
  if (removed.size > 0 || (unresolvedImports.length > 0 && changed.size > 0)) return true;
  for (const uri of changed) if (/\/(?:settings\.json|shacl-repair\.jsonc)$/.test(uri)) return true;
  return false;
}
