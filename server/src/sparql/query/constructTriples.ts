import type { Triple as ParsedTriple } from 'sparqljs';
import { type TermId, terms } from '../../rdf/terms.ts';
import { isTerm } from '../parsedTree.ts';
import { unbound } from './expressions/expressionScope.ts';
import type { Answers, ConstructedTriple } from './query.ts';
import { termOf } from './translate.ts';

/** Fills a template with each answer. Triples that have no value somewhere, or that RDF does not allow, are left out. */
export function constructTriples(
  template: readonly ParsedTriple[],
  { solutions }: Answers,
  {
    blankNode,
    readIri,
  }: {
    readonly blankNode: (label: string, row: number) => TermId;
    readonly readIri: (iri: string) => TermId;
  },
): readonly ConstructedTriple[] {
  const read = (term: unknown): ((row: number) => TermId) => {
    if (!isTerm(term)) throw new TypeError('sparqljs lets no path into a template');
    switch (term.termType) {
      case 'Variable': {
        const index = solutions.variables.indexOf(term.value);
        return (row) => solutions.value(row, index);
      }
      case 'BlankNode':
        return (row) => blankNode(term.value, row);
      case 'NamedNode':
      case 'Literal': {
        const constant = termOf(term, readIri);
        return () => constant;
      }
      case 'Quad':
        throw new TypeError('sparqljs reads no triple terms unless it is told to');
    }
  };
  const positions = template.map(({ subject, predicate, object }) => [subject, predicate, object].map(read));
  const triples: ConstructedTriple[] = [];
  for (let row = 0; row < solutions.length; row++) {
    for (const position of positions) {
      const [subject, predicate, object] = position.map((value) => value(row)) as [TermId, TermId, TermId];
      if (subject === unbound || predicate === unbound || object === unbound) continue;
      if (!terms.isIri(predicate) || !(terms.isIri(subject) || terms.isBlank(subject))) continue;
      triples.push({ subject, predicate, object, row });
    }
  }
  return triples;
}
