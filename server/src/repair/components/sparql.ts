import { replayed } from '../../base/lazy.ts';
import { memoized } from '../../base/memoized.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { compareTerms } from '../../rdf/termOrder.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, rdfs } from '../../rdf/vocab.ts';
import { traceOf } from '../../shacl/incremental/trace.ts';
import { type Path, printPath } from '../../shacl/model/path.ts';
import type { ConstraintOf } from '../../shacl/model/shape.ts';
import { compileConstraint, shapesGraphName } from '../../shacl/sparql/compileShapeQuery.ts';
import { callableOf } from '../../shacl/sparql/compileText.ts';
import { queryEngine } from '../../shacl/sparql/queryEngine.ts';
import { shapePatterns } from '../../shacl/sparql/queryReach.ts';
import { neededTriples } from '../../shacl/why/why.ts';
import type { ConditionConjunct, ConjunctiveQuery } from '../../sparql/query/conjunctive/conjunctiveQuery.ts';
import type { PatternTerm } from '../../sparql/query/queryPatterns.ts';
import { changeKey, changeSize } from '../drafts/change.ts';
import { type Draft, isDescribed, isEditable, isOntologyNodeIn, withFix } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { emptyFix, type Fix, fixOfChange, isAttested, withSupport } from '../drafts/fix.ts';
import type { Goal } from '../drafts/goal.ts';
import { inverseStatements } from '../evidence/inverses.ts';
import type { RepairProblem } from '../repair.ts';
import type { ComponentRepair } from './component.ts';
import { otherTerms } from './sparql/exchangedTerms.ts';
import { replacedTerms, statedBehind } from './sparql/linkEdits.ts';
import { matched, unmatched } from './sparql/queryMatches.ts';
import { soughtValues } from './sparql/soughtValues.ts';
import { nearbyTerms } from './violate/nearbyTerms.ts';
import {
  placeOfValues,
  type ViolationGoal,
  valuesAt,
  violateByWrongValue,
} from './violate/violationEdits.ts';

/**
 * Data that a query selected are changed where the query looked: what it looked for in vain is added, and one of the
 * triples that it matched is replaced or removed. For inferred triples, their premises.
 */
export const sparqlRepair: ComponentRepair<'sparql'> = {
  offers: [
    'the term that replaces one that the query matched, where the vocabulary says so',
    'the statement that the query did not find, if it is known or can be filled in',
    'two of the values that the query compared, swapped',
    'another value for one that the query matched, as others have it',
    'removing one of the statements that the query matched',
  ],
  *fixes(goal) {
    const { draft, violation } = goal;
    const { focusNode, sourceShape, constraint } = violation;
    const { absences, triples } = traceOf(draft.evaluator.traced, focusNode, sourceShape, constraint);
    const patterns = missingPatterns(goal);
    const missing = [...absences, ...patterns].filter(
      (lookUp) => isSpecific(lookUp) && !isOfOntologies(lookUp, draft),
    );
    const needed = neededTriples(violation, draft.input, { most: mostTried });
    const stated = needed.flatMap((triple) => statedBehind(draft, triple));
    const matched = [...new Map(stated.map((triple) => [tripleKey(triple), triple])).values()];
    const ways = distinct(missing).slice(0, maxSought);
    const count = new Set(ways.map(({ predicate }) => predicate)).size;
    for (const lookUp of ways) {
      const fixes = aboutKnownNodes(withoutOntologyNodes(added(goal, lookUp), draft), goal);
      yield* count === 1 ? fixes : doubted(fixes, `one of ${count} properties that the query looks for`);
    }
    const replaced = [...replacedTerms(matched, draft)];
    yield* replaced;
    yield* saidOtherwise(matched, draft);
    // A query that has to be true needs no triple to become false: what it compared is among those that it read.
    const read = () => triples.slice(0, mostCompared).filter((triple) => isEditable(draft, triple));
    yield* exchanged(goal.constraint.query.form === 'ask' ? read() : matched);
    // A term with a successor was meant to be that, and nothing else.
    const others = matched.filter((triple) => !replaced.some((fix) => fix.change.removed.includes(triple)));
    for (const triple of others) yield* usualValues(triple, draft);
    // A node keeps its type as long as anything else can be removed.
    const isType = ({ predicate }: Triple) => predicate === rdf.type;
    const lessNeeded = others.toReversed().filter((triple) => !isType(triple));
    const removals = [...lessNeeded, ...others.filter(isType)].map((triple) =>
      fixOfChange({ added: [], removed: [triple] }, 'removal'),
    );
    yield* patterns.length === 0
      ? removals
      : doubted(removals, 'something that the query looks for may be missing instead');
  },
  /**
   * For SELECT queries, edits that give them a solution; for ASK queries, edits that remove theirs, or a value for which
   * they are not true. All edits that are found violate the constraint.
   */
  violationEdits(goal) {
    const { constraint, focusNode, draft } = goal;
    if (draft.fix !== emptyFix || constraint.query.form !== 'select') return violatingEdits(goal);
    const known = editsOfData(draft.search.recorded).get(constraint);
    const edits = known.get(focusNode) ?? replayed(violatingEdits(goal));
    known.set(focusNode, edits);
    return edits;
  },
  violatedBy: 'query',
  unknown: (_, { node }) =>
    `the query of the shape finds statements about ${node}, and the files don't say which of them is wrong`,
};

/**
 * How much work the search for the triples that a result needs may do. The results of the seven 223P models take at most
 * 2,200 triples, in 7 ms.
 */
const mostTried = { triples: 30_000, rows: 100_000 };
const maxSought = 8;
/** The maximum number of triples that a query read among which swapped values are searched for. */
const mostCompared = 20;
const maxValues = 3;
/** The share of all values of a property from which on one of them is usual. */
const leastUsual = 0.2;

/** A triple that is missing; what may be any term is undefined. */
interface Sought {
  readonly subject?: TermId | undefined;
  readonly predicate?: TermId | undefined;
  readonly object?: TermId | undefined;
}

/**
 * What the query requires: where a match removes a violation, or anywhere in an ASK query, which is true for correct data.
 */
function missingPatterns({ constraint, draft, violation }: Goal<'sparql'>): readonly Sought[] {
  const { form, parameters } = constraint.query;
  const { focusNode, value, path } = violation;
  const given = new Map([...parameters, ['this', focusNode] as const]);
  if (form === 'ask' && value !== undefined) given.set('value', value);
  const termOf = (term: PatternTerm) => (term.kind === 'term' ? term.term : given.get(term.name));
  return (shapePatterns(constraint, path) ?? [])
    .filter(({ scope }) => scope.isNegative === (form === 'select'))
    .map(({ subject, path, object }) => ({
      subject: termOf(subject),
      predicate: path?.kind === 'predicate' ? path.predicate : undefined,
      object: termOf(object),
    }))
    .filter(
      ({ subject, predicate, object }) =>
        subject === undefined ||
        predicate === undefined ||
        object === undefined ||
        !draft.graph.has(subject, predicate, object),
    );
}

function isSpecific({ subject, predicate, object }: Sought): boolean {
  return predicate !== undefined && (subject !== undefined || object !== undefined);
}

/**
 * True for statements that do not belong in data files: how classes and properties relate, and anything about what only
 * ontologies describe.
 */
function isOfOntologies({ subject, predicate, object }: Sought, draft: Draft): boolean {
  if (subject !== undefined && isOntologyNodeIn(draft, subject)) return true;
  const isHierarchy = predicate === rdfs.subClassOf || predicate === rdfs.subPropertyOf;
  if (!isHierarchy) return false;
  const isMadeUp = [subject, object].some((node) => node !== undefined && draft.fix.minted.includes(node));
  return isMadeUp || draft.search.input.reportedGraph.withPredicate(predicate).length === 0;
}

/**
 * The fixes; those that the data do not imply carry the counter-evidence that something else satisfies the query as well.
 */
function* doubted(fixes: Iterable<Fix>, words: string): Iterable<Fix> {
  const doubt: EvidenceItem = { kind: 'otherWays', words };
  for (const fix of fixes) {
    if (isAttested(fix.support)) yield fix;
    else {
      const claims = fix.claims.map((claim) => ({ ...claim, evidence: [...claim.evidence, doubt] }));
      yield { ...fix, evidence: [...fix.evidence, doubt], claims };
    }
  }
}

/** Data files state nothing about what only ontologies describe. */
function* withoutOntologyNodes(fixes: Iterable<Fix>, draft: Draft): Iterable<Fix> {
  for (const fix of fixes)
    if (!fix.change.added.some(({ subject }) => isOntologyNodeIn(draft, subject))) yield fix;
}

/**
 * The fixes; those that state something about a node that no file describes with a doubt: its name is as likely to be
 * wrong.
 */
function* aboutKnownNodes(fixes: Iterable<Fix>, { draft, violation }: Goal): Iterable<Fix> {
  for (const fix of fixes) {
    const unknown = fix.change.added.find(
      ({ subject }) =>
        terms.isIri(subject) &&
        subject !== violation.focusNode &&
        !fix.minted.includes(subject) &&
        !isDescribed(draft, subject),
    );
    const words = `no file describes ${unknown && draft.search.term(unknown.subject)}`;
    yield unknown === undefined
      ? fix
      : withSupport(
          {
            ...fix,
            evidence: [
              { kind: 'minted', words },
              { kind: 'invented', words: '' },
            ],
          },
          'plausible',
        );
  }
}

function distinct(lookUps: readonly Sought[]): readonly Sought[] {
  const key = ({ subject, predicate, object }: Sought) => `${subject} ${predicate} ${object}`;
  return [...new Map(lookUps.map((lookUp) => [key(lookUp), lookUp])).values()];
}

function* added(goal: Goal, { subject, predicate, object }: Sought): Iterable<Fix> {
  if (predicate === undefined) return;
  if (subject !== undefined && object !== undefined) {
    if (terms.isLiteral(subject)) return;
    const evidence: EvidenceItem = { kind: 'required', words: 'the query looks for it' };
    yield fixOfChange({ added: [{ subject, predicate, object }], removed: [] }, 'plausible', evidence);
    return;
  }
  const node = subject ?? object;
  if (node === undefined || (subject !== undefined && terms.isLiteral(subject))) return;
  yield* soughtValues(goal, node, predicate, subject === undefined ? 'subject' : 'object');
}

/** Two values of one node in each other's place, such as the two ends of an interval. */
function* exchanged(matched: readonly Triple[]): Iterable<Fix> {
  const evidence: EvidenceItem = { kind: 'swapped', words: 'the two values are the wrong way round' };
  for (const [i, one] of matched.entries()) {
    for (const other of matched.slice(i + 1)) {
      const isPair =
        one.subject === other.subject &&
        one.predicate !== other.predicate &&
        one.object !== other.object &&
        areAlike(one.object, other.object);
      if (!isPair) continue;
      const added = [
        { ...one, object: other.object },
        { ...other, object: one.object },
      ];
      yield fixOfChange({ added, removed: [one, other] }, 'plausible', evidence);
    }
  }
}

function areAlike(one: TermId, other: TermId): boolean {
  return terms.isLiteral(one) && terms.isLiteral(other) && terms.datatype(one) === terms.datatype(other);
}

/** The value that the inverse property states, in place of one that it does not state. */
function* saidOtherwise(matched: readonly Triple[], { graph, search }: Draft): Iterable<Fix> {
  for (const triple of matched) {
    const said = inverseStatements(graph, triple, search.input.classGraph);
    if (said.length !== 1) continue;
    const [{ value, inverse }] = said as [(typeof said)[0]];
    const { term } = search;
    const words = `${term(value)} ${term(inverse)} ${term(triple.subject)} is stated, and not of ${term(triple.object)}`;
    const change = { added: [{ ...triple, object: value }], removed: [triple] };
    yield fixOfChange(change, 'plausible', { kind: 'implied', words });
  }
}

/** The values that most other nodes have in the place of one that the query matched. */
function* usualValues(triple: Triple, { graph }: Draft): Iterable<Fix> {
  const { predicate, object } = triple;
  if (predicate === rdf.type) return;
  const uses = graph.withPredicate(predicate);
  const counts = new Map<TermId, number>();
  for (const other of uses) {
    if (other.object !== object && terms.kind(other.object) !== 'blank')
      counts.set(other.object, (counts.get(other.object) ?? 0) + 1);
  }
  const usual = [...counts]
    .filter(([, count]) => count > 1 && count >= leastUsual * uses.length)
    .sort(([a, m], [b, n]) => n - m || compareTerms(a, b));
  for (const [value, count] of usual.slice(0, maxValues)) {
    const evidence: EvidenceItem = {
      kind: 'reuse',
      words: `${count} of ${uses.length} have it`,
      for: count,
      of: uses.length,
    };
    const change = { added: [{ ...triple, object: value }], removed: [triple] };
    yield fixOfChange(change, 'plausible', evidence);
  }
}

/** How many parts of queries are evaluated for the edits of one goal, and how many edits are tried. */
const maxAsked = 80;
const maxTried = 40;
const maxEdits = 8;

/** The findings for unchanged data, by constraint and focus node: a suite needs them for each of many leaves. */
const editsOfData = memoized((_: RepairProblem['recorded']) => ({
  get: memoized((_constraint: ConstraintOf<'sparql'>) => new Map<TermId, Iterable<Fix>>()),
}));

function* violatingEdits(goal: ViolationGoal<'sparql'>): Iterable<Fix> {
  const { draft } = goal;
  if (isOntologyNodeIn(draft, goal.focusNode) || isViolated(goal, draft)) return;
  const seen = new Set<string>();
  let found = 0;
  for (const fix of likelyEdits(goal)) {
    const key = changeKey(fix.change);
    if (changeSize(fix.change) === 0 || seen.has(key)) continue;
    seen.add(key);
    if (isViolated(goal, withFix(draft, fix))) {
      yield fix;
      if (++found === maxEdits) return;
    }
    if (seen.size === maxTried) return;
  }
}

function* likelyEdits(goal: ViolationGoal<'sparql'>): Iterable<Fix> {
  const { constraint, focusNode, path, draft } = goal;
  const queries = conjunctiveQueriesOf(constraint, path);
  const given = new Map<string, TermId>([
    ...constraint.query.parameters,
    ['this', focusNode],
    ['currentShape', constraint.shape],
    ['shapesGraph', shapesGraphName],
  ]);
  if (constraint.query.form === 'select') {
    yield* matched(queries, given, draft, { left: maxAsked });
    return;
  }
  for (const value of valuesAt(goal)) {
    yield* unmatched(queries, new Map([...given, ['value', value]]), draft, { left: maxAsked });
  }
  yield* violateByWrongValue(goal, function* (value) {
    const place = placeOfValues(goal);
    if (value !== undefined && place !== undefined) {
      const link = { subject: place.focusNode, path: place.path, object: value };
      yield* otherTerms(value, link, comparedIn(queries, goal), draft);
    }
    yield* nearbyTerms(goal);
  });
}

/** What the conditions of a query compare with, which may be a parameter. */
function comparedIn(
  queries: readonly ConjunctiveQuery[],
  { constraint }: ViolationGoal<'sparql'>,
): Pick<ConditionConjunct, 'compared' | 'languages'> {
  const conditions = queries
    .flatMap(({ conjuncts }) => conjuncts)
    .filter((conjunct) => conjunct.kind === 'condition');
  const parameters = constraint.query.parameters.map(([, term]) => term);
  return {
    compared: [...conditions.flatMap(({ compared }) => compared), ...parameters],
    languages: conditions.flatMap(({ languages }) => languages),
  };
}

function isViolated({ constraint, focusNode, path }: ViolationGoal, { evaluator }: Draft): boolean {
  const check = evaluator.check(constraint);
  if (check?.kind !== 'focus') return false;
  return (
    check.failures(focusNode, path === undefined ? [focusNode] : evaluator.values(focusNode, path)).length > 0
  );
}

/**
 * The query of a constraint as alternatives of parts that hold together for a solution. None when it can't be evaluated,
 * and before the query engine is loaded.
 *
 * @param path of the shape, which replaces `$PATH`.
 */
function conjunctiveQueriesOf(
  constraint: ConstraintOf<'sparql'>,
  path: Path | undefined,
): readonly ConjunctiveQuery[] {
  if (compileConstraint(constraint, path)?.kind !== 'query') return [];
  const entry = knownQueries(constraint);
  if (entry.queries === undefined || entry.generation !== terms.generation) {
    const { text, prefixes, functions } = constraint.query;
    const callable = callableOf(functions);
    entry.generation = terms.generation;
    entry.queries = queryEngine()?.conjunctiveQueries(terms.value(text), {
      prefixes: new Map(prefixes),
      customFunction: (iri) => callable.get(iri),
      ...(path && { path: printPath(path, termToNTriples) }),
    });
  }
  return entry.queries ?? [];
}

/** By the constraint, which lives as long as the shapes graph. The queries have ids of terms. */
const knownQueries = memoized(
  (
    _: ConstraintOf<'sparql'>,
  ): { queries?: readonly ConjunctiveQuery[] | undefined; generation?: number } => ({}),
);
