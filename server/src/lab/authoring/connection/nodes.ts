import type { Graph } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { labelsOf } from '../../../repair/evidence/nearestNames.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';

/** A node that the user can choose. */
export interface NodeInfo {
  readonly node: TermId;
  /** As the file writes it: `ex:anne`, or the type of a blank node: `[ org:Membership ]`. */
  readonly name: string;
  readonly label: string | undefined;
}

export function nodeInfo(node: TermId, graph: Graph, print: TermPrinter): NodeInfo {
  return { node, name: nodeName(node, graph, print), label: labelsOf(graph, node)[0] };
}

/** The name of a node; for a blank node, its class. */
export function nodeName(node: TermId, graph: Graph, print: TermPrinter): string {
  if (!terms.isBlank(node)) return print(node);
  const [type] = graph.objects(node, rdf.type);
  return type === undefined ? '[ … ]' : `[ ${print(type)} ]`;
}

/** The node at an offset: the term there or, if it is a property or a literal, the subject of its statement. */
export function nodeAt({ sources }: TurtleDocument, offset: number, graph: Graph): TermId | undefined {
  const mention = sources.termAt(offset);
  if (mention === undefined) {
    const statement = sources.statementAt(offset);
    return statement?.kind === 'triples' ? statement.subject.id : undefined;
  }
  const { id } = mention.node;
  const isNode =
    !terms.isLiteral(id) &&
    terms.kind(id) !== 'triple' &&
    (graph.outgoing(id).length > 0 || graph.incoming(id).some(({ predicate }) => predicate !== rdf.type));
  return isNode ? id : mention.statement.subject.id;
}

/**
 * The named nodes of a file whose names or labels contain all words of a text; those that begin with the text come
 * first.
 *
 * @param max the maximum number of nodes.
 */
export function nodesMatching(
  { graph }: TurtleDocument,
  text: string,
  print: TermPrinter,
  max: number,
): readonly NodeInfo[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/).filter(Boolean);
  const starting: NodeInfo[] = [];
  const others: NodeInfo[] = [];
  for (const node of namedNodes(graph)) {
    const info = nodeInfo(node, graph, print);
    const all = `${info.name} ${info.label ?? ''} ${terms.value(node)}`.toLowerCase();
    if (!words.every((word) => all.includes(word))) continue;
    const starts = [info.name, info.name.replace(/^[^:]*:/, ''), info.label ?? ''];
    if (starts.some((start) => start.toLowerCase().startsWith(wanted))) starting.push(info);
    else if (others.length < max) others.push(info);
    if (starting.length === max) break;
  }
  return [...starting, ...others].slice(0, max);
}

/** Described nodes first, then nodes that are only referred to. Classes count unless they only occur as types. */
function namedNodes(graph: Graph): ReadonlySet<TermId> {
  const nodes = new Set<TermId>();
  for (const { subject } of graph.triples()) if (terms.isIri(subject)) nodes.add(subject);
  for (const { predicate, object } of graph.triples()) {
    if (predicate !== rdf.type && terms.isIri(object)) nodes.add(object);
  }
  return nodes;
}
