import type {
  Expression,
  OperationExpression,
  Pattern,
  Query,
  SelectQuery,
  SparqlGenerator,
  Term,
  Triple,
} from 'sparqljs';
import { type TermId, terms } from '../../rdf/terms.ts';
import { xsd } from '../../rdf/vocab.ts';
import { hasTripleTerms, isTerm, rewriteTree, treeObjects, variablesIn } from '../parsedTree.ts';
import { parseLoaded } from '../parseSparql.ts';
import type { QueryOptions } from './query.ts';
import { withPath } from './translatePath.ts';

/**
 * A condition of SPARQL that holds wherever a SELECT query has a solution for a value of `$this`: the triples that all its
 * solutions need, what must not exist, and the kinds of terms. Parts that stores may compute differently, or scope
 * differently when `$this` is a variable of the query around it, are left out: values from BIND or functions, comparisons,
 * OPTIONAL, sub-selects, other graphs. So it may hold more often than the query has solutions, and never less.
 *
 * @param node the variable that stands for `$this`, with its question mark.
 * @param given the values of other pre-bound variables.
 * @param prefix begins the names of all other variables.
 * @returns undefined where nothing is left, or the query could have a solution without any match. The parser must
 * have been loaded.
 */
export function necessaryCondition(
  text: string,
  { prefixes, path }: Pick<QueryOptions, 'prefixes' | 'path'>,
  {
    node,
    given,
    prefix,
  }: { readonly node: string; readonly given: ReadonlyMap<string, TermId>; readonly prefix: string },
): string | undefined {
  const read = parseLoaded(text, 'SPARQL query', prefixes ? { prefixes } : {});
  if (read.kind === 'refused' || read.parsed.type !== 'query' || read.parsed.queryType !== 'SELECT')
    return undefined;
  if (hasTripleTerms(read.parsed)) return undefined;
  const query = path === undefined ? read.parsed : withPath(read.parsed, path);
  if (query.queryType !== 'SELECT' || isCountedAsOne(query)) return undefined;
  const self = node.slice(1);
  const where = renamed(query.where ?? [], { node: self, given, prefix });
  const patterns = needed(where, prefix);
  const prebound = [...given.keys(), 'shapesGraph', 'currentShape'].map((name) => prefix + name);
  const bound = boundBy(where, patterns, prebound);
  const conditions = where.flatMap((part) =>
    part.type === 'filter' ? checked(part.expression as Expression, { ...bound, node: self }) : [],
  );
  // Stores may look for a variable of the query around only in what their group matches.
  const isAbout = (expression: Expression, names: ReadonlySet<string>) =>
    [...variablesIn(expression)].some((name) => names.has(name) && name !== self);
  const inside = conditions.filter((each) => isAbout(each, bound.surely));
  const outside = conditions.filter((each) => !isAbout(each, bound.surely));
  const kept = inside.filter((each) => bound.surely.has(self) || !variablesIn(each).has(self));
  const print = (parts: readonly Pattern[]) => printed(parts, read.generator);
  const filter = (expression: Expression): Pattern => ({ type: 'filter', expression });
  const all = [
    ...(patterns.length === 0 ? [] : [`EXISTS { ${print([...patterns, ...kept.map(filter)])} }`]),
    ...outside.map((each) => print([filter(each)]).replace(/^FILTER\s*/, '')),
  ];
  return all.length === 0 ? undefined : all.map((each) => `(${each})`).join(' && ');
}

/** Without GROUP BY, an aggregate makes one solution of no match. */
function isCountedAsOne({ group, having, variables }: SelectQuery): boolean {
  if (group !== undefined) return false;
  return having !== undefined || [...treeObjects(variables)].some(({ type }) => type === 'aggregate');
}

/** The patterns with other names. Blank nodes, and literals that stores may write differently, become variables. */
function renamed(
  where: readonly Pattern[],
  {
    node,
    given,
    prefix,
  }: { readonly node: string; readonly given: ReadonlyMap<string, TermId>; readonly prefix: string },
): readonly Pattern[] {
  const variable = (value: string) => ({ termType: 'Variable', value });
  return rewriteTree(where, (each) => {
    if (!isTerm(each)) return each;
    if (each.termType === 'BlankNode') return variable(`${prefix}b_${each.value.replace(/\W/g, '_')}`);
    if (each.termType !== 'Variable') return each;
    if (each.value === 'this') return variable(node);
    const value = given.get(each.value);
    return value !== undefined && terms.isIri(value)
      ? { termType: 'NamedNode', value: terms.value(value) }
      : variable(`${prefix}${each.value}`);
  });
}

/** What has to match for a solution: triples, and one side of each UNION. */
function needed(where: readonly Pattern[], prefix: string): readonly Pattern[] {
  let literals = 0;
  const end = (term: Triple['object']): Triple['object'] =>
    isTerm(term) && term.termType === 'Literal' && !isPlain(term)
      ? ({ termType: 'Variable', value: `${prefix}literal${literals++}` } as Triple['object'])
      : term;
  const ofPart = (part: Pattern): readonly Pattern[] => {
    switch (part.type) {
      case 'bgp':
        if (part.triples.length === 0) return [];
        return [
          { ...part, triples: part.triples.map((triple) => ({ ...triple, object: end(triple.object) })) },
        ];
      case 'group':
        return part.patterns.flatMap(ofPart);
      case 'union': {
        const sides = part.patterns.map(ofPart);
        if (sides.some((side) => side.length === 0)) return [];
        return [{ type: 'union', patterns: sides.map((side) => ({ type: 'group', patterns: [...side] })) }];
      }
      default:
        return [];
    }
  };
  return where.flatMap(ofPart);
}

/** A string without a language has only one spelling. */
function isPlain(term: Term): boolean {
  if (term.termType !== 'Literal') return false;
  const { language, datatype } = term as { language: string; datatype?: { value: string } };
  return language === '' && (datatype === undefined || datatype.value === terms.value(xsd.string));
}

interface BoundNames {
  /** Those with a value in each match. */
  readonly surely: ReadonlySet<string>;
  /** Those that may have a value in a solution. */
  readonly perhaps: ReadonlySet<string>;
}

function boundBy(
  where: readonly Pattern[],
  patterns: readonly Pattern[],
  prebound: readonly string[],
): BoundNames {
  return {
    surely: variablesIn(patterns.filter(({ type }) => type === 'bgp')),
    perhaps: new Set([...variablesIn(withoutFilters(where)), ...prebound]),
  };
}

/** Conditions do not bind values. */
function withoutFilters(where: readonly Pattern[]): unknown {
  return rewriteTree(where, (each) => ('type' in each && each.type === 'filter' ? {} : each));
}

/** The parts of a condition that each store checks in the same way. */
function checked(
  expression: Expression,
  bound: BoundNames & { readonly node: string },
): readonly Expression[] {
  if (!isOperation(expression)) return [];
  const { operator, args } = expression;
  if (operator === '&&') return args.flatMap((arg) => checked(arg as Expression, bound));
  if (operator === 'notexists') return isSameEverywhere(args[0] as Pattern, bound) ? [expression] : [];
  return isKindTest(operator === '!' ? args[0] : expression, bound) ? [expression] : [];
}

/** Whether only given names and triples between nodes are looked for. */
function isSameEverywhere(
  pattern: Pattern,
  { surely, perhaps, node }: BoundNames & { readonly node: string },
): boolean {
  const parts = pattern.type === 'group' ? pattern.patterns : [pattern];
  const isOfNodes = parts.every(
    (part) =>
      part.type === 'bgp' &&
      part.triples.every(({ object }) => !(isTerm(object) && object.termType === 'Literal')),
  );
  return (
    isOfNodes &&
    [...variablesIn(parts)].every((name) => name === node || surely.has(name) || !perhaps.has(name))
  );
}

const kindTests: ReadonlySet<unknown> = new Set(['isiri', 'isuri', 'isliteral']);

function isKindTest(expression: unknown, { surely, node }: BoundNames & { readonly node: string }): boolean {
  if (!isOperation(expression) || !kindTests.has(expression.operator)) return false;
  const [arg] = expression.args;
  return isTerm(arg) && arg.termType === 'Variable' && (arg.value === node || surely.has(arg.value));
}

function isOperation(expression: unknown): expression is OperationExpression {
  return (
    typeof expression === 'object' &&
    expression !== null &&
    'type' in expression &&
    expression.type === 'operation'
  );
}

function printed(where: readonly Pattern[], generator: SparqlGenerator): string {
  const star = { termType: 'Wildcard', value: '*' };
  const query = { type: 'query', queryType: 'SELECT', variables: [star], where, prefixes: {} };
  const text = generator.stringify(query as unknown as Query);
  return text
    .slice(text.indexOf('{') + 1, text.lastIndexOf('}'))
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
