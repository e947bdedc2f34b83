import { type Graph, nodesIn } from '../../rdf/graph.ts';
import { compareValues, literalValue } from '../../rdf/literals/literalValue.ts';
import { compareTerms } from '../../rdf/termOrder.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, shRules, xsd } from '../../rdf/vocab.ts';
import type { AskQuery } from '../../sparql/query/query.ts';
import { compareForOrder } from '../../sparql/query/sortRows.ts';
import type { Path } from '../model/path.ts';
import { isTrue, readList } from '../model/reading.ts';
import { pathValues } from '../paths/pathValues.ts';
import { readPath } from '../paths/readPath.ts';
import { callableOf, ShapeFunction } from '../sparql/compileText.ts';
import {
  argumentsOf,
  callText,
  declaredFunctions,
  expressionValue,
  localNameInSparql,
  readQueryExpression,
  sparqlName,
  yieldingStatements,
} from '../sparql/readQuery.ts';

/** An expression that yields nodes for a focus node (SHACL Advanced Features 6). */
export type NodeExpression =
  | { readonly kind: 'this' }
  | { readonly kind: 'constant'; readonly term: TermId }
  | { readonly kind: 'path'; readonly path: Path; readonly nodes: NodeExpression }
  /** Of SHACL 1.2: the first node that conforms, whether all do, and for each whether it does. */
  | {
      readonly kind: 'filterShape' | 'findFirst' | 'matchAll' | 'conformsToShape';
      readonly shape: TermId;
      readonly nodes: NodeExpression;
    }
  /** Of SHACL 1.2: all nodes of the data that conform to a shape, or are instances of a class. */
  | { readonly kind: 'nodesMatching'; readonly shape: TermId }
  | { readonly kind: 'instancesOf'; readonly class: TermId }
  /** Of SHACL 1.2: what `each` yields with each of the nodes as its focus node. */
  | { readonly kind: 'flatMap'; readonly nodes: NodeExpression; readonly each: NodeExpression }
  | {
      readonly kind: 'orderBy';
      readonly nodes: NodeExpression;
      readonly by: NodeExpression;
      readonly isDescending: boolean;
    }
  /** `concat` keeps repeated nodes. */
  | { readonly kind: 'intersection' | 'union' | 'concat'; readonly members: readonly NodeExpression[] }
  | { readonly kind: 'minus'; readonly nodes: NodeExpression; readonly minus: NodeExpression }
  | { readonly kind: 'distinct' | 'count' | 'exists' | 'min' | 'max' | 'sum'; readonly nodes: NodeExpression }
  | { readonly kind: 'limit' | 'offset'; readonly nodes: NodeExpression; readonly count: number }
  | {
      readonly kind: 'if';
      readonly condition: NodeExpression;
      readonly then: NodeExpression;
      readonly else: NodeExpression;
    }
  | {
      readonly kind: 'call';
      readonly function: CalledFunction;
      readonly args: readonly NodeExpression[];
    }
  /** Of SHACL 1.2: what a query selects for each of the nodes. */
  | { readonly kind: 'select'; readonly query: ShapeFunction; readonly nodes: NodeExpression };

/** A function as expressions call it. `query` is what it looks things up with, if it does. */
type CalledFunction = Pick<ShapeFunction, 'name' | 'call' | 'query' | 'wrongCall'>;

/** What an expression needs for look-ups. */
export interface NodeExpressionScope {
  readonly graph: Graph;
  /** The class itself and all its subclasses. */
  subclasses(id: TermId): ReadonlySet<TermId>;
  conforms(node: TermId, shape: TermId): boolean;
  /** @throws QueryBudgetExceeded */
  readonly ask: AskQuery;
}

/** The nodes that an expression yields for a focus node, in order; the same node may occur several times. */
export function nodesOf(
  expression: NodeExpression,
  focus: TermId,
  scope: NodeExpressionScope,
): readonly TermId[] {
  const all = (of: NodeExpression) => nodesOf(of, focus, scope);
  switch (expression.kind) {
    case 'this':
      return [focus];
    case 'constant':
      return [expression.term];
    case 'path': {
      const values = all(expression.nodes).map((node) => pathValues(scope.graph, node, expression.path));
      return values.length === 1 ? values[0]! : [...new Set(values.flat())];
    }
    case 'filterShape':
      return all(expression.nodes).filter((node) => scope.conforms(node, expression.shape));
    case 'findFirst':
      return (
        isOrdered(expression.nodes) ? all(expression.nodes) : all(expression.nodes).toSorted(compareTerms)
      )
        .filter((node) => scope.conforms(node, expression.shape))
        .slice(0, 1);
    case 'matchAll':
      return [booleanOf(all(expression.nodes).every((node) => scope.conforms(node, expression.shape)))];
    case 'conformsToShape':
      return all(expression.nodes).map((node) => booleanOf(scope.conforms(node, expression.shape)));
    case 'nodesMatching':
      return [...nodesIn(scope.graph)].filter((node) => scope.conforms(node, expression.shape));
    case 'instancesOf': {
      const types = [...scope.subclasses(expression.class)];
      return [...new Set(types.flatMap((type) => scope.graph.subjects(rdf.type, type)))];
    }
    case 'flatMap':
      return all(expression.nodes).flatMap((node) => nodesOf(expression.each, node, scope));
    case 'orderBy': {
      const keyed = all(expression.nodes).map((node) => ({
        node,
        key: nodesOf(expression.by, node, scope)[0],
      }));
      const sign = expression.isDescending ? -1 : 1;
      return keyed
        .toSorted((a, b) => sign * compareForOrder(a.key, b.key) || compareTerms(a.node, b.node))
        .map(({ node }) => node);
    }
    case 'concat':
      return expression.members.flatMap(all);
    case 'union':
      return [...new Set(expression.members.flatMap(all))];
    case 'intersection': {
      const [first = [], ...others] = expression.members.map(all);
      const sets = others.map((nodes) => new Set(nodes));
      return [...new Set(first)].filter((node) => sets.every((set) => set.has(node)));
    }
    case 'minus': {
      const without = new Set(all(expression.minus));
      return all(expression.nodes).filter((node) => !without.has(node));
    }
    case 'distinct':
      return [...new Set(all(expression.nodes))];
    case 'count':
      return [terms.literal(String(all(expression.nodes).length), xsd.integer)];
    case 'exists':
      return [booleanOf(all(expression.nodes).length > 0)];
    case 'min':
    case 'max': {
      const sorted = all(expression.nodes).toSorted((a, b) => compareForOrder(a, b) || compareTerms(a, b));
      return expression.kind === 'min' ? sorted.slice(0, 1) : sorted.slice(-1);
    }
    case 'sum': {
      let sum: TermId | undefined = terms.literal('0', xsd.integer);
      for (const node of all(expression.nodes)) sum = sum && plus()?.call([sum, node], scope.ask);
      return sum === undefined ? [] : [sum];
    }
    // Which nodes come first must not depend on the order of statements.
    case 'limit':
      return all(expression.nodes).toSorted(compareTerms).slice(0, expression.count);
    case 'offset':
      return all(expression.nodes).toSorted(compareTerms).slice(expression.count);
    case 'if':
      return all(all(expression.condition).some(isTrue) ? expression.then : expression.else);
    case 'call': {
      const results = new Set<TermId>();
      for (const args of combinations(expression.args.map(all))) {
        const result = expression.function.call(args, scope.ask);
        if (result !== undefined) results.add(result);
      }
      return [...results];
    }
    case 'select':
      return all(expression.nodes).flatMap((node) => expression.query.results([node], scope.ask));
  }
}

/** Whether an expression defines the order of its nodes. */
function isOrdered({ kind }: NodeExpression): boolean {
  return kind === 'concat' || kind === 'orderBy';
}

function booleanOf(value: boolean): TermId {
  return terms.literal(String(value), xsd.boolean);
}

const plus = () => sparqlFunction('http://www.w3.org/ns/sparql#plus', 2);

/** One node of each list, in all ways; an argument without nodes has no value. */
function* combinations(
  lists: readonly (readonly TermId[])[],
): Generator<readonly (TermId | undefined)[], undefined> {
  const [nodes, ...others] = lists;
  if (nodes === undefined) {
    yield [];
    return;
  }
  for (const node of nodes.length === 0 ? [undefined] : nodes)
    for (const more of combinations(others)) yield [node, ...more];
}

/** An expression, or a sentence that explains why there is none. */
export type ExpressionReading = NodeExpression | string;

/** Reads the node of an expression in the shapes graph. */
export function readExpression(graph: Graph, node: TermId): ExpressionReading {
  return new ExpressionReader(graph).read(node, 0);
}

const maxNesting = 50;
/** What `[ ]` yields. */
const nothing: NodeExpression = { kind: 'union', members: [] };

class ExpressionReader {
  readonly #graph: Graph;
  readonly #functions: ReadonlyMap<string, ShapeFunction>;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#functions = callableOf(declaredFunctions(graph));
  }

  read(node: TermId, depth: number): ExpressionReading {
    if (depth > maxNesting) return 'The node expression contains itself or is nested too deeply.';
    if (node === shRules.this) return { kind: 'this' };
    if (!terms.isBlank(node)) return { kind: 'constant', term: node };
    // In SHACL 1.2, a list yields what its members yield.
    if (this.#graph.objects(node, rdf.first).length > 0) return this.#members('concat', node, depth);
    const variable = this.#value(node, 'var');
    // No other variable is ever bound here.
    if (variable !== undefined) return terms.value(variable) === 'focusNode' ? { kind: 'this' } : nothing;
    const inner = (of: TermId | undefined): ExpressionReading =>
      of === undefined ? { kind: 'this' } : this.read(of, depth + 1);
    const nodes = () => inner(this.#value(node, 'nodes') ?? this.#value(node, 'focusNode'));
    const path = this.#value(node, 'path') ?? this.#value(node, 'pathValues');
    if (path !== undefined) {
      const reading = readPath(this.#graph, path);
      if (reading.kind === 'illFormed') return reading.message;
      return withNodes(nodes(), (of) => ({ kind: 'path', path: reading.path, nodes: of }));
    }
    const query = readQueryExpression(this.#graph, node);
    if (typeof query === 'string') return query;
    if (query !== undefined) {
      const functions = declaredFunctions(this.#graph);
      const parameters = [{ name: 'this', isOptional: false }];
      const selected = new ShapeFunction({ id: node, parameters, body: query }, functions);
      return withNodes(nodes(), (of) => ({ kind: 'select', query: selected, nodes: of }));
    }
    for (const kind of ['filterShape', 'findFirst', 'matchAll'] as const) {
      const shape = this.#value(node, kind);
      if (shape !== undefined) return withNodes(nodes(), (of) => ({ kind, shape, nodes: of }));
    }
    const matching = this.#value(node, 'nodesMatching');
    if (matching !== undefined) return { kind: 'nodesMatching', shape: matching };
    const type = this.#value(node, 'instancesOf');
    if (type !== undefined) return { kind: 'instancesOf', class: type };
    const judged = this.#value(node, 'conformsToShape');
    if (judged !== undefined) {
      const [of, shape, ...more] = readList(this.#graph, judged) ?? [];
      if (of === undefined || shape === undefined || more.length > 0)
        return 'shnex:conformsToShape takes a list of a node expression and a shape.';
      return withNodes(inner(of), (read) => ({ kind: 'conformsToShape', shape, nodes: read }));
    }
    const each = this.#value(node, 'flatMap');
    if (each !== undefined) {
      return withNodes(nodes(), (of) =>
        withNodes(inner(each), (read) => ({ kind: 'flatMap', nodes: of, each: read })),
      );
    }
    const by = this.#value(node, 'orderBy');
    if (by !== undefined) {
      const descending = this.#value(node, 'desc');
      const isDescending = descending !== undefined && isTrue(descending);
      return withNodes(nodes(), (of) =>
        withNodes(inner(by), (read) => ({ kind: 'orderBy', nodes: of, by: read, isDescending })),
      );
    }
    for (const kind of ['intersection', 'union', 'concat'] as const) {
      const list = this.#value(node, kind);
      if (list !== undefined) return this.#members(kind, list, depth);
    }
    const minus = this.#value(node, 'minus') ?? this.#value(node, 'remove');
    if (minus !== undefined) {
      return withNodes(nodes(), (of) =>
        withNodes(inner(minus), (other) => ({ kind: 'minus', nodes: of, minus: other })),
      );
    }
    for (const kind of ['distinct', 'count', 'exists', 'min', 'max', 'sum'] as const) {
      const of = this.#value(node, kind);
      if (of !== undefined) return withNodes(inner(of), (read) => ({ kind, nodes: read }));
    }
    for (const kind of ['limit', 'offset'] as const) {
      const count = this.#value(node, kind);
      if (count === undefined) continue;
      if (!/^[0-9]{1,9}$/.test(terms.value(count))) return `sh:${kind} is not a whole number.`;
      return withNodes(nodes(), (of) => ({ kind, nodes: of, count: Number(terms.value(count)) }));
    }
    const condition = this.#value(node, 'if');
    if (condition !== undefined) return this.#choice(condition, node, depth);
    const call = this.#call(node, depth);
    if (call !== undefined) return call;
    if (this.#graph.outgoing(node).length === 0) return nothing;
    return 'The blank node is not a supported node expression.';
  }

  #members(kind: 'intersection' | 'union' | 'concat', list: TermId, depth: number): ExpressionReading {
    const listed = readList(this.#graph, list);
    if (listed === undefined) return `sh:${kind} is not a well-formed list.`;
    const members = this.#readAll(listed, depth);
    return typeof members === 'string' ? members : { kind, members };
  }

  #readAll(nodes: readonly TermId[], depth: number): readonly NodeExpression[] | string {
    const expressions: NodeExpression[] = [];
    for (const node of nodes) {
      const reading = this.read(node, depth + 1);
      if (typeof reading === 'string') return reading;
      expressions.push(reading);
    }
    return expressions;
  }

  /** A function expression: its only statement has the function as predicate and the list of arguments as object. */
  #call(node: TermId, depth: number): ExpressionReading | undefined {
    const [statement, ...more] = yieldingStatements(this.#graph, node);
    if (statement === undefined || more.length > 0) return undefined;
    const members = argumentsOf(this.#graph, statement.object);
    const name = terms.value(statement.predicate);
    const called =
      this.#functions.get(name) ?? (members && (functionOf12(name) ?? sparqlFunction(name, members.length)));
    if (called === undefined) return undefined;
    if (members === undefined) return `The arguments of ${called.name} are not a well-formed list.`;
    const problem = called.wrongCall(members.length);
    if (problem !== undefined) return problem;
    const args = this.#readAll(members, depth);
    return typeof args === 'string' ? args : { kind: 'call', function: called, args };
  }

  #choice(condition: TermId, node: TermId, depth: number): ExpressionReading {
    const branch = (name: string) => {
      const value = this.#value(node, name);
      return value === undefined ? nothing : this.read(value, depth + 1);
    };
    return withNodes(this.read(condition, depth + 1), (test) =>
      withNodes(branch('then'), (then) =>
        withNodes(branch('else'), (other) => ({ kind: 'if', condition: test, then, else: other })),
      ),
    );
  }

  #value(node: TermId, name: string): TermId | undefined {
    return expressionValue(this.#graph, node, name);
  }
}

/** A function or an operator of SPARQL, called with a number of arguments; undefined for others. */
function sparqlFunction(iri: string, argumentCount: number): ShapeFunction | undefined {
  const name = sparqlName(iri);
  if (name === undefined) return undefined;
  const parameters = Array.from({ length: argumentCount }, (_, i) => ({ name: `a${i}`, isOptional: true }));
  const args = parameters.map((each) => `?${each.name}`);
  const call = callText(name, args);
  const id = terms.iri(iri);
  const text = terms.literal(`SELECT (${call} AS ?result) WHERE {}`);
  return new ShapeFunction({ id, parameters, body: { form: 'select', owner: id, text, prefixes: [] } }, []);
}

/** The functions that node expressions have and queries do not, or not with as many arguments; undefined for others. */
function functionOf12(iri: string): CalledFunction | undefined {
  const local = localNameInSparql(iri);
  const found = Object.hasOwn(functionsOf12, local) ? functionsOf12[local] : undefined;
  if (found === undefined) return undefined;
  const [fewest, most, call] = found;
  const name = `The function <${iri}>`;
  return {
    name,
    query: undefined,
    wrongCall: (count) =>
      count >= fewest && count <= most ? undefined : `${name} is called with ${count} arguments.`,
    call: (args) => {
      const given = args.filter((arg) => arg !== undefined);
      return given.length === args.length ? call(...given) : undefined;
    },
  };
}

/** By local name: the fewest and the most arguments, and the result; none for arguments that the function is not for. */
const functionsOf12: Readonly<
  Record<string, readonly [number, number, (...args: readonly TermId[]) => TermId | undefined]>
> = {
  hasLang: [
    1,
    2,
    (term, tag) => {
      const language = terms.isLiteral(term!) ? terms.language(term!) : '';
      const wanted = tag === undefined ? language : terms.value(tag);
      return booleanOf(language !== '' && language.toLowerCase() === wanted.toLowerCase());
    },
  ],
  sameValue: [
    2,
    2,
    (one, other) => {
      const [left, right] = [literalValue(one!), literalValue(other!)];
      return booleanOf(
        one === other || (left !== undefined && right !== undefined && compareValues(left, right) === 0),
      );
    },
  ],
};

function withNodes(
  reading: ExpressionReading,
  use: (nodes: NodeExpression) => ExpressionReading,
): ExpressionReading {
  return typeof reading === 'string' ? reading : use(reading);
}
