import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { SpentBudget } from '../../sparql/query/budget.ts';
import type {
  Answers,
  CompiledQuery,
  ConstructedTriple,
  QueryBudget,
  Solutions,
} from '../../sparql/query/query.ts';
import { canBeSubject } from '../entailment/rules.ts';
import { whyStopped } from '../sparql/compileShapeQuery.ts';
import { unwatchedQueryBudget } from '../sparql/queryEngine.ts';
import type { NewNodes } from './newNodes.ts';
import { type NodeExpressionScope, nodesOf } from './nodeExpression.ts';
import type { Rule } from './rule.ts';
import { ruleQuery } from './ruleQueries.ts';
import type { ConcludeFor, RuleState } from './ruleState.ts';

/** Judging a focus node takes long enough to check the clock after every few dozen. */
const stepsPerFocus = 64;
/** Finding an object, whether by a path or not, and concluding a triple with it takes about a microsecond. */
const stepsPerFound = 32;

/**
 * Fires a rule for focus nodes.
 *
 * @returns a sentence that says why the rule can't be evaluated, if that is so.
 */
export function fire(
  rule: Rule,
  seen: RuleState,
  focusNodes: readonly TermId[],
  newNodes: NewNodes,
  conclude: ConcludeFor,
  spending: SpentBudget = new SpentBudget(unwatchedQueryBudget),
): string | undefined {
  let state: RuleState;
  try {
    state = withDefaults(rule, seen);
  } catch (error) {
    return whyStopped(error);
  }
  switch (rule.kind) {
    case 'triple': {
      const scope = scopeOf(state, spending);
      try {
        for (const focus of focusNodes) {
          spending.steps(stepsPerFocus + stepsPerFound * fireTripleRule(rule, focus, scope, conclude));
        }
      } catch (error) {
        return whyStopped(error);
      }
      return undefined;
    }
    case 'sparql':
      return fireSparqlRule(rule, state, focusNodes, newNodes, conclude, spending);
  }
}

/** Returns how many objects it has found, each of which a path may have passed. */
function fireTripleRule(
  rule: Rule & { readonly kind: 'triple' },
  focus: TermId,
  scope: NodeExpressionScope,
  conclude: ConcludeFor,
): number {
  const subjects = nodesOf(rule.subject, focus, scope).filter(canBeSubject);
  if (subjects.length === 0) return 0;
  const predicates = nodesOf(rule.predicate, focus, scope).filter((predicate) => terms.isIri(predicate));
  const same = rule.derives ? undefined : nodesOf(rule.object, focus, scope);
  let found = same?.length ?? 0;
  for (const subject of subjects) {
    const objects = same ?? nodesOf(rule.object, subject, scope);
    if (same === undefined) found += objects.length;
    for (const predicate of predicates) {
      for (const object of objects) conclude(focus, subject, predicate, object);
    }
  }
  return found;
}

/** The graph that a rule sees: with default values of the properties that it expects, where focus nodes have no values. */
export function withDefaults(rule: Rule, state: RuleState): RuleState {
  if (rule.defaults.length === 0) return state;
  const known = statesWithDefaults(state);
  const found = known.get(rule) ?? addDefaults(rule, state);
  known.set(rule, found);
  return found;
}

/** Each triple that a rule inferred is explained by the same state. */
const statesWithDefaults = memoized((_: RuleState) => new Map<Rule, RuleState>());

function addDefaults({ defaults }: Rule, state: RuleState): RuleState {
  const scope = scopeOf(state);
  const added: Triple[] = [];
  for (const { predicate, value, shapes } of defaults) {
    const targets = shapes.flatMap((id) => {
      const shape = state.shapes.get(id);
      return shape === undefined ? [] : [...state.evaluator.targets(shape)];
    });
    for (const subject of new Set(targets)) {
      if (!canBeSubject(subject) || state.graph.objects(subject, predicate).length > 0) continue;
      for (const object of nodesOf(value, subject, scope)) added.push({ subject, predicate, object });
    }
  }
  return { ...state, graph: new OverlayGraph(state.graph, { added, removed: [] }) };
}

/** What expressions need for look-ups. All functions that they call share the budget of one query. */
export function scopeOf(
  { graph, evaluator, classes }: RuleState,
  spending = new SpentBudget(unwatchedQueryBudget),
): NodeExpressionScope {
  return {
    graph,
    subclasses: (id) => classes.subclasses(id),
    conforms: (node, shape) => evaluator.conforms(node, shape),
    ask: (query, input) => query.evaluate({ graph }, input, spending),
  };
}

export type SparqlRule = Rule & { readonly kind: 'sparql' };

/**
 * Fires a rule for all focus nodes together.
 *
 * @returns a sentence that says why the rule can't be evaluated, if that is so.
 */
function fireSparqlRule(
  rule: SparqlRule,
  { graph }: RuleState,
  allFocusNodes: readonly TermId[],
  newNodes: NewNodes,
  conclude: ConcludeFor,
  spending: SpentBudget,
): string | undefined {
  const query = ruleQuery(rule);
  if (query.kind === 'problem') return query.message;
  if (!rule.isGlobal && allFocusNodes.length === 0) return undefined;
  const focusNodes = saysTheSameOfAll(rule) ? allFocusNodes.slice(0, 1) : allFocusNodes;
  const answers = answersOf(rule, query, graph, focusNodes, spending);
  if (typeof answers === 'string') return answers;
  for (const triple of constructedBy(rule, query, answers, graph, focusNodes, newNodes)) {
    const { subject, predicate, object, row } = triple;
    conclude(focusOf(rule, answers, focusNodes, row), subject, predicate, object);
  }
  return undefined;
}

/** Whether a rule infers the same for every focus node. A new blank node would differ for each. */
function saysTheSameOfAll({ text }: SparqlRule): boolean {
  return !/[$?]this\b|\[|_:|bnode/i.test(text);
}

/** The triples that a rule creates from answers. */
export function constructedBy(
  rule: SparqlRule,
  query: CompiledQuery,
  answers: Answers,
  graph: Graph,
  focusNodes: readonly TermId[],
  newNodes: NewNodes,
): readonly ConstructedTriple[] {
  const focus = (row: number) => focusOf(rule, answers, focusNodes, row);
  const nodes = new SolutionNodes(rule.id, answers.solutions, focus, newNodes, graph);
  return query
    .construct(answers, (label, row) => nodes.forLabel(label, row))
    .map(({ subject, predicate, object, row }) => ({
      subject: nodes.kept(subject, row),
      predicate,
      object: nodes.kept(object, row),
      row,
    }));
}

function focusOf(
  { isGlobal }: SparqlRule,
  answers: Answers,
  focusNodes: readonly TermId[],
  row: number,
): TermId | undefined {
  return isGlobal ? undefined : focusNodes[answers.inputRow(row)];
}

/** The answers of a rule's query, or a sentence that explains why there are none. */
export function answersOf(
  rule: SparqlRule,
  query: CompiledQuery,
  graph: Graph,
  focusNodes: readonly TermId[],
  budget: QueryBudget = unwatchedQueryBudget,
): Answers | string {
  try {
    return query.evaluate({ graph }, inputOf(rule, focusNodes), budget);
  } catch (error) {
    return whyStopped(error);
  }
}

/** A row for each focus node, with the values of the rule's parameters. */
function inputOf({ isGlobal, parameters }: SparqlRule, focusNodes: readonly TermId[]): Solutions {
  const constants = [...parameters.values()];
  const focus = isGlobal ? [] : ['this'];
  return {
    variables: [...focus, ...parameters.keys()],
    length: isGlobal ? 1 : focusNodes.length,
    value: (row, column) => (column < focus.length ? focusNodes[row]! : constants[column - focus.length]!),
  };
}

/** The blank nodes that the solutions of one evaluation make, by the template or by functions. */
class SolutionNodes {
  readonly #rule: TermId;
  readonly #solutions: Solutions;
  readonly #focusOf: (row: number) => TermId | undefined;
  readonly #newNodes: NewNodes;
  readonly #graph: Graph;
  readonly #made = new Map<TermId, TermId>();
  readonly #keys = new Map<number, readonly (TermId | string)[]>();
  readonly #repeats = new Map<string, number>();

  constructor(
    rule: TermId,
    solutions: Solutions,
    focusOf: (row: number) => TermId | undefined,
    newNodes: NewNodes,
    graph: Graph,
  ) {
    this.#rule = rule;
    this.#solutions = solutions;
    this.#focusOf = focusOf;
    this.#newNodes = newNodes;
    this.#graph = graph;
  }

  forLabel(label: string, row: number): TermId {
    return this.#newNodes.nodeFor([...this.#keyOf(row), `template ${label}`]);
  }

  /** The term itself, or the lasting node for one that a function has just made. */
  kept(term: TermId, row: number): TermId {
    if (!terms.isBlank(term) || !this.#isNew(term, row)) return term;
    let node = this.#made.get(term);
    if (node === undefined) {
      const { variables } = this.#solutions;
      const index = variables.findIndex((_, i) => this.#solutions.value(row, i) === term);
      node = index < 0 ? term : this.#newNodes.nodeFor([...this.#keyOf(row), `variable ${variables[index]}`]);
      this.#made.set(term, node);
    }
    return node;
  }

  #isNew(term: TermId, row: number): boolean {
    if (this.#made.has(term)) return true;
    return (
      term !== this.#focusOf(row) &&
      !this.#newNodes.has(term) &&
      this.#graph.outgoing(term).length + this.#graph.incoming(term).length === 0
    );
  }

  /** What distinguishes a solution: the terms that existed before it, and its number among equal ones. */
  #keyOf(row: number): readonly (TermId | string)[] {
    let key = this.#keys.get(row);
    if (key === undefined) {
      const terms = this.#solutions.variables.flatMap((name, i) => {
        const value = this.#solutions.value(row, i);
        return value < 0 || this.#isMade(value, row) ? [] : [name, value];
      });
      const focus = this.#focusOf(row);
      const own = [this.#rule, ...(focus === undefined ? [] : [focus]), ...terms];
      const text = own.join(' ');
      const repeat = this.#repeats.get(text) ?? 0;
      this.#repeats.set(text, repeat + 1);
      key = [...own, `repeat ${repeat}`];
      this.#keys.set(row, key);
    }
    return key;
  }

  #isMade(value: TermId, row: number): boolean {
    return terms.isBlank(value) && this.#isNew(value, row);
  }
}
