import type { Graph, GraphDelta } from '../../../rdf/graph.ts';
import { isomorphic } from '../../../rdf/isomorphism.ts';
import { printDecimal } from '../../../rdf/literals/literalText.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { OverlayGraph } from '../../../rdf/overlayGraph.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';

/**
 * How similar a graph with a change is to the graph itself (spec/vio.md 19). Only the differences are compared,
 * unless blank nodes may have been renamed.
 */
interface Likeness {
  /** Equal except for the names of blank nodes. */
  readonly isomorphic: boolean;
  /** Equal as a set of triples if all literals are treated as equal. */
  readonly relaxed: boolean;
  /** The same, and every node has as many literals of each property. */
  readonly relaxedMultiset: boolean;
  /** Equal if literals with the same value are treated as equal. */
  readonly valueEqual: boolean;
}

/** @param difference leads from `graph` to the other graph: what it adds is not in `graph`, what it removes is. */
export function likeness(graph: Graph, difference: GraphDelta): Likeness {
  const changed = [...difference.added, ...difference.removed];
  if (changed.length === 0) {
    return { isomorphic: true, relaxed: true, relaxedMultiset: true, valueEqual: true };
  }
  const other = new OverlayGraph(graph, difference);
  if (changed.some(({ subject, object }) => terms.isBlank(subject) || terms.isBlank(object))) {
    return renamedLikeness(graph, other);
  }
  const relaxed = changed.every(
    (triple) =>
      terms.isLiteral(triple.object) &&
      literals(graph, triple).length > 0 === literals(other, triple).length > 0,
  );
  const relaxedMultiset =
    relaxed && changed.every((triple) => literals(graph, triple).length === literals(other, triple).length);
  const valueEqual =
    relaxed &&
    changed.every((triple) => {
      const key = valueKey(triple.object);
      return [graph, other].every((each) =>
        literals(each, triple).some((literal) => valueKey(literal) === key),
      );
    });
  return { isomorphic: false, relaxed, relaxedMultiset, valueEqual };
}

function renamedLikeness(graph: Graph, other: Graph): Likeness {
  const [a, b] = [[...graph.triples()], [...other.triples()]];
  const isSame = isomorphic(a, b);
  const relaxed = isSame || isomorphic(a.map(withoutLiteral), b.map(withoutLiteral));
  return {
    isomorphic: isSame,
    relaxed,
    relaxedMultiset: isSame || isomorphic(numbered(a), numbered(b)),
    valueEqual: isSame || (relaxed && isomorphic(a.map(withValue), b.map(withValue))),
  };
}

function literals(graph: Graph, { subject, predicate }: Triple): readonly TermId[] {
  return graph.objects(subject, predicate).filter((object) => terms.isLiteral(object));
}

function withoutLiteral(triple: Triple): Triple {
  return terms.isLiteral(triple.object) ? { ...triple, object: terms.literal('') } : triple;
}

function withValue(triple: Triple): Triple {
  return terms.isLiteral(triple.object)
    ? { ...triple, object: terms.literal(valueKey(triple.object)) }
    : triple;
}

/** Replaces the literals of a node and a property by 1, 2, 3. */
function numbered(triples: readonly Triple[]): readonly Triple[] {
  const counts = new Map<string, number>();
  return triples.map((triple) => {
    if (!terms.isLiteral(triple.object)) return triple;
    const key = `${triple.subject} ${triple.predicate}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { ...triple, object: terms.literal(String(count)) };
  });
}

/**
 * A key that literals with the same value share, according to XML Schema and RDF: 1 and 1.0, 01 and 1, noon in two
 * time zones, "a"@en and "a"@EN; but not 1 and 1e0, which are different kinds of numbers.
 */
function valueKey(literal: TermId): string {
  const text = terms.value(literal);
  const language = terms.language(literal);
  if (language) return `@${language.toLowerCase()} ${text}`;
  const value = literalValue(literal);
  switch (value?.kind) {
    case 'number':
      return `${value.precision} ${value.precision === 'decimal' ? printDecimal(value.value, 0) : value.value + 0}`;
    case 'boolean':
      return `boolean ${value.value}`;
    case 'moment':
      return `${value.type} ${value.zoned} ${printDecimal(value.seconds, 0)}`;
    case 'duration':
      return `duration ${value.months} ${printDecimal(value.seconds, 0)}`;
    default:
      return `${terms.datatype(literal)} ${text}`;
  }
}
