import { memoized } from '../../base/memoized.ts';
import { isLanguage } from '../../rdf/publishedVocabularies.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rangeIn } from '../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { owl, sh } from '../../rdf/vocab.ts';
import { type NearIri, type OntologyFile, ontologyFile, withoutFragment } from './catalog.ts';
import type { LinkContext } from './linkContext.ts';
import type { LinkPlace, LinkReason, LinkRole } from './linkReason.ts';
import { isAtOrBelow } from './linkRoot.ts';
import type { ProjectFile } from './projectFile.ts';
import { hasTargetedShapes } from './targetedShapes.ts';
import type { UnitFiles } from './unitFiles.ts';
import { fileNameOfUri, folderOf, pathTo, resolvePath } from './uris.ts';

/** The choice of a file for an import, among those that declare the ontology. */
export interface OntologyChoice {
  readonly file: OntologyFile;
  /** Why: it is part of the unit already, it is the only one, or it is the nearest. */
  readonly by: 'linked' | 'only' | 'nearest';
  /** The files that are not used, nearest first. */
  readonly others: readonly OntologyFile[];
}

/** In UTF-16 code units. A larger file is used only where no smaller one declares the ontology. */
export const largeOntology = 10 * 1024 * 1024;

/**
 * Chooses the file for an import. A file that is linked already comes first, so that a unit has an ontology once; then the
 * nearest one by steps from folder to folder, then the first by name. Large files come last.
 *
 * @param from the file that imports.
 */
export function chooseOntology(
  files: readonly OntologyFile[],
  { from, isLinked }: { readonly from: string; readonly isLinked: (uri: string) => boolean },
): OntologyChoice | undefined {
  const folder = folderOf(from);
  const rank = ({ uri, size }: OntologyFile) => ({
    uri,
    isLarge: size > largeOntology ? 1 : 0,
    isLinked: isLinked(uri) ? 0 : 1,
    steps: pathTo(folder, uri).split('/').length,
  });
  const sorted = files
    .map((file) => ({ file, rank: rank(file) }))
    .sort(
      ({ rank: a }, { rank: b }) =>
        a.isLinked - b.isLinked || a.isLarge - b.isLarge || a.steps - b.steps || (a.uri < b.uri ? -1 : 1),
    );
  const [first, ...others] = sorted;
  if (!first) return undefined;
  const by = first.rank.isLinked === 0 ? 'linked' : others.length === 0 ? 'only' : 'nearest';
  return { file: first.file, by, others: others.map(({ file }) => file) };
}

/** A note that several files declare an ontology, which one is used, and why. */
function choiceMessage(iri: string, { file, others }: OntologyChoice, from: string): string {
  const folder = folderOf(from);
  const name = (each: OntologyFile) => {
    const remarks = [
      ...each.versions.filter((version) => version !== iri).map((version) => `version <${version}>`),
      ...(each.size > largeOntology ? [megabytes(each)] : []),
    ];
    return pathTo(folder, each.uri) + (remarks.length > 0 ? ` (${remarks.join(', ')})` : '');
  };
  const left = others.slice(0, shown).map(name);
  if (others.length > shown) left.push(`${others.length - shown} more`);
  const isSmaller = file.size <= largeOntology && others[0]!.size > largeOntology;
  const why = isSmaller ? 'the only one of up to 10 MB' : 'the nearest';
  return `${others.length + 1} files declare <${iri}>. ${name(file)} is used, as ${why}; not used: ${left.join(', ')}. Choose another with a quick fix, the setting shaclRepair.ontologies or a link to its path.`;
}

/** A note that an import adds a large file. */
function largeMessage(iri: string, file: OntologyFile, from: string): string {
  return `<${iri}> is ${pathTo(folderOf(from), file.uri)}, which has ${megabytes(file)}. It is read whenever this file is checked.`;
}

/** A note that another version of the same ontology is linked as well; undefined if there is none. */
function otherVersion(
  file: OntologyFile,
  linked: readonly OntologyFile[],
): { readonly ontology: string; readonly other: OntologyFile } | undefined {
  for (const ontology of file.ontologies) {
    const other = linked.find(
      ({ uri, ontologies, versions }) =>
        uri !== file.uri &&
        ontologies.some((each) => withoutFragment(each) === withoutFragment(ontology)) &&
        !versions.some((version) => file.versions.includes(version)),
    );
    if (other) return { ontology, other };
  }
  return undefined;
}

function otherVersionMessage(
  { uri, versions }: OntologyFile,
  { ontology, other }: NonNullable<ReturnType<typeof otherVersion>>,
  from: string,
): string {
  const name = (each: string) => pathTo(folderOf(from), each);
  const otherName = other.versions.length > 0 ? `version <${other.versions[0]}>` : 'another version';
  return `Two versions of <${ontology}> are linked: ${name(uri)} is <${versions[0]}>, and ${name(other.uri)} is ${otherName}. What both state is combined.`;
}

function megabytes({ size }: OntologyFile): string {
  return `${Math.round(size / 1024 / 1024)} MB`;
}

/** How many of the files that are not used are named. */
const shown = 5;

/** The owl:imports and sh:shapesGraph statements of a unit's files, and the files that they add. */
export class Imports {
  readonly #files: UnitFiles;
  readonly #byDocument = new Map<string, readonly Import[]>();
  readonly #unresolved = new Set<string>();
  /** The places of imports that are reported: a file with both data and shapes has each of them twice. */
  readonly #reported = new Set<string>();
  /** True when the user gave the links and so knows what they leave out. */
  #isGiven = false;

  constructor(files: UnitFiles) {
    this.#files = files;
  }

  /** The IRIs in data and shapes files for which no file was found. */
  get unresolved(): readonly string[] {
    return [...this.#unresolved];
  }

  /**
   * Adds the imported files until there are no new ones. Handles cycles.
   *
   * @param dataUri the data file, whose project file or folder's settings say which files are used for some ontologies.
   */
  async follow(dataUri: string, context: LinkContext, project: ProjectFile | undefined): Promise<void> {
    const given = new Set(roles.flatMap((role) => [...this.#files.withRole(role)]));
    const seen = new Set<string>();
    for (;;) {
      const open = this.#all().filter((found) => !seen.has(keyOf(found)));
      if (open.length === 0) return;
      const resolved = await Promise.all(
        open.map(async (found) => ({ found, files: await context.catalog.filesOf(found.iri) })),
      );
      // An import that names a version also applies to those that name only the ontology.
      const pinned = resolved.filter(namesVersion);
      for (const { found, files } of [...pinned, ...resolved.filter((each) => !pinned.includes(each))]) {
        seen.add(keyOf(found));
        this.#files.addWorkspaceSearch();
        const configured = project
          ? fileInProject(found.iri, project)
          : fileInSettings(found.iri, dataUri, context);
        const uri = configured ?? this.#choose(found, files);
        const { place } = found.reason;
        const refused = configured && this.#files.refusedComputer(configured, configured, place.uri);
        if (refused) {
          this.#files.report(place, 'error', refused);
          this.#files.addGap(place, refused);
        } else if (uri !== undefined && !given.has(uri)) await this.#add(found, uri);
        else if (found.role !== 'context') {
          const near = uri === undefined ? await context.catalog.nearest(found.iri) : undefined;
          this.#check(found, uri, near);
        }
      }
    }
  }

  /** Reports the imports that are not followed because the user gave the links. */
  reportOnly(): void {
    this.#isGiven = true;
    const given = new Map<string, string>();
    for (const [uri, document] of this.#files.documents) {
      const { ontologies, versions } = ontologyFile(document);
      for (const iri of [uri, ...ontologies, ...versions]) given.set(withoutFragment(iri), uri);
    }
    for (const found of this.#all()) {
      if (found.role !== 'context') this.#check(found, given.get(withoutFragment(found.iri)));
    }
  }

  /** The file for an import; notes at the import if there were others. */
  #choose({ iri, reason: { place } }: Import, candidates: readonly OntologyFile[]): string | undefined {
    const files = this.#files;
    const isLinked = (uri: string) => files.documents.has(uri);
    const choice = chooseOntology(candidates, { from: place.uri, isLinked });
    if (!choice) return undefined;
    const { file, by, others } = choice;
    if (by === 'nearest') {
      const fixes = [file, ...others].map(({ uri }) => ({ kind: 'useFile', iri, uri }) as const);
      files.report(place, 'warning', choiceMessage(iri, choice, place.uri), fixes);
    } else if (by === 'only' && file.size > largeOntology) {
      files.report(place, 'information', largeMessage(iri, file, place.uri));
    }
    if (file.versions.includes(iri)) {
      const conflict = otherVersion(file, [...files.documents.values()].map(ontologyFile));
      if (conflict) files.report(place, 'warning', otherVersionMessage(file, conflict, place.uri));
    }
    return file.uri;
  }

  async #add({ role, reason }: Import, uri: string): Promise<void> {
    if (role === 'shapes') {
      await this.#files.add('shapes', uri, reason);
      return;
    }
    const document = await this.#files.add('context', uri, reason);
    if (role === 'data' && document && hasTargetedShapes(document))
      this.#files.addRole('shapes', uri, reason);
  }

  /** Reports an import that adds less than it requests. */
  #check({ role, iri, reason: { place } }: Import, uri: string | undefined, near?: NearIri): void {
    const files = this.#files;
    const where = `owl:imports <${iri}> in ${fileNameOfUri(place.uri)}`;
    if (uri === undefined) {
      const isOfLanguage = near === undefined && (isLanguage(iri) || isLanguage(`${iri}#`));
      const remedy = near
        ? `Did you mean <${near.iri}>, which ${fileNameOfUri(near.uri)} declares?`
        : isOfLanguage
          ? 'Its terms are known without it.'
          : this.#isGiven
            ? 'Give its file as context too; missing files can be fetched (shacl-repair imports).'
            : 'Add the file, link it, or fetch it (shacl-repair imports).';
      const searched = this.#isGiven ? 'none of the given files' : 'no file of the workspace';
      const reason = `${where}: ${searched} declares this ontology, so its contents are not used. ${remedy}`;
      this.#unresolved.add(iri);
      if (role === 'shapes' && !this.#isGiven && !isOfLanguage) files.addGap(place, reason);
      const key = `${place.range.start} ${place.uri}`;
      if (this.#reported.has(key)) return;
      this.#reported.add(key);
      files.notChecked.push({ reason: files.shown(place, reason), uri: place.uri });
      const fixes = near ? [{ kind: 'replace', newText: `<${near.iri}>` } as const] : [];
      files.report(place, isOfLanguage ? 'information' : 'warning', reason, fixes, { unresolvedImport: iri });
    } else if (role === 'shapes' && !files.withRole('shapes').has(uri)) {
      const reason = `${where}: ${fileNameOfUri(uri)} is linked as context, so the shapes in it are not evaluated. Link it as shapes too to check them.`;
      files.notChecked.push({ reason: files.shown(place, reason), uri: place.uri });
    }
  }

  #all(): readonly Import[] {
    return roles.flatMap((role) =>
      [...this.#files.withRole(role)].flatMap((uri) => {
        const document = this.#files.documents.get(uri);
        return document ? this.#of(document, role) : [];
      }),
    );
  }

  #of(document: TurtleDocument, role: LinkRole): readonly Import[] {
    const key = `${role} ${document.uri}`;
    let imports = this.#byDocument.get(key);
    if (imports === undefined) {
      const { imports: imported, shapesGraphs } = statedIn(document);
      imports = [...withRole(imported, role), ...(role === 'data' ? withRole(shapesGraphs, 'shapes') : [])];
      this.#byDocument.set(key, imports);
    }
    return imports;
  }
}

interface Import {
  readonly role: LinkRole;
  readonly iri: string;
  readonly reason: Extract<LinkReason, { readonly kind: ImportKind }>;
}

type ImportKind = 'imports' | 'shapesGraph';

const predicates: Readonly<Record<ImportKind, TermId>> = {
  imports: owl.imports,
  shapesGraph: sh.shapesGraph,
};

/** The file that the project file names for an ontology. */
function fileInProject(iri: string, { folderUri, ontologies }: ProjectFile): string | undefined {
  const path = ontologies.get(iri) ?? ontologies.get(withoutFragment(iri));
  return path && resolvePath(folderUri, path.value);
}

/** The file that the settings name for an ontology. */
function fileInSettings(iri: string, dataUri: string, { folders }: LinkContext): string | undefined {
  const around = folders
    .filter(({ folderUri }) => isAtOrBelow(dataUri, folderUri))
    .sort((a, b) => b.folderUri.length - a.folderUri.length);
  for (const { folderUri, ontologies } of around) {
    const path = ontologies[iri] ?? ontologies[withoutFragment(iri)];
    if (path !== undefined) return resolvePath(folderUri, path);
  }
  return undefined;
}

function namesVersion({ found, files }: { readonly found: Import; readonly files: readonly OntologyFile[] }) {
  return files.some(
    ({ versions, ontologies }) => versions.includes(found.iri) && !ontologies.includes(found.iri),
  );
}

const roles = ['data', 'shapes', 'context'] as const;

function keyOf({ role, iri, reason }: Import): string {
  return `${role} ${reason.place.uri} ${iri}`;
}

/** Computed once for each version of a document: shapes and ontologies stay the same while the data is edited. */
const statedIn = memoized((document: TurtleDocument) => ({
  imports: stated(document, 'imports'),
  shapesGraphs: stated(document, 'shapesGraph'),
}));

function stated(document: TurtleDocument, kind: ImportKind): readonly Import['reason'][] {
  return (
    document.graph
      .withPredicate(predicates[kind])
      // A graph of the same file is part of the unit already.
      .filter(({ object }) => terms.isIri(object) && !document.graphNames.has(object))
      .map((triple) => ({ kind, place: placeOfObject(document, triple), iri: terms.value(triple.object) }))
  );
}

function withRole(reasons: readonly Import['reason'][], role: LinkRole): readonly Import[] {
  return reasons.map((reason) => ({ role, iri: reason.iri, reason }));
}

function placeOfObject(document: TurtleDocument, triple: Triple): LinkPlace {
  const [found] = document.sources.occurrences(triple);
  const range = found?.objectTerm ? rangeIn(found.statement, found.objectTerm) : { start: 0, end: 0 };
  return { uri: document.uri, range };
}
