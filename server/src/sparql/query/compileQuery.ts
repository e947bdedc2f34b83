import type { ConstructQuery, Query } from 'sparqljs';
import { type TermId, terms } from '../../rdf/terms.ts';
import { parseLoaded } from '../parseSparql.ts';
import { asSelect } from './asSelect.ts';
import { constructTriples } from './constructTriples.ts';
import { evaluateQuery } from './evaluate.ts';
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
} from './query.ts';
import { queryRefusal } from './queryRefusal.ts';
import { readsOf } from './reads.ts';
import { withPath } from './substitutePath.ts';
import { TableAnswers } from './tableAnswers.ts';
import { Translator } from './translate.ts';

/**
 * Compiles a SELECT, ASK or CONSTRUCT query, or says why it is none or is never evaluated. The parser must have been
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

/** Compiles a query whose text was read, and in which a path has taken the place of `$PATH`. */
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

function notAllowed(message: string): QueryProblem {
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

  /** The plan has ids of terms, so it is made anew when those stand for other terms. */
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
