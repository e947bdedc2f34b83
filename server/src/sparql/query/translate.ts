import type {
  AggregateExpression,
  Expression,
  GroupPattern,
  IriTerm,
  LiteralTerm,
  Pattern,
  PropertyPath,
  QuadTerm,
  SelectQuery,
  Term,
  Triple,
} from 'sparqljs';
import { type TermId, terms } from '../../rdf/terms.ts';
import { isTerm, rewriteTree, treeObjects } from '../parsedTree.ts';
import { compileCondition, compileExpression } from './expressions/expression.ts';
import type { ExpressionScope } from './expressions/expressionScope.ts';
import { unbound } from './expressions/expressionScope.ts';
import type { Frame } from './frame.ts';
import { groupOf, withFilters } from './groupPlan.ts';
import type {
  AggregatePlan,
  ExpressionPlan,
  FilterPlan,
  GroupingPlan,
  GroupPlan,
  JoinedPlan,
  NamedPlan,
  PartPlan,
  PatternPosition,
  SelectPlan,
  TripleTermPlan,
} from './plan.ts';
import type { FindFunction } from './query.ts';
import { ownerSlot, type Slot, SolutionTable } from './table.ts';
import { translateTriple } from './translatePath.ts';

/** The separate state of a query or one of its sub-selects during translation. */
export interface Naming {
  /** The slots of variables, and of the labels of blank nodes, which start with `_:`. */
  readonly slots: Map<string, Slot>;
  /** Aggregates of the SELECT whose expressions are being translated; undefined where there can be none. */
  aggregates?: AggregatePlan[] | undefined;
}

export interface TranslatorOptions {
  /** The variables that have values from the start. */
  readonly prebound: readonly string[];
  /** The term that an IRI in the text means. */
  readonly readIri: (iri: string) => TermId;
  readonly findFunction: FindFunction;
}

/** Translates one query. Its expressions read from the frame. */
export class Translator {
  readonly #frame: Frame;
  readonly #prebound: ReadonlyMap<string, Slot>;
  readonly #readIri: (iri: string) => TermId;
  readonly #findFunction: FindFunction;
  #slots = ownerSlot + 1;

  constructor(frame: Frame, { prebound, readIri, findFunction }: TranslatorOptions) {
    this.#frame = frame;
    this.#prebound = new Map(prebound.map((name) => [name, this.newSlot()]));
    this.#readIri = readIri;
    this.#findFunction = findFunction;
  }

  get prebound(): ReadonlyMap<string, Slot> {
    return this.#prebound;
  }

  newSlot(): Slot {
    return this.#slots++;
  }

  newNaming(): Naming {
    return { slots: new Map(this.#prebound) };
  }

  slot(naming: Naming, name: string): Slot {
    let slot = naming.slots.get(name);
    if (slot === undefined) {
      slot = this.newSlot();
      naming.slots.set(name, slot);
    }
    return slot;
  }

  group(patterns: readonly Pattern[], naming: Naming): GroupPlan {
    const { plan, filters } = this.#groupWithFilters(patterns, naming);
    return withFilters(plan, filters);
  }

  /** A group, and its conditions apart. */
  #groupWithFilters(
    patterns: readonly Pattern[],
    naming: Naming,
  ): { readonly plan: GroupPlan; readonly filters: readonly FilterPlan[] } {
    const parts: PartPlan[] = [];
    const filters: FilterPlan[] = [];
    for (const pattern of patterns) {
      if (pattern.type === 'filter') filters.push(...this.filters(pattern.expression, naming));
      else parts.push(...this.#part(pattern, naming));
    }
    return { plan: groupOf(parts), filters };
  }

  #part(pattern: Pattern, naming: Naming): readonly PartPlan[] {
    switch (pattern.type) {
      case 'bgp':
        return pattern.triples.flatMap((triple) => this.triple(triple, naming));
      case 'group':
        return [this.#nested(pattern.patterns, naming)];
      case 'union':
        return [
          {
            kind: 'union',
            branches: pattern.patterns.map((branch) => this.group(patternsOf(branch), naming)),
          },
        ];
      case 'optional': {
        const { plan, filters } = this.#groupWithFilters(pattern.patterns, naming);
        return [{ kind: 'optional', group: plan, filters, rowSlot: this.newSlot() }];
      }
      case 'minus':
        return [{ kind: 'minus', group: this.group(pattern.patterns, naming), rowSlot: this.newSlot() }];
      case 'bind':
        return [
          {
            kind: 'bind',
            slot: this.slot(naming, pattern.variable.value),
            expression: this.expression(pattern.expression, naming),
          },
        ];
      case 'values':
        return [{ kind: 'values', table: this.values(pattern.values, naming) }];
      case 'graph':
        return [
          {
            kind: 'graph',
            name: this.position(pattern.name, naming),
            group: this.group(pattern.patterns, naming),
          },
        ];
      case 'query':
        return [{ kind: 'select', select: this.subSelect(pattern, naming) }];
      default:
        throw new TypeError(`there should be no ${pattern.type} here`);
    }
  }

  /** A group in a group. When it only has a sub-select, it becomes that. */
  #nested(patterns: readonly Pattern[], naming: Naming): JoinedPlan {
    const [first] = patterns;
    if (patterns.length === 1 && first!.type === 'query')
      return { kind: 'select', select: this.subSelect(first as SelectQuery, naming) };
    return this.group(patterns, naming);
  }

  triple(triple: Triple, naming: Naming): readonly JoinedPlan[] {
    const { subject, predicate, object } = triple;
    const inside: TripleTermPlan[] = [];
    const start = this.position(subject, naming, inside);
    const end = this.position(object, naming, inside);
    if (!('termType' in predicate))
      return [
        ...translateTriple(start, this.#path(predicate), end, () => ({ slot: this.newSlot() })),
        ...inside,
      ];
    const by = this.position(predicate, naming);
    return [{ kind: 'triple', subject: start, predicate: by, object: end }, ...inside];
  }

  /** @param inside takes the triple terms with variables, whose parts are found where they have values. */
  position(term: Term, naming: Naming, inside: TripleTermPlan[] = []): PatternPosition {
    switch (term.termType) {
      case 'Variable':
        return { slot: this.slot(naming, term.value) };
      case 'BlankNode':
        return { slot: this.slot(naming, `_:${term.value}`) };
      case 'NamedNode':
      case 'Literal':
        return { term: this.#termOf(term) };
      case 'Quad': {
        const slot = this.newSlot();
        const nested: TripleTermPlan[] = [];
        const [subject, predicate, object] = [term.subject, term.predicate, term.object].map((part) =>
          this.position(part as Term, naming, nested),
        ) as [PatternPosition, PatternPosition, PatternPosition];
        if ('term' in subject && 'term' in predicate && 'term' in object)
          return {
            term: terms.tripleTerm({
              subject: subject.term,
              predicate: predicate.term,
              object: object.term,
            }),
          };
        inside.push({ kind: 'tripleTerm', slot, subject, predicate, object }, ...nested);
        return { slot };
      }
    }
  }

  /** A path with the IRIs that those in the text mean. No predicate is anything else. */
  #path(path: PropertyPath): PropertyPath {
    return rewriteTree(path, (node) =>
      isTerm(node) ? { ...node, value: terms.value(this.#readIri(node.value)) } : node,
    );
  }

  #termOf(term: IriTerm | LiteralTerm | QuadTerm): TermId {
    return termOf(term, this.#readIri);
  }

  values(rows: readonly Readonly<Record<string, Term | undefined>>[], naming: Naming): SolutionTable {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return new SolutionTable(rows.length, []).with(
      names.map((name) => {
        const column = rows.map((row) => {
          const value = row[name];
          return value === undefined ? unbound : this.#termOf(value as IriTerm | LiteralTerm | QuadTerm);
        });
        return [this.slot(naming, name.slice(1)), Int32Array.from(column)] as const;
      }),
    );
  }

  /** A condition as its conjuncts, so that each is tested as soon as it can be. */
  filters(expression: Expression, naming: Naming): readonly FilterPlan[] {
    if ('operator' in expression && expression.operator === '&&')
      return expression.args.flatMap((arg) => this.filters(arg as Expression, naming));
    const slots = new Set<Slot>();
    const scope = this.#scope(naming, slots);
    const condition = compileCondition(expression, scope);
    return [{ condition, slots, exists: scope.groups, decidedBy: decidingSlot(expression, slots) }];
  }

  expression(expression: Expression, naming: Naming): ExpressionPlan {
    const slots = new Set<Slot>();
    const scope = this.#scope(naming, slots);
    const value = compileExpression(expression, scope);
    return { value, slots, exists: scope.groups, decidedBy: decidingSlot(expression, slots) };
  }

  #scope(
    naming: Naming,
    slots: Set<Slot>,
  ): ExpressionScope<number> & { readonly groups: readonly GroupPlan[] } {
    const frame = this.#frame;
    const groups: GroupPlan[] = [];
    const read = (slot: Slot) => {
      slots.add(slot);
      return (row: number) => frame.value(slot, row);
    };
    return {
      variable: (name) => read(this.slot(naming, name)),
      constant: (term) => this.#termOf(term),
      exists: (pattern) => {
        const group = this.group(patternsOf(pattern), naming);
        groups.push(group);
        for (const slot of group.mentioned) slots.add(slot);
        return (row) => frame.exists(group, row);
      },
      aggregate: (expression) => {
        const value = read(this.#aggregate(expression, naming));
        return (row) => {
          const result = value(row);
          return result === unbound ? undefined : result;
        };
      },
      newBlankNode: (row, label) => frame.newBlankNode(row, label),
      customFunction: this.#findFunction,
      evaluation: frame,
      groups,
    };
  }

  #aggregate(expression: AggregateExpression, naming: Naming): Slot {
    const { aggregates } = naming;
    if (aggregates === undefined) throw new TypeError('an aggregate is not allowed here');
    const slot = this.newSlot();
    // Aggregates are not nested.
    naming.aggregates = undefined;
    const argument =
      isTerm(expression.expression) &&
      (expression.expression as Term | { termType: 'Wildcard' }).termType === 'Wildcard'
        ? undefined
        : this.expression(expression.expression as Expression, naming);
    naming.aggregates = aggregates;
    aggregates.push({ slot, expression, argument });
    return slot;
  }

  /** A select inside of another query. Only what it selects has the same slots as outside. */
  subSelect(query: SelectQuery, outer: Naming): SelectPlan {
    const inner = this.newNaming();
    for (const item of query.variables) {
      if (isWildcard(item))
        for (const name of visibleNames(query.where ?? [])) inner.slots.set(name, this.slot(outer, name));
      else {
        const { value } = 'variable' in item ? item.variable : item;
        inner.slots.set(value, this.slot(outer, value));
      }
    }
    return this.select(query, inner);
  }

  select(query: SelectQuery, naming: Naming): SelectPlan {
    const patterns: Pattern[] = [...(query.where ?? [])];
    const group = this.group(
      query.values ? [...patterns, { type: 'values', values: query.values }] : patterns,
      naming,
    );
    const aggregates: AggregatePlan[] = [];
    const keys = (query.group ?? []).map((item): GroupingPlan['keys'][number] => {
      if (isTerm(item.expression) && item.expression.termType === 'Variable' && item.variable === undefined)
        return { slot: this.slot(naming, item.expression.value), expression: undefined };
      const expression = this.expression(item.expression, naming);
      return { slot: item.variable ? this.slot(naming, item.variable.value) : this.newSlot(), expression };
    });
    naming.aggregates = aggregates;
    const having = (query.having ?? []).flatMap((condition) => this.filters(condition, naming));
    const named: NamedPlan[] = [];
    const projected: { variable: string; slot: Slot }[] = [];
    for (const item of query.variables) {
      if (isWildcard(item)) {
        for (const name of visibleNames(query.where ?? []))
          projected.push({ variable: name, slot: this.slot(naming, name) });
      } else if ('variable' in item) {
        const expression = this.expression(item.expression, naming);
        const slot = this.slot(naming, item.variable.value);
        named.push({ slot, expression });
        projected.push({ variable: item.variable.value, slot });
      } else projected.push({ variable: item.value, slot: this.slot(naming, item.value) });
    }
    const order = (query.order ?? []).map(({ expression, descending }) => ({
      expression: this.expression(expression, naming),
      descending: descending ?? false,
    }));
    naming.aggregates = undefined;
    return {
      group,
      grouping: query.group || aggregates.length > 0 ? { keys, aggregates } : undefined,
      having,
      named,
      order,
      projected,
      distinct: query.distinct ?? false,
      offset: query.offset ?? 0,
      limit: query.limit,
    };
  }
}

/** The written term, with IRIs as read by `readIri`. */
export function termOf(term: IriTerm | LiteralTerm | QuadTerm, readIri: (iri: string) => TermId): TermId {
  if (term.termType === 'NamedNode') return readIri(term.value);
  if (term.termType === 'Quad') {
    const [subject, predicate, object] = [term.subject, term.predicate, term.object].map((part) =>
      termOf(part as IriTerm | LiteralTerm | QuadTerm, readIri),
    ) as [TermId, TermId, TermId];
    return terms.tripleTerm({ subject, predicate, object });
  }
  if (term.language) return terms.languageString(term.value, term.language, term.direction || '');
  return terms.literal(term.value, readIri(term.datatype.value));
}

/** The slot whose value decides an expression alone: its only one, unless the expression is new for each row. */
function decidingSlot(expression: Expression, slots: ReadonlySet<Slot>): Slot | undefined {
  if (slots.size !== 1) return undefined;
  for (const { type, operator } of treeObjects(expression)) {
    if (type === 'functionCall' || changing.has(operator) || type === 'group' || type === 'bgp')
      return undefined;
  }
  return [...slots][0];
}

/** As sparqljs spells them. */
const changing: ReadonlySet<unknown> = new Set(['rand', 'uuid', 'struuid', 'BNODE', 'exists', 'notexists']);

/** The patterns in a pattern: EXISTS and UNION have a group, or a single pattern without one. */
function patternsOf(pattern: Pattern | GroupPattern): readonly Pattern[] {
  return pattern.type === 'group' ? pattern.patterns : [pattern];
}

function isWildcard(item: SelectQuery['variables'][number]): boolean {
  return 'termType' in item && (item.termType as string) === 'Wildcard';
}

/** The variables that a pattern can give values to, for `SELECT *`. */
export function visibleNames(patterns: readonly Pattern[]): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (node: unknown) => {
    if (!isTerm(node)) return;
    if (node.termType === 'Variable') names.add(node.value);
    if (node.termType === 'Quad') [node.subject, node.predicate, node.object].forEach(add);
  };
  for (const pattern of patterns) {
    switch (pattern.type) {
      case 'bgp':
        for (const { subject, predicate, object } of pattern.triples)
          [subject, predicate, object].forEach(add);
        break;
      case 'graph':
        add(pattern.name);
        for (const name of visibleNames(pattern.patterns)) names.add(name);
        break;
      case 'group':
      case 'union':
      case 'optional':
        for (const name of visibleNames(pattern.patterns)) names.add(name);
        break;
      case 'bind':
        add(pattern.variable);
        break;
      case 'values':
        for (const row of pattern.values) for (const name of Object.keys(row)) names.add(name.slice(1));
        break;
      case 'query':
        for (const item of pattern.variables) {
          if (isWildcard(item)) for (const name of visibleNames(pattern.where ?? [])) names.add(name);
          else add('variable' in item ? item.variable : item);
        }
        break;
      default:
    }
  }
  return names;
}
