import { Parser } from '@traqula/parser-sparql-1-2';
import type * as T from '@traqula/rules-sparql-1-2';
import type {
  Expression,
  Grouping,
  IriTerm,
  Pattern,
  PropertyPath,
  Query,
  SelectQuery,
  SparqlQuery,
  Term,
  Triple,
  ValuePatternRow,
  VariableTerm,
} from 'sparqljs';
import { resolveIri } from '../rdf/resolveIri.ts';
import { namespaces } from '../rdf/vocab.ts';

/** A query that was read, or why the text is none: where that is known, in UTF-16 units. */
export type Reading12 =
  | { readonly kind: 'query'; readonly query: SparqlQuery }
  | { readonly kind: 'syntaxError'; readonly message: string; readonly offset?: number };

/**
 * Reads a query of SPARQL 1.2 as the syntax tree that sparqljs would have: a triple term is a quad, and what annotates or reifies
 * a triple stands as triples with rdf:reifies.
 */
export function readSparql12(
  text: string,
  { prefixes, base }: { readonly prefixes?: ReadonlyMap<string, string>; readonly base?: string },
): Reading12 {
  const given = { ...Object.fromEntries(prefixes ?? []) };
  // Its types leave out what it hands on to its builder.
  parser ??= new Parser({ errorHandler: stop } as ConstructorParameters<typeof Parser>[0]);
  try {
    const read = parser.parse(text, { prefixes: given, ...(base !== undefined && { baseIRI: base }) });
    if (read.type === 'update')
      return { kind: 'query', query: { type: 'update', prefixes: {}, updates: [] } };
    return { kind: 'query', query: new Conversion(new Map(Object.entries(given)), base).query(read) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const offset = error instanceof SyntaxProblem ? (error.offset ?? text.length) : undefined;
    const message = error.message.split('\n')[0]!.replace(/\.$/, '');
    return { kind: 'syntaxError', message, ...(offset !== undefined && { offset }) };
  }
}

/** Making it takes longer than reading a query. */
let parser: Parser | undefined;

/** A token with which a text is no query; at its end, that has no offset. */
class SyntaxProblem extends Error {
  readonly offset: number | undefined;

  constructor(offset: number) {
    super('a word is not where it belongs');
    this.offset = Number.isFinite(offset) ? offset : undefined;
  }
}

function stop([first]: readonly { readonly token: { readonly startOffset: number } }[]): never {
  throw new SyntaxProblem(first!.token.startOffset);
}

type Graphical = T.Term | T.TripleCollection;

class Conversion {
  readonly #prefixes: Map<string, string>;
  #base: string | undefined;

  constructor(prefixes: Map<string, string>, base: string | undefined) {
    this.#prefixes = prefixes;
    this.#base = base;
  }

  query(query: T.Query): Query {
    for (const each of query.context) {
      if (each.subType === 'base') this.#base = this.#iri(each.value).value;
      if (each.subType === 'prefix') this.#prefixes.set(each.key, this.#iri(each.value).value);
    }
    const { limitOffset, group, having, order } = query.solutionModifiers;
    const from = query.datasets.clauses;
    const named = (type: 'default' | 'named') =>
      from.flatMap(({ clauseType, value }) => (clauseType === type ? [this.#iri(value)] : []));
    return {
      type: 'query',
      ...this.#asked(query),
      prefixes: Object.fromEntries(this.#prefixes),
      ...(this.#base !== undefined && { base: this.#base }),
      ...(from.length > 0 && { from: { default: named('default'), named: named('named') } }),
      where: this.#patterns(query.where?.patterns ?? []),
      ...(query.values && { values: this.#rows(query.values) }),
      ...(group && { group: group.groupings.map((each) => this.#grouping(each)) }),
      ...(having && { having: having.having.map((each) => this.#expression(each)) }),
      ...(order && {
        order: order.orderDefs.map((each) =>
          'descending' in each
            ? {
                expression: this.#expression(each.expression),
                ...(each.descending && { descending: true }),
              }
            : { expression: this.#expression(each) },
        ),
      }),
      ...(limitOffset?.limit !== undefined && { limit: limitOffset.limit }),
      ...(limitOffset?.offset !== undefined && { offset: limitOffset.offset }),
    } as Query;
  }

  #asked(query: T.Query): object {
    switch (query.subType) {
      case 'select':
        return {
          queryType: 'SELECT',
          variables: query.variables.map((each) => this.#selected(each)),
          ...(query.distinct && { distinct: true }),
          ...(query.reduced && { reduced: true }),
        };
      case 'construct':
        return { queryType: 'CONSTRUCT', template: this.#triples(query.template.triples) };
      case 'ask':
        return { queryType: 'ASK' };
      case 'describe':
        return { queryType: 'DESCRIBE', variables: [] };
    }
  }

  #selected(item: T.QuerySelect['variables'][number]): unknown {
    if (item.type === 'wildcard') return { termType: 'Wildcard', value: '*' };
    return item.type === 'term'
      ? this.#term(item)
      : { expression: this.#expression(item.expression), variable: this.#term(item.variable) };
  }

  #grouping(item: T.SolutionModifierGroup['groupings'][number]): Grouping {
    return 'variable' in item
      ? {
          expression: this.#expression(item.value),
          variable: this.#term(item.variable) as VariableTerm,
        }
      : { expression: this.#expression(item) };
  }

  #patterns(patterns: readonly T.Pattern[]): Pattern[] {
    return patterns.map((each) => this.#pattern(each));
  }

  #pattern(pattern: T.Pattern): Pattern {
    if (pattern.type === 'query') return this.query(pattern) as SelectQuery;
    switch (pattern.subType) {
      case 'bgp':
        return { type: 'bgp', triples: this.#triples(pattern.triples) };
      case 'filter':
        return { type: 'filter', expression: this.#expression(pattern.expression) };
      case 'bind': {
        const variable = this.#term(pattern.variable) as VariableTerm;
        return { type: 'bind', expression: this.#expression(pattern.expression), variable };
      }
      case 'values':
        return { type: 'values', values: this.#rows(pattern) };
      case 'graph':
      case 'service': {
        const name = this.#term(pattern.name) as IriTerm;
        const patterns = this.#patterns(pattern.patterns);
        return pattern.subType === 'graph'
          ? { type: 'graph', name, patterns }
          : { type: 'service', name, silent: pattern.silent, patterns };
      }
      case 'group':
      case 'union':
      case 'optional':
      case 'minus':
        return { type: pattern.subType, patterns: this.#patterns(pattern.patterns) };
    }
  }

  #rows({ values }: T.PatternValues): ValuePatternRow[] {
    return values.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [`?${name}`, value && this.#term(value)]),
      ),
    ) as ValuePatternRow[];
  }

  #triples(triples: readonly (T.TripleNesting | T.TripleCollection)[]): Triple[] {
    const found: Triple[] = [];
    for (const each of triples) {
      if (each.type === 'triple') this.#addTriple(each, found);
      else this.#node(each, found);
    }
    return found;
  }

  #addTriple({ subject, predicate, object, annotations = [] }: T.TripleNesting, found: Triple[]): void {
    const triple = {
      subject: this.#node(subject, found),
      predicate: this.#path(predicate),
      object: this.#node(object, found),
    } as Triple;
    found.push(triple);
    for (const each of annotations) {
      const reifier = 'val' in each ? each.val : each.identifier;
      found.push(reified(this.#term(reifier), triple));
      if ('triples' in each) found.push(...this.#triples(each.triples));
    }
  }

  /** A term, or what stands for several triples, which are added. */
  #node(node: Graphical, found: Triple[]): Term {
    if (node.type === 'term') return this.#term(node);
    const identifier = this.#term(node.identifier);
    if (node.subType !== 'reifiedTriple') {
      found.push(...this.#triples(node.triples));
      return identifier;
    }
    for (const { subject, predicate, object } of node.triples) {
      const parts = { subject: this.#node(subject, found), object: this.#node(object, found) };
      found.push(reified(identifier, { ...parts, predicate: this.#path(predicate) } as Triple));
    }
    return identifier;
  }

  #path(path: T.Path | T.TermVariable | T.PathNegatedElt | T.PathAlternativeLimited): IriTerm | PropertyPath {
    if (path.type === 'term') return this.#term(path) as IriTerm;
    const items = path.items.map((item) => this.#path(item));
    return { type: 'path', pathType: path.subType, items } as PropertyPath;
  }

  #expression(expression: T.Expression): Expression {
    if (expression.type === 'term') {
      if (expression.subType !== 'triple') return this.#term(expression) as Expression;
      const { subject, predicate, object } = expression;
      return operation('triple', this.#all([subject, predicate, object] as T.Expression[]));
    }
    switch (expression.subType) {
      case 'patternOperation':
        return operation(expression.operator, [this.#pattern(expression.args)]);
      case 'functionCall': {
        const { distinct } = expression;
        const called = this.#iri(expression.function);
        return { type: 'functionCall', function: called, args: this.#all(expression.args), distinct };
      }
      case 'aggregate': {
        const [of] = expression.expression;
        return {
          type: 'aggregate',
          aggregation: expression.aggregation,
          distinct: expression.distinct,
          expression: of.type === 'wildcard' ? { termType: 'Wildcard', value: '*' } : this.#expression(of),
          ...('separator' in expression && { separator: expression.separator }),
        } as Expression;
      }
      case 'operation': {
        const { operator } = expression;
        const args = this.#all(expression.args);
        const isList = operator === 'in' || operator === 'notin';
        const name = inCapitals.has(operator) ? operator.toUpperCase() : operator;
        return operation(name, isList ? [args[0]!, args.slice(1)] : args);
      }
    }
  }

  #all(expressions: readonly T.Expression[]): Expression[] {
    return expressions.map((each) => this.#expression(each));
  }

  #term(term: T.Term): Term {
    switch (term.subType) {
      case 'variable':
        return { termType: 'Variable', value: term.value } as Term;
      case 'blankNode':
        return { termType: 'BlankNode', value: term.label } as Term;
      case 'namedNode':
        return this.#iri(term);
      case 'triple': {
        const [subject, predicate, object] = [term.subject, term.predicate, term.object].map((each) =>
          this.#term(each),
        );
        return { termType: 'Quad', value: '', subject, predicate, object } as Term;
      }
      case 'literal': {
        const { value, langOrIri } = term;
        const [language = '', direction = ''] = typeof langOrIri === 'string' ? langOrIri.split('--') : [];
        const datatype = typeof langOrIri === 'object' ? this.#iri(langOrIri) : xsdString;
        return { termType: 'Literal', value, language, direction, datatype } as unknown as Term;
      }
    }
  }

  #iri(term: T.TermIri): IriTerm {
    const value = 'prefix' in term ? `${this.#prefixes.get(term.prefix)}${term.value}` : term.value;
    return namedNode(this.#base === undefined ? value : resolveIri(value, this.#base));
  }
}

/** Operators that sparqljs names in capital letters. */
const inCapitals: ReadonlySet<string> = new Set(['uminus', 'uplus', 'bnode']);

function operation(operator: string, args: (Expression | Pattern)[]): Expression {
  return { type: 'operation', operator, args };
}

function reified(reifier: Term, { subject, predicate, object }: Triple): Triple {
  const term = { termType: 'Quad', value: '', subject, predicate, object };
  return { subject: reifier, predicate: rdfReifies, object: term } as unknown as Triple;
}

function namedNode(value: string): IriTerm {
  return { termType: 'NamedNode', value } as IriTerm;
}

const rdfReifies = namedNode(`${namespaces.rdf}reifies`);
const xsdString = namedNode(`${namespaces.xsd}string`);
