import { boundedEditDistance } from '../../base/editDistance.ts';
import type { TextPosition } from '../../base/lineIndex.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { UncheckedPart } from '../../shacl/model/violation.ts';
import { type DocumentStore, isReadable } from './documentStore.ts';
import type { FileSearch } from './fileSystem.ts';
import type { LinkContext } from './linkContext.ts';
import {
  type FileLink,
  type LinkFinding,
  type LinkFix,
  type LinkGap,
  roleName,
  type UnreadableFile,
  unreadableMessage,
} from './linkFinding.ts';
import { type LinkPlace, type LinkReason, type LinkRole, linkPlace } from './linkReason.ts';
import { isAtOrBelow } from './linkRoot.ts';
import { type StoreLink, storeUri } from './storeLink.ts';
import { fileNameOfUri, folderOf, hostOf, isInFolder, pathTo } from './uris.ts';
import { turtleNamesGlob, workspaceGlob } from './workspaceFiles.ts';

/** The Turtle files beside a file outside all workspace folders; none for other files, which the workspace lists. */
export async function neighbours(
  uri: string,
  store: Pick<DocumentStore, 'list'>,
  folders: readonly string[],
): Promise<readonly string[]> {
  if (!isInFolder(uri) || folders.some((folder) => isAtOrBelow(uri, folder))) return [];
  const folder = folderOf(uri);
  return (await store.list(folder, turtleNamesGlob, folder)).uris;
}

/*
 * File headers and settings in a repository can link any file of the machine that checks it: `# shapes: .git/config`,
 * `# context: ../.env`. The contents of such a file must not get into a log that others read, nor to a model.
 */

/** How a linked file that the user did not name relates to the files that link it. */
interface LinkedFile {
  /** True when its real path is under the root of the links. */
  readonly isUnderRoot: boolean;
}

/** Why the contents of a file must not be shown; undefined when they may be. */
function foreignReason(uri: string, { isUnderRoot }: LinkedFile): string | undefined {
  if (!hasRdfExtension(uri))
    return `its name does not have the extension of an RDF file (${extensions.join(', ')})`;
  return isUnderRoot ? undefined : 'it lies outside the folder that links it';
}

/**
 * Why a file whose contents may not be shown is not used either. A file that is not Turtle was not meant to be linked.
 */
function linkRefusal(
  document: TurtleDocument,
  reason: string,
  { isUnderRoot }: LinkedFile,
): { readonly message: string; readonly position: TextPosition | undefined } | undefined {
  const name = fileNameOfUri(document.uri);
  if (!isUnderRoot && !hasRdfExtension(document.uri)) {
    const message = `${name} is not used: it lies outside the folder that links it, and ${reason}. ${remedy}`;
    return { message, position: undefined };
  }
  const [first] = document.errors;
  if (!first) return undefined;
  const position = document.lines.positionAt(first.range.start);
  const place = `line ${position.line + 1}, column ${position.character + 1}`;
  const message = `${name} is not used: it is not Turtle (${place}). Its text is not shown, because ${reason}. ${remedy}`;
  return { message, position };
}

/** Replaces a message about the text of such a file. */
export const withheldMessage = `There is a problem here. Its text is not shown, because the file lies outside the folder that links it or its name is not that of an RDF file. Open it in the editor, or name it on the command line.`;

const remedy = 'To use it, open it in the editor or name it on the command line.';

const extensions = ['.ttl', '.turtle', '.nt', '.nq', '.trig', '.n3', '.rdf', '.owl', '.jsonld', '.shacl'];

function hasRdfExtension(uri: string): boolean {
  const name = fileNameOfUri(uri).toLowerCase();
  return extensions.some((extension) => name.endsWith(extension) && name.length > extension.length);
}

/** The files of a unit while its links are followed: what was read, why, and what is missing. */
export class UnitFiles {
  readonly #context: LinkContext;
  readonly #roles: Record<LinkRole, Set<string>> = {
    data: new Set(),
    shapes: new Set(),
    context: new Set(),
  };
  readonly #reasons = new Map<string, FileLink & { readonly reasons: LinkReason[] }>();
  readonly documents = new Map<string, TurtleDocument>();
  readonly dependsOn = new Set<string>();
  readonly #searches = new Map<string, FileSearch>();
  readonly findings: LinkFinding[] = [];
  readonly unreadable: UnreadableFile[] = [];
  readonly notChecked: UncheckedPart[] = [];
  readonly gaps: LinkGap[] = [];
  readonly #stores = new Map<string, StoreLink>();
  readonly foreign = new Set<string>();
  readonly #named: ReadonlySet<string>;
  readonly #start: string | undefined;

  /** @param given the files that the unit is made for, the first of which says where links may lead. */
  constructor(context: LinkContext, given: readonly string[]) {
    this.#context = context;
    this.#start = given[0];
    this.#named = context.named ?? new Set(given);
  }

  /** True for files that the user named or has opened. */
  isGiven(uri: string): boolean {
    return uri === this.#start || this.#named.has(uri) || this.#context.store.isOpen(uri);
  }

  /**
   * Why a path is not followed: it leads to another computer, and Windows sends the name of its user to one that is asked for a
   * file.
   */
  refusedComputer(path: string, target: string, from: string): string | undefined {
    const host = hostOf(target);
    if (host === '' || host === hostOf(from) || this.isGiven(target)) return undefined;
    return `'${path}' is on another computer, ${host}, where links do not lead. To use the file, open it in the editor or name it on the command line.`;
  }

  /** The files that have a role, in the order in which they were linked. */
  withRole(role: LinkRole): ReadonlySet<string> {
    return this.#roles[role];
  }

  /** The files of all roles with what links them; without files that were only tried. */
  get links(): readonly FileLink[] {
    return [...this.#reasons.values()].filter(({ uri, role }) => this.#roles[role].has(uri));
  }

  get searches(): readonly FileSearch[] {
    return [...this.#searches.values()];
  }

  addSearch(search: FileSearch): void {
    this.#searches.set(`${search.folderUri} ${search.glob}`, search);
  }

  /** Records that the findings depend on which files the workspace has. */
  addWorkspaceSearch(): void {
    for (const { folderUri } of this.#context.folders) this.addSearch({ folderUri, glob: workspaceGlob });
  }

  /** Adds a file in a role and reads it. Undefined when it cannot be read, which is reported. */
  async add(
    role: LinkRole,
    given: string,
    reason: LinkReason | undefined,
  ): Promise<TurtleDocument | undefined> {
    const uri = this.#context.store.fileUri(given);
    this.addRole(role, uri, reason);
    this.dependsOn.add(uri);
    const known = this.documents.get(uri);
    if (known) return known;
    const place = linkPlace(reason);
    const document = await this.#context.store.document(uri);
    if (!isReadable(document)) {
      const near = document.reason === 'missing' ? await this.#nearPaths(uri, reason) : [];
      const paths = near.map(({ path }) => path);
      return this.#leaveOut(role, uri, place, unreadableMessage(role, uri, document, paths), {
        fixes: near.flatMap(({ fix }) => fix ?? []),
      });
    }
    this.#context.store.parse(document);
    const refused = await this.#refusalOf(document);
    if (refused) {
      const message = `The ${roleName(role)} ${refused.message}`;
      return this.#leaveOut(role, uri, place, message, { position: refused.position });
    }
    this.documents.set(uri, document);
    if (document.errors.length > 0 && role !== 'data') {
      const [errors, them] =
        document.errors.length === 1
          ? ['a syntax error', 'it']
          : [`${document.errors.length} syntax errors`, 'them'];
      const message = `The ${roleName(role)} ${fileNameOfUri(uri)} has ${errors}; only its readable part is used. Open the file to see ${them}.`;
      this.report(place, 'warning', message);
      this.gaps.push({ message, uri });
    }
    return document;
  }

  /** Gives a file one more role, or one more reason for it. */
  addRole(role: LinkRole, uri: string, reason: LinkReason | undefined): void {
    this.#roles[role].add(uri);
    if (reason === undefined || linkPlace(reason)?.uri === uri) return;
    const key = `${role} ${uri}`;
    const known = this.#reasons.get(key);
    if (known) known.reasons.push(reason);
    else this.#reasons.set(key, { uri, role, reasons: [reason] });
  }

  get stores(): readonly StoreLink[] {
    return [...this.#stores.values()];
  }

  /** Links a store as context. If it is linked several times, it is only asked once. */
  addStore(link: StoreLink): void {
    const uri = storeUri(link.address);
    if (!this.#stores.has(uri)) this.#stores.set(uri, link);
  }

  addGap(place: LinkPlace | undefined, message: string): void {
    this.gaps.push({ message: place ? this.shown(place, message) : message, uri: place?.uri });
  }

  /** Shows a problem at the place of a link, or lists it where the link is not written in a file of the unit. */
  report(
    place: LinkPlace | undefined,
    severity: LinkFinding['severity'],
    message: string,
    fixes: readonly LinkFix[] = [],
    about: Pick<LinkFinding, 'unresolvedImport'> = {},
  ): void {
    if (place && this.foreign.has(place.uri)) {
      this.findings.push({ ...place, severity, message: withheldMessage, fixes: [] });
    } else if (place) this.findings.push({ ...place, severity, message, fixes, ...about });
    else this.notChecked.push({ reason: message });
  }

  /** A message about a place, without the contents of files that must not be shown. */
  shown({ uri }: LinkPlace, message: string): string {
    return this.foreign.has(uri) ? withheldMessage : message;
  }

  #leaveOut(
    role: LinkRole,
    uri: string,
    place: LinkPlace | undefined,
    message: string,
    {
      position,
      fixes = [],
    }: { readonly position?: TextPosition | undefined; readonly fixes?: readonly LinkFix[] } = {},
  ): undefined {
    this.#roles[role].delete(uri);
    this.unreadable.push({ uri, role, message, position });
    this.report(place, 'error', message, fixes);
    if (role !== 'data') this.gaps.push({ message: place ? this.shown(place, message) : message, uri });
  }

  /** The paths that were probably meant by one without a file, as they would be written in its place. */
  async #nearPaths(uri: string, reason: LinkReason | undefined): Promise<readonly NearPath[]> {
    const start = this.#start;
    if (
      start === undefined ||
      reason === undefined ||
      reason.kind === 'named' ||
      reason.kind === 'containsShapes'
    )
      return [];
    const { store, folders } = this.#context;
    const near = await nearestFiles(uri, {
      store,
      folders: folders.map(({ folderUri }) => folderUri),
      start,
    });
    return near.map((found) => nearPath(found, reason));
  }

  /**
   * Checks whether a file was named by the user or is at a place where links may lead; contents of other files are not
   * shown.
   */
  async #refusalOf(document: TurtleDocument): Promise<ReturnType<typeof linkRefusal>> {
    const { uri } = document;
    if (this.isGiven(uri)) return undefined;
    const linked: LinkedFile = { isUnderRoot: await this.#isUnderRoot(uri) };
    const reason = foreignReason(uri, linked);
    if (reason === undefined) return undefined;
    this.foreign.add(uri);
    return linkRefusal(document, reason, linked);
  }

  async #isUnderRoot(uri: string): Promise<boolean> {
    const { store, folders, rootOf } = this.#context;
    const roots = folders.map(({ folderUri }) => folderUri);
    if (this.#start !== undefined && isInFolder(this.#start)) {
      roots.unshift(await rootOf(folderOf(this.#start)));
    }
    for (const root of roots) {
      if (isAtOrBelow(uri, root) && (await store.liesUnder(uri, root))) return true;
    }
    return false;
  }
}

/** A path as it would be written in place of one without a file. */
interface NearPath {
  readonly path: string;
  /** Undefined if there is nothing to change in a file of the unit. */
  readonly fix: LinkFix | undefined;
}

function nearPath(uri: string, reason: LinkReason): NearPath {
  switch (reason.kind) {
    case 'comment': {
      const path = pathTo(folderOf(reason.place.uri), uri);
      return { path, fix: { kind: 'replace', newText: path } };
    }
    case 'project': {
      const path = pathTo(folderOf(reason.place.uri), uri);
      return { path, fix: { kind: 'replace', newText: JSON.stringify(path) } };
    }
    case 'setting':
      return { path: pathTo(reason.folderUri, uri), fix: undefined };
    // The path without a file is that of the setting for ontologies.
    case 'imports':
    case 'shapesGraph': {
      const path = pathTo(folderOf(reason.place.uri), uri);
      return { path, fix: { kind: 'useFile', iri: reason.iri, uri } };
    }
    case 'containsShapes':
    case 'named':
      return { path: fileNameOfUri(uri), fix: undefined };
  }
}

/**
 * The files that were probably meant by a path without a file: those of the same name in other folders, then those with
 * nearly the same name. Nearest folders come first.
 */
async function nearestFiles(
  missing: string,
  { store, folders, start }: NearestFilesContext,
): Promise<readonly string[]> {
  // A file that is opened on its own only has its neighbours.
  const known = new Set([...(await store.workspaceFiles()), ...(await neighbours(start, store, folders))]);
  const name = fileNameOfUri(missing).toLowerCase();
  const folder = isInFolder(missing) ? folderOf(missing) : missing;
  const limit = Math.min(maxTypos, Math.floor(name.length / 4));
  return [...known]
    .filter((uri) => uri !== start)
    .map((uri) => ({
      uri,
      typos: boundedEditDistance(name, fileNameOfUri(uri).toLowerCase(), limit),
      steps: pathTo(folder, uri).split('/').length,
    }))
    .filter(({ typos }) => typos <= limit)
    .sort((a, b) => a.typos - b.typos || a.steps - b.steps || (a.uri < b.uri ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(({ uri }) => uri);
}

interface NearestFilesContext {
  readonly store: Pick<DocumentStore, 'workspaceFiles' | 'list'>;
  readonly folders: readonly string[];
  /** The data file. */
  readonly start: string;
}

const maxTypos = 3;
const maxSuggestions = 3;
