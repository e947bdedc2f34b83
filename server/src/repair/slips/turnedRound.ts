import { hasTriple } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { owl, rdf, rdfs } from '../../rdf/vocab.ts';
import { type Draft, isDescribed, usesOf } from '../drafts/draft.ts';
import { foundOnce, type Restatement } from './misstatements.ts';

/**
 * A reversed statement: the other statements of the property lead from nodes such as its object to nodes such as its
 * subject, and none in its direction.
 */
export const turnedRound: (triple: Triple, draft: Draft) => readonly Restatement[] =
  foundOnce(findTurnedRound);

function* findTurnedRound(triple: Triple, draft: Draft): Iterable<Restatement> {
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

/** This many statements in one direction are not chance. */
const leastUses = 3;
const maxUses = 60;

interface Directions {
  /** Statements that lead from the kind of node that the object is to the kind that the subject is. */
  readonly turned: number;
  readonly same: number;
  readonly all: number;
}

/** How the other statements of a property lead between nodes such as its subject and object. */
function directions({ subject, predicate, object }: Triple, draft: Draft): Directions {
  const others = usesOf(draft, predicate, maxUses).filter(
    (each) => each.subject !== subject && each.object !== object,
  );
  for (const typesOf of [ownTypes, withParents]) {
    const [isFrom, isTo] = [subject, object].map((node) => likenessTo(node, predicate, typesOf, draft));
    const turned = others.filter((each) => isTo!(each.subject) && isFrom!(each.object)).length;
    const same = others.filter((each) => isFrom!(each.subject) && isTo!(each.object)).length;
    if (turned + same > 0) return { turned, same, all: others.length };
  }
  return { turned: 0, same: 0, all: others.length };
}

type TypesOf = (node: TermId, draft: Draft) => readonly TermId[];

const ownTypes: TypesOf = (node, { graph }) => graph.objects(node, rdf.type);

const withParents: TypesOf = (node, draft) => {
  const { classGraph } = draft.search.input;
  return ownTypes(node, draft).flatMap((type) => [type, ...classGraph.objects(type, rdfs.subClassOf)]);
};

/** Whether nodes have a class of a node; of a node without one, whether they have none either and another of its properties. */
function likenessTo(
  node: TermId,
  except: TermId,
  typesOf: TypesOf,
  draft: Draft,
): (other: TermId) => boolean {
  const { graph } = draft;
  const types = new Set(typesOf(node, draft));
  if (types.size > 0) return (other) => typesOf(other, draft).some((type) => types.has(type));
  const properties = graph
    .outgoing(node)
    .flatMap(({ predicate }) => (predicate === except ? [] : [predicate]));
  return (other) =>
    terms.kind(other) === terms.kind(node) &&
    graph.objects(other, rdf.type).length === 0 &&
    properties.some((property) => graph.objects(other, property).length > 0);
}
