import { type Graph, hasTriple } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { AttachmentPoint } from '../drafts/attachmentPoints.ts';
import { type Draft, type SearchState, usesOf } from '../drafts/draft.ts';
import type { Evidence } from '../drafts/evidence.ts';
import { areNamedInversely } from './inverses.ts';

const maxNeighbours = 60;
const leastMirrored = 3;
const leastShare = 0.9;

/**
 * Values that are stated from their end by a property that mirrors the wanted one: wherever the data has the one, it
 * has the other the other way round. Nobody has to declare that they are inverse.
 */
export function* mirroredValues(
  draft: Draft,
  { node, predicate, inverse }: AttachmentPoint,
): Iterable<{ readonly value: TermId; readonly evidence: Evidence }> {
  const { graph, search } = draft;
  const { term } = search;
  const back = inverse ? graph.outgoing(node) : graph.incoming(node);
  for (const triple of back.slice(0, maxNeighbours)) {
    const value = inverse ? triple.object : triple.subject;
    if (triple.predicate === rdf.type || value === node || terms.isLiteral(value)) continue;
    const { mirrored, lacking, refuted } = mirroring(search, predicate, triple.predicate);
    const isNamed = areNamedInversely(predicate, triple.predicate);
    if (!isNamed && (mirrored < leastMirrored || mirrored < leastShare * (mirrored + lacking))) continue;
    if (mirrored < leastShare * (mirrored + refuted)) continue;
    const words =
      mirrored === 0
        ? `${term(triple.predicate)} says so from the other end`
        : `${term(triple.predicate)} says so from the other end, as it does for ${mirrored} of ${mirrored + lacking}`;
    yield { value, evidence: { kind: 'mirrored', words, for: mirrored, of: mirrored + lacking } };
  }
}

interface Mirroring {
  /** Triples with the property that the other one states from the other end. */
  readonly mirrored: number;
  /** Triples with the property that the other one does not state. */
  readonly lacking: number;
  /** Triples with the other property where the node has the property, but not to this end. */
  readonly refuted: number;
}

const maxUses = 300;
const known = new WeakMap<Graph, Map<string, Mirroring>>();

/** How far one property mirrors another, from some of their uses where they have many; counted once for a graph. */
function mirroring(search: SearchState, predicate: TermId, other: TermId): Mirroring {
  const graph = search.input.dataGraph;
  const counted = known.get(graph) ?? new Map<string, Mirroring>();
  known.set(graph, counted);
  const key = `${predicate} ${other}`;
  let found = counted.get(key);
  if (found === undefined) {
    const back = (property: TermId, { subject, object }: Triple) => ({
      subject: object,
      predicate: property,
      object: subject,
    });
    const uses = usesOf({ search }, predicate, maxUses);
    const mirrored = uses.filter((triple) => hasTriple(graph, back(other, triple))).length;
    const refuted = usesOf({ search }, other, maxUses).filter(
      (triple) =>
        !hasTriple(graph, back(predicate, triple)) && graph.objects(triple.object, predicate).length > 0,
    ).length;
    // A property that mirrors itself is lacking once more where it is asked for.
    const own = predicate === other ? 1 : 0;
    found = { mirrored, lacking: Math.max(0, uses.length - mirrored - own), refuted };
    counted.set(key, found);
  }
  return found;
}
