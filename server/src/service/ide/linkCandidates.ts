import { yieldToEventLoop } from '../../base/abort.ts';
import { counted } from '../../base/counted.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { ClassHierarchy } from '../../shacl/classHierarchy.ts';
import type { Target } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import { targetNodes } from '../../shacl/shapesGraph/targets.ts';
import { isReadable } from '../../workspace/project/documentStore.ts';
import { unreadableMessage } from '../../workspace/project/linkFinding.ts';
import { isAtOrBelow } from '../../workspace/project/linkRoot.ts';
import { hasTargetedShapes } from '../../workspace/project/targetedShapes.ts';
import { neighbours } from '../../workspace/project/unitFiles.ts';
import { fileNameOfUri, folderOf, isInFolder, pathTo } from '../../workspace/project/uris.ts';
import type { Documents } from './documents.ts';
import { termPrinter } from './termPrinter.ts';

/** A file that can be linked to a data file as its shapes. */
export interface LinkCandidateInfo {
  readonly uri: string;
  /** How many shapes with targets it has. */
  readonly shapes: number;
  /** How many of these select nodes of the data file. Targets that are queries are not evaluated. */
  readonly applying: number;
  /** Their target classes, as written in the data file: those with the most nodes first. */
  readonly classes: readonly string[];
}

/** A file that has no shapes that could select anything. */
export interface UnfitFileInfo {
  readonly uri: string;
  /** Why, as a part of a sentence. */
  readonly reason: string;
}

export interface LinkCandidatesInfo {
  /** Those with the most shapes for the data file first; among equals, the nearest. */
  readonly shapes: readonly LinkCandidateInfo[];
  readonly others: readonly UnfitFileInfo[];
}

/** The shapes with which the user is invited to check a file. */
export interface LinkInvitationInfo {
  /** The shapes file. */
  readonly uri: string;
  /** Its contents: "3 shapes for dcat:Dataset". */
  readonly what: string;
  /** A sentence: "dcat-shapes.ttl has 3 shapes for dcat:Dataset." */
  readonly message: string;
}

/** The limit on what is read of a workspace without a request. */
const searchLimits = { files: 300, characters: 24_000_000 };

/** The files of a workspace that were searched for shapes. Their contents are cached until files change. */
export class LinkCandidates {
  readonly #documents: Documents;
  /** Why files have no shapes. */
  readonly #unfit = new Map<string, string>();
  readonly #shapes = new WeakMap<TurtleDocument, ShapesGraph>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /**
   * The files of the workspace that could be linked to a data file, and why the others could not.
   *
   * @param folders the workspace folders.
   * @param onRead receives how many of the files have been read.
   */
  async all(
    uri: string,
    folders: readonly string[],
    onRead: (read: number, files: number) => void,
    signal: AbortSignal,
  ): Promise<LinkCandidatesInfo> {
    const files = [
      ...(await neighbours(uri, this.#documents, folders)),
      ...(await this.#documents.workspaceFiles()),
    ];
    return this.#among(
      nearestFirst(uri, files),
      uri,
      { onRead, characters: Number.POSITIVE_INFINITY },
      signal,
    );
  }

  /**
   * The shapes file of the workspace with the most shapes for nodes of a data file; undefined where there is none, and for
   * files outside the workspace. The nearest files are read, up to a limit.
   */
  async invitation(
    uri: string,
    folders: readonly string[],
    signal: AbortSignal,
  ): Promise<LinkInvitationInfo | undefined> {
    if (!folders.some((folder) => isAtOrBelow(uri, folder))) return undefined;
    const files = nearestFirst(uri, await this.#documents.workspaceFiles()).slice(0, searchLimits.files);
    const { shapes } = await this.#among(files, uri, searchLimits, signal);
    const [best] = shapes.filter(({ applying }) => applying > 0);
    if (best === undefined) return undefined;
    const what = invitingShapes(best);
    return { uri: best.uri, what, message: `${fileNameOfUri(best.uri)} has ${what}.` };
  }

  async #among(
    files: readonly string[],
    uri: string,
    {
      characters,
      onRead,
    }: { readonly characters: number; readonly onRead?: (read: number, files: number) => void },
    signal: AbortSignal,
  ): Promise<LinkCandidatesInfo> {
    const data = await this.#documents.document(uri);
    const shapes: LinkCandidateInfo[] = [];
    const others: UnfitFileInfo[] = [];
    let left = characters;
    for (const [read, file] of files.entries()) {
      if (left <= 0) break;
      await yieldToEventLoop(signal);
      onRead?.(read, files.length);
      const found = await this.#shapesOf(file);
      left -= found.characters;
      if (found.kind === 'unfit') others.push({ uri: file, reason: found.reason });
      else if (isReadable(data)) shapes.push(candidate(file, found, data));
    }
    shapes.sort((a, b) => b.applying - a.applying);
    return { shapes, others };
  }

  async #shapesOf(uri: string): Promise<FoundShapes> {
    const wasHeld = this.#documents.isHeld(uri);
    const known = wasHeld ? undefined : this.#unfit.get(uri);
    if (known !== undefined) return { kind: 'unfit', reason: known, characters: 0 };
    const document = await this.#documents.document(uri);
    const unfit = (reason: string): FoundShapes => {
      // Nothing else needs it, and it may be large.
      if (!wasHeld) this.#documents.release(uri);
      this.#unfit.set(uri, reason);
      return { kind: 'unfit', reason, characters: isReadable(document) ? document.rope.length : 0 };
    };
    if (!isReadable(document)) return unfit(unreadableMessage('shapes', uri, document));
    const { length } = document.rope;
    if (document.rope.indexOf('/ns/shacl#') < 0) return unfit('no shapes');
    let shapes = this.#shapes.get(document);
    if (shapes === undefined) {
      shapes = readShapes(document.graph, termPrinter([document.prefixes]));
      this.#shapes.set(document, shapes);
    }
    if (!hasTargetedShapes(document) || shapes.roots.length + shapes.illFormed.length === 0) {
      const { errors } = document;
      const what = shapes.shapes.length > 0 ? 'no shape with a target' : 'no shapes';
      return unfit(
        errors.length > 0
          ? `${counted(errors.length, 'syntax error')}, and ${what} in what is readable`
          : what,
      );
    }
    return { kind: 'shapes', shapes, document, characters: length };
  }

  /** Forgets what files had. */
  filesChanged(uris: readonly string[]): void {
    for (const uri of uris) this.#unfit.delete(uri);
  }
}

type FoundShapes = { readonly characters: number } & (
  | { readonly kind: 'shapes'; readonly shapes: ShapesGraph; readonly document: TurtleDocument }
  | { readonly kind: 'unfit'; readonly reason: string }
);

function candidate(
  uri: string,
  { shapes, document }: Extract<FoundShapes, { readonly kind: 'shapes' }>,
  data: TurtleDocument,
): LinkCandidateInfo {
  const classes = new ClassHierarchy(new UnionGraph([data.graph, document.graph]));
  const nodes = new Map<TermId, number>();
  let applying = 0;
  for (const { targets } of shapes.roots) {
    const selecting = targets.filter((target) => selectsAny(target, data, classes));
    if (selecting.length > 0) applying++;
    for (const target of selecting) {
      if (target.kind === 'class' && !nodes.has(target.class))
        nodes.set(target.class, [...targetNodes(target, data.graph, classes)].length);
    }
  }
  const print: TermPrinter = termPrinter([data.prefixes, document.prefixes]);
  return {
    uri,
    shapes: shapes.roots.length,
    applying,
    classes: [...nodes].sort(([, a], [, b]) => b - a).map(([id]) => print(id)),
  };
}

function selectsAny(target: Target, { graph }: TurtleDocument, classes: ClassHierarchy): boolean {
  switch (target.kind) {
    // The user has not yet decided to trust the query, nor to have nodes judged.
    case 'where':
    case 'sparql':
      return false;
    // It selects its node in any data.
    case 'node':
      return graph.outgoing(target.node).length > 0;
    case 'class':
    case 'subjectsOf':
    case 'objectsOf':
    case 'stated':
      for (const _ of targetNodes(target, graph, classes)) return true;
      return false;
  }
}

function invitingShapes({ applying, classes: [first, ...more] }: LinkCandidateInfo): string {
  const shapes = `${counted(applying, 'shape')} for`;
  if (first === undefined) return `${shapes} nodes of this file`;
  if (more.length === 0) return `${shapes} ${first}`;
  return more.length === 1
    ? `${shapes} ${first} and ${more[0]}`
    : `${shapes} ${first} and ${more.length} other classes`;
}

/** The other files, nearest folders first. */
function nearestFirst(uri: string, files: readonly string[]): readonly string[] {
  const others = [...new Set(files)].filter((file) => file !== uri);
  if (!isInFolder(uri)) return others;
  const folder = folderOf(uri);
  const steps = (file: string) => {
    const path = pathTo(folder, file).split('/');
    return path.length + path.filter((part) => part === '..').length;
  };
  return others
    .map((file) => ({ file, steps: steps(file) }))
    .sort((a, b) => a.steps - b.steps || (a.file < b.file ? -1 : 1))
    .map(({ file }) => file);
}
