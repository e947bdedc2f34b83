import type { Expression, OperationExpression, Pattern, SelectQuery, Triple, VariableTerm } from 'sparqljs';
import { seedOf } from '../../../base/random.ts';
import { isTerm, rewriteTree, treeObjects } from '../../parsedTree.ts';

/**
 * A part of a query that has to hold for a solution, as it was parsed. `node` is its syntax, from which queries of some of
 * the parts are built.
 */
export type ParsedConjunct =
  | { readonly kind: 'pattern'; readonly node: Pattern; readonly triple: Triple }
  /** NOT EXISTS or MINUS: none of the alternatives inside may match. */
  | { readonly kind: 'absence'; readonly node: Pattern; readonly inside: readonly ParsedAlternative[] }
  | { readonly kind: 'condition'; readonly node: Pattern; readonly expression: Expression }
  /** An aggregate over what matches inside. It is left out where it counts too much or too little. */
  | { readonly kind: 'aggregate'; readonly node: Pattern; readonly inside: readonly ParsedAlternative[] }
  /** Parts that bind variables, or may do so: BIND, VALUES, OPTIONAL. */
  | { readonly kind: 'other'; readonly node: Pattern };

/** Parts that together are enough for a solution. */
export type ParsedAlternative = readonly ParsedConjunct[];

/** More alternatives than this are ignored. */
const maxAlternatives = 12;

/**
 * The WHERE clause of a query as alternatives: one branch of each UNION, one side of each `||` with EXISTS inside, and of
 * each OPTIONAL the cases that it matches, that it does not, or that it does not matter. Groups are read as parts of the
 * group around them, so what variables mean in them may differ; users of the alternatives evaluate the query itself in the
 * end.
 */
export function readAlternatives(select: SelectQuery): readonly ParsedAlternative[] {
  const inside = ofGroup(select.where ?? []);
  if (!isAggregated(select)) return inside;
  return [[{ kind: 'aggregate', node: { type: 'group', patterns: [] }, inside }]];
}

function isAggregated({ group, having, variables }: SelectQuery): boolean {
  return (
    group !== undefined ||
    having !== undefined ||
    [...treeObjects(variables)].some(({ type }) => type === 'aggregate')
  );
}

function ofGroup(patterns: readonly Pattern[]): readonly ParsedAlternative[] {
  const given = withoutBindings(patterns);
  return product(given.map(ofPart));
}

/** Writes the expressions of BIND into the conditions of the group, which then refer to what patterns match. */
function withoutBindings(patterns: readonly Pattern[]): readonly Pattern[] {
  const bound = new Map<string, Expression>();
  for (const part of patterns) {
    if (part.type === 'bind') bound.set(part.variable.value, substituted(part.expression, bound));
  }
  if (bound.size === 0) return patterns;
  return patterns.map((part) =>
    part.type === 'filter' ? { ...part, expression: substituted(part.expression, bound) } : part,
  );
}

function substituted(expression: Expression, bound: ReadonlyMap<string, Expression>): Expression {
  return rewriteTree(expression, (node) =>
    isTerm(node) && node.termType === 'Variable' ? (bound.get(node.value) ?? node) : node,
  );
}

function ofPart(part: Pattern): readonly ParsedAlternative[] {
  switch (part.type) {
    case 'bgp':
      return [
        part.triples.flatMap(stepsOf).map(
          (triple): ParsedConjunct => ({
            kind: 'pattern',
            node: { type: 'bgp', triples: [triple] },
            triple,
          }),
        ),
      ];
    case 'group':
      return ofGroup(part.patterns);
    case 'union':
      return part.patterns.flatMap(ofPart).slice(0, maxAlternatives);
    case 'optional': {
      const inside = ofGroup(part.patterns);
      return [
        [{ kind: 'other', node: part }],
        ...inside,
        [{ kind: 'absence', node: absent(part.patterns), inside }],
      ];
    }
    case 'minus':
      return [[{ kind: 'absence', node: part, inside: ofGroup(part.patterns) }]];
    case 'filter':
      return ofCondition(part.expression as Expression, false);
    case 'query': {
      const inside = readAlternatives(part);
      const [first] = inside;
      if (first?.[0]?.kind === 'aggregate') return [[{ ...first[0], node: part }]];
      return part.limit === undefined && part.offset === undefined
        ? inside
        : [[{ kind: 'other', node: part }]];
    }
    default:
      return [[{ kind: 'other', node: part }]];
  }
}

/** The steps of a sequence as patterns of their own, with variables for the nodes between them. */
function stepsOf(triple: Triple): readonly Triple[] {
  const { subject, predicate, object } = triple;
  if (isTerm(predicate)) return [triple];
  if (predicate.pathType === '^')
    return stepsOf({
      subject: object as Triple['subject'],
      predicate: predicate.items[0] as Triple['predicate'],
      object: subject,
    });
  if (predicate.pathType !== '/') return [triple];
  let from = subject;
  return predicate.items.flatMap((step, i) => {
    const isLast = i === predicate.items.length - 1;
    const to = isLast ? object : nodeBetween(triple, i);
    const steps = stepsOf({ subject: from, predicate: step as Triple['predicate'], object: to });
    from = to as Triple['subject'];
    return steps;
  });
}

/** A variable that denotes the same node wherever the same pattern is read. */
function nodeBetween(triple: Triple, step: number): VariableTerm {
  const value = `between_${seedOf(step, JSON.stringify(triple))}`;
  return { termType: 'Variable', value } as VariableTerm;
}

function absent(patterns: readonly Pattern[]): Pattern {
  const group: Pattern = { type: 'group', patterns: [...patterns] };
  return { type: 'filter', expression: { type: 'operation', operator: 'notexists', args: [group] } };
}

function ofCondition(expression: Expression, isNegated: boolean): readonly ParsedAlternative[] {
  const plain: ParsedAlternative = [
    {
      kind: 'condition',
      node: { type: 'filter', expression: negated(expression, isNegated) },
      expression: negated(expression, isNegated),
    },
  ];
  if (!isOperation(expression)) return [plain];
  const { operator, args } = expression;
  switch (operator) {
    case '!':
      return ofCondition(args[0] as Expression, !isNegated);
    case '&&':
    case '||': {
      const sides = args.map((arg) => ofCondition(arg as Expression, isNegated));
      if ((operator === '&&') !== isNegated) return product(sides);
      return args.some(hasExists) ? sides.flat().slice(0, maxAlternatives) : [plain];
    }
    case 'exists':
    case 'notexists': {
      const group = args[0] as Pattern;
      const patterns = group.type === 'group' ? group.patterns : [group];
      const inside = ofGroup(patterns);
      return (operator === 'exists') !== isNegated
        ? inside
        : [[{ kind: 'absence', node: absent(patterns), inside }]];
    }
    default:
      return [plain];
  }
}

function negated(expression: Expression, isNegated: boolean): Expression {
  return isNegated ? { type: 'operation', operator: '!', args: [expression] } : expression;
}

function isOperation(expression: Expression): expression is OperationExpression {
  return !isTerm(expression) && !Array.isArray(expression) && expression.type === 'operation';
}

function hasExists(part: unknown): boolean {
  return [...treeObjects(part)].some(({ operator }) => operator === 'exists' || operator === 'notexists');
}

/** One alternative of each part. */
function product(parts: readonly (readonly ParsedAlternative[])[]): readonly ParsedAlternative[] {
  let all: readonly ParsedAlternative[] = [[]];
  for (const part of parts) {
    all = all.flatMap((before) => part.map((after) => [...before, ...after])).slice(0, maxAlternatives);
  }
  return all;
}
