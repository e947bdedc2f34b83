import { type TermId, terms } from '../../../rdf/terms.ts';
import type { Path } from '../../../shacl/model/path.ts';
import { shapesGraphName } from '../../../shacl/sparql/compileShapeQuery.ts';
import { queryBudget } from '../../../shacl/sparql/queryEngine.ts';
import type { Bindings, ConditionConjunct } from '../../../sparql/query/conjunctive/conjunctiveQuery.ts';
import type { QueryBudget, QuerySource } from '../../../sparql/query/query.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { Fix } from '../../drafts/fix.ts';
import { replaceValue } from '../../drafts/valuePlace.ts';
import { siblingsOf } from '../../evidence/pathUsage.ts';
import { adjacentLiteral } from '../../values/convertLiteral.ts';
import { slipsOf } from '../violate/typingSlips.ts';
import { inventedFix, usualValues } from '../violate/violationEdits.ts';
import type { SoughtLink } from './linkEdits.ts';

/** The values that a condition of a query is about in a draft. */
interface Conditional {
  readonly draft: Draft;
  /** The values of its variables. */
  readonly solution: Bindings;
  /** The links that lead to these values, by the variables. */
  readonly links: ReadonlyMap<string, SoughtLink>;
}

const maxTerms = 60;
const maxUsual = 24;

/** Replaces a value that a condition reads, so that the condition holds or no longer holds. */
export function* exchangedTerms(
  condition: ConditionConjunct,
  wanted: 'true' | 'false',
  { draft, solution, links }: Conditional,
): Iterable<Fix> {
  const compared = [
    ...condition.compared,
    ...condition.variables.flatMap((name) => solution.get(name) ?? []),
  ];
  for (const name of condition.variables) {
    const [link, value] = [links.get(name), solution.get(name)];
    if (link === undefined || value === undefined) continue;
    const others = [...otherTerms(value, link, { compared, languages: condition.languages }, draft)].slice(
      0,
      maxTerms,
    );
    const rows = others.map((other) => new Map([...solution, [name, other]]));
    const held = condition.holds(rows, sourceOf(draft), partBudget);
    for (const [i, other] of others.entries()) {
      if (held[i] !== (wanted === 'true')) continue;
      const place = { focusNode: link.subject, path: link.path, shape: undefined };
      const change = replaceValue(draft, place, value, other);
      if (change) yield inventedFix(change, other);
    }
  }
}

/**
 * Terms that may replace a value by mistake: values of others there, the value that it is compared with and neighbours of
 * that, other languages and datatypes of it, and slips.
 */
export function otherTerms(
  value: TermId,
  { subject, path }: SoughtLink,
  { compared, languages }: Pick<ConditionConjunct, 'compared' | 'languages'>,
  draft: Draft,
): ReadonlySet<TermId> {
  const found = new Set<TermId>();
  for (const term of usualValues({ draft, focusNode: subject, path, via: undefined })) {
    found.add(term);
    if (found.size === maxUsual) break;
  }
  for (const term of compared) {
    for (const each of [term, adjacentLiteral(term, 'up'), adjacentLiteral(term, 'down')])
      if (each !== undefined) found.add(each);
  }
  if (terms.isLiteral(value)) {
    const text = terms.value(value);
    if (languages.length > 0 || terms.language(value))
      for (const tag of [...languages, 'en', 'de']) found.add(terms.languageString(text, tag));
    found.add(terms.literal(text));
  }
  for (const slip of slipsOf(value, { draft })) found.add(slip);
  found.delete(value);
  return found;
}

const maxOffered = 3;

/** Terms for the end of a path from a node: what others have there, or else nodes of its kind. */
export function termsFor(draft: Draft, node: TermId, path: Path): readonly TermId[] {
  const found = new Set<TermId>();
  for (const term of usualValues({ draft, focusNode: node, path, via: undefined })) {
    found.add(term);
    if (found.size === maxOffered) return [...found];
  }
  if (!terms.isLiteral(node)) {
    for (const sibling of siblingsOf(draft, node)) {
      if (found.size === maxOffered) break;
      if (terms.isIri(sibling) && sibling !== node) found.add(sibling);
    }
  }
  // Where no other node is similar, the node itself is used by mistake.
  if (found.size === 0) found.add(node);
  return [...found];
}

/** The graphs of a draft, as the queries of its shapes see them. */
export function sourceOf({ graph, search }: Draft): QuerySource {
  const shapesGraph = search.shapes.graph;
  return { graph, named: (name) => (name === shapesGraphName ? shapesGraph : undefined) };
}

/**
 * Without one of their parts, queries may relate anything with anything: parts that find too many rows are not evaluated.
 */
export const partBudget: QueryBudget = { ...queryBudget, maxRows: 20_000 };
