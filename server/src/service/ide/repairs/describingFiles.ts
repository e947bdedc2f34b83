import { yieldToEventLoop } from '../../../base/abort.ts';
import type { Rope } from '../../../base/rope.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf, rdfs } from '../../../rdf/vocab.ts';
import { type DocumentStore, isReadable } from '../../../workspace/project/documentStore.ts';

/** Nodes that no linked file describes, or a class of which no linked file has an instance. */
export interface SoughtInFiles {
  readonly nodes: Iterable<TermId>;
  readonly instancesOf: TermId | undefined;
}

/** A file of the workspace that is not linked and describes some of the wanted terms. */
export interface DescribingFile {
  readonly document: TurtleDocument;
  /** How many of the nodes, or how many instances of the class. */
  readonly count: number;
}

const shownFiles = 3;
/** The search of larger workspaces ends here. */
const maxFiles = 5000;

/** The files of the workspace that describe the most of the wanted terms, without those that are linked already. */
export async function describingFiles(
  { nodes, instancesOf }: SoughtInFiles,
  linked: { has(uri: string): boolean },
  store: Pick<DocumentStore, 'workspaceFiles' | 'document' | 'parse'>,
  signal: AbortSignal,
): Promise<readonly DescribingFile[]> {
  const sought = [...nodes];
  const mentions = mentionsOf(instancesOf === undefined ? sought : [instancesOf]);
  const found: DescribingFile[] = [];
  for (const uri of (await store.workspaceFiles()).slice(0, maxFiles)) {
    if (linked.has(uri)) continue;
    await yieldToEventLoop(signal);
    const document = await store.document(uri);
    // Most files mention none of the nodes, and need not be parsed.
    if (!isReadable(document) || !mentions(document.rope)) continue;
    store.parse(document);
    const { graph } = document;
    const count =
      instancesOf === undefined
        ? sought.filter((node) => graph.outgoing(node).length > 0).length
        : instances(document, instancesOf);
    if (count > 0) found.push({ document, count });
  }
  return found.toSorted((a, b) => b.count - a.count || byUri(a, b)).slice(0, shownFiles);
}

/** A quick test for texts that may be about one of the nodes: they have its namespace, and its name. */
function mentionsOf(nodes: readonly TermId[]): (text: Rope) => boolean {
  const names = new Map<string, string[]>();
  for (const node of nodes) {
    const iri = terms.value(node);
    const namespace = namespaceOf(iri);
    const known = names.get(namespace);
    if (known) known.push(localName(iri));
    else names.set(namespace, [localName(iri)]);
  }
  return (text) =>
    [...names].some(
      ([namespace, locals]) =>
        text.indexOf(namespace) >= 0 &&
        // Names may be escaped in many ways, but plain ones are not.
        locals.some((name) => !/^\w+$/.test(name) || text.indexOf(name) >= 0),
    );
}

/** The instances of the class and of its subclasses according to the file itself. */
function instances({ graph }: TurtleDocument, type: TermId): number {
  const types = new Set([type]);
  for (const each of types) for (const subclass of graph.subjects(rdfs.subClassOf, each)) types.add(subclass);
  const found = new Set<TermId>();
  for (const each of types) for (const node of graph.subjects(rdf.type, each)) found.add(node);
  return found.size;
}

function byUri({ document: a }: DescribingFile, { document: b }: DescribingFile): number {
  return a.uri.length - b.uri.length || (a.uri < b.uri ? -1 : 1);
}
