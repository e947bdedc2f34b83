/** The glob of Turtle files in a folder, without the folders below it. */
export const turtleNamesGlob = '*.{ttl,turtle,shacl,n3}';

/** The glob of Turtle files. */
export const turtleGlob = `**/${turtleNamesGlob}`;

/** The glob that finds the files of a workspace in which ontologies may be declared, and what tells suites apart. */
export const workspaceGlob = '**/{*.ttl,*.turtle,*.shacl,*.n3,suite.json}';

/**
 * The Turtle files among those that the glob finds, without the copies that benchmark suites have of data and shapes:
 * they declare the same ontologies once more, and some are violated on purpose.
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
const inSuite = /^(?:graph|manifest|tests\/(?:manifest|case-\d+))\.ttl$/;

/** Below the folder that a suite is written in before it is moved to its place. */
const unfinished = /\/\.[^/]+\.partial\//;
