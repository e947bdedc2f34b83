import type {
  ConstructQuery,
  Expression,
  IriTerm,
  Pattern,
  PropertyPath,
  SelectQuery,
  Term,
  Triple,
} from 'sparqljs';
import { type TermId, terms } from '../../rdf/terms.ts';
import { hasTripleTerms, isTerm, treeObjects } from '../parsedTree.ts';
import { parseLoaded } from '../parseSparql.ts';

/** A triple pattern or path pattern of a query, and where it is. */
export interface QueryPattern {
  readonly subject: PatternTerm;
  /** Undefined for a variable and for a set of excluded predicates: any predicate may match. */
  readonly path: PatternPath | undefined;
  /** The variable in place of the predicate. */
  readonly predicate: string | undefined;
  readonly object: PatternTerm;
  readonly scope: PatternScope;
  /** Its place among the patterns of the query, in the order of the text. */
  readonly number: number;
}

/** A term, or a variable by its name. Blank nodes are variables. */
export type PatternTerm =
  | { readonly kind: 'term'; readonly term: TermId }
  | { readonly kind: 'variable'; readonly name: string };

export type PatternPath =
  | { readonly kind: 'predicate'; readonly predicate: TermId }
  | { readonly kind: 'inverse' | 'zeroOrMore' | 'oneOrMore' | 'zeroOrOne'; readonly path: PatternPath }
  | { readonly kind: 'sequence' | 'alternative'; readonly paths: readonly PatternPath[] };

/** A part of a query whose patterns have to match together. */
export interface PatternScope {
  /** The part around it; undefined for the whole query. */
  readonly parent: PatternScope | undefined;
  /** Patterns of the parts around it that have this number or a higher one are not joined with those of this part. */
  readonly until: number;
  /** True where a match takes solutions away: in MINUS and NOT EXISTS. */
  readonly isNegative: boolean;
}

/** The patterns of the WHERE clause of a query, if it can be read. */
export function queryPatterns(
  text: string,
  prefixes: ReadonlyMap<string, string>,
  prebound: readonly string[],
): readonly QueryPattern[] | undefined {
  const read = parseLoaded(text, 'SPARQL query', { prefixes });
  if (read.kind === 'refused' || read.parsed.type !== 'query') return undefined;
  const reader = new PatternReader(new Set(prebound));
  const whole = { parent: undefined, until: Number.POSITIVE_INFINITY, isNegative: false };
  return reader.readAll(read.parsed.where ?? [], whole);
}

/** What the template of a CONSTRUCT query makes; undefined for other queries. Blank nodes are variables. */
export function templatePatterns(
  text: string,
  prefixes: ReadonlyMap<string, string>,
): readonly Readonly<Record<'subject' | 'predicate' | 'object', PatternTerm>>[] | undefined {
  const read = parseLoaded(text, 'SPARQL query', { prefixes });
  if (read.kind === 'refused' || read.parsed.type !== 'query' || read.parsed.queryType !== 'CONSTRUCT') {
    return undefined;
  }
  return (read.parsed.template ?? []).flatMap(({ subject, predicate, object }) => {
    const terms = [subject, predicate as Term, object].map((term) => patternTerm(term, (name) => name));
    const [from, by, to] = terms;
    return from && by && to ? [{ subject: from, predicate: by, object: to }] : [];
  });
}

type Renaming = (name: string) => string;

class PatternReader {
  readonly patterns: QueryPattern[] = [];
  /** How many parts hide what they look for. */
  #unread = 0;
  readonly #prebound: ReadonlySet<string>;
  #selects = 0;

  constructor(prebound: ReadonlySet<string>) {
    this.#prebound = prebound;
  }

  readAll(parts: readonly Pattern[], scope: PatternScope): readonly QueryPattern[] | undefined {
    this.read(parts, scope, (name) => name);
    return this.#unread === 0 ? this.patterns : undefined;
  }

  read(parts: readonly Pattern[], scope: PatternScope, rename: Renaming): void {
    for (const part of parts) this.#part(part, scope, rename);
  }

  #part(part: Pattern, scope: PatternScope, rename: Renaming): void {
    switch (part.type) {
      case 'bgp':
        for (const triple of part.triples) this.#triple(triple, scope, rename);
        break;
      case 'group':
        this.read(part.patterns, this.#inside(scope, Number.POSITIVE_INFINITY), rename);
        break;
      case 'union':
        for (const branch of part.patterns) {
          this.#part(branch, this.#inside(scope, Number.POSITIVE_INFINITY), rename);
        }
        break;
      case 'optional':
        this.read(part.patterns, this.#inside(scope, this.patterns.length), rename);
        break;
      case 'minus':
        this.read(part.patterns, { parent: scope, until: this.patterns.length, isNegative: true }, rename);
        break;
      case 'filter':
        this.#expression(part.expression, scope, rename, false);
        break;
      case 'bind':
        this.#expression(part.expression, scope, rename, false);
        break;
      case 'values':
        break;
      case 'query':
        this.#select(part, scope, rename);
        break;
      default:
        this.#unread++;
    }
  }

  #inside(parent: PatternScope, until: number): PatternScope {
    return { parent, until, isNegative: parent.isNegative };
  }

  #triple({ subject, predicate, object }: Triple, scope: PatternScope, rename: Renaming): void {
    const [from, to] = [patternTerm(subject, rename), patternTerm(object, rename)];
    if (from === undefined || to === undefined) {
      this.#unread++;
      return;
    }
    const isVariable = isTerm(predicate) && predicate.termType === 'Variable';
    this.patterns.push({
      subject: from,
      path: isVariable ? undefined : patternPath(predicate as IriTerm | PropertyPath),
      predicate: isVariable ? rename(predicate.value) : undefined,
      object: to,
      scope,
      number: this.patterns.length,
    });
  }

  /** Reads the patterns in EXISTS and NOT EXISTS. */
  #expression(
    expression: Expression | Pattern,
    scope: PatternScope,
    rename: Renaming,
    isNegated: boolean,
  ): void {
    if (Array.isArray(expression)) {
      for (const each of expression) this.#expression(each, scope, rename, isNegated);
      return;
    }
    if (isTerm(expression) || !('type' in expression)) return;
    switch (expression.type) {
      case 'operation': {
        const { operator, args } = expression;
        if (operator === 'exists' || operator === 'notexists') {
          const isNegative = (operator === 'notexists') !== isNegated || scope.isNegative;
          const inner = { parent: scope, until: Number.POSITIVE_INFINITY, isNegative };
          for (const arg of args) this.#part(arg as Pattern, inner, rename);
          return;
        }
        for (const arg of args)
          this.#expression(arg as Expression, scope, rename, isNegated !== (operator === '!'));
        return;
      }
      case 'functionCall':
        for (const arg of expression.args) this.#expression(arg, scope, rename, isNegated);
        return;
      case 'aggregate':
        return;
      default:
        this.#part(expression as Pattern, scope, rename);
    }
  }

  /** Variables that a sub-select does not project differ from those of the same name around it. */
  #select(select: SelectQuery, scope: PatternScope, rename: Renaming): void {
    const number = ++this.#selects;
    const shared = sharedVariables(select);
    const inside: Renaming = (name) =>
      this.#prebound.has(name) || shared === 'all' || shared.has(name) ? rename(name) : `${name} ${number}`;
    this.read(select.where ?? [], this.#inside(scope, Number.POSITIVE_INFINITY), inside);
    for (const having of select.having ?? []) this.#expression(having, scope, inside, false);
  }
}

/**
 * The variables for whose values the solutions of a sub-select can be found separately: those that it selects as they are,
 * and if it groups, groups by. None when it is cut to a number of solutions.
 */
function sharedVariables({ variables, group, limit, offset }: SelectQuery): ReadonlySet<string> | 'all' {
  if (limit !== undefined || offset !== undefined) return new Set();
  const computes = variables.some((variable) => 'expression' in variable);
  const keys =
    group?.flatMap(({ expression }) =>
      isTerm(expression) && expression.termType === 'Variable' ? [expression.value] : [],
    ) ?? (computes ? [] : undefined);
  const selected = variables.flatMap((variable) =>
    'termType' in variable && variable.termType === 'Variable' ? [variable.value] : [],
  );
  const selectsAll = variables.some((variable) => 'termType' in variable && variable.termType === 'Wildcard');
  if (selectsAll) return keys === undefined ? 'all' : new Set(keys);
  return new Set(keys === undefined ? selected : selected.filter((name) => keys.includes(name)));
}

/** Undefined for a triple term. */
export function patternTerm(term: Term, rename: Renaming): PatternTerm | undefined {
  switch (term.termType) {
    case 'Variable':
      return { kind: 'variable', name: rename(term.value) };
    case 'BlankNode':
      return { kind: 'variable', name: rename(`_:${term.value}`) };
    case 'NamedNode':
      return { kind: 'term', term: terms.iri(term.value) };
    case 'Literal': {
      const { value, language, datatype } = term;
      return {
        kind: 'term',
        term: language
          ? terms.languageString(value, language)
          : terms.literal(value, terms.iri(datatype.value)),
      };
    }
    default:
      return undefined;
  }
}

/** Undefined for a path in which any predicate may match. */
export function patternPath(path: IriTerm | PropertyPath): PatternPath | undefined {
  if ('termType' in path) return { kind: 'predicate', predicate: terms.iri(path.value) };
  if (path.pathType === '!') return undefined;
  const paths: PatternPath[] = [];
  for (const item of path.items) {
    const inner = patternPath(item as IriTerm | PropertyPath);
    if (inner === undefined) return undefined;
    paths.push(inner);
  }
  switch (path.pathType) {
    case '/':
      return { kind: 'sequence', paths };
    case '|':
      return { kind: 'alternative', paths };
    case '^':
      return { kind: 'inverse', path: paths[0]! };
    case '*':
      return { kind: 'zeroOrMore', path: paths[0]! };
    case '+':
      return { kind: 'oneOrMore', path: paths[0]! };
    case '?':
      return { kind: 'zeroOrOne', path: paths[0]! };
  }
}

/** The predicate of the triples that `withSolutions` adds to a template. */
const solutionPredicate = terms.constant('urn:x-solution:value');

/**
 * A CONSTRUCT query that also returns the values of its variables: each of the given ones becomes the object of a triple of
 * the template, so that the answers have a column for it. Undefined when the text is not a CONSTRUCT query.
 */
export function withSolutions(
  text: string,
  prefixes: ReadonlyMap<string, string>,
  variables: readonly string[],
): string | undefined {
  const read = parseLoaded(text, 'SPARQL query', { prefixes });
  if (read.kind === 'refused' || read.parsed.type !== 'query' || read.parsed.queryType !== 'CONSTRUCT') {
    return undefined;
  }
  if (hasTripleTerms(read.parsed)) return undefined;
  const iri = { termType: 'NamedNode', value: terms.value(solutionPredicate) } as const;
  const added = variables.map((value) => ({
    subject: iri,
    predicate: iri,
    object: { termType: 'Variable', value },
  }));
  const template = [...(read.parsed.template ?? []), ...(added as unknown as readonly Triple[])];
  const query: ConstructQuery = { ...read.parsed, template };
  return read.generator.stringify(query);
}

/** The IRIs in the text of a query, wherever they are in it; none for a text that is not a query. */
export function queryIris(text: string, prefixes: ReadonlyMap<string, string>): ReadonlySet<TermId> {
  const read = parseLoaded(text, 'SPARQL query', { prefixes });
  const found = new Set<TermId>();
  if (read.kind === 'refused' || read.parsed.type !== 'query') return found;
  // The prologue is not part of the query itself.
  for (const node of treeObjects({ ...read.parsed, prefixes: undefined })) {
    if (isTerm(node) && node.termType === 'NamedNode') found.add(terms.iri(node.value));
  }
  return found;
}
