import { memoized } from '../../base/memoized.ts';
import type { Baseline, readBaseline } from './baseline.ts';
import type { FileText } from './fileSystem.ts';
import { findProjectFile } from './findProjectFile.ts';
import type { LinkContext } from './linkContext.ts';
import type { ProjectFile, ProjectProblem } from './projectFile.ts';
import type { UnitFiles } from './unitFiles.ts';
import { resolvePath } from './uris.ts';
import { projectFileName } from './workspaceFiles.ts';

/** The settings of the project file for a unit. */
export interface UnitProject {
  /** The project file that applies to the data. */
  readonly project: ProjectFile | undefined;
  /** The baseline that the project file names. */
  readonly baseline: Baseline | undefined;
}

export const noProject: UnitProject = { project: undefined, baseline: undefined };

/**
 * Finds the project file of a data file, and reads its baseline. Problems of the project file leave the verdict open. An
 * unreadable baseline does not: then all results count.
 */
export async function addProject(
  dataUri: string,
  files: UnitFiles,
  { store, folders }: LinkContext,
): Promise<UnitProject> {
  const { file, lookedFor, refused } = await findProjectFile(
    dataUri,
    store,
    folders.map(({ folderUri }) => folderUri),
  );
  for (const uri of lookedFor) files.dependsOn.add(uri);
  if (refused) {
    files.gaps.push(refused);
    files.report(undefined, 'warning', refused.message);
  }
  if (!file) return noProject;
  reportProblems(file, file.problems, files);
  return { project: file, baseline: await baselineOf(file, files, store) };
}

/** Reports names in the project file that no linked file has. If a file could not be read, they may be in it. */
export async function reportUnknownNames({ project }: UnitProject, files: UnitFiles): Promise<void> {
  if (!project || files.gaps.length > 0 || project.severity.length === 0) return;
  const { unknownSeverityNames } = await import('./severityNames.ts');
  const documents = [...files.documents.values()];
  const shapes = [...files.withRole('shapes'), ...files.withRole('data')].flatMap(
    (uri) => files.documents.get(uri) ?? [],
  );
  reportProblems(project, unknownSeverityNames(project, shapes, documents), files);
}

function reportProblems(
  { uri, lines }: ProjectFile,
  problems: readonly ProjectProblem[],
  files: UnitFiles,
): void {
  for (const { range, message } of problems) {
    const { line } = lines.positionAt(range.start);
    files.gaps.push({ uri, message: projectGap(line, message) });
    files.report({ uri, range }, 'error', message);
  }
}

/** The name of a problem of the project file that leaves a verdict undecided. */
export function projectGap(line: number, message: string): string {
  return `${projectFileName}, line ${line + 1}: ${message}`;
}

async function baselineOf(
  project: ProjectFile,
  files: UnitFiles,
  store: LinkContext['store'],
): Promise<Baseline | undefined> {
  const { uri, baseline } = project;
  const where = baselineUri(project);
  if (!baseline || where === undefined) return undefined;
  const refused = files.refusedComputer(baseline.value, where, uri);
  if (refused === undefined) files.dependsOn.add(where);
  const reading =
    refused === undefined ? await baselineAt(where, store) : ({ kind: 'refused', problem: refused } as const);
  if (reading.kind === 'baseline') return reading.baseline;
  const how = "Write it with 'shacl-repair validate --format json --output FILE'.";
  const what = `The baseline ${baseline.value} is not used, so all results count: ${reading.problem}. ${how}`;
  files.report({ uri, range: baseline.range }, 'warning', what);
  return undefined;
}

/** The uri of the baseline that a project file names. */
export function baselineUri({ folderUri, baseline }: ProjectFile): string | undefined {
  return baseline && resolvePath(folderUri, baseline.value);
}

/** Reads a baseline, or the reason why it is not one. It is the same object until the text changes. */
export async function baselineAt(
  uri: string,
  store: LinkContext['store'],
): Promise<ReturnType<typeof readBaseline>> {
  const text = await store.text(uri);
  if (text.kind !== 'text') {
    const { reason, detail } = text;
    return { kind: 'misfit', problem: reason === 'missing' ? `it does not exist (${detail})` : detail };
  }
  return baselineIn(text);
}

/** A store returns the same object until the text changes. */
const baselineIn = memoized(async ({ text }: Extract<FileText, { readonly kind: 'text' }>) => {
  const { readBaseline } = await import('./baseline.ts');
  return readBaseline(text);
});
