import { termToNTriples } from '../../rdf/nTriples.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Pattern } from './pattern.ts';

/** What is told of a question; the rest is counted. */
const maxNamed = 3;

/** What patterns ask for: `the values of <http://example.org/p> of 200 nodes`. */
export function patternsInWords(patterns: readonly Pattern[]): string {
  const named = patterns.slice(0, maxNamed).map(inWords);
  const others = patterns.length - named.length;
  return [...named, ...(others > 0 ? [`${others} more such questions`] : [])].join(', and ');
}

function inWords({ subjects, predicates, objects }: Pattern): string {
  const properties = predicates && named(predicates, 'properties');
  const ends = objects && named(objects, 'terms');
  if (subjects)
    return properties
      ? `the values of ${properties} of ${named(subjects, 'nodes')}`
      : `all triples of ${named(subjects, 'nodes')}`;
  if (ends) return `the nodes that lead to ${ends}${properties ? ` by ${properties}` : ''}`;
  return `all values of ${properties}`;
}

function named(terms: readonly TermId[], kind: string): string {
  return terms.length === 1 ? termToNTriples(terms[0]!) : `${terms.length} ${kind}`;
}
