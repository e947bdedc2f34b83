import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { owl, sh } from '../../rdf/vocab.ts';
import type { UncheckedPart } from '../../shacl/model/violation.ts';
import type { ValidationUnit } from '../../shacl/validationUnit.ts';
import { maxFilesPerGlob } from './documentStore.ts';
import type { FileSearch } from './fileSystem.ts';
import { isGlob, splitGlob } from './glob.ts';
import { headerLinks } from './headerLinks.ts';
import type { Imports } from './imports.ts';
import type { LinkContext } from './linkContext.ts';
import type { FileLink, LinkFinding, LinkGap, UnreadableFile } from './linkFinding.ts';
import { type LinkReason, type LinkRole, linkPlace } from './linkReason.ts';
import { isAtOrBelow } from './linkRoot.ts';
import type { ProjectFile } from './projectFile.ts';
import { readStoreAddress, type StoreAddress, type StoreLink } from './storeLink.ts';
import { hasTargetedShapes } from './targetedShapes.ts';
import { UnitFiles } from './unitFiles.ts';
import { addProject, noProject, reportUnknownNames, type UnitProject } from './unitProject.ts';
import { folderOf, isAbsolutePath, isInFolder, matchesGlob, resolvePath } from './uris.ts';

/** A data file with everything that its links bring in. */
export interface LinkedUnit extends UnitProject {
  readonly unit: ValidationUnit;
  /** All files of the unit that could be read. */
  readonly documents: ReadonlyMap<string, TurtleDocument>;
  /** All files on which the unit depends, including missing ones. */
  readonly dependsOn: ReadonlySet<string>;
  /** The searches on which the unit depends: for the globs of links, and for ontologies in the workspace. */
  readonly searches: readonly FileSearch[];
  /** Why each file is linked. */
  readonly links: readonly FileLink[];
  readonly findings: readonly LinkFinding[];
  readonly unreadable: readonly UnreadableFile[];
  /** The IRIs in owl:imports and sh:shapesGraph of data and shapes files for which no file was found. */
  readonly unresolvedImports: readonly string[];
  readonly notChecked: readonly UncheckedPart[];
  /**
   * The stores that are linked as context and have not been asked yet. As long as there are any, no verdict is complete.
   */
  readonly stores: readonly StoreLink[];
  /** The linked shapes and ontologies that could not be read. Without them no verdict is complete. */
  readonly gaps: readonly LinkGap[];
  /** The files whose contents must not be shown, neither in messages nor as text. */
  readonly foreign: ReadonlySet<string>;
}

/** Links that the user gave, as with `--shapes` and `--context`. They replace all other links. */
export interface GivenLinks {
  readonly data: readonly string[];
  readonly shapes: readonly string[];
  readonly context: readonly string[];
}

/**
 * Finds the files that belong to a data file, by all kinds of links in contracts.md.
 *
 * @param more context files that the user named.
 */
export async function linkedUnit(
  dataUri: string,
  context: LinkContext,
  more: readonly string[] = [],
): Promise<LinkedUnit> {
  const files = new UnitFiles(context, [dataUri]);
  const unitProject = await addProject(dataUri, files, context);
  const { project } = unitProject;
  const document = await files.add('data', dataUri, undefined);
  if (document) {
    await addHeaderLinks(document, files, context);
    if (project) await addProjectLinks(project, dataUri, files, context);
    else await addSettings(dataUri, files, context);
    if (hasTargetedShapes(document))
      files.addRole('shapes', dataUri, { kind: 'containsShapes', uri: dataUri });
  }
  for (const uri of more) await files.add('context', uri, { kind: 'named' });
  const imports = document && (await importsOf(files));
  await imports?.follow(dataUri, context, project);
  if (document) await reportUnknownNames(unitProject, files);
  return whole(files, imports, unitProject);
}

/** The unit with links that the user gave. Its owl:imports count only if their files were given too. */
export async function givenUnit(given: GivenLinks, context: LinkContext): Promise<LinkedUnit> {
  const files = new UnitFiles(context, [...given.data, ...given.shapes, ...given.context]);
  const [first] = given.data;
  const project = first === undefined ? noProject : await addProject(first, files, context);
  for (const uri of given.data) await files.add('data', uri, undefined);
  for (const role of ['shapes', 'context'] as const) {
    for (const uri of given[role]) await files.add(role, uri, { kind: 'named' });
  }
  const imports = await importsOf(files);
  imports?.reportOnly();
  return whole(files, imports, project);
}

/**
 * The imports of a unit's files; undefined where these state none. Few files do, so the code that follows them is loaded on
 * demand.
 */
async function importsOf(files: UnitFiles): Promise<Imports | undefined> {
  const isStated = [...files.documents.values()].some(({ graph }) =>
    importPredicates.some((predicate) => graph.withPredicate(predicate).length > 0),
  );
  return isStated ? new (await import('./imports.ts')).Imports(files) : undefined;
}

const importPredicates = [owl.imports, sh.shapesGraph] as const;

function whole(
  files: UnitFiles,
  imports: Imports | undefined,
  { project, baseline }: UnitProject,
): LinkedUnit {
  const { documents, dependsOn, searches, links, findings, unreadable, notChecked, stores, gaps, foreign } =
    files;
  return {
    unit: {
      data: [...files.withRole('data')],
      shapes: [...files.withRole('shapes')],
      context: [...files.withRole('context')],
    },
    project,
    baseline,
    documents,
    dependsOn,
    searches,
    links,
    findings,
    unreadable,
    unresolvedImports: imports?.unresolved ?? [],
    // The gaps state whether these leave the verdict undecided.
    notChecked: notChecked.map((entry) => ({ ...entry, concerns: [] })),
    stores,
    gaps,
    foreign,
  };
}

async function addProjectLinks(
  { uri, folderUri, links }: ProjectFile,
  dataUri: string,
  files: UnitFiles,
  context: LinkContext,
): Promise<void> {
  for (const { data, ...paths } of links) {
    const matching = data.find(({ value }) => matchesGlob(folderUri, value, dataUri));
    if (matching === undefined) continue;
    for (const role of ['shapes', 'context'] as const) {
      for (const { value: path, range } of paths[role]) {
        const reason: LinkReason = { kind: 'project', place: { uri, range }, data: matching.value, path };
        await addPath({ role, folderUri, path, reason }, files, context);
      }
    }
  }
}

async function addHeaderLinks(
  document: TurtleDocument,
  files: UnitFiles,
  context: LinkContext,
): Promise<void> {
  for (const { role, path, range } of headerLinks(document)) {
    const place = { uri: document.uri, range };
    const folderUri = isInFolder(document.uri) ? folderOf(document.uri) : folderOfAbsolute(path, context);
    if (folderUri === undefined) {
      const message = isAbsolutePath(path)
        ? `Save this file first: '${path}' is outside the open folders, where patterns do not lead.`
        : `Save this file first: '${path}' is relative to its folder. Absolute paths and file: URIs need no folder.`;
      files.report(place, 'warning', message);
      continue;
    }
    const reason: LinkReason = { kind: 'comment', place, path };
    await addPath({ role, folderUri, path, reason }, files, context);
  }
}

/** Where a link of an unsaved text starts: anywhere for an absolute path, an open folder for an absolute pattern. */
function folderOfAbsolute(path: string, { folders }: LinkContext): string | undefined {
  if (!isAbsolutePath(path)) return undefined;
  if (!isGlob(path)) return 'file:///';
  const start = resolvePath('file:///', splitGlob(path).folder);
  return folders.find(({ folderUri }) => isAtOrBelow(start, folderUri))?.folderUri;
}

async function addSettings(uri: string, files: UnitFiles, context: LinkContext): Promise<void> {
  for (const { folderUri, links } of context.folders) {
    for (const { data, ...paths } of links) {
      if (!matchesGlob(folderUri, data, uri)) continue;
      for (const role of ['shapes', 'context'] as const) {
        for (const path of paths[role]) {
          const reason: LinkReason = { kind: 'setting', folderUri, data, path };
          await addPath({ role, folderUri, path, reason }, files, context);
        }
      }
    }
  }
}

/** A path or glob that a comment or setting links. */
interface PathLink {
  readonly role: LinkRole;
  readonly folderUri: string;
  readonly path: string;
  readonly reason: LinkReason;
}

async function addPath(
  { role, folderUri, path, reason }: PathLink,
  files: UnitFiles,
  context: LinkContext,
): Promise<void> {
  const place = linkPlace(reason);
  const address = readStoreAddress(path);
  if (address) {
    await addAddress(address, { role, folderUri, path, reason }, files, context);
    return;
  }
  const target = context.store.fileUri(resolvePath(folderUri, path));
  const message = files.refusedComputer(path, target, folderUri);
  if (message !== undefined) {
    files.report(place, 'error', message);
    files.addGap(place, message);
    return;
  }
  if (!isGlob(path)) {
    await files.add(role, target, reason);
    return;
  }
  files.addSearch({ folderUri, glob: path });
  const root = await context.rootOf(folderUri);
  const { uris, truncated, incomplete } = await context.store.list(folderUri, path, root);
  if (incomplete !== undefined) {
    const message = `'${path}': ${incomplete}.`;
    files.addGap(place, message);
    files.report(place, uris.length === 0 ? 'error' : 'warning', message);
    // Files that the link would have found may be missing.
    if (place) files.notChecked.push({ reason: files.shown(place, message), uri: place.uri });
  } else if (uris.length === 0) {
    const message = `No file matches '${path}'. Correct the pattern, or add the file.`;
    files.report(place, 'error', message);
    files.addGap(place, message);
  }
  if (truncated) {
    const message = `'${path}' matches more than ${maxFilesPerGlob} files; only the first ${maxFilesPerGlob} are read. Use a narrower pattern.`;
    files.report(place, 'warning', message);
    files.addGap(place, message);
  }
  for (const uri of uris) await files.add(role, uri, reason);
}

/** Links the file that declares an ontology of this IRI, or the store at this address. */
async function addAddress(
  address: StoreAddress,
  { role, reason }: PathLink,
  files: UnitFiles,
  { catalog }: LinkContext,
): Promise<void> {
  const place = linkPlace(reason);
  files.addWorkspaceSearch();
  const declaring = address.graphs.length > 0 ? [] : await catalog.filesOf(address.url);
  const isLinked = (uri: string) => files.documents.has(uri);
  const { chooseOntology } = await import('./imports.ts');
  const choice = chooseOntology(declaring, { from: place?.uri ?? '', isLinked });
  if (choice) {
    await files.add(role, choice.file.uri, reason);
    return;
  }
  const problem = storeProblem(address, role);
  if (problem === undefined) {
    files.addStore({ address, reason });
    return;
  }
  files.report(place, 'error', problem);
  files.addGap(place, problem);
}

/** Why an address without an ontology can't be linked. */
function storeProblem({ url }: StoreAddress, role: LinkRole): string | undefined {
  const { username, password, hash, host } = new URL(url);
  if (role !== 'context')
    return `No file of the workspace declares the ontology <${url}>. Shapes are read from files only: write a path here.`;
  if (username || password)
    return `The address of ${host} holds a user name or password. Take it out of this file.`;
  if (hash)
    return `No file of the workspace declares the ontology <${url}>, and it is not the address of a SPARQL endpoint, which has no part after #.`;
  return undefined;
}
