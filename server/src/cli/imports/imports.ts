import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { orList } from '../../base/wordSearch.ts';
import {
  changedImports,
  type FetchedImport,
  fetchImport,
  type ImportPorts,
  type WantedImport,
} from '../../workspace/project/fetchImports.ts';
import { type LinkFinding, lackingImport } from '../../workspace/project/linkFinding.ts';
import { importLockName, importsFolder } from '../../workspace/project/workspaceFiles.ts';
import type { CliCommand } from '../command.ts';
import { readOptions } from '../input/options.ts';
import { dataOptions, helpOption, type OptionTable, optionsHelp } from '../input/optionTable.ts';
import { dataReading, unaborted, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { commandText } from '../output/print.ts';
import { printable } from '../output/style.ts';

export const importsOptions = {
  fetch: {
    heading: 'Downloads',
    type: 'boolean',
    help: 'list what would be downloaded from where, ask, and write it into the folder imports, with a lock',
  },
  yes: {
    type: 'boolean',
    short: 'y',
    help: 'do not ask: download what is listed, also where servers redirect',
  },
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'HOST[:PORT]',
    help: 'also download from this host, which is on this machine or a private network, and without encryption; can be repeated',
  },
  locked: {
    type: 'boolean',
    help: 'download nothing, as in CI: fail if a downloaded file is missing or has changed, or an import was never downloaded',
  },
  exclude: { ...dataOptions.exclude, heading: 'What is read' },
  help: helpOption,
} as const satisfies OptionTable;

/**
 * `shacl-repair imports`: lists the ontologies, and the contexts of JSON-LD, that files import and the folder lacks, and
 * downloads them. 0 when nothing is lacking, 1 when something is, or a downloaded file has changed, 2 when it could not
 * run, or could not read a file.
 */
export const imports: CliCommand = async (args, io) => {
  const { values, positionals } = readOptions(args, { options: importsOptions });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  if (values.locked && values.fetch) throw new UserError('--locked downloads nothing: leave out --fetch.');
  const given = positionals.length > 0 ? positionals : ['.'];
  const lacking = () => lackingImports(io, given, values.exclude);
  const found = await lacking();
  if (values.locked) return checkLocked(found, io);
  if (!values.fetch) {
    const code = printLacking(found, io);
    if (found.imports.length > 0)
      io.stdout.write(`To download them: ${commandText(['imports', ...args, '--fetch'])}\n`);
    return code;
  }
  const ports = await io.openImports?.(values['allow-host'] ?? []);
  if (!ports) throw new Error('a thread was to download');
  return fetchAll(found, { lacking, ports, isAgreed: values.yes === true }, io);
};

/** An ontology or a context that files import and the folder lacks. */
interface LackingImport extends WantedImport {
  /** The files that import it. */
  readonly uris: readonly string[];
  /** The IRI that was probably meant. */
  readonly remedy: string | undefined;
}

interface Lacking {
  readonly imports: readonly LackingImport[];
  /** Why given files could not be read, by URI: what they import is not known. */
  readonly unread: ReadonlyMap<string, string>;
}

async function lackingImports(
  io: CommandIo,
  given: readonly string[],
  exclude: readonly string[] | undefined,
): Promise<Lacking> {
  const workspace = await Workspace.open(io, {}, dataReading({ exclude }));
  const found = new Map<string, WantedImport & { uris: Set<string>; remedy: string | undefined }>();
  const add = (wanted: WantedImport, uri: string, fixes: LinkFinding['fixes'] = []) => {
    const known = found.get(wanted.iri) ?? { ...wanted, uris: new Set(), remedy: undefined };
    const meant = fixes.flatMap((fix) => (fix.kind === 'replace' ? fix.newText : []));
    if (meant.length > 0) known.remedy = `Did you mean ${orList(meant)}?`;
    known.uris.add(uri);
    found.set(wanted.iri, known);
  };
  const unread = new Map<string, string>();
  for (const { findings, documents, unreadable } of await workspace.links(given)) {
    for (const { uri, role, message } of unreadable) if (role === 'data') unread.set(uri, message);
    for (const finding of findings) {
      const iri = lackingImport(finding);
      if (iri !== undefined) add({ iri }, finding.uri, finding.fixes);
    }
    for (const { uri, errors } of documents.values())
      for (const { lackingContext: iri } of errors) if (iri !== undefined) add({ iri, isContext: true }, uri);
  }
  return { imports: [...found.values()].map((each) => ({ ...each, uris: [...each.uris] })), unread };
}

/** Returns the exit code. */
function printLacking({ imports, unread }: Lacking, { stdout, stderr, cwd }: CommandIo): 0 | 1 | 2 {
  for (const [uri, message] of unread)
    stderr.write(`${displayPath(cwd, uri)}: error: ${printable(message)}\n`);
  const code = unread.size > 0 ? 2 : imports.length > 0 ? 1 : 0;
  if (code === 0) stdout.write('All imports lead to files.\n');
  if (imports.length === 0) return code;
  stdout.write(`${counted(imports.length, 'import')} without a file:\n`);
  for (const { iri, uris, remedy } of imports) {
    const files = uris.map((uri) => displayPath(cwd, uri));
    const more = files.length > shownFiles ? ` and ${counted(files.length - shownFiles, 'more file')}` : '';
    const where = `in ${files.slice(0, shownFiles).join(', ')}${more}`;
    stdout.write(`  ${printable(`<${iri}>`)}  ${where}${remedyText(remedy)}\n`);
  }
  return code;
}

const shownFiles = 3;

function remedyText(remedy: string | undefined): string {
  return remedy === undefined ? '' : `. ${printable(remedy)}`;
}

async function checkLocked(found: Lacking, io: CommandIo): Promise<0 | 1 | 2> {
  const changed = await changedImports(uriOf(io.cwd, '.'), io.fileSystem);
  for (const { locked, problem } of changed)
    io.stdout.write(`${importsFolder}/${locked.file} ${printable(problem)}.\n`);
  const code = printLacking(found, io);
  if (changed.length === 0 && found.imports.length === 0) return code;
  io.stdout.write(
    changed.length > 0
      ? 'Take the files back from version control, or remove them and run shacl-repair imports --fetch.\n'
      : 'Run shacl-repair imports --fetch, and commit what it writes.\n',
  );
  return code === 2 ? 2 : 1;
}

interface Fetching {
  readonly lacking: () => Promise<Lacking>;
  readonly ports: ImportPorts;
  /** Whether the user has agreed to all downloads beforehand. */
  readonly isAgreed: boolean;
}

/** Downloads them, and then what the downloaded shapes import in turn, until nothing new is lacking. */
async function fetchAll(
  first: Lacking,
  { lacking, ports, isAgreed }: Fetching,
  io: CommandIo,
): Promise<0 | 1 | 2> {
  const tried = new Set<string>();
  let found = first;
  for (;;) {
    const next = found.imports.filter(({ iri }) => !tried.has(iri));
    if (next.length === 0) break;
    io.stdout.write(`To be downloaded into ${importsFolder}:\n`);
    for (const { iri, remedy } of next)
      io.stdout.write(`  ${printable(`<${iri}>`)} from ${hostOf(iri)}${remedyText(remedy)}\n`);
    if (!isAgreed) {
      if (!io.confirm)
        throw new UserError('there is no terminal to ask on. Give --yes to download what is listed.');
      await io.stdout.drained();
      if (!(await io.confirm(`Download ${counted(next.length, 'file')}? [y/N] `))) break;
    }
    for (const wanted of next) {
      tried.add(wanted.iri);
      const fetched = await fetchOne(wanted, ports, isAgreed, io);
      io.stdout.write(`${printable(fetchedText(fetched))}\n`);
    }
    found = await lacking();
  }
  return printLacking(found, io);
}

type EndedImport = Exclude<FetchedImport, { readonly kind: 'redirected' }>;

/** Asks about each further server that a download is redirected to. */
async function fetchOne(
  wanted: WantedImport,
  ports: ImportPorts,
  isAgreed: boolean,
  { cwd, confirm }: CommandIo,
): Promise<EndedImport> {
  const { iri } = wanted;
  const allowed: string[] = [];
  for (;;) {
    const fetched = await fetchImport(wanted, uriOf(cwd, '.'), ports, allowed, unaborted);
    if (fetched.kind !== 'redirected') return fetched;
    const { origin } = fetched;
    const isAllowed =
      isAgreed || (await confirm?.(`<${iri}> is at ${origin} now. Download it there? [y/N] `));
    if (!isAllowed) return { kind: 'failed', iri, message: `It is at ${origin}, which was not asked.` };
    allowed.push(origin);
  }
}

function fetchedText(fetched: EndedImport): string {
  if (fetched.kind === 'failed') return `<${fetched.iri}> was not downloaded. ${fetched.message}`;
  const { locked, size, redirects } = fetched;
  const by = redirects.length === 0 ? '' : `, redirected to ${redirects.join(', then ')}`;
  const version = locked.version === undefined ? '' : ` Version ${locked.version}.`;
  const licence = locked.licence === undefined ? ' It states no licence.' : ` Licence: ${locked.licence}.`;
  return `${importsFolder}/${locked.file}: <${locked.iri}>, ${counted(size, 'character')}, from ${locked.address}${by}.${version}${licence}`;
}

function hostOf(iri: string): string {
  return (URL.canParse(iri) && new URL(iri).host) || 'nowhere: this is not a web address';
}

const help = `Usage: shacl-repair imports [DATA...] [options]

Lists the ontologies that DATA, its shapes and their imports name by owl:imports and that no file of this folder declares, and the
contexts of JSON-LD that no file has. DATA are files, folders and patterns; all Turtle of this folder without any. With --fetch, they are downloaded into the folder
${importsFolder}, where every command and the editor find them, and ${importsFolder}/${importLockName} says of each file where it
came from, when, its SHA-256, its version and its licence, if it states one. Commit both. Nothing is downloaded otherwise.

${optionsHelp(importsOptions)}

Exit codes: 0 nothing is lacking, 1 an import is lacking or a downloaded file has changed, 2 could not run or read a file.
`;
