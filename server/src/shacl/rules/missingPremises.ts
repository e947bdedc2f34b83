import { memoized } from '../../base/memoized.ts';
import { type Graph, hasTriple } from '../../rdf/graph.ts';
import { matchTriples } from '../../rdf/matchTriples.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import type { PatternPath, PatternTerm } from '../../sparql/query/queryPatterns.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { NodeExpression } from './nodeExpression.ts';
import { rulesOf } from './readRules.ts';
import type { Rule } from './rule.ts';
import { rulePatterns, ruleTemplate } from './ruleQueries.ts';

/** A triple without which a rule does not infer another one; everything else that it matches exists. */
export interface MissingPremise {
  /** The rule's node in the shapes graph. */
  readonly rule: TermId;
  readonly premise: Triple;
  readonly conclusion: Triple;
}

/** A triple to be inferred; without an object, any with this subject and predicate, and without a subject likewise. */
export interface WantedTriple {
  readonly subject: TermId | undefined;
  readonly predicate: TermId;
  readonly object: TermId | undefined;
}

/**
 * The triples each of which would complete a match of a rule that infers the wanted one. Filters, negation and the
 * conditions of rules are not evaluated, so the rule may still not fire. Searches a few hundred steps for each rule.
 */
export function missingPremises(
  wanted: WantedTriple,
  graph: Graph,
  shapes: ShapesGraph,
): readonly MissingPremise[] {
  const found = new Map<string, MissingPremise>();
  for (const { rule, conclusion, patterns } of rulesConcluding(shapes, wanted.predicate)) {
    const bindings = unified(conclusion, wanted);
    if (bindings === undefined) continue;
    const search = { graph, steps: mostSteps };
    for (const { premise, bindings: all } of completions(patterns, bindings, undefined, search)) {
      const inferred = instance(conclusion, all);
      if (inferred === undefined || !isStatable(premise)) continue;
      if (hasTriple(graph, premise) || hasTriple(graph, inferred)) continue;
      const key = `${tripleKey(premise)} ${tripleKey(inferred)}`;
      if (!found.has(key)) found.set(key, { rule: rule.id, premise, conclusion: inferred });
    }
  }
  return [...found.values()];
}

/** How many patterns are looked up for one conclusion of one rule. */
const mostSteps = 300;
/** A look-up with more matches than this does not show which of them was meant. */
const mostMatches = 20;

type Bindings = ReadonlyMap<string, TermId>;

interface TriplePattern {
  readonly subject: PatternTerm;
  readonly predicate: PatternTerm;
  readonly object: PatternTerm;
}

/** One of the triples that a rule infers, and what it has to match for that. */
interface Production {
  readonly rule: Rule;
  readonly conclusion: TriplePattern;
  readonly patterns: readonly TriplePattern[];
}

/** What rules may infer with a predicate. */
function rulesConcluding(shapes: ShapesGraph, predicate: TermId): readonly Production[] {
  return productionsOf(shapes).filter(
    ({ conclusion }) => conclusion.predicate.kind === 'variable' || conclusion.predicate.term === predicate,
  );
}

const productionsOf = memoized((shapes: ShapesGraph): readonly Production[] =>
  rulesOf(shapes).rules.flatMap((rule) => (rule.kind === 'sparql' ? ofQuery(rule) : ofTriple(rule))),
);

/** Only the patterns that every solution matches: others may be missing. */
function ofQuery(rule: Rule & { readonly kind: 'sparql' }): readonly Production[] {
  const fresh = new FreshVariables();
  const patterns = rulePatterns(rule)
    ?.filter(({ scope }) => scope.parent === undefined)
    .flatMap(({ subject, path, predicate, object }) => {
      if (path !== undefined) return stepsOf(subject, path, object, fresh) ?? [];
      return predicate === undefined ? [] : [{ subject, predicate: variable(predicate), object }];
    });
  if (patterns === undefined || patterns.length === 0) return [];
  const given = (term: PatternTerm): PatternTerm => {
    const value = term.kind === 'variable' ? rule.parameters.get(term.name) : undefined;
    return value === undefined ? term : { kind: 'term', term: value };
  };
  const withParameters = ({ subject, predicate, object }: TriplePattern): TriplePattern => ({
    subject: given(subject),
    predicate: given(predicate),
    object: given(object),
  });
  const conclusions = ruleTemplate(rule) ?? [];
  return conclusions.map((conclusion) => ({
    rule,
    conclusion: withParameters(conclusion),
    patterns: patterns.map(withParameters),
  }));
}

function ofTriple(rule: Rule & { readonly kind: 'triple' }): readonly Production[] {
  const fresh = new FreshVariables();
  const patterns: TriplePattern[] = [];
  const termOf = (expression: NodeExpression, focus: PatternTerm): PatternTerm | undefined => {
    switch (expression.kind) {
      case 'this':
        return focus;
      case 'constant':
        return { kind: 'term', term: expression.term };
      case 'path': {
        const from = termOf(expression.nodes, focus);
        const to = fresh.next();
        const steps = from && stepsOf(from, expression.path, to, fresh);
        if (steps === undefined) return undefined;
        patterns.push(...steps);
        return to;
      }
      case 'filterShape':
      case 'findFirst':
      case 'matchAll':
      case 'conformsToShape':
      case 'nodesMatching':
      case 'instancesOf':
      case 'select':
      case 'flatMap':
      case 'orderBy':
      case 'min':
      case 'max':
      case 'sum':
      case 'intersection':
      case 'concat':
      case 'union':
      case 'minus':
      case 'distinct':
      case 'count':
      case 'exists':
      case 'limit':
      case 'offset':
      case 'if':
      case 'call':
        return undefined;
    }
  };
  const focus = variable('this');
  const subject = termOf(rule.subject, focus);
  const predicate = termOf(rule.predicate, focus);
  const object = termOf(rule.object, rule.derives ? (subject ?? focus) : focus);
  if (subject === undefined || predicate === undefined || object === undefined) return [];
  return patterns.length === 0 ? [] : [{ rule, conclusion: { subject, predicate, object }, patterns }];
}

class FreshVariables {
  #count = 0;

  /** No variable of a query has a space in its name and a number before it. */
  next(): PatternTerm {
    return variable(`${++this.#count} step`);
  }
}

function variable(name: string): PatternTerm {
  return { kind: 'variable', name };
}

/** A path as single steps; undefined when there are several ways to walk it. */
function stepsOf(
  subject: PatternTerm,
  path: PatternPath,
  object: PatternTerm,
  fresh: FreshVariables,
): readonly TriplePattern[] | undefined {
  switch (path.kind) {
    case 'predicate':
      return [{ subject, predicate: { kind: 'term', term: path.predicate }, object }];
    case 'inverse':
      return stepsOf(object, path.path, subject, fresh);
    case 'sequence': {
      const steps: TriplePattern[] = [];
      let from = subject;
      for (const [i, part] of path.paths.entries()) {
        const to = i === path.paths.length - 1 ? object : fresh.next();
        const next = stepsOf(from, part, to, fresh);
        if (next === undefined) return undefined;
        steps.push(...next);
        from = to;
      }
      return steps;
    }
    case 'alternative':
    case 'zeroOrMore':
    case 'oneOrMore':
    case 'zeroOrOne':
      return undefined;
  }
}

/** Ways to match all patterns but one, which then has a value for each variable. */
function* completions(
  open: readonly TriplePattern[],
  bindings: Bindings,
  left: TriplePattern | undefined,
  search: { readonly graph: Graph; steps: number },
): Iterable<{ readonly premise: Triple; readonly bindings: Bindings }> {
  if (search.steps-- <= 0) return;
  if (open.length === 0) {
    const premise = left && instance(left, bindings);
    if (premise) yield { premise, bindings };
    return;
  }
  const next = mostBound(open, bindings);
  const others = open.filter((pattern) => pattern !== next);
  if (left === undefined) yield* completions(others, bindings, next, search);
  const [subject, predicate, object] = [next.subject, next.predicate, next.object].map((term) =>
    boundTerm(term, bindings),
  );
  if (subject === undefined && object === undefined) return;
  const matches = matchTriples(search.graph, subject, predicate, object);
  if (matches.length > mostMatches) return;
  for (const match of matches) {
    const extended = unified(next, match, bindings);
    if (extended) yield* completions(others, extended, left, search);
  }
}

function mostBound(patterns: readonly TriplePattern[], bindings: Bindings): TriplePattern {
  const count = ({ subject, predicate, object }: TriplePattern) =>
    2 * Number(boundTerm(subject, bindings) !== undefined) +
    2 * Number(boundTerm(object, bindings) !== undefined) +
    Number(boundTerm(predicate, bindings) !== undefined);
  return patterns.reduce((best, pattern) => (count(pattern) > count(best) ? pattern : best));
}

/** The term itself, or what its variable is bound to; undefined when that is unbound. */
export function boundTerm(term: PatternTerm, bindings: Bindings): TermId | undefined {
  return term.kind === 'term' ? term.term : bindings.get(term.name);
}

function instance({ subject, predicate, object }: TriplePattern, bindings: Bindings): Triple | undefined {
  const [from, by, to] = [subject, predicate, object].map((term) => boundTerm(term, bindings));
  return from === undefined || by === undefined || to === undefined
    ? undefined
    : { subject: from, predicate: by, object: to };
}

/** The values that a pattern's variables need to match; undefined when it can't match. */
function unified(
  pattern: TriplePattern,
  triple: WantedTriple,
  known: Bindings = new Map(),
): Bindings | undefined {
  const bindings = new Map(known);
  for (const part of ['subject', 'predicate', 'object'] as const) {
    const [term, value] = [pattern[part], triple[part]];
    if (value === undefined) continue;
    const bound = boundTerm(term, bindings);
    if (bound !== undefined && bound !== value) return undefined;
    if (term.kind === 'variable') bindings.set(term.name, value);
  }
  return bindings;
}

function isStatable({ subject, predicate }: Triple): boolean {
  return !terms.isLiteral(subject) && terms.isIri(predicate);
}
