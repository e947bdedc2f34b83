import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { folderOf, pathTo } from '../../workspace/project/uris.ts';
import { projectFileName, settingsFile } from '../../workspace/project/workspaceFiles.ts';
import type { CliCommand } from '../command.ts';
import { readOptions } from '../input/options.ts';
import { helpOption, type OptionTable, optionsHelp } from '../input/optionTable.ts';
import { Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { printable } from '../output/style.ts';

export const initOptions = {
  'dry-run': { type: 'boolean', help: 'print the project file, and write nothing' },
  help: helpOption,
} as const satisfies OptionTable;

/**
 * `shacl-repair init`: writes a project file that links the shapes of the working directory to the data that they are for. 0 when
 * it is written, 1 when no shapes are for any data, 2 when there is a project file.
 */
export const init: CliCommand = async (args, io) => {
  const { values, positionals } = readOptions(args, { options: initOptions });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  if (positionals.length > 0) throw new UserError('it looks at the current folder, and takes no arguments.');
  const folder = uriOf(io.cwd, '.');
  const workspace = await Workspace.open(io);
  const known = await workspace.projectFile(folder);
  if (known)
    throw new UserError(`${displayPath(io.cwd, known.uri)} is there already. Edit it, or remove it first.`);
  const { groups, unlinked } = await foundLinks(workspace);
  const { links, ontologies, inference } = workspace.settings;
  const name = (uri: string) => pathTo(folder, uri);
  const all = [...groups.flatMap(({ data }) => data), ...unlinked];
  const entries = [
    ...groups.map(({ data, shapes }) => ({ data: patterns(data, all).map(name), shapes: shapes.map(name) })),
    ...links,
  ];
  if (entries.length === 0) {
    io.stdout.write(nothingFound);
    return 1;
  }
  const text = projectText({
    links: entries,
    ...(Object.keys(ontologies).length > 0 && { ontologies }),
    ...(inference !== 'none' && { inference }),
  });
  if (values['dry-run']) {
    io.stdout.write(text);
    return 0;
  }
  await io.writeBytes(projectFileName, new TextEncoder().encode(text));
  printFound({ groups, unlinked }, links.length > 0, io);
  return 0;
};

interface LinkGroup {
  readonly shapes: readonly string[];
  readonly data: readonly string[];
}

interface FoundLinks {
  readonly groups: readonly LinkGroup[];
  /** Files that no shapes are for. */
  readonly unlinked: readonly string[];
}

/** The shapes files whose targets select nodes of data files. Shapes files do not count as data. */
async function foundLinks(workspace: Workspace): Promise<FoundLinks> {
  const found: { uri: string; shapes: readonly string[] }[] = [];
  const shapesFiles = new Set<string>();
  for await (const { uri, candidates } of workspace.linkCandidates()) {
    for (const { uri: file } of candidates.shapes) shapesFiles.add(file);
    const applying = candidates.shapes.filter(({ applying }) => applying > 0);
    found.push({ uri, shapes: applying.map(({ uri: file }) => file).sort() });
  }
  const groups = new Map<string, { shapes: readonly string[]; data: string[] }>();
  const unlinked: string[] = [];
  for (const { uri, shapes } of found.filter((each) => !shapesFiles.has(each.uri))) {
    if (shapes.length === 0) {
      unlinked.push(uri);
      continue;
    }
    const key = shapes.join(' ');
    const group = groups.get(key);
    if (group) group.data.push(uri);
    else groups.set(key, { shapes, data: [uri] });
  }
  return { groups: [...groups.values()], unlinked };
}

/** The files; the files of a folder that has no others are one pattern. */
function patterns(uris: readonly string[], all: readonly string[]): readonly string[] {
  const extension = '.ttl';
  const isWhole = (folder: string) =>
    uris.filter((uri) => folderOf(uri) === folder).length > 1 &&
    all.every((uri) => folderOf(uri) !== folder || (uri.endsWith(extension) && uris.includes(uri)));
  const found = uris.map((uri) => (isWhole(folderOf(uri)) ? `${folderOf(uri)}/*${extension}` : uri));
  return [...new Set(found)];
}

function projectText(content: object): string {
  const json = JSON.stringify(content, undefined, 2);
  // A list of names is one line.
  const short = json.replace(
    /\[\s+("[^"\n]*"(?:,\s+"[^"\n]*"){0,3})\s+\]/g,
    (_, items: string) => `[${items.replace(/\s*\n\s*/g, ' ')}]`,
  );
  return `${short.replace('{\n', `{\n  // ${comment}\n`)}\n`;
}

const comment = 'Which shapes and ontologies belong to which data. Found by the targets of the shapes.';

function printFound(
  { groups, unlinked }: FoundLinks,
  hasSettings: boolean,
  { stdout, cwd }: CommandIo,
): void {
  const name = (uri: string) => printable(displayPath(cwd, uri));
  for (const { shapes, data } of groups)
    stdout.write(
      `${shapes.map(name).join(', ')}: for ${data.length === 1 ? name(data[0]!) : counted(data.length, 'file')}\n`,
    );
  if (unlinked.length > 0) {
    const [first] = unlinked;
    const which =
      unlinked.length === 1 ? name(first!) : `${counted(unlinked.length, 'file')}, such as ${name(first!)}`;
    stdout.write(`No shapes were found for ${which}.\n`);
  }
  const moved = hasSettings
    ? ` The links of ${settingsFile} are in it too, as settings are ignored beside it.`
    : '';
  stdout.write(`${projectFileName} is written.${moved} Look at it, then run: shacl-repair validate .\n`);
}

const nothingFound =
  'No file of this folder has shapes whose targets select nodes of another one, so nothing is written. See docs/project-file.md for what to write by hand.\n';

const help = `Usage: shacl-repair init [options]

Writes ${projectFileName}, which says for every editor and command which shapes belong to which data. It reads the Turtle files below
this folder and links each data file to the shapes files whose targets select nodes of it. Links, ontologies and inference of
${settingsFile} are taken over, because these settings do not count where there is a project file.

${optionsHelp(initOptions)}

Exit codes: 0 written, 1 no shapes are for any data, 2 there is a project file already, or it could not run.
`;
