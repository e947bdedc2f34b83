import type { Position } from '../base/lineIndex.ts';
import type { TextRange } from '../base/textRange.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { owl, rdf, rdfs, sh } from '../rdf/vocab.ts';
import type { NotChecked } from '../shacl/results/violation.ts';
import type { ValidationUnit } from '../shacl/validationUnit.ts';
import { rangeIn } from '../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { type Catalog, ontologyIris } from './catalog.ts';
import { type DocumentStore, isReadable, maxFilesPerGlob, type Unreadable } from './documentStore.ts';
import { foreignReason, type LinkedFile, linkRefusal, withheldMessage } from './foreignFile.ts';
import { isGlob } from './glob.ts';
import { headerLinks } from './headerLinks.ts';
import { isAtOrBelow } from './linkRoot.ts';
import type { LinkSetting } from './settings.ts';
import { fileNameOfUri, folderOf, isInFolder, matchesGlob, resolvePath } from './uris.ts';

/** A link to a missing or broken file, with the place of the link. */
export interface LinkFinding {
  readonly uri: string;
  readonly range: TextRange;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** A data file with everything that its links bring in. */
export interface LinkedUnit {
  readonly unit: ValidationUnit;
  /** All files of the unit that could be read. */
  readonly documents: ReadonlyMap<string, TurtleDocument>;
  /** All files on which the unit depends, including missing ones. */
  readonly dependsOn: ReadonlySet<string>;
  readonly findings: readonly LinkFinding[];
  readonly unreadable: readonly UnreadableFile[];
  /** The IRIs in owl:imports and sh:shapesGraph of data and shapes files for which no file was found. */
  readonly unresolvedImports: readonly string[];
  readonly notChecked: readonly NotChecked[];
  /** The linked shapes and ontologies that could not be read. Without them no verdict is complete. */
  readonly gaps: readonly LinkGap[];
  /** The files whose contents must not be shown, neither in messages nor as text. */
  readonly foreign: ReadonlySet<string>;
}

/** Something that a link asks for but that is missing. */
export interface LinkGap {
  readonly message: string;
  /** The missing file, or the file that asks for it. */
  readonly uri: string | undefined;
}

/** A linked file that cannot be read, with the reason as a sentence. */
export interface UnreadableFile {
  readonly uri: string;
  readonly role: 'data' | 'shapes' | 'context';
  readonly message: string;
  /** The position of the problem in the file, if it is inside. */
  readonly position?: Position | undefined;
}

/** The setting `shaclRepair.links` of one workspace folder. */
export interface FolderLinks {
  readonly folderUri: string;
  readonly links: readonly LinkSetting[];
}

/** Links that the user gave, as with `--shapes` and `--context`. They replace all other links. */
export interface GivenLinks {
  readonly data: readonly string[];
  readonly shapes: readonly string[];
  readonly context: readonly string[];
}

export interface LinkContext {
  readonly store: DocumentStore;
  readonly catalog: Catalog;
  readonly folders: readonly FolderLinks[];
  /** The files that the user named, besides the data file; by default, the given files of the unit. */
  readonly named?: ReadonlySet<string>;
  /** The folder that limits the globs written in a file of this folder. */
  rootOf(folderUri: string): Promise<string>;
}

/** Finds the files that belong to a data file, by all kinds of links in contracts.md. */
export async function linkedUnit(dataUri: string, context: LinkContext): Promise<LinkedUnit> {
  const collector = new Collector(context, [dataUri]);
  await collector.addData(dataUri);
  return collector.finish();
}

/** The unit with links that the user gave. Its owl:imports count only if their files were given too. */
export async function givenUnit(given: GivenLinks, context: LinkContext): Promise<LinkedUnit> {
  const collector = new Collector(context, [...given.data, ...given.shapes, ...given.context]);
  for (const uri of given.data) await collector.addFile('data', uri, undefined);
  for (const uri of given.shapes) await collector.addFile('shapes', uri, undefined);
  for (const uri of given.context) await collector.addFile('context', uri, undefined);
  await collector.reportImports();
  return collector.finish();
}

type Role = 'data' | 'shapes' | 'context';

/** The place where a link is written, for findings. */
interface LinkSource {
  readonly uri: string;
  readonly range: TextRange;
}

interface Import {
  readonly role: Role;
  readonly iri: string;
  readonly source: LinkSource;
}

class Collector {
  readonly #context: LinkContext;
  readonly #roles: Record<Role, Set<string>> = { data: new Set(), shapes: new Set(), context: new Set() };
  readonly #documents = new Map<string, TurtleDocument>();
  readonly #dependsOn = new Set<string>();
  readonly #importsByDocument = new Map<string, readonly Import[]>();
  readonly #findings: LinkFinding[] = [];
  readonly #unreadable: UnreadableFile[] = [];
  readonly #unresolvedImports = new Set<string>();
  readonly #notChecked: NotChecked[] = [];
  readonly #gaps: LinkGap[] = [];
  readonly #foreign = new Set<string>();
  readonly #named: ReadonlySet<string>;
  readonly #start: string | undefined;
  /** True when the user gave the links and so knows what they leave out. */
  #isGiven = false;

  /** @param given the files that the unit is made for, the first of which says where links may lead. */
  constructor(context: LinkContext, given: readonly string[]) {
    this.#context = context;
    this.#start = given[0];
    this.#named = context.named ?? new Set(given);
  }

  async addData(uri: string): Promise<void> {
    const document = await this.addFile('data', uri, undefined);
    if (!document) return;
    await this.#addHeaderLinks(document);
    await this.#addSettings(uri);
    if (hasTargetedShapes(document)) this.#roles.shapes.add(uri);
    await this.#followImports();
  }

  /** Adds a file in a role and reads it. Undefined when it cannot be read, which is reported. */
  async addFile(
    role: Role,
    uri: string,
    source: LinkSource | undefined,
  ): Promise<TurtleDocument | undefined> {
    this.#roles[role].add(uri);
    this.#dependsOn.add(uri);
    const known = this.#documents.get(uri);
    if (known) return known;
    const document = await this.#context.store.document(uri);
    if (!isReadable(document))
      return this.#leaveOut(role, uri, source, unreadableMessage(role, uri, document));
    this.#context.store.parse(document);
    const refused = await this.#refusalOf(document);
    if (refused)
      return this.#leaveOut(role, uri, source, `The ${roleName(role)} ${refused.message}`, refused.position);
    this.#documents.set(uri, document);
    if (document.errors.length > 0 && role !== 'data') {
      const errors =
        document.errors.length === 1 ? 'a syntax error' : `${document.errors.length} syntax errors`;
      const message = `The ${roleName(role)} ${fileNameOfUri(uri)} has ${errors}; only its readable part is used. Open it to see them.`;
      this.#report(source, 'warning', message);
      this.#gaps.push({ message, uri });
    }
    return document;
  }

  #leaveOut(
    role: Role,
    uri: string,
    source: LinkSource | undefined,
    message: string,
    position?: Position,
  ): undefined {
    this.#roles[role].delete(uri);
    this.#unreadable.push({ uri, role, message, position });
    this.#report(source, 'error', message);
    if (role !== 'data') this.#gaps.push({ message: source ? this.#shown(source, message) : message, uri });
  }

  /** Checks whether a file was named by the user or is where links may lead; contents of other files are not shown. */
  async #refusalOf(document: TurtleDocument): Promise<ReturnType<typeof linkRefusal>> {
    const { uri } = document;
    const { store } = this.#context;
    if (uri === this.#start || this.#named.has(uri) || store.isOpen(uri)) return undefined;
    const linked: LinkedFile = { isUnderRoot: await this.#isUnderRoot(uri) };
    const reason = foreignReason(uri, linked);
    if (reason === undefined) return undefined;
    this.#foreign.add(uri);
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

  /** Reports the imports that were not followed because the user gave the links. */
  async reportImports(): Promise<void> {
    this.#isGiven = true;
    const given = new Map<string, string>();
    for (const [uri, document] of this.#documents) {
      for (const iri of [uri, ...ontologyIris(document)]) given.set(iri, uri);
    }
    for (const found of this.#imports()) {
      if (found.role !== 'context') this.#checkImport(found, given.get(found.iri));
    }
  }

  finish(): LinkedUnit {
    return {
      unit: {
        data: [...this.#roles.data],
        shapes: [...this.#roles.shapes],
        context: [...this.#roles.context],
      },
      documents: this.#documents,
      dependsOn: this.#dependsOn,
      findings: this.#findings,
      unreadable: this.#unreadable,
      unresolvedImports: [...this.#unresolvedImports],
      // The gaps tell whether these leave the verdict undecided.
      notChecked: this.#notChecked.map((entry) => ({ ...entry, concerns: [] })),
      gaps: this.#gaps,
      foreign: this.#foreign,
    };
  }

  async #addHeaderLinks(document: TurtleDocument): Promise<void> {
    for (const { role, path, range } of headerLinks(document)) {
      const source = { uri: document.uri, range };
      if (!isInFolder(document.uri)) {
        this.#report(source, 'warning', `Save this file first: '${path}' is relative to its folder.`);
      } else {
        await this.#addPath(role, folderOf(document.uri), path, source);
      }
    }
  }

  async #addSettings(uri: string): Promise<void> {
    for (const { folderUri, links } of this.#context.folders) {
      for (const link of links) {
        if (!matchesGlob(folderUri, link.data, uri)) continue;
        for (const path of link.shapes) await this.#addPath('shapes', folderUri, path, undefined);
        for (const path of link.context) await this.#addPath('context', folderUri, path, undefined);
      }
    }
  }

  async #addPath(role: Role, folderUri: string, path: string, source: LinkSource | undefined): Promise<void> {
    if (!isGlob(path)) {
      await this.addFile(role, resolvePath(folderUri, path), source);
      return;
    }
    const root = await this.#context.rootOf(folderUri);
    const { uris, truncated, incomplete } = await this.#context.store.list(folderUri, path, root);
    if (incomplete !== undefined) {
      const reason = `'${path}': ${incomplete}.`;
      this.#addGap(source, reason);
      this.#report(source, uris.length === 0 ? 'error' : 'warning', reason);
      // Files that the link would have found may be missing.
      if (source) this.#notChecked.push({ reason: this.#shown(source, reason), uri: source.uri });
    } else if (uris.length === 0) {
      const message = `No file matches '${path}'. Correct the pattern, or add the file.`;
      this.#report(source, 'error', message);
      this.#addGap(source, message);
    }
    if (truncated) {
      const message = `'${path}' matches more than ${maxFilesPerGlob} files; only the first ${maxFilesPerGlob} are read. Use a narrower pattern.`;
      this.#report(source, 'warning', message);
      this.#addGap(source, message);
    }
    for (const uri of uris) await this.addFile(role, uri, source);
  }

  /** Follows owl:imports and sh:shapesGraph until there are no new files. Handles cycles. */
  async #followImports(): Promise<void> {
    const given = new Set([...this.#roles.data, ...this.#roles.shapes, ...this.#roles.context]);
    const seen = new Set<string>();
    for (;;) {
      const open = this.#imports().filter((found) => !seen.has(importKey(found)));
      if (open.length === 0) return;
      for (const found of open) {
        seen.add(importKey(found));
        const uri = await this.#context.catalog.resolve(found.iri);
        if (uri !== undefined && !given.has(uri)) await this.#addImported(found, uri);
        else if (found.role !== 'context') this.#checkImport(found, uri);
      }
    }
  }

  async #addImported({ role, source }: Import, uri: string): Promise<void> {
    if (role === 'shapes') {
      await this.addFile('shapes', uri, source);
      return;
    }
    const document = await this.addFile('context', uri, source);
    if (role === 'data' && document && hasTargetedShapes(document)) this.#roles.shapes.add(uri);
  }

  /** Reports an import that brings in less than it asks for. */
  #checkImport({ role, iri, source }: Import, uri: string | undefined): void {
    const where = `owl:imports <${iri}> in ${fileNameOfUri(source.uri)}`;
    if (uri === undefined) {
      const reason = `${where}: no file of the workspace declares this ontology, so its contents are not used. Add the file, or link it.`;
      this.#unresolvedImports.add(iri);
      if (role === 'shapes' && !this.#isGiven) this.#addGap(source, reason);
      this.#notChecked.push({ reason: this.#shown(source, reason), uri: source.uri });
      this.#report(source, 'warning', reason);
    } else if (role === 'shapes' && !this.#roles.shapes.has(uri)) {
      const reason = `${where}: ${fileNameOfUri(uri)} is linked as context, so the shapes in it are not evaluated. Link it as shapes too to check them.`;
      this.#notChecked.push({ reason: this.#shown(source, reason), uri: source.uri });
    }
  }

  #imports(): readonly Import[] {
    const result: Import[] = [];
    for (const role of ['data', 'shapes', 'context'] as const) {
      for (const uri of this.#roles[role]) {
        const document = this.#documents.get(uri);
        if (document) result.push(...this.#importsOf(document, role));
      }
    }
    return result;
  }

  #importsOf(document: TurtleDocument, role: Role): readonly Import[] {
    const key = `${role} ${document.uri}`;
    let imports = this.#importsByDocument.get(key);
    if (imports === undefined) {
      const shapes = role === 'data' ? importedBy(document, sh.shapesGraph, 'shapes') : [];
      imports = [...importedBy(document, owl.imports, role), ...shapes];
      this.#importsByDocument.set(key, imports);
    }
    return imports;
  }

  #addGap(source: LinkSource | undefined, message: string): void {
    this.#gaps.push({ message: source ? this.#shown(source, message) : message, uri: source?.uri });
  }

  #shown({ uri }: LinkSource, message: string): string {
    return this.#foreign.has(uri) ? withheldMessage : message;
  }

  #report(source: LinkSource | undefined, severity: LinkFinding['severity'], message: string): void {
    if (source) this.#findings.push({ ...source, severity, message: this.#shown(source, message) });
    else this.#notChecked.push({ reason: message });
  }
}

/** True when the document has shapes with targets, including implicit class targets. */
export function hasTargetedShapes({ graph }: TurtleDocument): boolean {
  const isClass = (id: TermId) => graph.has(id, rdf.type, rdfs.Class) || graph.has(id, rdf.type, owl.Class);
  return (
    [sh.targetClass, sh.targetNode, sh.targetSubjectsOf, sh.targetObjectsOf].some(
      (predicate) => graph.withPredicate(predicate).length > 0,
    ) || [sh.NodeShape, sh.PropertyShape].some((type) => graph.subjects(rdf.type, type).some(isClass))
  );
}

function importKey({ role, iri, source }: Import): string {
  return `${role} ${source.uri} ${iri}`;
}

function importedBy(document: TurtleDocument, predicate: TermId, role: Role): readonly Import[] {
  return document.graph
    .withPredicate(predicate)
    .filter(({ object }) => terms.isIri(object))
    .map((triple) => ({ role, iri: terms.value(triple.object), source: objectOf(document, triple) }));
}

/** The place where the object of a triple is written. */
function objectOf(document: TurtleDocument, triple: Triple): LinkSource {
  const [found] = document.sources.occurrences(triple);
  const range = found?.objectTerm ? rangeIn(found.statement, found.objectTerm) : { start: 0, end: 0 };
  return { uri: document.uri, range };
}

function roleName(role: Role): string {
  return role === 'data' ? 'data file' : role === 'shapes' ? 'shapes file' : 'context file';
}

function unreadableMessage(role: Role, uri: string, { reason, detail }: Unreadable): string {
  const file = `The ${roleName(role)} ${fileNameOfUri(uri)}`;
  switch (reason) {
    case 'missing':
      return `${file} does not exist (${detail}). Correct the path, or create the file.`;
    case 'directory':
      return `${file} is a folder (${detail}). Link its files, for example with '${fileNameOfUri(uri)}/*.ttl'.`;
    case 'denied':
      return `${file} can't be read: permission denied (${detail}).`;
    case 'tooLarge':
      return `${file} is too large (${detail}).`;
    case 'binary':
      return `${file} is not a text file (${detail}).`;
    case 'pipe':
      return `${file} is a named pipe (${detail}). Only regular files can be linked: write its output to one.`;
    case 'outside':
      return `${file} is a link to ${detail}, which patterns do not follow. Link it by its own path.`;
    case 'failed':
      return `${file} can't be read: ${detail}.`;
  }
}
