import fc from 'fast-check';
import { type Graph, type GraphDelta, hasTriple } from '../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { namespaces } from '../rdf/vocab.ts';

/** Indexes that choose the parts of a triple, modulo the number of candidates. */
type Pick = readonly [subject: number, predicate: number, object: number];

/** A random change for any graph: the triples to remove, and new ones built from parts of existing triples. */
export interface ChangePicks {
  readonly removed: readonly number[];
  readonly added: readonly Pick[];
}

export function arbitraryChange(maxTriples = 3): fc.Arbitrary<ChangePicks> {
  const place = fc.nat(200);
  return fc.record({
    removed: fc.array(place, { maxLength: maxTriples }),
    added: fc.array(fc.tuple(place, place, place), { maxLength: maxTriples }),
  });
}

/** Literals that some engines are known to read wrongly. Terms are made when they are used, as the dictionary may be swept. */
const oddLiterals = (): readonly TermId[] => [
  terms.constant('http://example.org/ns#new'),
  ...[
    ['😀', 'string'],
    ['---05', 'gDay'],
    ['+INF', 'double'],
    ['2020-13-01', 'date'],
    ['NaN', 'float'],
  ].map(([lexical, datatype]) => terms.literal(lexical!, terms.constant(namespaces.xsd + datatype))),
];

/** Applies the choices to a graph. Objects of new triples may also come from the shapes and from the odd literals. */
export function changeOf(graph: Graph, shapes: Graph, { removed, added }: ChangePicks): GraphDelta {
  const triples = [...graph.triples()];
  const objects = [
    ...triples.map(({ object }) => object),
    ...[...shapes.triples()].map(({ object }) => object).filter((id) => !terms.isBlank(id)),
    ...oddLiterals(),
  ];
  const at = <T>(items: readonly T[], index: number) => items[index % items.length]!;
  const distinct = (all: readonly Triple[]) => [
    ...new Map(all.map((each) => [[each.subject, each.predicate, each.object].join(), each])).values(),
  ];
  const news = added.map(([subject, predicate, object]) => ({
    subject: at(triples, subject).subject,
    predicate: at(triples, predicate).predicate,
    object: at(objects, object),
  }));
  return {
    removed: distinct(removed.map((index) => at(triples, index))),
    added: distinct(news.filter((triple) => !hasTriple(graph, triple))),
  };
}
