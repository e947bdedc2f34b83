import { memoized } from '../../../base/memoized.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rangeIn, statementRange } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { Place } from '../../../shacl/results/locate.ts';
import { termPrinter } from '../../ide/termPrinter.ts';
import { type SymbolKind, symbolKind } from '../symbols/symbolKind.ts';
import { describingPlaces } from './definition.ts';

/** A node at one end of links, at its best description. */
export interface LinkedNode extends Place {
  readonly id: TermId;
  readonly name: string;
  readonly kind: SymbolKind;
  /** Of the whole statement. */
  readonly whole: TextRange;
}

/** The statements that link two nodes. */
export interface NodeLinks {
  /** The node at the other end. */
  readonly node: LinkedNode;
  /** The predicates of the links, as the document writes them. */
  readonly predicates: readonly string[];
  /** Where the links are written in the document of the node that they start from. */
  readonly ranges: readonly TextRange[];
}

/** A node with its links; undefined for literals, and for terms that the documents neither describe nor mention. */
export function linkedNode(id: TermId, documents: readonly TurtleDocument[]): LinkedNode | undefined {
  if (terms.isLiteral(id)) return undefined;
  const place = describingPlaces(documents, id)[0] ?? firstMention(id, documents);
  if (place === undefined) return undefined;
  const { document, range } = place;
  const statement = document.sources.statementAt(range.start);
  return {
    id,
    document,
    range,
    whole: statement ? statementRange(statement) : range,
    name: terms.isBlank(id)
      ? document.rope.slice(range.start, range.end).split('\n')[0]!
      : printerOf(document)(id),
    kind: symbolKind(documents.flatMap(({ graph }) => graph.objects(id, rdf.type))),
  };
}

/** Prints terms with the prefixes of a document. Lists of links name hundreds. */
const printerOf = memoized(({ prefixes }: TurtleDocument) => termPrinter([prefixes]));

function firstMention(id: TermId, documents: readonly TurtleDocument[]): Place | undefined {
  for (const document of documents) {
    const first = document.sources.firstWritten(id);
    if (first) return { document, range: { start: first.start, end: first.end } };
  }
  return undefined;
}

/** The nodes with a statement whose object is the node; in place of a `[ … ]`, the named node that leads to it. */
export function incomingLinks(id: TermId, documents: readonly TurtleDocument[]): readonly NodeLinks[] {
  const links = new Links();
  for (const document of documents) {
    for (const triple of document.graph.incoming(id).slice(0, mostLinks)) {
      const from = namedSubject(triple.subject, document);
      links.add(from, triple.predicate, placesOf(triple, document));
    }
  }
  // A client shows all ranges in one document.
  return links.nodes(documents, ({ document }) => document.uri);
}

/** The nodes that the node's statements lead to, also by way of `[ … ]`. */
export function outgoingLinks(id: TermId, documents: readonly TurtleDocument[]): readonly NodeLinks[] {
  const links = new Links();
  const own = linkedNode(id, documents)?.document.uri;
  for (const document of documents) {
    const seen = new Set([id]);
    for (const subject of seen) {
      for (const triple of document.graph.outgoing(subject).slice(0, mostLinks)) {
        const { predicate, object } = triple;
        if (terms.isLiteral(object)) continue;
        if (isBracket(object, document)) seen.add(object);
        else links.add(object, predicate, placesOf(triple, document));
      }
    }
  }
  return links.nodes(documents, () => own);
}

/** Lists of calls are read one by one. */
const mostLinks = 200;

/** Links by the node at the other end, in the order in which they were found. */
class Links {
  readonly #byNode = new Map<TermId, { readonly predicates: Set<TermId>; readonly places: Place[] }>();

  add(node: TermId, predicate: TermId, places: readonly Place[]): void {
    let links = this.#byNode.get(node);
    if (links === undefined) {
      if (this.#byNode.size === mostLinks) return;
      links = { predicates: new Set(), places: [] };
      this.#byNode.set(node, links);
    }
    links.predicates.add(predicate);
    links.places.push(...places);
  }

  /** @param fileOf the file of which ranges are wanted. */
  nodes(
    documents: readonly TurtleDocument[],
    fileOf: (node: LinkedNode) => string | undefined,
  ): readonly NodeLinks[] {
    return [...this.#byNode].flatMap(([id, { predicates, places }]) => {
      const node = linkedNode(id, documents);
      if (node === undefined) return [];
      const file = fileOf(node);
      return {
        node,
        predicates: [...predicates].map(printerOf(node.document)),
        ranges: places.filter(({ document }) => document.uri === file).map(({ range }) => range),
      };
    });
  }
}

function placesOf(triple: Triple, document: TurtleDocument): readonly Place[] {
  return document.sources
    .occurrences(triple)
    .flatMap(({ statement, objectTerm }) =>
      objectTerm ? { document, range: rangeIn(statement, objectTerm) } : [],
    );
}

/** True for a blank node without a label of its own. */
function isBracket(id: TermId, document: TurtleDocument): boolean {
  return terms.isBlank(id) && !document.sources.written(id).some(({ form }) => form === 'label');
}

/** The node that a chain of brackets and lists starts from. */
function namedSubject(id: TermId, document: TurtleDocument): TermId {
  let node = id;
  for (let steps = 0; steps < mostSteps && isBracket(node, document); steps++) {
    const [link] = document.graph.incoming(node);
    if (link === undefined) return node;
    node = link.subject;
  }
  return node;
}

/** Chains of brackets are shorter, and cycles of blank nodes have no end. */
const mostSteps = 64;
