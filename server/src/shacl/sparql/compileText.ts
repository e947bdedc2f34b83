import { memoized } from '../../base/memoized.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { xsd } from '../../rdf/vocab.ts';
import { notAllowed } from '../../sparql/query/compileQuery.ts';
import type {
  AskQuery,
  CompiledQuery,
  CustomFunction,
  QueryOptions,
  QueryProblem,
  Solutions,
} from '../../sparql/query/query.ts';
import type { FunctionDeclaration } from '../model/shape.ts';
import { queryEngine } from './queryEngine.ts';

/** A query that is ready to be evaluated, or why it is not. */
export type Compilation = CompiledQuery | QueryProblem;

/**
 * Compiles a query that may call the functions of its shapes graph. A call of a function that is unknown, or that can't be
 * evaluated, would be an error in each solution, so the query would silently find nothing; it is therefore reported as a
 * problem. The query engine must have been loaded.
 */
export function compileText(
  text: string,
  functions: readonly FunctionDeclaration[],
  options: QueryOptions,
): Compilation {
  const query = compileCalling(text, functions, options);
  if (query.kind === 'problem') return query;
  const problem = problemOfCalls(query.calls);
  return problem === undefined ? query : notAllowed(problem);
}

/** A sentence when one of the functions can't be evaluated, or one that they call. */
function problemOfCalls(functions: readonly CustomFunction[]): string | undefined {
  const called = new Set(functions as readonly ShapeFunction[]);
  for (const { compilation, name } of called) {
    if (compilation.kind === 'problem') return `${name} can't be called: ${compilation.message}`;
    for (const more of compilation.calls as readonly ShapeFunction[]) called.add(more);
  }
  return undefined;
}

function compileCalling(
  text: string,
  functions: readonly FunctionDeclaration[],
  options: QueryOptions,
): Compilation {
  if (text.trim() === '') return notAllowed('The query is empty.');
  const callable = callableOf(functions);
  const unknown: string[] = [];
  const wrongCalls: string[] = [];
  const customFunction = (iri: string, argumentCount: number) => {
    const found = callable.get(iri);
    if (found === undefined) unknown.push(`The function <${iri}> is not known.`);
    const wrong = found?.wrongCall(argumentCount);
    if (wrong !== undefined) wrongCalls.push(wrong);
    return found;
  };
  const result = queryEngine()!.compileQuery(text, { ...options, customFunction });
  if (result.kind === 'problem') return result;
  if (wrongCalls[0] !== undefined) return notAllowed(wrongCalls[0]);
  return unknown[0] === undefined
    ? result
    : { kind: 'problem', cause: 'unknownFunction', message: unknown[0] };
}

/** The functions of a shapes graph by IRI, ready to be called. */
export const callableOf: (functions: readonly FunctionDeclaration[]) => ReadonlyMap<string, ShapeFunction> =
  memoized(
    (functions) =>
      new Map(functions.map((each) => [terms.value(each.id), new ShapeFunction(each, functions)])),
  );

/** A function that a shapes graph declares. Its query is compiled when it is first needed, since it may call itself. */
export class ShapeFunction implements CustomFunction {
  readonly declaration: FunctionDeclaration;
  readonly #functions: readonly FunctionDeclaration[];
  #compilation: Compilation | undefined;

  constructor(declaration: FunctionDeclaration, functions: readonly FunctionDeclaration[]) {
    this.declaration = declaration;
    this.#functions = functions;
  }

  get query(): CompiledQuery | undefined {
    return this.compilation.kind === 'query' ? this.compilation : undefined;
  }

  /** What its own query compiles to; those of functions that it calls may still be unusable. */
  get compilation(): Compilation {
    this.#compilation ??= this.#compile();
    return this.#compilation;
  }

  /** A sentence when no call with this many arguments has a result. */
  wrongCall(argumentCount: number): string | undefined {
    const { parameters } = this.declaration;
    const least = parameters.findLastIndex(({ isOptional }) => !isOptional) + 1;
    if (argumentCount >= least && argumentCount <= parameters.length) return undefined;
    const range = least === parameters.length ? `${least}` : `${least} to ${parameters.length}`;
    return `${this.name} takes ${range} arguments, and is called with ${argumentCount}.`;
  }

  /** @throws Error when the function can't be evaluated. Queries that call such a one are not compiled. */
  call(args: readonly (TermId | undefined)[], ask: AskQuery): TermId | undefined {
    const solutions = this.#solutions(args, ask);
    if (solutions === undefined) return undefined;
    if (this.query!.form === 'ask') return terms.literal(String(solutions.length > 0), xsd.boolean);
    const result = solutions.length === 0 ? -1 : solutions.value(0, 0);
    return result < 0 ? undefined : result;
  }

  /**
   * What the query of a node expression selects, in its order.
   *
   * @throws Error when it can't be evaluated.
   */
  results(args: readonly (TermId | undefined)[], ask: AskQuery): readonly TermId[] {
    const solutions = this.#solutions(args, ask);
    if (solutions === undefined) return [];
    return Array.from({ length: solutions.length }, (_, row) => solutions.value(row, 0)).filter(
      (value) => value >= 0,
    );
  }

  /** Undefined when an argument is missing or there are too many. */
  #solutions(args: readonly (TermId | undefined)[], ask: AskQuery): Solutions | undefined {
    const { query } = this;
    if (query === undefined) throw new Error(problemOfCalls([this]));
    const { parameters } = this.declaration;
    if (args.length > parameters.length) return undefined;
    if (parameters.some(({ isOptional }, i) => !isOptional && args[i] === undefined)) return undefined;
    return ask(query, rowOf(parameters, args)).solutions;
  }

  get name(): string {
    const { id } = this.declaration;
    return terms.isBlank(id) ? 'A query of a node expression' : `The function <${terms.value(id)}>`;
  }

  #compile(): Compilation {
    const { body, parameters } = this.declaration;
    if (typeof body === 'string') return notAllowed(body);
    const names = parameters.map(({ name }) => name);
    const query = compileCalling(terms.value(body.text), this.#functions, {
      prefixes: new Map(body.prefixes),
      prebound: names,
      shacl: { required: names },
    });
    if (query.kind === 'problem') return query;
    if (query.form !== body.form) return notAllowed(`Its sh:${body.form} holds a query of another form.`);
    const hasResult = query.form === 'ask' || query.variables.length === 1;
    return hasResult ? query : notAllowed('Its query selects several variables, so it has no single result.');
  }
}

/** The columns of the arguments that have a value, in one row. */
function rowOf(
  parameters: FunctionDeclaration['parameters'],
  args: readonly (TermId | undefined)[],
): Solutions {
  const given = parameters.flatMap(({ name }, i) => {
    const value = args[i];
    return value === undefined ? [] : [{ name, value }];
  });
  return {
    variables: given.map(({ name }) => name),
    length: 1,
    value: (_, column) => given[column]!.value,
  };
}
