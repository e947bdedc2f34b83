import type { Graph } from '../../rdf/graph.ts';
import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';

const maxDepth = 5;
const maxReached = 200;

/**
 * The predicate by which one node leads to another that is more general: a superclass, a broader concept, the whole of a part, or the same property
 * once more. Undefined when none does.
 */
export function leadsToBroader(
  graph: Graph,
  special: TermId,
  general: TermId,
  property: TermId | undefined,
): TermId | undefined {
  const seen = new Set([special]);
  let level: readonly TermId[] = [special];
  for (let depth = 0; depth < maxDepth && seen.size < maxReached; depth++) {
    const next: TermId[] = [];
    for (const node of level) {
      if (terms.isLiteral(node)) continue;
      for (const { predicate, object } of graph.outgoing(node)) {
        if (predicate !== property && !generalises(predicate)) continue;
        if (object === general) return predicate;
        if (!terms.isLiteral(object) && !seen.has(object)) next.push(object);
        seen.add(object);
      }
      for (const { predicate, subject } of graph.incoming(node)) {
        if (!specialises(predicate)) continue;
        if (subject === general) return predicate;
        if (!seen.has(subject)) next.push(subject);
        seen.add(subject);
      }
    }
    level = next;
  }
  return undefined;
}

function generalises(predicate: TermId): boolean {
  return /^(?:sub(?:class|property|organi[sz]ation|unit)of|broader\w*|(?:is)?partof|parent\w*|within|locatedin|containedin\w*|sfwithin)$/i.test(
    localName(terms.value(predicate)),
  );
}

function specialises(predicate: TermId): boolean {
  return /^(?:narrower\w*|haspart|sfcontains)$/i.test(localName(terms.value(predicate)));
}
