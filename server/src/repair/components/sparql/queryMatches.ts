import { terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { Path } from '../../../shacl/model/path.ts';
import { boundTerm } from '../../../shacl/rules/missingPremises.ts';
import type {
  Bindings,
  Conjunct,
  ConjunctiveQuery,
  PatternConjunct,
  Relaxation,
} from '../../../sparql/query/conjunctive/conjunctiveQuery.ts';
import type { PatternTerm } from '../../../sparql/query/queryPatterns.ts';
import { type Draft, withFix } from '../../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix } from '../../drafts/fix.ts';
import { replaceValue } from '../../drafts/valuePlace.ts';
import { inventedFix } from '../violate/violationEdits.ts';
import { exchangedTerms, partBudget, sourceOf, termsFor } from './exchangedTerms.ts';
import { linked, type SoughtLink, unlinked } from './linkEdits.ts';

/** A search for a match, or for none. */
export interface MatchSearch {
  /** How many queries may still be asked. */
  left: number;
}

const maxSolutions = 4;
const maxWays = 3;
const maxRelaxed = 4;
const maxRemovals = 6;

/**
 * Ways to make one of the alternatives match: the obstacles are found by evaluating the query without one part, then
 * without more of them, and each part is then made to hold. Not all of them succeed.
 */
export function* matched(
  queries: readonly ConjunctiveQuery[],
  given: Bindings,
  draft: Draft,
  search: MatchSearch,
): Iterable<Fix> {
  for (const query of queries) {
    for (const relaxed of relaxations(query, given, draft, search)) {
      const solutions = ask(query, given, draft, search, relaxed) ?? [];
      for (const solution of solutions.slice(0, maxSolutions))
        yield* first(madeTrue(query, [...relaxed.keys()], solution, draft, search), maxWays);
    }
  }
}

/** Ways to make none of the alternatives match. */
export function* unmatched(
  queries: readonly ConjunctiveQuery[],
  given: Bindings,
  draft: Draft,
  search: MatchSearch,
  left = maxRemovals,
): Iterable<Fix> {
  for (const query of queries) {
    const [solution] = ask(query, given, draft, search, new Map()) ?? [];
    if (solution === undefined) continue;
    if (left === 0) return;
    for (const conjunct of query.conjuncts) {
      for (const fix of first(madeFalse(conjunct, query, solution, draft, search), maxWays)) {
        const rest = unmatched(queries, given, withFix(draft, fix), search, left - 1);
        for (const more of first(rest, 1)) yield combineFixes(fix, more);
      }
    }
    return;
  }
  yield emptyFix;
}

function ask(
  query: ConjunctiveQuery,
  given: Bindings,
  draft: Draft,
  search: MatchSearch,
  relaxed: ReadonlyMap<number, Relaxation>,
): readonly Bindings[] | undefined {
  if (search.left === 0) return undefined;
  search.left--;
  return query.solutions(sourceOf(draft), given, relaxed, partBudget);
}

/**
 * Parts without which a query matches: single ones first, then those that are in the way when one part after the other
 * is added, in several orders, then pairs.
 */
function* relaxations(
  query: ConjunctiveQuery,
  given: Bindings,
  draft: Draft,
  search: MatchSearch,
): Iterable<ReadonlyMap<number, Relaxation>> {
  const modes = query.conjuncts.map((conjunct) => modesOf(conjunct, given));
  const open = modes.flatMap((own, number) => (own.length > 0 ? [number] : []));
  for (const number of open) for (const mode of modes[number]!) yield new Map([[number, mode]]);
  const seen = new Set<string>();
  const connected = connectedOrder(query, open, given);
  for (const order of [connected, [...connected.slice(1), ...connected.slice(0, 1)]]) {
    const relaxed = obstacles(query, order, modes, given, draft, search);
    const key = JSON.stringify([...relaxed]);
    if (relaxed.size < 2 || relaxed.size > maxRelaxed || seen.has(key)) continue;
    seen.add(key);
    yield relaxed;
  }
  for (const [i, one] of open.entries()) {
    for (const other of open.slice(i + 1)) {
      for (const mode of modes[one]!) {
        for (const otherMode of modes[other]!) {
          yield new Map([
            [one, mode],
            [other, otherMode],
          ]);
        }
      }
    }
  }
}

/**
 * Parts in an order in which patterns continue from nodes that are given or matched before them, so that few nodes match at
 * each step. Conditions come last.
 */
function connectedOrder(
  { conjuncts }: ConjunctiveQuery,
  numbers: readonly number[],
  given: Bindings,
): readonly number[] {
  const known = new Set(given.keys());
  const left = new Set(numbers.filter((number) => conjuncts[number]!.kind === 'pattern'));
  const others = numbers.filter((number) => !left.has(number));
  const order: number[] = [];
  const variables = (number: number) => variablesOf(conjuncts[number] as PatternConjunct);
  while (left.size > 0) {
    const next =
      [...left].find((number) => variables(number).some((name) => known.has(name))) ?? [...left][0]!;
    left.delete(next);
    order.push(next);
    for (const name of variables(next)) known.add(name);
  }
  return [...order, ...others];
}

function variablesOf({ subject, object }: PatternConjunct): readonly string[] {
  return [subject, object].flatMap((term) => (term.kind === 'variable' ? [term.name] : []));
}

/** The least relaxed forms of the parts that keep a query from matching, when they are added in an order. */
function obstacles(
  query: ConjunctiveQuery,
  order: readonly number[],
  modes: readonly (readonly Relaxation[])[],
  given: Bindings,
  draft: Draft,
  search: MatchSearch,
): ReadonlyMap<number, Relaxation> {
  const relaxed = new Map<number, Relaxation>(order.map((number) => [number, 'without']));
  const matches = () => (ask(query, given, draft, search, relaxed) ?? []).length > 0;
  for (const number of order) {
    relaxed.delete(number);
    if (matches()) continue;
    for (const mode of modes[number]!) {
      relaxed.set(number, mode);
      if (mode === 'without' || matches()) break;
    }
  }
  return relaxed;
}

function modesOf(conjunct: Conjunct, given: Bindings): readonly Relaxation[] {
  switch (conjunct.kind) {
    case 'pattern': {
      const isOpen = (term: PatternTerm) => term.kind === 'variable' && !given.has(term.name);
      return [
        ...(isOpen(conjunct.object) ? (['anySubject'] as const) : []),
        ...(isOpen(conjunct.subject) ? (['anyObject'] as const) : []),
        'without',
      ];
    }
    case 'condition':
    case 'absence':
    case 'aggregate':
      return ['without'];
    case 'other':
      return [];
  }
}

/** Ways to make some parts hold together with the others, for the values of a solution without them. */
function* madeTrue(
  query: ConjunctiveQuery,
  [number, ...others]: readonly number[],
  solution: Bindings,
  draft: Draft,
  search: MatchSearch,
): Iterable<Fix> {
  if (number === undefined) {
    yield emptyFix;
    return;
  }
  const conjunct = query.conjuncts[number]!;
  for (const values of completed(conjunct, solution, draft)) {
    for (const fix of first(waysToHold(conjunct, query, values, draft, search), maxWays)) {
      const rest = madeTrue(query, others, values, fix === emptyFix ? draft : withFix(draft, fix), search);
      for (const more of rest) yield combineFixes(fix, more);
    }
  }
}

function* waysToHold(
  conjunct: Conjunct,
  query: ConjunctiveQuery,
  solution: Bindings,
  draft: Draft,
  search: MatchSearch,
): Iterable<Fix> {
  switch (conjunct.kind) {
    case 'pattern': {
      const link = linkOf(conjunct, solution);
      if (link === undefined || isOwnType(link)) return;
      yield* inPlaceOfTheOnlyOne(link, draft);
      yield* linked(draft, link);
      return;
    }
    case 'condition':
      yield* exchangedTerms(conjunct, 'true', { draft, solution, links: linksOf(query, solution) });
      return;
    case 'absence':
      yield* unmatched(conjunct.inside, solution, draft, search);
      return;
    case 'aggregate':
      yield* counted(conjunct.inside, solution, draft, search);
      return;
    case 'other':
  }
}

function* madeFalse(
  conjunct: Conjunct,
  query: ConjunctiveQuery,
  solution: Bindings,
  draft: Draft,
  search: MatchSearch,
): Iterable<Fix> {
  switch (conjunct.kind) {
    case 'pattern': {
      const link = linkOf(conjunct, solution);
      if (link !== undefined) yield* unlinked(draft, link);
      return;
    }
    case 'condition':
      yield* exchangedTerms(conjunct, 'false', { draft, solution, links: linksOf(query, solution) });
      return;
    case 'absence':
      yield* matched(conjunct.inside, solution, draft, search);
      return;
    case 'aggregate':
    case 'other':
  }
}

/** More or less of what is counted: further values of a pattern, or fewer. */
function* counted(
  inside: readonly ConjunctiveQuery[],
  given: Bindings,
  draft: Draft,
  search: MatchSearch,
): Iterable<Fix> {
  for (const query of inside) {
    for (const [number, conjunct] of query.conjuncts.entries()) {
      if (conjunct.kind !== 'pattern') continue;
      let fix: Fix = emptyFix;
      for (const mode of modesOf(conjunct, given)) {
        for (const solution of ask(query, given, draft, search, new Map([[number, mode]])) ?? []) {
          for (const values of completed(conjunct, solution, draft)) {
            const link = linkOf(conjunct, values);
            const here = fix === emptyFix ? draft : withFix(draft, fix);
            for (const more of link === undefined ? [] : first(linked(here, link), 1)) {
              fix = combineFixes(fix, more);
              yield fix;
            }
          }
        }
      }
      fix = emptyFix;
      for (const solution of ask(query, given, draft, search, new Map()) ?? []) {
        const link = linkOf(conjunct, solution);
        const here = fix === emptyFix ? draft : withFix(draft, fix);
        for (const more of link === undefined ? [] : first(unlinked(here, link), 1)) {
          fix = combineFixes(fix, more);
          yield fix;
        }
      }
    }
  }
}

/** Gives the open end of a pattern a value, where a solution has none for it. */
function* completed(conjunct: Conjunct, solution: Bindings, draft: Draft): Iterable<Bindings> {
  if (conjunct.kind !== 'pattern' || conjunct.path === undefined) {
    yield solution;
    return;
  }
  const { subject, path, object } = conjunct;
  const [from, to] = [boundTerm(subject, solution), boundTerm(object, solution)];
  if (from !== undefined && to === undefined && object.kind === 'variable') {
    for (const term of termsFor(draft, from, path)) yield new Map([...solution, [object.name, term]]);
  } else if (to !== undefined && from === undefined && subject.kind === 'variable') {
    for (const term of termsFor(draft, to, { kind: 'inverse', path }))
      yield new Map([...solution, [subject.name, term]]);
  } else yield solution;
}

function linkOf(
  { subject, path, predicate, object }: PatternConjunct,
  solution: Bindings,
): SoughtLink | undefined {
  const [from, to] = [boundTerm(subject, solution), boundTerm(object, solution)];
  const by = predicate === undefined ? undefined : solution.get(predicate);
  const way: Path | undefined = path ?? (by === undefined ? undefined : { kind: 'predicate', predicate: by });
  if (from === undefined || to === undefined || way === undefined || terms.isLiteral(from)) return undefined;
  return { subject: from, path: way, object: to };
}

/** The links that the patterns of a query match, by the variables at their ends. */
function linksOf(query: ConjunctiveQuery, solution: Bindings): ReadonlyMap<string, SoughtLink> {
  const links = new Map<string, SoughtLink>();
  for (const conjunct of query.conjuncts) {
    if (conjunct.kind !== 'pattern' || conjunct.object.kind !== 'variable') continue;
    const link = linkOf(conjunct, solution);
    if (link !== undefined && !links.has(conjunct.object.name)) links.set(conjunct.object.name, link);
  }
  return links;
}

/** Nobody takes a node for its own class. */
function isOwnType({ subject, path, object }: SoughtLink): boolean {
  return subject === object && path.kind === 'predicate' && path.predicate === rdf.type;
}

/** The value in place of the only one there, as if somebody had chosen the wrong one. */
function* inPlaceOfTheOnlyOne({ subject, path, object }: SoughtLink, draft: Draft): Iterable<Fix> {
  if (path.kind !== 'predicate') return;
  const [only, ...others] = draft.graph.objects(subject, path.predicate);
  if (only === undefined || others.length > 0 || only === object) return;
  const change = replaceValue(draft, { focusNode: subject, path, shape: undefined }, only, object);
  if (change) yield inventedFix(change, object);
}

function* first<T>(items: Iterable<T>, max: number): Iterable<T> {
  let count = 0;
  if (max === 0) return;
  for (const item of items) {
    yield item;
    if (++count === max) return;
  }
}
