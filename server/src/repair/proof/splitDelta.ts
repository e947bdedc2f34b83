import { type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { isNewBlankNode } from '../../sparql/termCodec.ts';
import type { RepairProblem } from '../repair.ts';

/** The part of a change that belongs to one document. */
export interface DocumentDelta {
  readonly document: TurtleDocument;
  readonly delta: GraphDelta;
}

export type SplitDelta =
  | { readonly kind: 'parts'; readonly parts: readonly DocumentDelta[] }
  | { readonly kind: 'notExpressible'; readonly reason: string };

/**
 * Distributes a change over the data documents: a triple is removed from every document that states it, and added to
 * the one that describes its subject, preferring the edited one. Triples that only context states cannot be removed,
 * and blank nodes of context cannot be named.
 */
export function splitDelta(
  { documents, context, term }: Pick<RepairProblem, 'documents' | 'context' | 'term'>,
  { added, removed }: GraphDelta,
): SplitDelta {
  const parts = new Map<TurtleDocument, { readonly added: Triple[]; readonly removed: Triple[] }>();
  const partOf = (document: TurtleDocument) => {
    const part = parts.get(document) ?? { added: [], removed: [] };
    parts.set(document, part);
    return part;
  };
  for (const triple of removed) {
    const other = context.find(({ graph }) => hasTriple(graph, triple));
    if (other)
      return notExpressible(
        `${decodedFileName(other.uri)}, which is context, states ${print(triple, term)} too.`,
      );
    const stating = documents.filter(({ graph }) => hasTriple(graph, triple));
    if (stating.length === 0) return notExpressible(`No data file states ${print(triple, term)}.`);
    for (const document of stating) partOf(document).removed.push(triple);
  }
  const homes = new Map<TermId, TurtleDocument>();
  const described = new Map<TermId, TurtleDocument | undefined>();
  const describing = (subject: TermId) => {
    if (!described.has(subject)) {
      described.set(
        subject,
        documents.find(({ graph }) => graph.outgoing(subject).length > 0),
      );
    }
    return described.get(subject);
  };
  // New blank nodes belong to the document that first mentions them, so triples with them as objects come first.
  const mentions = (triple: Triple) => (isNewBlankNode(triple.subject) ? 1 : 0);
  for (const triple of [...added].sort((a, b) => mentions(a) - mentions(b))) {
    const foreign = foreignBlankNode(triple, documents);
    if (foreign !== undefined) {
      const other = context.find(({ graph }) => mentionsNode({ graph }, foreign));
      const owner = other ? decodedFileName(other.uri) : 'another file';
      return notExpressible(
        `${print(triple, term)} would name a blank node of ${owner}, which data files can't.`,
      );
    }
    const home = homeOf(triple, documents, describing, homes);
    if (home === undefined) {
      return notExpressible(`${print(triple, term)} would name blank nodes of two files in one statement.`);
    }
    for (const node of [triple.subject, triple.object]) if (!homes.has(node)) homes.set(node, home);
    partOf(home).added.push(triple);
  }
  return {
    kind: 'parts',
    // In the order of the documents, each once.
    parts: [...new Set(documents)].flatMap((document) => {
      const delta = parts.get(document);
      return delta === undefined ? [] : [{ document, delta }];
    }),
  };
}

function homeOf(
  { subject, object }: Triple,
  documents: readonly TurtleDocument[],
  describing: (subject: TermId) => TurtleDocument | undefined,
  homes: ReadonlyMap<TermId, TurtleDocument>,
): TurtleDocument | undefined {
  const bound = [subject, object].filter((node) => terms.isBlank(node));
  const owners = new Set(
    bound.flatMap((node) =>
      isNewBlankNode(node)
        ? (homes.get(node) ?? [])
        : (documents.find((document) => mentionsNode(document, node)) ?? []),
    ),
  );
  if (owners.size > 1) return undefined;
  const [owner] = owners;
  return owner ?? describing(subject) ?? homes.get(subject) ?? documents[0];
}

/** A blank node of a triple that is neither new nor in any of the documents: only its own file can name it. */
function foreignBlankNode(
  { subject, object }: Triple,
  documents: readonly TurtleDocument[],
): TermId | undefined {
  return [subject, object].find(
    (node) =>
      terms.isBlank(node) &&
      !isNewBlankNode(node) &&
      !documents.some((document) => mentionsNode(document, node)),
  );
}

function mentionsNode({ graph }: Pick<TurtleDocument, 'graph'>, node: TermId): boolean {
  return graph.outgoing(node).length > 0 || graph.incoming(node).length > 0;
}

function notExpressible(reason: string): SplitDelta {
  return { kind: 'notExpressible', reason };
}

function print({ subject, predicate, object }: Triple, term: RepairProblem['term']): string {
  return `${term(subject)} ${term(predicate)} ${term(object)}`;
}

/** The decoded last segment of a uri, for display. */
export function decodedFileName(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    // The name was not percent-encoded after all.
    return name;
  }
}
