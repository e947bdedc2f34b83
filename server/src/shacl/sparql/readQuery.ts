import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf, rdfs, sh, shRules, xsd } from '../../rdf/vocab.ts';
import type { IllFormed } from '../model/component.ts';
import { printPath } from '../model/path.ts';
import { illFormed, readList } from '../model/reading.ts';
import type { FunctionDeclaration, QueryBody, ShapeQuery } from '../model/shape.ts';
import { shortForm, type TermPrinter } from '../model/words.ts';
import { hasEmptyWay } from '../paths/pathAutomaton.ts';
import { readPath } from '../paths/readPath.ts';
import { type Declared, declaredOf, type Parameter } from './parameters.ts';

/** A query that was read. */
export type QueryReading = { readonly kind: 'query'; readonly query: ShapeQuery } | IllFormed;

/** Reads the query of a constraint, validator or target. */
export function readQuery(
  graph: Graph,
  owner: TermId,
  form: ShapeQuery['form'],
  parameters: ShapeQuery['parameters'] = [],
): QueryReading {
  const body = readQueryBody(graph, owner, form);
  if (typeof body === 'string') return illFormed(body);
  return { kind: 'query', query: { ...body, parameters, functions: declaredFunctions(graph) } };
}

/** The prefixes that are declared for a query, or a sentence that explains why they cannot be used. */
type PrefixReading = readonly (readonly [prefix: string, namespace: string])[] | string;

/**
 * Reads the prefixes of a query (SHACL 5.2.1): those declared at the values of sh:prefixes, and at what these import.
 * Without sh:prefixes, those that the ontologies, shapes graphs and rules graphs of the file declare (SHACL 1.2). The ontology of
 * SHACL declares `sh:`, which DASH relies on, whether or not it is linked.
 */
export function readPrefixes(graph: Graph, owner: TermId): PrefixReading {
  const declaring = declaringPrefixes(graph, owner);
  const found = new Map<string, string>();
  if (declaring.has(ontologyOfShacl)) found.set('sh', namespaces.sh);
  for (const node of declaring) {
    for (const declaration of graph.objects(node, sh.declare)) {
      const [prefix] = graph.objects(declaration, sh.prefix);
      const [namespace] = graph.objects(declaration, sh.namespace);
      if (prefix === undefined || namespace === undefined) continue;
      const name = terms.value(prefix);
      const iri = terms.value(namespace);
      const known = found.get(name) ?? iri;
      if (known !== iri)
        return `The prefix ${name}: is declared with two namespaces, <${known}> and <${iri}>.`;
      found.set(name, iri);
    }
  }
  return [...found];
}

/** The nodes whose declarations hold for a query: also those that no linked file describes. */
export function declaringPrefixes(graph: Graph, owner: TermId): ReadonlySet<TermId> {
  const named = graph.objects(owner, sh.prefixes);
  const declaring = new Set(
    named.length > 0
      ? named
      : [owl.Ontology, sh.ShapesGraph, shRules.RulesGraph].flatMap((type) => graph.subjects(rdf.type, type)),
  );
  for (const node of declaring)
    for (const imported of graph.objects(node, owl.imports)) declaring.add(imported);
  return declaring;
}

const ontologyOfShacl = terms.constant(namespaces.sh);

/**
 * Reads the query of a node expression of SHACL 1.2: sh:select, or sh:sparqlExpr, which holds an expression of SPARQL. Undefined
 * for other expressions.
 */
export function readQueryExpression(graph: Graph, node: TermId): QueryBody | string | undefined {
  if (graph.objects(node, sh.select).length > 0) return readQueryBody(graph, node, 'select');
  if (graph.objects(node, shRules.sparqlExpr).length === 0) return undefined;
  const text = onlyText(graph, node, shRules.sparqlExpr, 'sparqlExpr');
  if (typeof text === 'string') return text;
  const prefixes = readPrefixes(graph, node);
  if (typeof prefixes === 'string') return prefixes;
  const query = terms.literal(`SELECT (${terms.value(text)} AS ?result) WHERE {}`);
  return { form: 'select', owner: node, text: query, prefixes };
}

/**
 * Reads the text and the prefixes of a query. The text is not parsed yet: `compileText` does that once it is needed.
 *
 * @returns if there is no query, a sentence that says why.
 */
export function readQueryBody(graph: Graph, owner: TermId, form: QueryBody['form']): QueryBody | string {
  const text = onlyText(graph, owner, sh[form], form);
  if (typeof text === 'string') return text;
  const prefixes = readPrefixes(graph, owner);
  return typeof prefixes === 'string' ? prefixes : { form, owner, text, prefixes };
}

function onlyText(graph: Graph, owner: TermId, property: TermId, name: string): TermId | string {
  const [text, another] = graph.objects(owner, property);
  if (text === undefined) return `It has no sh:${name}.`;
  if (another !== undefined) return `It has several values of sh:${name}.`;
  return terms.datatype(text) === xsd.string ? text : `The value of sh:${name} is not a string.`;
}

/**
 * The functions of a shapes graph: instances of sh:SPARQLFunction (SHACL Advanced Features 5), and those whose body is a node
 * expression with a list of parameters (SHACL 1.2).
 */
export const declaredFunctions: (graph: Graph) => readonly FunctionDeclaration[] = memoized((graph) =>
  namedFunctions(graph).map(({ id, parameters }) => {
    const ordered = inOrder(graph, parameters).map(({ name, isOptional }) => ({ name, isOptional }));
    return { id, parameters: ordered, body: bodyOf(graph, id, ordered) };
  }),
);

const namedFunctions: (graph: Graph) => readonly Declared[] = memoized((graph) =>
  [sh.SPARQLFunction, shRules.ListParameterExpressionFunction]
    .flatMap((type) => declaredOf(graph, type))
    .filter(({ id }) => terms.isIri(id)),
);

function bodyOf(
  graph: Graph,
  id: TermId,
  parameters: FunctionDeclaration['parameters'],
): FunctionDeclaration['body'] {
  const [expression] = graph.objects(id, shRules.bodyExpression);
  if (expression !== undefined)
    return readQueryExpression(graph, expression) ?? expressionBody(graph, expression, parameters);
  const form = graph.objects(id, sh.ask).length > 0 ? 'ask' : 'select';
  return readQueryBody(graph, id, form);
}

/** A query that selects what the node expression of a function yields for its arguments. */
function expressionBody(
  graph: Graph,
  expression: TermId,
  parameters: FunctionDeclaration['parameters'],
): QueryBody | string {
  const given = parameters.map(({ name }) => name);
  const read = new Translation(graph, shortForm, { given }).read(expression, 0);
  if (typeof read === 'string') return `The node expression of its body is not evaluated: ${read}`;
  const text = `SELECT (${read.text} AS ?result) WHERE { ${read.patterns.join(' ')} }`;
  return { form: 'select', owner: expression, text: terms.literal(text), prefixes: [] };
}

/** By sh:order, which is 0 where it is not given, and then by name (SHACL Advanced Features 5.2). */
function inOrder(graph: Graph, parameters: readonly Parameter[]): readonly Parameter[] {
  const order = ({ node }: Parameter) => {
    const [value] = graph.objects(node, sh.order);
    return value === undefined ? 0 : Number(terms.value(value));
  };
  return parameters.toSorted((a, b) => order(a) - order(b) || (a.name < b.name ? -1 : 1));
}

/** An expression of SPARQL with the patterns that bind its variables: each solution has one way to choose its arguments. */
interface Translated {
  readonly text: string;
  /** How a person reads it. */
  readonly words: string;
  readonly patterns: readonly string[];
}

/** The values that a pattern gives a variable, with the preceding patterns. */
interface BoundValues extends Omit<Translated, 'patterns'> {
  readonly pattern: string;
  readonly before: readonly string[];
}

/** Node expressions have the second namespace in W3C's tests and vocabulary, and the third in the latest draft. */
const ofExpressions = [namespaces.sh, 'http://www.w3.org/ns/shacl-node-expr#', 'http://www.w3.org/ns/shnex#'];
export const maxNesting = 20;
/**
 * How many groups of a query may determine the nodes of shnex:flatMap: when nested, they are repeated and all evaluated.
 */
const mostGroups = 250;
/** How long their text may become, in UTF-16 units: longer queries are not evaluated. */
const maxText = 20_000;
const tooLong = `the query for the nodes of shnex:flatMap has more than ${mostGroups} groups or ${maxText} characters: name fewer nodes, or nest less.`;
const tooDeep = 'it contains itself or is nested too deeply.';
const onlyThese = 'only paths, instances, sets of these, sh:exists, sh:if, aggregates and functions are.';
const onlyNodes =
  'where any number of nodes is asked for, as in targets and sets, only paths, instances and sets of these are.';
const nothing: Translated = { text: '?none', words: 'nothing', patterns: [] };
const noNodes: BoundValues = { text: '?none', words: 'nothing', before: [], pattern: 'FILTER(false)' };

/** A query that selects the nodes that a node expression yields without a focus node; a sentence where SPARQL has no such query. */
export function selecting(graph: Graph, node: TermId, term: TermPrinter): string | { readonly text: string } {
  const found = new Translation(graph, term, { given: [], isTarget: true }).nodes(node, 0);
  if (typeof found === 'string') return found;
  const select = `SELECT DISTINCT ${found.text} WHERE ${groupOf(found)}`;
  // To ask whether one node is a target, its variable is bound before, and BIND must not bind it again: it is in a sub-select.
  return { text: select.includes('BIND(') ? `SELECT ${found.text} WHERE { { ${select} } }` : select };
}

/** What a query asks about the nodes that a node expression yields. */
export interface NotYielded {
  /** A query that asks whether the expression does not yield the term. */
  readonly text: string;
  /** The same for people. */
  readonly words: string;
}

/**
 * A query about `?value`, whether a node expression does not yield a term with it as its focus node, or without a term: does not
 * yield it, without a focus node. A sentence where SPARQL has no such query.
 */
export function notYielded(
  graph: Graph,
  node: TermId,
  asked: TermId | undefined,
  term: TermPrinter,
): NotYielded | string {
  const given = ['this', 'value'];
  const about =
    asked === undefined ? { asked: focus.text } : { asked: termToNTriples(asked), focusNode: focus };
  const found = new Translation(graph, term, { given, ...about }).nodes(node, 0);
  if (typeof found === 'string') return found;
  const words = `${asked === undefined ? focus.words : term(asked)} is not among ${found.words}`;
  return { text: `ASK { FILTER NOT EXISTS ${groupOf(found)} }`, words };
}

/** A query about `?value`, whether a node expression with it as its focus node yields only terms of a list. */
export function onlyYielded(graph: Graph, node: TermId, known: readonly TermId[]): NotYielded | string {
  const found = new Translation(graph, shortForm, { given: ['this', 'value'], focusNode: focus }).nodes(
    node,
    0,
  );
  if (typeof found === 'string') return found;
  const others = `FILTER(${found.text} NOT IN (${known.map(termToNTriples).join(', ')}))`;
  const words = 'the node expression yields what is no named node shape of the linked files';
  return { text: `ASK { FILTER NOT EXISTS { ${groupOf(found)} ${others} } }`, words };
}

/** A node expression as an expression of SPARQL about `?value`; a sentence where SPARQL has no such expression. */
export function translated(graph: Graph, node: TermId, term: TermPrinter): Translated | string {
  return new Translation(graph, term, { focusNode: focus, given: ['this', 'value'] }).read(node, 0);
}

/**
 * Writes node expressions (SHACL 1.2 Node Expressions) as expressions of SPARQL: about `?value`, or about `?arg0` and so on in the
 * body of a function.
 */
class Translation {
  readonly #graph: Graph;
  readonly #term: TermPrinter;
  /** Undefined in the body of a function, which has arguments instead, and in targets. */
  #focus: Translated | undefined;
  /** The variables that have values from the start, which each sub-select has to select. */
  readonly #given: string;
  readonly #isTarget: boolean;
  /** What is asked about: as a query writes a term, or a variable that has its value from the start. */
  readonly #asked: string | undefined;
  #variables = 0;

  constructor(
    graph: Graph,
    term: TermPrinter,
    {
      focusNode,
      given,
      isTarget = false,
      asked,
    }: {
      readonly focusNode?: Translated;
      readonly given: readonly string[];
      readonly isTarget?: boolean;
      readonly asked?: string;
    },
  ) {
    this.#isTarget = isTarget;
    this.#asked = asked;
    this.#given = given.map((name) => `?${name}`).join(' ');
    this.#graph = graph;
    this.#term = term;
    this.#focus = focusNode;
  }

  /** @returns a sentence where SPARQL has no such expression. */
  read(node: TermId, depth: number): Translated | string {
    if (depth > maxNesting) return tooDeep;
    if (node === shRules.this) return this.#focus ?? noFocus;
    if (!terms.isBlank(node)) return { text: termToNTriples(node), words: this.#term(node), patterns: [] };
    const variable = this.#value(node, 'var');
    if (variable !== undefined) return isFocus(variable) ? (this.#focus ?? noFocus) : nothing;
    const arg = this.#value(node, 'arg');
    if (arg !== undefined) return this.#arg(arg);
    for (const [name, call] of aggregates) {
      const of = this.#value(node, name);
      if (of !== undefined) return this.#aggregate(name, call, of, depth);
    }
    if (this.#yieldsNodes(node)) {
      const values = this.nodes(node, depth);
      if (typeof values === 'string') return values;
      return { ...values, patterns: [...values.before, `OPTIONAL { ${values.pattern} }`] };
    }
    const exists = this.#value(node, 'exists');
    if (exists !== undefined) return this.#exists(exists, depth);
    const condition = this.#value(node, 'if');
    if (condition !== undefined) return this.#choice(condition, node, depth);
    const [statement, ...more] = yieldingStatements(this.#graph, node);
    if (statement === undefined) return nothing;
    return more.length === 0 ? this.#call(statement.predicate, statement.object, depth) : onlyThese;
  }

  /** Whether an expression yields any number of nodes, by a pattern. */
  #yieldsNodes(node: TermId): boolean {
    const isList = this.#graph.objects(node, rdf.first).length > 0;
    return isList || setExpressions.some((name) => this.#value(node, name) !== undefined);
  }

  /** The nodes that an expression yields, as the values of a variable: one of its own, unless it is given. */
  nodes(
    node: TermId,
    depth: number,
    text = depth === 0 && this.#asked !== undefined ? this.#asked : `?v${this.#variables++}`,
  ): BoundValues | string {
    if (depth > maxNesting) return tooDeep;
    if (node === shRules.this) return this.#focusNodes(text);
    // Also rdf:nil: outside of a set, () is a term like others.
    if (!terms.isBlank(node)) {
      if (this.#isTarget) return this.#constants([node], text);
      // Where variables have values from the start, SHACL permits no VALUES.
      const pattern = this.#isThe(termToNTriples(node), text);
      return { text, words: this.#term(node), before: [], pattern };
    }
    const variable = this.#value(node, 'var');
    if (variable !== undefined) return isFocus(variable) ? this.#focusNodes(text) : { ...noNodes, text };
    const each = this.#value(node, 'flatMap');
    if (each !== undefined) return this.#ofEach(node, each, depth, text);
    const path = this.#value(node, 'pathValues') ?? this.#value(node, 'path');
    if (path !== undefined) return this.#values(node, path, depth, text);
    if (this.#value(node, 'instancesOf') !== undefined) return this.#instances(node, depth, text);
    const same = this.#value(node, 'distinct');
    if (same !== undefined) return this.nodes(same, depth + 1, text);
    const without = this.#value(node, 'remove') ?? this.#value(node, 'minus');
    if (without !== undefined) return this.#remaining(node, without, depth, text);
    for (const [name, operator] of setOperators) {
      const list = this.#value(node, name);
      if (list !== undefined) return this.#members(list, operator, depth, text);
    }
    const condition = this.#value(node, 'if');
    // A condition about each of other nodes would have to be asked where these are found.
    if (condition !== undefined && !this.#focus?.patterns.length)
      return this.#chosen(condition, node, depth, text);
    return this.#members(node, 'union', depth, text);
  }

  /** The nodes of one of two expressions, as a condition says. */
  #chosen(condition: TermId, node: TermId, depth: number, text: string): BoundValues | string {
    const test = this.read(condition, depth + 1);
    if (typeof test === 'string') return test;
    const [then, other] = ['then', 'else'].map((name) => {
      const branch = this.#value(node, name);
      return branch === undefined ? { ...noNodes, text } : this.nodes(branch, depth + 1, text);
    }) as [BoundValues | string, BoundValues | string];
    if (typeof then === 'string') return then;
    if (typeof other === 'string') return other;
    const holds = holdsIn(test);
    const groups = [`{ FILTER(${holds}) ${groupOf(then)} }`, `{ FILTER(!${holds}) ${groupOf(other)} }`];
    const words = `${then.words} if ${test.words}, otherwise ${other.words}`;
    return { text, words, before: [], pattern: groups.join(' UNION ') };
  }

  #constants(nodes: readonly TermId[], text: string): BoundValues {
    const pattern = `VALUES ${text} { ${nodes.map(termToNTriples).join(' ')} }`;
    return { text, words: nodes.map(this.#term).join(' and '), before: [], pattern };
  }

  /** The subject of the expression, as the values of a variable. */
  #focusNodes(text: string): BoundValues | string {
    if (this.#focus === undefined) return noFocus;
    const { words, patterns } = this.#focus;
    return { text, words, before: patterns, pattern: this.#isThe(this.#focus.text, text) };
  }

  /** What gives a variable its only value, or asks whether that is the value. */
  #isThe(value: string, text: string): string {
    return text === this.#asked ? `FILTER(sameTerm(${value}, ${text}))` : `BIND(${value} AS ${text})`;
  }

  /** What an expression yields for each of some nodes as its focus node. */
  #ofEach(node: TermId, each: TermId, depth: number, text: string): BoundValues | string {
    const from = this.#value(node, 'nodes');
    const nodes = from === undefined ? 'shnex:flatMap has no shnex:nodes.' : this.nodes(from, depth + 1);
    if (typeof nodes === 'string') return nodes;
    const group = groupOf(nodes);
    if (group.length > maxText || group.split('{').length > mostGroups) return tooLong;
    const outer = this.#focus;
    this.#focus = { text: nodes.text, words: nodes.words, patterns: [group] };
    const found = this.nodes(each, depth + 1, text);
    this.#focus = outer;
    if (typeof found === 'string') return found;
    return {
      ...found,
      words: `${found.words} of each of ${nodes.words}`,
      before: [group, ...found.before.filter((before) => before !== group)],
    };
  }

  /** The nodes of all members of a list, or those that each of them yields. */
  #members(
    list: TermId,
    operator: 'union' | 'intersection',
    depth: number,
    text: string,
  ): BoundValues | string {
    const members = readList(this.#graph, list);
    if (members === undefined) return onlyNodes;
    if (members.length === 0) return { ...noNodes, text };
    const isUnion = operator === 'union';
    const isConstant = (member: TermId) => !terms.isBlank(member) && member !== shRules.this;
    // As one VALUES, they may be many.
    const constants = isUnion && this.#isTarget ? members.filter(isConstant) : [];
    const others = constants.length === 0 ? members : members.filter((member) => !isConstant(member));
    const read = constants.length === 0 ? [] : [this.#constants(constants, text)];
    for (const member of others) {
      const one = this.nodes(member, depth + 1, text);
      if (typeof one === 'string') return one;
      read.push(one);
    }
    const words = read.map((each) => each.words).join(' and ');
    return {
      text,
      words: isUnion || read.length === 1 ? words : `what ${words} have in common`,
      before: [],
      pattern: read.map(groupOf).join(isUnion ? ' UNION ' : ' '),
    };
  }

  /** The nodes that an expression yields and another one does not. */
  #remaining(node: TermId, without: TermId, depth: number, text: string): BoundValues | string {
    const from = this.#value(node, 'nodes');
    if (from === undefined) return 'shnex:remove has no shnex:nodes to remove something from.';
    const all = this.nodes(from, depth + 1, text);
    const other = this.nodes(without, depth + 1);
    if (typeof all === 'string') return all;
    if (typeof other === 'string') return other;
    const others = `${other.before.join(' ')} ${other.pattern} FILTER(sameTerm(${other.text}, ${text}))`;
    return {
      ...all,
      words: `${all.words} without ${other.words}`,
      pattern: `${all.pattern} FILTER NOT EXISTS { ${others} }`,
    };
  }

  /** The values of a path. */
  #values(node: TermId, path: TermId, depth: number, text: string): BoundValues | string {
    const reading = readPath(this.#graph, path);
    if (reading.kind === 'illFormed') return reading.message;
    const from = this.#value(node, 'nodes') ?? this.#value(node, 'focusNode');
    const start = this.#start(from, depth);
    if (typeof start === 'string') return start;
    const inWords = printPath(reading.path, this.#term);
    const words = from === undefined ? inWords : `${inWords} of ${start.words}`;
    const pattern = `${start.pattern} ${start.text} ${printPath(reading.path, termToNTriples)} ${text} .`;
    const found = { text, words, before: start.before, pattern };
    const isOne = start.before.length === 0 && start.pattern === '';
    if (isOne || !hasEmptyWay(reading.path)) return found;
    // SPARQL joins such a path only with the nodes of the graph.
    const themselves = groupOf({ ...start, pattern: `${start.pattern} ${this.#isThe(start.text, text)}` });
    return { ...found, before: [], pattern: `${groupOf(found)} UNION ${themselves}` };
  }

  /** The start of a path, or the classes of instances. */
  #start(from: TermId | undefined, depth: number): BoundValues | string {
    if (from !== undefined && this.#yieldsNodes(from)) return this.nodes(from, depth + 1);
    const start = from === undefined ? (this.#focus ?? noFocus) : this.read(from, depth + 1);
    if (typeof start === 'string') return start;
    if (start === nothing) return noNodes;
    if (!/^(?:\?\w+|<[^>]*>)$/.test(start.text))
      return 'no function computes where a path starts, or the class of instances.';
    return { text: start.text, words: start.words, before: start.patterns, pattern: '' };
  }

  /** The argument of a function. */
  #arg(number: TermId): Translated | string {
    if (this.#focus !== undefined || !/^[0-9]{1,2}$/.test(terms.value(number)))
      return 'shnex:arg is for the bodies of functions, with the number of an argument.';
    const text = `?arg${Number(terms.value(number))}`;
    return { text, words: `argument ${terms.value(number)}`, patterns: [] };
  }

  /** An aggregate of the nodes that an expression yields, by a sub-select. */
  #aggregate(name: string, call: string, of: TermId, depth: number): Translated | string {
    if (!this.#yieldsNodes(of)) return 'aggregates are for paths, instances and sets of these.';
    if (this.#mayRepeat(of) && (name === 'count' || name === 'sum'))
      return `sh:${name} of what may come several times is not. shnex:distinct or shnex:union has each once.`;
    const values = this.nodes(of, depth + 1);
    if (typeof values === 'string') return values;
    const text = `?v${this.#variables++}`;
    const where = [...values.before, `OPTIONAL { ${values.pattern} }`].join(' ');
    const grouped = this.#given === '' ? '' : ` GROUP BY ${this.#given}`;
    const select = `{ SELECT ${this.#given} (${call}(DISTINCT ${values.text}) AS ${text}) WHERE { ${where} }${grouped} }`;
    return { text, words: `the ${name} of ${values.words}`, patterns: [select] };
  }

  /** Whether the same node may occur several times and is counted each time. */
  #mayRepeat(node: TermId): boolean {
    const isList = this.#graph.objects(node, rdf.first).length > 0;
    const from = this.#value(node, 'remove') === undefined ? undefined : this.#value(node, 'nodes');
    return (
      isList ||
      this.#value(node, 'concat') !== undefined ||
      this.#value(node, 'flatMap') !== undefined ||
      (from !== undefined && this.#mayRepeat(from))
    );
  }

  #instances(node: TermId, depth: number, text: string): BoundValues | string {
    const of = this.#start(this.#value(node, 'instancesOf'), depth);
    if (typeof of === 'string') return of;
    return {
      text,
      words: `instances of ${of.words}`,
      before: of.before,
      pattern: `${of.pattern} ${text} ${termToNTriples(rdf.type)}/${termToNTriples(rdfs.subClassOf)}* ${of.text} .`,
    };
  }

  #exists(of: TermId, depth: number): Translated | string {
    if (!this.#yieldsNodes(of)) return 'sh:exists is for paths, instances and sets of these.';
    const values = this.nodes(of, depth + 1);
    if (typeof values === 'string') return values;
    const isOfPath = ['pathValues', 'path'].some((name) => this.#value(of, name) !== undefined);
    return {
      text: `EXISTS { ${values.before.join(' ')} ${values.pattern} }`,
      words: `there is ${isOfPath ? 'a value' : 'any'} of ${values.words}`,
      patterns: [],
    };
  }

  #choice(condition: TermId, node: TermId, depth: number): Translated | string {
    const parts = [condition, this.#value(node, 'then'), this.#value(node, 'else')].map((part) =>
      part === undefined ? nothing : this.read(part, depth + 1),
    );
    const problem = parts.find((part) => typeof part === 'string');
    if (problem !== undefined) return problem as string;
    const [test, then, other] = parts as readonly Translated[];
    return {
      text: `IF(${holdsIn(test!)}, ${then!.text}, ${other!.text})`,
      words: `${then!.words} if ${test!.words}, otherwise ${other!.words}`,
      patterns: [...then!.patterns, ...other!.patterns],
    };
  }

  #call(predicate: TermId, list: TermId, depth: number): Translated | string {
    const members = argumentsOf(this.#graph, list);
    const isDeclared = namedFunctions(this.#graph).some(({ id }) => id === predicate);
    const name = isDeclared ? termToNTriples(predicate) : sparqlName(terms.value(predicate));
    const isOfShacl = ofExpressions.some((each) => terms.value(predicate).startsWith(each));
    if (name === undefined && isOfShacl) return onlyThese;
    if (name === undefined || members === undefined)
      return `${this.#term(predicate)} is not a known function with a list of arguments.`;
    const args: Translated[] = [];
    for (const member of members) {
      const read = this.read(member, depth + 1);
      if (typeof read === 'string') return read;
      args.push(read);
    }
    const inWords = isDeclared ? this.#term(predicate) : name;
    return {
      text: callText(
        name,
        args.map(({ text }) => text),
      ),
      words: callText(
        inWords,
        args.map(({ words }) => words),
      ),
      patterns: args.flatMap(({ patterns }) => patterns),
    };
  }

  #value(node: TermId, name: string): TermId | undefined {
    return expressionValue(this.#graph, node, name);
  }
}

/** The value of a property of a node expression, in the namespace of SHACL or in that of node expressions. */
export function expressionValue(graph: Graph, node: TermId, name: string): TermId | undefined {
  for (const namespace of ofExpressions) {
    const [value] = graph.objects(node, terms.iri(namespace + name));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The arguments of a function: the members of a list, or the only one by itself. Undefined for a list that is none. */
export function argumentsOf(graph: Graph, value: TermId): readonly TermId[] | undefined {
  return readList(graph, value) ?? (graph.objects(value, rdf.first).length > 0 ? undefined : [value]);
}

/** Whether a variable is the subject of an expression. */
function isFocus(name: TermId): boolean {
  return ['focusNode', 'value'].includes(terms.value(name));
}

/** Whether a condition holds: one of several values is enough. */
function holdsIn({ text, patterns }: Translated): string {
  return patterns.length === 0
    ? `COALESCE(sameTerm(${text}, true), false)`
    : `(EXISTS { ${patterns.join(' ')} FILTER(sameTerm(${text}, true)) })`;
}

function groupOf({ before, pattern }: Pick<BoundValues, 'before' | 'pattern'>): string {
  return `{ ${before.join(' ')} ${pattern} }`;
}

/** The statements of a node expression that say what it yields: SHACL-AF has messages beside them. */
export function yieldingStatements(graph: Graph, node: TermId): readonly Triple[] {
  return graph.outgoing(node).filter(({ predicate }) => !describing.has(predicate));
}

const describing: ReadonlySet<TermId> = new Set([sh.message, rdf.type, rdfs.label, rdfs.comment]);
const focus: Translated = { text: '?value', words: 'the node', patterns: [] };
const noFocus = 'there is no focus node in the body of a function or in a target.';
const setExpressions = [
  ...['pathValues', 'path', 'instancesOf', 'distinct', 'remove', 'minus'],
  ...['union', 'concat', 'intersection', 'flatMap'],
];
const setOperators = [
  ['union', 'union'],
  ['concat', 'union'],
  ['intersection', 'intersection'],
] as const;
const aggregates = [
  ['count', 'COUNT'],
  ['sum', 'SUM'],
  ['min', 'MIN'],
  ['max', 'MAX'],
] as const;

/** The operators and functions of SPARQL by their names in the namespace of SHACL 1.2's node expressions. */
const sparqlNames: Readonly<Record<string, string>> = {
  plus: '+',
  subtract: '-',
  multiply: '*',
  divide: '/',
  equals: '=',
  'not-equals': '!=',
  'less-than': '<',
  'less-than-or-equal': '<=',
  'greater-than': '>',
  'greater-than-or-equal': '>=',
  'logical-and': '&&',
  'logical-or': '||',
  'logical-not': '!',
  'unary-minus': '-',
  'unary-plus': '+',
  encode: 'ENCODE_FOR_URI',
  ...Object.fromEntries(
    (
      'abs bnode bound ceil coalesce concat contains datatype day floor hours if iri isBlank isIRI isLiteral isNumeric isURI ' +
      'lang langMatches lcase md5 minutes month regex replace round sameTerm seconds sha1 sha256 sha384 sha512 str strafter ' +
      'strbefore strdt strends strlang strlen strstarts struuid substr timezone tz ucase uri uuid year ' +
      'isTriple triple subject predicate object hasLang hasLangdir langdir strlangdir'
    )
      .split(' ')
      .map((name) => [name, name.toUpperCase()]),
  ),
};

/** The spelling of one of SPARQL's functions or operators; undefined for other IRIs. */
export function sparqlName(iri: string): string | undefined {
  const local = localNameInSparql(iri);
  return Object.hasOwn(sparqlNames, local) ? sparqlNames[local] : undefined;
}

/** The local name of an IRI in the namespace of SPARQL's functions; empty for others. */
export function localNameInSparql(iri: string): string {
  return /^http:\/\/www\.w3\.org\/ns\/sparql#(.+)$/.exec(iri)?.[1] ?? '';
}

/** A call of a function or an operator of SPARQL. */
export function callText(name: string, args: readonly string[]): string {
  if (/^[\w<]\w|^<.+>$|:/.test(name)) return `${name}(${args.join(', ')})`;
  return args.length === 1 ? `(${name}${args[0]})` : `(${args.join(` ${name} `)})`;
}
