import { isRespelling, localName } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { foldName, typoDistance } from '../../../repair/evidence/nameSimilarity.ts';
import { namespaceRelation } from '../../../repair/evidence/namespaceRelation.ts';
import { componentOf } from '../../../shacl/components/index.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import type { Place } from '../../../shacl/results/locate.ts';
import type { UnitGraphs } from '../unitGraphs.ts';

/**
 * Where a property is written that was meant to be the one which a node lacks: the only one of the node that differs from it
 * by typing errors, and that neither the shapes nor any file knows. Undefined where the node is what a user should look at.
 */
export function misspeltPropertyPlace(
  { constraint, focusNode, path, value }: Violation,
  { data, input }: Pick<UnitGraphs, 'data' | 'input'>,
): Place | undefined {
  if (path?.kind !== 'predicate' || value !== undefined) return undefined;
  if (componentOf(constraint).shownAt !== 'focusNode') return undefined;
  const { dataGraph, shapes } = input;
  const wanted = path.predicate;
  if (dataGraph.objects(focusNode, wanted).length > 0) return undefined;
  const near = new Map<TermId, Triple>();
  for (const triple of dataGraph.outgoing(focusNode)) {
    const { predicate } = triple;
    if (near.has(predicate) || !isNear(predicate, wanted)) continue;
    const isKnown = dataGraph.outgoing(predicate).length > 0 || shapes.graph.incoming(predicate).length > 0;
    const uses = dataGraph.withPredicate(predicate).length;
    // What many nodes have is hardly a slip.
    if (isKnown || uses > Math.max(1, dataGraph.withPredicate(wanted).length)) continue;
    near.set(predicate, triple);
  }
  const [found, other] = near.values();
  if (found === undefined || other !== undefined) return undefined;
  for (const document of data) {
    const source = document.sources.occurrences(found)[0];
    if (source?.predicate) return { document, range: rangeIn(source.statement, source.predicate.verb) };
  }
  return undefined;
}

function isNear(predicate: TermId, wanted: TermId): boolean {
  if (predicate === wanted || predicate === rdf.type) return false;
  const [from, to] = [terms.value(predicate), terms.value(wanted)];
  if (isRespelling(from, to)) return true;
  const relation = namespaceRelation(from, to);
  if (relation !== 'same' && relation !== 'respelt') return false;
  const [name, other] = [localName(from), localName(to)];
  return foldName(name) === foldName(other) || Number.isFinite(typoDistance(name, other));
}
