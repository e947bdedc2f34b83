import type {
  Expression,
  IriTerm,
  Pattern,
  PropertyPath,
  Query,
  SelectQuery,
  Triple,
  VariableTerm,
} from 'sparqljs';
import { compareTerms } from '../../../rdf/termOrder.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { hasTripleTerms, isTerm, rewriteTree, treeObjects, variablesIn } from '../../parsedTree.ts';
import { parseLoaded } from '../../parseSparql.ts';
import { asSelect, compileParsed } from '../compileQuery.ts';
import { unbound } from '../expressions/expressionScope.ts';
import {
  type CompiledQuery,
  type QueryBudget,
  QueryBudgetExceeded,
  type QueryOptions,
  type QuerySource,
  type Solutions,
} from '../query.ts';
import { type PatternPath, type PatternTerm, patternPath, patternTerm } from '../queryPatterns.ts';
import { withPath } from '../translatePath.ts';
import { type ParsedAlternative, type ParsedConjunct, readAlternatives } from './readAlternatives.ts';

/** The values of variables. */
export type Bindings = ReadonlyMap<string, TermId>;

/** A part of a query that has to hold for a solution. */
export type Conjunct = PatternConjunct | ConditionConjunct | InsideConjunct | { readonly kind: 'other' };

export interface PatternConjunct {
  readonly kind: 'pattern';
  readonly subject: PatternTerm;
  /** Undefined where any predicate may match. */
  readonly path: PatternPath | undefined;
  /** The variable in place of the predicate. */
  readonly predicate: string | undefined;
  readonly object: PatternTerm;
}

export interface ConditionConjunct {
  readonly kind: 'condition';
  /** The variables that it looks at. */
  readonly variables: readonly string[];
  /** The terms that it compares with a variable. */
  readonly compared: readonly TermId[];
  /** The language tags that it mentions, and other texts that look like one. */
  readonly languages: readonly string[];
  /** Whether it is true of each of some rows, which all bind the same variables. */
  holds(rows: readonly Bindings[], source: QuerySource, budget: QueryBudget): readonly boolean[];
}

/** Nothing inside may match (`absence`), or what matches is counted or otherwise taken together (`aggregate`). */
export interface InsideConjunct {
  readonly kind: 'absence' | 'aggregate';
  readonly inside: readonly ConjunctiveQuery[];
}

/**
 * How a query is evaluated with a relaxed conjunct: without it, or with any node in place of the subject or object of a
 * pattern, which still constrains the term at its other end.
 */
export type Relaxation = 'without' | 'anySubject' | 'anyObject';

/** One of the alternatives of a query: parts that are enough for a solution when they hold together. */
export interface ConjunctiveQuery {
  readonly conjuncts: readonly Conjunct[];
  /**
   * The first solutions, in the order of their terms, when some conjuncts, given by their numbers, are relaxed.
   * Conditions and absences about variables that lose their values are left out as well. Each solution includes what is
   * given.
   *
   * @returns undefined when the query would exceed its budget or can't be evaluated like this.
   */
  solutions(
    source: QuerySource,
    given: Bindings,
    relaxed: ReadonlyMap<number, Relaxation>,
    budget: QueryBudget,
  ): readonly Bindings[] | undefined;
}

/** Reads a SELECT or ASK query as alternatives; none when it can't be read. The parser must have been loaded. */
export function conjunctiveQueries(
  text: string,
  { prefixes, path, customFunction }: Pick<QueryOptions, 'prefixes' | 'path' | 'customFunction'>,
): readonly ConjunctiveQuery[] {
  const read = parseLoaded(text, 'SPARQL query', prefixes ? { prefixes } : {});
  if (read.kind === 'refused' || read.parsed.type !== 'query' || read.parsed.queryType === 'DESCRIBE')
    return [];
  if (hasTripleTerms(read.parsed)) return [];
  const query = path === undefined ? read.parsed : withPath(read.parsed, path);
  const calls = customFunction ? { customFunction } : {};
  return readAlternatives(asSelect(withoutBlankNodes(query))).map((parts) => new Alternative(parts, calls));
}

/** Blank nodes are variables; as such they have values in the solutions. */
function withoutBlankNodes(query: Query): Query {
  return rewriteTree(query, (node) =>
    isTerm(node) && node.termType === 'BlankNode' ? variable(`blank_${node.value}`) : node,
  );
}

type Calls = Pick<QueryOptions, 'customFunction'>;

class Alternative implements ConjunctiveQuery {
  readonly conjuncts: readonly Conjunct[];
  readonly #parts: ParsedAlternative;
  readonly #calls: Calls;
  readonly #compiled = new Map<string, CompiledQuery | undefined>();

  constructor(parts: ParsedAlternative, calls: Calls) {
    this.#parts = parts;
    this.#calls = calls;
    this.conjuncts = parts.map((part) => conjunctOf(part, calls));
  }

  solutions(
    source: QuerySource,
    given: Bindings,
    relaxed: ReadonlyMap<number, Relaxation>,
    budget: QueryBudget,
  ): readonly Bindings[] | undefined {
    const names = [...given.keys()];
    const key = JSON.stringify([[...relaxed], names]);
    if (!this.#compiled.has(key)) {
      this.#compiled.set(key, compileWhere(relaxedWhere(this.#parts, relaxed, names), names, this.#calls));
    }
    const query = this.#compiled.get(key);
    const answers = query && withinBudget(() => query.evaluate(source, asInput([given]), budget));
    if (answers === undefined) return undefined;
    const { solutions } = answers;
    return Array.from({ length: Math.min(solutions.length, maxRead) }, (_, row) => row)
      .sort((one, other) => compareRows(solutions, one, other))
      .slice(0, maxSolutions)
      .map((row) => withRow(given, solutions, row));
  }
}

/** With more solutions than this, the possible changes vary widely. */
const maxSolutions = 24;
/** If there are more rows, only the first ones are sorted. */
const maxRead = 400;

/** The order of terms, column by column. */
function compareRows({ variables, value }: Solutions, one: number, other: number): number {
  for (const column of variables.keys()) {
    const [a, b] = [value(one, column), value(other, column)];
    const order = a < 0 || b < 0 ? b - a : compareTerms(a, b);
    if (order !== 0) return order;
  }
  return 0;
}

function withRow(given: Bindings, { variables, value }: Solutions, row: number): Bindings {
  const found = new Map(given);
  for (const [column, name] of variables.entries()) {
    const term = value(row, column);
    if (term !== unbound) found.set(name, term);
  }
  return found;
}

function conjunctOf(part: ParsedConjunct, calls: Calls): Conjunct {
  switch (part.kind) {
    case 'pattern': {
      const { subject, predicate, object } = part.triple;
      const [from, to] = [patternTerm(subject, unchanged), patternTerm(object, unchanged)];
      if (from === undefined || to === undefined) return { kind: 'other' };
      const isVariable = isTerm(predicate) && predicate.termType === 'Variable';
      return {
        kind: 'pattern',
        subject: from,
        path: isVariable ? undefined : patternPath(predicate as IriTerm | PropertyPath),
        predicate: isVariable ? predicate.value : undefined,
        object: to,
      };
    }
    case 'condition':
      return new Condition(part.expression, calls);
    case 'absence':
    case 'aggregate':
      return { kind: part.kind, inside: part.inside.map((parts) => new Alternative(parts, calls)) };
    case 'other':
      return { kind: 'other' };
  }
}

function unchanged(name: string): string {
  return name;
}

class Condition implements ConditionConjunct {
  readonly kind = 'condition';
  readonly variables: readonly string[];
  readonly compared: readonly TermId[];
  readonly languages: readonly string[];
  readonly #expression: Expression;
  readonly #calls: Calls;
  readonly #compiled = new Map<string, CompiledQuery | undefined>();

  constructor(expression: Expression, calls: Calls) {
    this.#expression = expression;
    this.#calls = calls;
    this.variables = [...variablesIn(expression)];
    const parts = [...treeObjects(expression)];
    this.compared = parts.flatMap(comparedWithVariable);
    this.languages = parts.flatMap((node) =>
      isTerm(node) && node.termType === 'Literal' && isLanguageTag.test(node.value) ? [node.value] : [],
    );
  }

  holds(rows: readonly Bindings[], source: QuerySource, budget: QueryBudget): readonly boolean[] {
    const names = [...(rows[0]?.keys() ?? [])];
    const key = names.join(' ');
    if (!this.#compiled.has(key)) {
      this.#compiled.set(
        key,
        compileWhere([{ type: 'filter', expression: this.#expression }], names, this.#calls),
      );
    }
    const query = this.#compiled.get(key);
    const answers = query && withinBudget(() => query.evaluate(source, asInput(rows), budget));
    const held = new Set<number>();
    for (let row = 0; row < (answers?.solutions.length ?? 0); row++) held.add(answers!.inputRow(row));
    return rows.map((_, row) => held.has(row));
  }
}

const isLanguageTag = /^[a-z]{2,3}(-[a-z0-9]+)*$/i;
const comparisons: ReadonlySet<unknown> = new Set(['=', '!=', '<', '>', '<=', '>=', 'in', 'notin']);

function comparedWithVariable({ operator, args }: Readonly<Record<string, unknown>>): readonly TermId[] {
  if (!comparisons.has(operator) || !Array.isArray(args)) return [];
  const sides: readonly unknown[] = args.flat();
  if (!sides.some((side) => isTerm(side) && side.termType === 'Variable')) return [];
  return sides.flatMap((side) => {
    const term = isTerm(side) ? patternTerm(side, unchanged) : undefined;
    return term?.kind === 'term' ? [term.term] : [];
  });
}

function relaxedWhere(
  parts: ParsedAlternative,
  relaxed: ReadonlyMap<number, Relaxation>,
  given: readonly string[],
): readonly Pattern[] {
  const kept = parts.flatMap((part, number) => {
    const relaxation = relaxed.get(number);
    if (relaxation === undefined) return [part];
    if (part.kind !== 'pattern' || relaxation === 'without') return [];
    const end = relaxation === 'anySubject' ? 'subject' : 'object';
    const triple: Triple = { ...part.triple, [end]: variable(`${anyNode}${number}`) };
    return [{ ...part, node: { type: 'bgp', triples: [triple] } } as ParsedConjunct];
  });
  const before = new Set(parts.filter(isBinding).flatMap(({ node }) => [...variablesIn(node)]));
  const bound = new Set([...given, ...kept.filter(isBinding).flatMap(({ node }) => [...variablesIn(node)])]);
  return kept
    .filter((part) => {
      if (isBinding(part)) return true;
      return [...variablesIn(part.node)].every((name) => bound.has(name) || !before.has(name));
    })
    .map(({ node }) => node);
}

/** Whether a part binds variables. */
function isBinding({ kind }: ParsedConjunct): boolean {
  return kind === 'pattern' || kind === 'other' || kind === 'aggregate';
}

/** Undefined for a query that is not allowed. */
function compileWhere(
  where: readonly Pattern[],
  given: readonly string[],
  calls: Calls,
): CompiledQuery | undefined {
  const names = new Set([...given, ...where.filter(givesValues).flatMap((part) => [...variablesIn(part)])]);
  const select = {
    type: 'query',
    queryType: 'SELECT',
    prefixes: {},
    distinct: true,
    variables: [...names].filter((name) => !name.startsWith(anyNode)).map(variable),
    where: [...where],
  } as unknown as SelectQuery;
  const query = compileParsed(select, { prebound: given, ...calls });
  return query.kind === 'query' ? query : undefined;
}

/** The names of variables for any node, in place of an end of a pattern. */
const anyNode = 'any_';

function givesValues({ type }: Pattern): boolean {
  return type !== 'filter' && type !== 'minus';
}

function variable(value: string): VariableTerm {
  return { termType: 'Variable', value } as VariableTerm;
}

function asInput(rows: readonly Bindings[]): Solutions {
  const names = [...(rows[0]?.keys() ?? [])];
  return {
    variables: names,
    length: rows.length,
    value: (row, column) => rows[row]!.get(names[column]!) ?? unbound,
  };
}

function withinBudget<T>(evaluate: () => T): T | undefined {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof QueryBudgetExceeded) return undefined;
    throw error;
  }
}
