import { termToNTriples } from '../../rdf/nTriples.ts';
import type { LookUp } from '../../rdf/observedGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';

/** Look-ups that are made together: the terms of one column with each of the others; undefined for any term. */
export interface Pattern {
  readonly subjects: readonly TermId[] | undefined;
  readonly predicates: readonly TermId[] | undefined;
  readonly objects: readonly TermId[] | undefined;
}

/** Groups look-ups into few patterns for exactly these. A look-up must not be for everything. */
export function patternsOf(lookUps: readonly LookUp[]): readonly Pattern[] {
  const patterns: Pattern[] = [];
  const alone = (key: keyof LookUp) =>
    lookUps.filter((each) => each[key] !== undefined && Object.values(each).filter(isGiven).length === 1);
  const subjects = alone('subject').map(({ subject }) => subject!);
  const predicates = alone('predicate').map(({ predicate }) => predicate!);
  const objects = alone('object').map(({ object }) => object!);
  if (subjects.length > 0) patterns.push({ subjects, predicates: undefined, objects: undefined });
  if (predicates.length > 0) patterns.push({ subjects: undefined, predicates, objects: undefined });
  if (objects.length > 0) patterns.push({ subjects: undefined, predicates: undefined, objects });
  for (const [ends, properties] of byProperties(lookUps, 'subject'))
    patterns.push({ subjects: ends, predicates: properties, objects: undefined });
  for (const [ends, properties] of byProperties(lookUps, 'object'))
    patterns.push({ subjects: undefined, predicates: properties, objects: ends });
  return patterns;
}

function isGiven(term: TermId | undefined): boolean {
  return term !== undefined;
}

/** The nodes with look-ups of the same properties, with these properties. */
function byProperties(
  lookUps: readonly LookUp[],
  end: 'subject' | 'object',
): Iterable<readonly [ends: TermId[], properties: readonly TermId[]]> {
  const properties = new Map<TermId, TermId[]>();
  for (const { predicate, ...ends } of lookUps) {
    const node = ends[end];
    if (predicate === undefined || node === undefined) continue;
    const list = properties.get(node);
    if (list) list.push(predicate);
    else properties.set(node, [predicate]);
  }
  const groups = new Map<string, [TermId[], readonly TermId[]]>();
  for (const [node, list] of properties) {
    const key = list.toSorted((a, b) => a - b).join(' ');
    const group = groups.get(key);
    if (group) group[0].push(node);
    else groups.set(key, [[node], list]);
  }
  return groups.values();
}

/** Two halves of a pattern; undefined for one that asks for a single look-up. */
export function halves(pattern: Pattern): readonly [Pattern, Pattern] | undefined {
  const columns = ['subjects', 'objects', 'predicates'] as const;
  const column = columns.find((each) => (pattern[each]?.length ?? 0) > 1);
  if (column === undefined) return undefined;
  const ids = pattern[column]!;
  const middle = ids.length >> 1;
  return [
    { ...pattern, [column]: ids.slice(0, middle) },
    { ...pattern, [column]: ids.slice(middle) },
  ];
}

/** How many terms the text of a pattern has. */
export function weightOf({ subjects, predicates, objects }: Pattern): number {
  return (subjects?.length ?? 0) + (predicates?.length ?? 0) + (objects?.length ?? 0);
}

/**
 * A pattern as a group of SPARQL, with the given variables. Only one column is in VALUES, where it can be: for two of them
 * Oxigraph reads all triples of the store. Literals are never in a filter, which would compare their values.
 */
export function groupText(
  { subjects, predicates, objects }: Pattern,
  [s, p, o] = ['?s', '?p', '?o'],
): string {
  const isFiltered = objects?.every((id) => terms.isIri(id)) === true && subjects !== undefined;
  const filters = [
    ...(subjects || objects ? filterText(p!, predicates) : []),
    ...(isFiltered ? filterText(o!, objects) : []),
  ];
  const values = [
    ...valuesText(s!, subjects),
    ...(subjects || objects ? [] : valuesText(p!, predicates)),
    ...(isFiltered ? [] : valuesText(o!, objects)),
  ];
  return [...values, `${s} ${p} ${o} .`, ...filters].join(' ');
}

function valuesText(variable: string, ids: readonly TermId[] | undefined): readonly string[] {
  return ids ? [`VALUES ${variable} { ${ids.map(termToNTriples).join(' ')} }`] : [];
}

function filterText(variable: string, ids: readonly TermId[] | undefined): readonly string[] {
  return ids ? [`FILTER(${variable} IN (${ids.map(termToNTriples).join(', ')}))`] : [];
}

/** How much of a query is quoted; the rest is counted. */
const maxNamed = 3;

/** The request of some patterns: `the values of <http://example.org/p> of 200 nodes`. */
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
