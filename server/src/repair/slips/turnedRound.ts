import { hasTriple } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { owl, rdf, rdfs } from '../../rdf/vocab.ts';
import { type Draft, isDescribed, usesOf } from '../drafts/draft.ts';
import type { Restatement } from './misstatements.ts';

/**
 * A statement with its ends the wrong way round: the other statements of the property lead from nodes such as its object to
 * nodes such as its subject, and none the way that it does.
 */
export function* turnedRound(triple: Triple, draft: Draft): Iterable<Restatement> {
  const { subject, predicate, object } = triple;
  if (
    predicate === rdf.type ||
    predicate === rdfs.subClassOf ||
    terms.isLiteral(object) ||
    subject === object
  )
    return;
  if (!isDescribed(draft, object)) return;
  const meant = { subject: object, predicate, object: subject };
  if (hasTriple(draft.graph, meant) || draft.graph.has(predicate, rdf.type, owl.SymmetricProperty)) return;
  const { turned, same, all } = directions(triple, draft);
  if (turned === 0 || same > 0) return;
  const words = `${turned} of ${all} other ${draft.search.term(predicate)} lead from such nodes to such nodes, none the other way round`;
  yield { meant, isClear: turned >= leastUses, evidence: [{ kind: 'swapped', words, for: turned, of: all }] };
}

/** So many statements that lead one way are no chance. */
const leastUses = 3;
const maxUses = 60;

interface Directions {
  /** Statements that lead from the kind of node that the object is to the kind that the subject is. */
  readonly turned: number;
  readonly same: number;
  readonly all: number;
}

/** How the other statements of a property lead between nodes of the classes that its subject and object have. */
export function directions({ subject, predicate, object }: Triple, draft: Draft): Directions {
  const { graph } = draft;
  const [from, to] = [graph.objects(subject, rdf.type), graph.objects(object, rdf.type)];
  const others = usesOf(draft, predicate, maxUses).filter(
    (each) => each.subject !== subject || each.object !== object,
  );
  const are = (node: TermId, classes: readonly TermId[]) =>
    classes.some((type) => graph.has(node, rdf.type, type));
  return {
    turned: others.filter((each) => are(each.subject, to) && are(each.object, from)).length,
    same: others.filter((each) => are(each.subject, from) && are(each.object, to)).length,
    all: others.length,
  };
}
