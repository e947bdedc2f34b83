import type {
  ConstructQuery,
  Triple as ParsedTriple,
  Pattern,
  Query,
  SelectQuery,
  Variable,
  VariableTerm,
} from 'sparqljs';
import { type TermId, terms } from '../../rdf/terms.ts';
import { isTerm, treeObjects } from '../parsedTree.ts';
import { parseLoaded } from '../parseSparql.ts';
import { evaluateQuery } from './evaluate.ts';
import { unbound } from './expressions/expressionScope.ts';
import { Frame } from './frame.ts';
import type { QueryPlan } from './plan.ts';
import {
  type Answers,
  type CompiledQuery,
  type ConstructedTriple,
  type CustomFunction,
  type FindFunction,
  QueryBudgetExceeded,
  type QueryOptions,
  type QueryProblem,
  type Solutions,
} from './query.ts';
import { readsOf } from './reads.ts';
import { ownerSlot, type Slot, type SolutionTable } from './table.ts';
import { Translator, termOf, visibleNames } from './translate.ts';
import { withPath } from './translatePath.ts';

/**
 * Compiles a SELECT, ASK or CONSTRUCT query, or says why the text is not one or is never evaluated. The parser must have been
 * loaded (`loadSparqlParser`).
 */
export function compileQuery(text: string, options: QueryOptions = {}): CompiledQuery | QueryProblem {
  const { prefixes, base, path } = options;
  if (text.length > maxLength) return notAllowed(`The query is longer than ${maxLength} characters.`);
  const read = parseLoaded(text, 'SPARQL query', {
    ...(prefixes && { prefixes }),
    ...(base !== undefined && { base }),
  });
  if (read.kind === 'refused') {
    const { cause, reason, offset } = read;
    return { kind: 'problem', cause, message: reason, ...(offset !== undefined && { offset }) };
  }
  if (read.parsed.type === 'update') return notAllowed('This is an update, not a query.');
  const { parsed } = read;
  return refusingDepth(() => compiled(path === undefined ? parsed : withPath(parsed, path), options));
}

/** Compiles a query whose text was read, and in which a path has replaced `$PATH`. */
export function compileParsed(parsed: Query, options: QueryOptions): CompiledQuery | QueryProblem {
  return refusingDepth(() => compiled(parsed, options));
}

function compiled(parsed: Query, options: QueryOptions): CompiledQuery | QueryProblem {
  const refusal = queryRefusal(parsed, options);
  return refusal === undefined ? new Compiled(parsed, options) : notAllowed(refusal);
}

function refusingDepth(compile: () => CompiledQuery | QueryProblem): CompiledQuery | QueryProblem {
  try {
    return compile();
  } catch (error) {
    if (isStackOverflow(error)) return notAllowed(tooDeep);
    throw error;
  }
}

const readPlain = (iri: string) => terms.iri(iri);

const tooDeep = 'The query is nested too deeply.';

/** The tree of a sum of thousands of numbers is as deep as the sum is long. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/.test(error.message);
}

/** In UTF-16 units, which is more than people write. Parsing a sum of thousands of numbers takes seconds. */
const maxLength = 20_000;

/** The problem of a query that is valid but must not be evaluated. */
export function notAllowed(message: string): QueryProblem {
  return { kind: 'problem', cause: 'notAllowed', message };
}

interface Translated {
  readonly plan: QueryPlan;
  readonly frame: Frame;
  readonly reads: CompiledQuery['reads'];
  readonly calls: readonly CustomFunction[];
  readonly generation: number;
}

class Compiled implements CompiledQuery {
  readonly kind = 'query';
  readonly form: CompiledQuery['form'];
  readonly variables: readonly string[];
  readonly #parsed: Query;
  readonly #options: QueryOptions;
  #translated: Translated;

  constructor(parsed: Query, options: QueryOptions) {
    this.form = parsed.queryType === 'SELECT' ? 'select' : parsed.queryType === 'ASK' ? 'ask' : 'construct';
    this.#parsed = parsed;
    this.#options = options;
    this.#translated = this.#translate();
    this.variables = this.#translated.plan.select.projected.map(({ variable }) => variable);
  }

  get reads(): CompiledQuery['reads'] {
    if (this.calls.length === 0) return this.#current.reads;
    const predicates = new Set<TermId>();
    const queries = new Set<Compiled>([this]);
    for (const query of queries) {
      const { reads, calls } = query.#current;
      if (reads === 'everything') return reads;
      for (const predicate of reads.predicates) predicates.add(predicate);
      for (const called of calls) if (called.query instanceof Compiled) queries.add(called.query);
    }
    return { predicates };
  }

  get calls(): readonly CustomFunction[] {
    return this.#current.calls;
  }

  evaluate(...[source, input, budget]: Parameters<CompiledQuery['evaluate']>): Answers {
    const { plan, frame } = this.#current;
    try {
      const table = evaluateQuery(plan, frame, source, input, budget);
      return new TableAnswers(table, plan.select.projected);
    } catch (error) {
      if (isStackOverflow(error)) throw new QueryBudgetExceeded('depth', tooDeep);
      throw error;
    }
  }

  construct(...[answers, blankNode]: Parameters<CompiledQuery['construct']>): readonly ConstructedTriple[] {
    const { template } = this.#parsed as ConstructQuery;
    const { readIri = readPlain } = this.#options;
    return constructTriples(template ?? [], answers, { blankNode, readIri });
  }

  /** The plan has ids of terms, so it is created again when these refer to other terms. */
  get #current(): Translated {
    if (this.#translated.generation !== terms.generation) this.#translated = this.#translate();
    return this.#translated;
  }

  #translate(): Translated {
    const { base, prebound = [], customFunction, readIri = readPlain } = this.#options;
    const frame = new Frame(this.#parsed.base ?? base);
    const calls = new Set<CustomFunction>();
    const findFunction: FindFunction = (iri, argumentCount) => {
      const found = customFunction?.(iri, argumentCount);
      if (found !== undefined) calls.add(found);
      return found;
    };
    const translator = new Translator(frame, { prebound, readIri, findFunction });
    const select = translator.select(asSelect(this.#parsed), translator.newNaming());
    const slots = [...translator.prebound].map(([variable, slot]) => ({ variable, slot }));
    const plan: QueryPlan = { select, prebound: slots };
    return { plan, frame, reads: readsOf(plan), calls: [...calls], generation: terms.generation };
  }
}

/** A query as a SELECT of what its result is made of. */
export function asSelect(query: Query): SelectQuery {
  switch (query.queryType) {
    case 'SELECT':
      return query;
    case 'ASK':
      return select(query, [], true);
    case 'CONSTRUCT': {
      const { variables, hasBlankNodes } = inTemplate(query);
      // Blank nodes of the template are new for each solution.
      return select(query, variables, !hasBlankNodes && !('limit' in query || 'offset' in query));
    }
    case 'DESCRIBE':
      throw new TypeError('DESCRIBE is refused');
  }
}

function select(query: Query, variables: readonly Variable[], distinct: boolean): SelectQuery {
  return { ...query, queryType: 'SELECT', variables: [...variables], distinct } as SelectQuery;
}

function inTemplate({ template = [] }: ConstructQuery) {
  const variables = new Map<string, VariableTerm>();
  let hasBlankNodes = false;
  for (const term of treeObjects(template)) {
    if (!isTerm(term)) continue;
    if (term.termType === 'Variable') variables.set(term.value, term);
    if (term.termType === 'BlankNode') hasBlankNodes = true;
  }
  return { variables: [...variables.values()], hasBlankNodes };
}

/** Rows of a table as answers. */
export class TableAnswers implements Answers {
  readonly solutions: Solutions;
  readonly #table: SolutionTable;

  constructor(
    table: SolutionTable,
    projected: readonly { readonly variable: string; readonly slot: Slot }[],
  ) {
    this.#table = table;
    const slots = projected.map(({ slot }) => slot);
    this.solutions = {
      variables: projected.map(({ variable }) => variable),
      length: table.length,
      value: (row, variable) => table.at(row, slots[variable]!),
    };
  }

  inputRow(row: number): number {
    return this.#table.at(row, ownerSlot);
  }
}

/** Fills a template with each answer. Triples that have no value somewhere, or that RDF does not allow, are left out. */
export function constructTriples(
  template: readonly ParsedTriple[],
  { solutions }: Answers,
  {
    blankNode,
    readIri,
  }: {
    readonly blankNode: (label: string, row: number) => TermId;
    readonly readIri: (iri: string) => TermId;
  },
): readonly ConstructedTriple[] {
  const read = (term: unknown): ((row: number) => TermId) => {
    if (!isTerm(term)) throw new TypeError('sparqljs lets no path into a template');
    switch (term.termType) {
      case 'Variable': {
        const index = solutions.variables.indexOf(term.value);
        return (row) => solutions.value(row, index);
      }
      case 'BlankNode':
        return (row) => blankNode(term.value, row);
      case 'NamedNode':
      case 'Literal': {
        const constant = termOf(term, readIri);
        return () => constant;
      }
      case 'Quad': {
        const parts = [term.subject, term.predicate, term.object].map(read);
        return (row) => {
          const [subject, predicate, object] = parts.map((part) => part(row)) as [TermId, TermId, TermId];
          return isTriple(subject, predicate, object)
            ? terms.tripleTerm({ subject, predicate, object })
            : unbound;
        };
      }
    }
  };
  const positions = template.map(({ subject, predicate, object }) => [subject, predicate, object].map(read));
  const triples: ConstructedTriple[] = [];
  for (let row = 0; row < solutions.length; row++) {
    for (const position of positions) {
      const [subject, predicate, object] = position.map((value) => value(row)) as [TermId, TermId, TermId];
      if (isTriple(subject, predicate, object)) triples.push({ subject, predicate, object, row });
    }
  }
  return triples;
}

function isTriple(subject: TermId, predicate: TermId, object: TermId): boolean {
  if (subject === unbound || predicate === unbound || object === unbound) return false;
  return terms.isIri(predicate) && (terms.isIri(subject) || terms.isBlank(subject));
}

type Node = Readonly<Record<string, unknown>>;

/** Why a query is never evaluated: it reaches beyond the graph, or SHACL does not allow it with pre-bound variables. */
export function queryRefusal(query: Query, { prebound = [], shacl }: QueryOptions): string | undefined {
  if (query.queryType === 'DESCRIBE') return 'DESCRIBE is not allowed.';
  if (query.from) return 'FROM is not allowed: queries see one graph.';
  const given = new Set(prebound);
  let parts = 0;
  for (const node of treeObjects(query)) {
    parts += partsOf(node);
    if (parts > maxParts) return `The query has more than ${maxParts} parts.`;
    if (node.type === 'service') return 'SERVICE is not allowed: nothing is looked up outside the graph.';
    const reason = shacl && refusedByShacl(node, given, shacl.required, query);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/**
 * The maximum number of patterns and steps of paths. Ordering them takes time that grows with the square of their number.
 */
const maxParts = 500;

function partsOf({ type, subject, items, patterns }: Node): number {
  if (type === 'path') return (items as readonly unknown[]).length;
  return Number(subject !== undefined) + Number(patterns !== undefined);
}

/** SHACL, appendix A: pre-binding of variables in SPARQL queries. */
function refusedByShacl(
  node: Node,
  given: ReadonlySet<string>,
  required: readonly string[],
  query: Query,
): string | undefined {
  if (node.type === 'minus') return 'SHACL does not allow MINUS in its queries.';
  if (node.type === 'values' || (node.type === 'query' && node.values !== undefined))
    return 'SHACL does not allow VALUES in its queries.';
  // BIND (… AS ?x), and the same in SELECT and GROUP BY.
  const assigned = 'expression' in node && isTerm(node.variable) ? node.variable.value : undefined;
  if (assigned !== undefined && given.has(assigned))
    return `The variable ?${assigned} has its value from the start and cannot get another one.`;
  if (node.type !== 'query' || node === (query as unknown)) return undefined;
  const variables = node.variables as readonly unknown[];
  const named = new Set(variables.map((item) => (isTerm(item) ? item.value : undefined)));
  const selected = named.has('*') ? visibleNames((node.where ?? []) as readonly Pattern[]) : named;
  const missing = required.find((name) => !selected.has(name));
  return (
    missing &&
    `A SELECT inside of the query does not select ?${missing}, which SHACL requires because it has its value from the start.`
  );
}
