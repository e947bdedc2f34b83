import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { labelsOf } from '../../repair/evidence/nearestNames.ts';
import type { TermPrinter } from '../../shacl/results/words.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** A node to choose, as people know it. */
export interface NodeInfo {
  readonly node: TermId;
  /** In the words of the file: `ex:anne`, or what a node without a name is: `[ org:Membership ]`. */
  readonly name: string;
  readonly label: string | undefined;
}

export function nodeInfo(node: TermId, graph: Graph, print: TermPrinter): NodeInfo {
  return { node, name: nodeName(node, graph, print), label: labelsOf(graph, node)[0] };
}

/** How a node is called: one without a name by its class. */
export function nodeName(node: TermId, graph: Graph, print: TermPrinter): string {
  if (!terms.isBlank(node)) return print(node);
  const [type] = graph.objects(node, rdf.type);
  return type === undefined ? '[ … ]' : `[ ${print(type)} ]`;
}

/**
 * The node that somebody means who points into a text: the term there, or where that is a property or a literal, what
 * they are said of.
 */
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
 * The named nodes of a file whose names and labels have all words of a text, those that begin with it first.
 *
 * @param max how many at most.
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

/** What is described first, then what is mentioned; classes count where they are more than types. */
function namedNodes(graph: Graph): ReadonlySet<TermId> {
  const nodes = new Set<TermId>();
  for (const { subject } of graph.triples()) if (terms.isIri(subject)) nodes.add(subject);
  for (const { predicate, object } of graph.triples()) {
    if (predicate !== rdf.type && terms.isIri(object)) nodes.add(object);
  }
  return nodes;
}
