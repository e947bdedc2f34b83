import type { Graph } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, rdf, sh, shRules } from '../../rdf/vocab.ts';
import { printPath } from '../model/path.ts';
import { readList } from '../model/reading.ts';
import type { TermPrinter } from '../model/words.ts';
import { readPath } from '../paths/readPath.ts';
import type { QueriedShape, SparqlReading } from './readConstraints.ts';
import { declaredFunctions } from './readQuery.ts';

/**
 * Reads a value of sh:expression (SHACL 1.2 Node Expressions): each value has to yield `true` and nothing else. The expression
 * becomes a query, so that it is judged, followed after edits and explained as queries are; what can't become one is not checked.
 */
export function readExpressionConstraint(
  { graph, id }: QueriedShape,
  value: TermId,
  term: TermPrinter,
): SparqlReading {
  const found = { component: sh.ExpressionConstraintComponent, parameter: sh.expression };
  const translated = new Translation(graph, term).read(value, 0);
  if (typeof translated === 'string')
    return {
      kind: 'unsupported',
      ...found,
      value,
      why: `The node expression is not evaluated: ${translated}`,
    };
  const { text, words, patterns } = translated;
  const isTrue = `COALESCE(sameTerm(${text}, true), false)`;
  const body =
    patterns.length === 0
      ? `FILTER(${isTrue})`
      : `FILTER NOT EXISTS { ${patterns.join(' ')} FILTER(!${isTrue}) }`;
  return {
    kind: 'constraint',
    constraint: {
      ...found,
      kind: 'sparql',
      shape: id,
      parameterValue: value,
      query: {
        form: 'ask',
        owner: value,
        text: terms.literal(`ASK { ${body} }`),
        prefixes: [],
        parameters: [],
        functions: declaredFunctions(graph),
      },
      severity: undefined,
      messages: [],
      labels: [terms.literal(words)],
    },
  };
}

/** An expression of SPARQL about `?value`, with what binds its variables: each solution has one way to choose its arguments. */
interface Translated {
  readonly text: string;
  /** How a person reads it. */
  readonly words: string;
  readonly patterns: readonly string[];
}

const shnex = 'http://www.w3.org/ns/shacl-node-expr#';
const maxNesting = 20;
const onlyThese = 'only paths, sh:exists, sh:if and functions are.';
const nothing: Translated = { text: '?none', words: 'nothing', patterns: [] };

class Translation {
  readonly #graph: Graph;
  readonly #term: TermPrinter;
  #variables = 0;

  constructor(graph: Graph, term: TermPrinter) {
    this.#graph = graph;
    this.#term = term;
  }

  /** @returns a sentence where SPARQL has no such expression. */
  read(node: TermId, depth: number): Translated | string {
    if (depth > maxNesting) return 'it contains itself or is nested too deeply.';
    if (node === shRules.this) return focus;
    if (!terms.isBlank(node)) return { text: termToNTriples(node), words: this.#term(node), patterns: [] };
    const variable = this.#value(node, 'var');
    if (variable !== undefined) return terms.value(variable) === 'focusNode' ? focus : nothing;
    if (this.#isPath(node)) {
      const values = this.#values(node, depth);
      if (typeof values === 'string') return values;
      return { ...values, patterns: [...values.before, `OPTIONAL { ${values.pattern} }`] };
    }
    const exists = this.#value(node, 'exists');
    if (exists !== undefined) return this.#exists(exists, depth);
    const condition = this.#value(node, 'if');
    if (condition !== undefined) return this.#choice(condition, node, depth);
    const [statement, ...more] = this.#graph.outgoing(node);
    if (statement === undefined) return nothing;
    return more.length === 0 ? this.#call(statement.predicate, statement.object, depth) : onlyThese;
  }

  #isPath(node: TermId): boolean {
    return (this.#value(node, 'path') ?? this.#value(node, 'pathValues')) !== undefined;
  }

  /** The values of a path, each the value of a variable of its own. */
  #values(
    node: TermId,
    depth: number,
  ):
    | (Omit<Translated, 'patterns'> & { readonly pattern: string; readonly before: readonly string[] })
    | string {
    const reading = readPath(this.#graph, (this.#value(node, 'path') ?? this.#value(node, 'pathValues'))!);
    if (reading.kind === 'illFormed') return reading.message;
    const from = this.#value(node, 'nodes') ?? this.#value(node, 'focusNode');
    const start = from === undefined ? focus : this.read(from, depth + 1);
    if (typeof start === 'string') return start;
    if (!/^(?:\?\w+|<[^>]*>)$/.test(start.text)) return 'a path starts at nodes that a function yields.';
    const text = `?v${this.#variables++}`;
    const path = printPath(reading.path, this.#term);
    return {
      text,
      words: from === undefined ? path : `${path} of ${start.words}`,
      before: start.patterns,
      pattern: `${start.text} ${printPath(reading.path, termToNTriples)} ${text} .`,
    };
  }

  #exists(of: TermId, depth: number): Translated | string {
    if (!terms.isBlank(of) || !this.#isPath(of)) return 'sh:exists is for paths only.';
    const values = this.#values(of, depth + 1);
    if (typeof values === 'string') return values;
    return {
      text: `EXISTS { ${values.before.join(' ')} ${values.pattern} }`,
      words: `there is a value of ${values.words}`,
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
      text: `IF(COALESCE(${test!.text}, false), ${then!.text}, ${other!.text})`,
      words: `${then!.words} if ${test!.words}, otherwise ${other!.words}`,
      patterns: [...test!.patterns, ...then!.patterns, ...other!.patterns],
    };
  }

  #call(predicate: TermId, list: TermId, depth: number): Translated | string {
    const members = readList(this.#graph, list);
    const isDeclared = declaredFunctions(this.#graph).some(({ id }) => id === predicate);
    const name = isDeclared ? termToNTriples(predicate) : sparqlName(terms.value(predicate));
    const isOfShacl = [namespaces.sh, shnex].some((each) => terms.value(predicate).startsWith(each));
    if (name === undefined && isOfShacl) return onlyThese;
    if (name === undefined || members === undefined)
      return `${this.#term(predicate)} is no function that is known, with a list of arguments.`;
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
  for (const namespace of [namespaces.sh, shnex]) {
    const [value] = graph.objects(node, terms.iri(namespace + name));
    if (value !== undefined && value !== rdf.nil) return value;
  }
  return undefined;
}

const focus: Translated = { text: '?value', words: 'the node', patterns: [] };

/** The operators and functions of SPARQL 1.1 by their names in the namespace of SHACL 1.2's node expressions. */
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
      'strbefore strdt strends strlang strlen strstarts struuid substr timezone tz ucase uri uuid year'
    )
      .split(' ')
      .map((name) => [name, name.toUpperCase()]),
  ),
};

/** How SPARQL writes one of its functions or operators; undefined for other IRIs. */
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
