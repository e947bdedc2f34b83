import type { Triple } from '../../rdf/terms.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, shRules } from '../../rdf/vocab.ts';
import { isTrue } from '../components/reading.ts';

const reifies = terms.constant(`${namespaces.rdf}reifies`);

/**
 * Inferred triples without those that rules declare temporary: a node with sh:tempTriple true reifies the triple
 * (SHACL 1.2 Inference Rules). The declarations are left out as well.
 */
export function withoutTemporary(inferred: Iterable<Triple>): readonly Triple[] {
  const all = [...inferred];
  const reifiers = new Set<TermId>(
    all
      .filter(({ predicate, object }) => predicate === shRules.tempTriple && isTrue(object))
      .map(({ subject }) => subject),
  );
  if (reifiers.size === 0) return all;
  const temporary = new Set(
    all
      .filter(({ subject, predicate }) => predicate === reifies && reifiers.has(subject))
      .map(({ object }) => object),
  );
  return all.filter((triple) => !reifiers.has(triple.subject) && !temporary.has(terms.tripleTerm(triple)));
}
