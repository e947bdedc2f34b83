import type {
  ConstructQuery,
  Expression,
  FilterPattern,
  IriTerm,
  OperationExpression,
  Pattern,
  SelectQuery,
  Triple,
  Update,
  VariableTerm,
} from 'sparqljs';
import { isAbsoluteIri } from '../../rdf/iri.ts';
import type { TermId } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { isTerm, treeObjects, variablesIn } from '../parsedTree.ts';
import { maySparql12, parseLoaded } from '../parseSparql.ts';
import { visibleNames } from './translate.ts';

/** How a CONSTRUCT query becomes an update. */
export interface InsertOptions {
  readonly prefixes: ReadonlyMap<string, string>;
  /** Variables that have their values from the start. */
  readonly values: ReadonlyMap<string, TermId>;
  /** A group pattern that binds `?this` to all focus nodes together; undefined where `values` has it, or nothing does. */
  readonly focusPattern: string | undefined;
  /** The named graphs whose union is queried. The last one has no triple of the others. */
  readonly using: readonly string[];
  /** The named graph for the constructed triples. */
  readonly into: string;
}

export type InsertText =
  | { readonly kind: 'insert'; readonly text: string }
  /** A sentence. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * An INSERT that adds what a CONSTRUCT query with pre-bound variables makes, for all values of `?this` together. Where a
 * group of the query sees `?this` only because it is pre-bound, it gets the focus nodes itself: joining them from outside
 * would come too late for its filters. Queries with different solutions for all nodes together than for one of them, or in
 * another engine, are refused.
 */
export function insertText(text: string, options: InsertOptions): InsertText {
  const { prefixes, values, focusPattern, using, into } = options;
  const read = parseLoaded(text, 'SPARQL query', { prefixes, values });
  if (read.kind === 'refused')
    return maySparql12(text) && read.cause === 'syntax' ? { kind: 'refused', reason: of12 } : read;
  const query = read.parsed as ConstructQuery;
  try {
    refuseUnaskable(query, using);
    const focus = focusPattern === undefined ? undefined : patternsOf(focusPattern);
    const where = query.where ?? [];
    const spliced =
      focus === undefined ? where : [...focus, ...where.map((each) => withFocus(each, focus, false))];
    const updates = templatesOf(query.template ?? []).map(({ triples, filters }) => ({
      updateType: 'insertdelete',
      delete: [],
      insert: [{ type: 'graph', name: iri(into), triples }],
      using: { default: using.map(iri), named: [] },
      // Beside other patterns, a SELECT needs its own braces.
      where: [
        ...spliced.map((each) => (each.type === 'query' ? { type: 'group', patterns: [each] } : each)),
        ...filters,
      ],
    }));
    for (const node of treeObjects(updates)) {
      // Escapes are undone before a text is read, so no other character could represent one of these.
      if (isTerm(node) && node.termType === 'NamedNode' && !isAbsoluteIri(node.value))
        throw new Unaskable('It has an IRI with characters that no IRI has, such as > or a space.');
    }
    const update = { type: 'update', updates, prefixes: {} } as unknown as Update;
    const inserts = read.generator.stringify(update);
    const again = parseLoaded(inserts, 'SPARQL Update', {});
    return again.kind === 'refused' ? again : { kind: 'insert', text: inserts };
  } catch (error) {
    if (!(error instanceof Unaskable)) throw error;
    return { kind: 'refused', reason: error.message };
  }
}

const of12 = 'It is of SPARQL 1.2, which is evaluated here only.';

/** Why a query can't be run as an update, as a sentence. */
class Unaskable extends Error {}

function iri(value: string): IriTerm {
  return { termType: 'NamedNode', value } as IriTerm;
}

/**
 * The triples of a template, by what can't be a triple in some solutions: SPARQL leaves out triples with a literal as their
 * subject, while Virtuoso 7.2.5 refuses the whole update.
 */
function templatesOf(
  template: readonly Triple[],
): readonly { readonly triples: readonly Triple[]; readonly filters: readonly FilterPattern[] }[] {
  const groups = new Map<
    string,
    { readonly triples: Triple[]; readonly filters: readonly FilterPattern[] }
  >();
  for (const triple of template) {
    const { subject, predicate } = triple;
    const filters: FilterPattern[] = [];
    if (isVariable(subject)) filters.push(filterBy('!', [operation('isliteral', [subject])]));
    if (isVariable(predicate)) filters.push(filterBy('isiri', [predicate]));
    const key = JSON.stringify(filters);
    const known = groups.get(key);
    if (known) known.triples.push(triple);
    else groups.set(key, { triples: [triple], filters });
  }
  return [...groups.values()];
}

function isVariable(term: object): term is VariableTerm {
  return isTerm(term) && term.termType === 'Variable';
}

function filterBy(operator: string, args: Expression[]): FilterPattern {
  return { type: 'filter', expression: operation(operator, args) };
}

function operation(operator: string, args: Expression[]): OperationExpression {
  return { type: 'operation', operator, args };
}

function patternsOf(group: string): readonly Pattern[] {
  const read = parseLoaded(`SELECT * WHERE { ${group} }`, 'SPARQL query', {});
  if (read.kind === 'refused') throw new Unaskable(read.reason);
  return (read.parsed as SelectQuery).where ?? [];
}

/** Functions with a different value each time, or that create nodes. */
const unsteady: ReadonlySet<unknown> = new Set(['rand', 'now', 'uuid', 'struuid', 'bnode']);

function refuseUnaskable(query: ConstructQuery, using: readonly string[]): void {
  if (query.queryType !== 'CONSTRUCT' || query.from)
    throw new Unaskable('It is not a plain CONSTRUCT query.');
  const { group, having, limit, offset } = query as unknown as Partial<SelectQuery>;
  if (group || having || limit !== undefined || offset !== undefined)
    throw new Unaskable(
      'It groups or limits its solutions, which would be those of all focus nodes together.',
    );
  for (const triple of query.template ?? [])
    for (const term of Object.values(triple))
      if (isTerm(term) && term.termType === 'BlankNode')
        throw new Unaskable('It makes blank nodes, which would be new ones in each round.');
  for (const node of treeObjects(query)) {
    refuseLateJoins(node);
    if (isTerm(node) && (node.termType as string) === 'Quad')
      throw new Unaskable('It has triple terms, which stores of SPARQL 1.1 do not know.');
    if (node.type === 'graph' || node.type === 'service')
      throw new Unaskable('It looks outside the graph that is validated (GRAPH or SERVICE).');
    if (node.type === 'operation' && unsteady.has(node.operator))
      throw new Unaskable(
        `It calls ${String(node.operator).toUpperCase()}, which has another value each time.`,
      );
    if (node.type === 'functionCall') {
      const name = (node.function as IriTerm).value;
      if (!name.startsWith(namespaces.xsd))
        throw new Unaskable(`It calls the function <${name}>, which a store need not know.`);
    }
    if (node.type === 'aggregate' && using.length > 2)
      throw new Unaskable(
        'It aggregates, and stores count a triple twice when it is in two graphs of the data.',
      );
    if (node.type === 'aggregate' && (node.aggregation === 'sample' || node.aggregation === 'group_concat'))
      throw new Unaskable('It aggregates by SAMPLE or GROUP_CONCAT, whose value depends on the store.');
  }
}

/**
 * Refuses groups that join a variable which an OPTIONAL may have left unbound: any term fits it there, and stores differ.
 * Virtuoso 7.2.5 finds none.
 */
function refuseLateJoins(node: Readonly<Record<string, unknown>>): void {
  if (node.type === 'union') return;
  const patterns = (node.type === 'query' ? node.where : node.patterns) as readonly Pattern[] | undefined;
  const surely = new Set<string>();
  const perhaps = new Set<string>();
  for (const pattern of patterns ?? []) {
    if (pattern.type === 'filter' || pattern.type === 'bind') continue;
    for (const name of variablesIn(pattern))
      if (perhaps.has(name) && !surely.has(name))
        throw new Unaskable(
          `It joins ?${name} behind an OPTIONAL that may leave it unbound, and some stores find nothing then.`,
        );
    for (const name of surelyBound([pattern])) surely.add(name);
    for (const name of visibleNames([pattern])) perhaps.add(name);
  }
}

/** The variables that have a value in each solution of some patterns. */
function surelyBound(patterns: readonly Pattern[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const pattern of patterns) for (const name of surelyBoundBy(pattern)) names.add(name);
  return names;
}

function surelyBoundBy(pattern: Pattern): ReadonlySet<string> {
  switch (pattern.type) {
    case 'optional':
      return new Set();
    case 'group':
      return surelyBound(pattern.patterns);
    case 'union': {
      const [first, ...others] = pattern.patterns.map(surelyBoundBy);
      return new Set([...(first ?? [])].filter((name) => others.every((other) => other.has(name))));
    }
    case 'query': {
      const inside = surelyBound(pattern.where ?? []);
      const made = new Set(
        pattern.variables.flatMap((item) => ('variable' in item ? item.variable.value : [])),
      );
      return new Set([...visibleNames([pattern])].filter((name) => inside.has(name) || made.has(name)));
    }
    default:
      return visibleNames([pattern]);
  }
}

/** A pattern in which each group that sees `?this` only because it is pre-bound gets the focus nodes. */
function withFocus(pattern: Pattern, focus: readonly Pattern[], isInExists: boolean): Pattern {
  switch (pattern.type) {
    case 'bgp':
      return pattern;
    case 'values':
      if (mentionsThis(pattern)) throw new Unaskable('It has VALUES for $this.');
      return pattern;
    case 'filter':
    case 'bind':
      return { ...pattern, expression: expressionWithFocus(pattern.expression, focus) } as Pattern;
    case 'group':
    case 'optional':
      return { ...pattern, patterns: [...groupWithFocus(pattern.patterns, focus, isInExists)] };
    case 'union':
      return {
        ...pattern,
        patterns: pattern.patterns.map((branch) => {
          const parts = branch.type === 'group' ? branch.patterns : [branch];
          return { type: 'group', patterns: [...groupWithFocus(parts, focus, isInExists)] };
        }),
      };
    case 'minus':
      if (mentionsThis(pattern)) throw new Unaskable('It has $this in MINUS.');
      return pattern;
    case 'query':
      return {
        type: 'group',
        patterns: [mentionsThis(pattern) ? selectWithFocus(pattern, focus, isInExists) : pattern],
      };
    default:
      throw new Unaskable('It looks outside the graph that is validated (GRAPH or SERVICE).');
  }
}

function groupWithFocus(
  parts: readonly Pattern[],
  focus: readonly Pattern[],
  isInExists: boolean,
): readonly Pattern[] {
  const inside = parts.map((part) => withFocus(part, focus, isInExists));
  if (!mentionsThis(parts) || parts.some(bindsThis)) return inside;
  if (isInExists) throw new Unaskable('It has $this in a group within EXISTS that does not look for it.');
  return [...focus, ...inside];
}

/** In EXISTS, the enclosing solution binds `?this`. */
function expressionWithFocus(
  expression: Expression | Pattern,
  focus: readonly Pattern[],
): Expression | Pattern {
  if (Array.isArray(expression))
    return expression.map((each) => expressionWithFocus(each, focus)) as Expression;
  if (isTerm(expression) || !('type' in expression)) return expression;
  if (expression.type === 'operation') {
    const isExists = expression.operator === 'exists' || expression.operator === 'notexists';
    const args = expression.args.map((arg) => {
      if (!isExists) return expressionWithFocus(arg as Expression, focus);
      const part = arg as Pattern;
      return part.type === 'group'
        ? { ...part, patterns: part.patterns.map((each) => withFocus(each, focus, true)) }
        : withFocus(part, focus, true);
    });
    return { ...expression, args } as Expression;
  }
  return expression;
}

function selectWithFocus(select: SelectQuery, focus: readonly Pattern[], isInExists: boolean): Pattern {
  const { variables, group, having, limit, offset, where = [] } = select;
  if (limit !== undefined || offset !== undefined)
    throw new Unaskable(
      'It limits the solutions of a SELECT inside, which would be those of all focus nodes together.',
    );
  const selects = variables.some((each) => isTerm(each) && (each.value === 'this' || each.value === '*'));
  const aggregates = [...treeObjects([variables, having])].some(({ type }) => type === 'aggregate');
  const groupsByThis = group?.some(({ expression }) => isThis(expression)) === true;
  if (!selects || ((aggregates || group) && !groupsByThis))
    throw new Unaskable('A SELECT inside of it does not select $this, or aggregates without GROUP BY $this.');
  return { ...select, where: [...groupWithFocus(where, focus, isInExists)] } as unknown as Pattern;
}

function mentionsThis(part: unknown): boolean {
  for (const node of treeObjects(part)) {
    if (isThis(node)) return true;
    if (node.type === 'values' && (node.values as readonly object[]).some((row) => '?this' in row))
      return true;
  }
  return false;
}

/** Whether a part of a group binds `?this` to a node of the graph in each of its solutions. */
function bindsThis(part: Pattern): boolean {
  // A SELECT inside that has it selects it, and looks for it itself.
  if (part.type === 'query') return mentionsThis(part);
  return (
    part.type === 'bgp' &&
    part.triples.some(
      ({ subject, predicate, object }) =>
        (isThis(subject) || isThis(object)) && ('termType' in predicate || !mayBeEmpty(predicate)),
    )
  );
}

/** Whether a path may have no step, so that it leads from any node to itself. */
function mayBeEmpty(path: object): boolean {
  return [...treeObjects(path)].some(({ pathType }) => pathType === '*' || pathType === '?');
}

function isThis(node: unknown): boolean {
  return isTerm(node) && node.termType === 'Variable' && node.value === 'this';
}
