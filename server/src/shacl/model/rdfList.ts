import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';

/**
 * The members of an RDF list; undefined when the node is no well-formed list, for example when a cell has no rdf:rest
 * or two values of rdf:first, or when the list has a cycle.
 *
 * @param most how many members are needed; members after these are not read.
 */
export function readList(graph: Graph, head: TermId, most = Infinity): readonly TermId[] | undefined {
  const members: TermId[] = [];
  const cells = new Set<TermId>();
  let cell = head;
  while (cell !== rdf.nil && members.length < most) {
    const firsts = graph.objects(cell, rdf.first);
    const rests = graph.objects(cell, rdf.rest);
    if (firsts.length !== 1 || rests.length !== 1 || cells.has(cell)) return undefined;
    cells.add(cell);
    members.push(firsts[0]!);
    cell = rests[0]!;
  }
  return members;
}
