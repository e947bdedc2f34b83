import { fileNameOfUri, folderOf, resolvePath } from './uris.ts';

/**
 * The extensions of the files for which folders and the workspace are searched. N-Triples and N-Quads are not included:
 * they are mostly exports of stores, too large to be read without a request.
 */
export const turtleExtensions = ['ttl', 'turtle', 'shacl', 'n3', 'trig'];

/** The glob of Turtle files in a folder, without subfolders. */
export const turtleNamesGlob = `*.{${turtleExtensions.join(',')}}`;

/** The glob of Turtle files. */
export const turtleGlob = `**/${turtleNamesGlob}`;

/** Whether a file has the name of a Turtle file, in any case. */
export function isTurtleFile(uri: string): boolean {
  return turtleExtensions.some((extension) => uri.toLowerCase().endsWith(`.${extension}`));
}

/** The glob of workspace files that may declare ontologies, and of the files that identify benchmark suites. */
export const workspaceGlob = `**/{*.${turtleExtensions.join(',*.')},suite.json}`;

/**
 * The Turtle files among those that the glob found, without the copies of data and shapes in benchmark suites. The
 * copies declare the same ontologies again, and some violate their shapes on purpose.
 */
export function withoutSuites(uris: readonly string[]): readonly string[] {
  const descriptions = uris.filter((uri) => uri.endsWith(description));
  const suites = descriptions.map((uri) => uri.slice(0, 1 - description.length));
  return uris.filter(
    (uri) =>
      !uri.endsWith(description) &&
      !unfinished.test(uri) &&
      !suites.some((folder) => uri.startsWith(folder) && inSuite.test(uri.slice(folder.length))),
  );
}

const description = '/suite.json';

/** The Turtle files of a suite. */
const inSuite = /^(?:graph|context|manifest|tests\/(?:manifest|case-\d+))\.ttl$/;

/** Files in the folder where a suite is written before it is moved to its final place. */
const unfinished = /\/\.[^/]+\.partial\//;

/** The name of the files that link data to shapes for a folder and all below. */
export const projectFileName = 'shacl-repair.jsonc';

export function isProjectFile(uri: string): boolean {
  return fileNameOfUri(uri) === projectFileName;
}

/** Where an editor keeps the settings of a folder. */
export const settingsFile = '.vscode/settings.json';

/** The folder for downloads, below the folder of the project. */
export const importsFolder = 'imports';

/** The file in it that lists what was downloaded. */
export const importLockName = 'imports.lock.json';

/** The possible uris of locks beside some of these files. */
export function locksBeside(uris: Iterable<string>): readonly string[] {
  const folders = new Set<string>();
  for (const uri of uris) if (uri.includes(`/${importsFolder}/`)) folders.add(folderOf(uri));
  return [...folders]
    .filter((folder) => folder.endsWith(`/${importsFolder}`))
    .map((folder) => resolvePath(folder, importLockName));
}
