import { termToNTriples } from '../../../rdf/nTriples.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { terms } from '../../../rdf/terms.ts';
import { rdf, sh } from '../../../rdf/vocab.ts';
import { isYielded } from '../../../shacl/components/logical.ts';
import { type Path, printPath } from '../../../shacl/model/path.ts';
import type { Constraint, ConstraintKind, ConstraintOf, RangeKind } from '../../../shacl/model/shape.ts';
import { suspectCondition } from '../../../shacl/sparql/compileShapeQuery.ts';
import {
  all,
  any,
  type Condition,
  exists,
  isBlankNode,
  isExact,
  isExactNumber,
  isOneOf,
  mayBeIllFormed,
  mayDiffer,
  negated,
  onlyIfTrue,
  portableRegex,
  surelyDiffer,
  textOf,
  unlessFalse,
} from './condition.ts';

/** What conditions may refer to. */
export interface ConditionScope {
  /** A variable that no other condition has. */
  fresh(): string;
  /** The path of a property shape. */
  pathOf(shape: TermId): Path | undefined;
  /** Whether a node may have a result of a shape. */
  mayFail(node: string, shape: TermId): Condition;
  /** The class itself and all its known subclasses. */
  subclasses(id: TermId): ReadonlySet<TermId>;
}

/** The values of a shape's path at a focus node, or the focus node where the shape has no path. */
export interface Values {
  readonly focus: string;
  /** A pattern that binds a variable to each value; undefined where the focus node is the only one. */
  readonly pattern: ((variable: string) => string) | undefined;
}

/** When a focus node is suspect: decided for each value separately, or for the values together. */
export type ComponentCondition<Kind extends ConstraintKind> =
  | {
      readonly of: 'value';
      readonly mayFail: (constraint: ConstraintOf<Kind>, value: string, scope: ConditionScope) => Condition;
    }
  | {
      readonly of: 'focus';
      readonly mayFail: (constraint: ConstraintOf<Kind>, values: Values, scope: ConditionScope) => Condition;
    };

/** No value is trusted. */
const anyValue = { of: 'value', mayFail: () => true } as const;
/** No focus node is trusted, whether it has values or not. */
const anyNode = { of: 'focus', mayFail: () => true } as const;
/** Where both sides have values, these may be in the wrong order: SPARQL orders some values differently. */
const ordered = {
  of: 'focus',
  mayFail: ({ compared }: { readonly compared: Path }, values: Values, scope: ConditionScope) =>
    all([hasValue(values, scope), hasProperty(values.focus, compared, scope)]),
} as const;

/**
 * A condition that is true of every node that may have a result of a constraint, and possibly of others: those have to be
 * judged. Without a condition, all nodes are suspect.
 */
export function conditionOf({ kind }: Pick<Constraint, 'kind'>): ComponentCondition<ConstraintKind> {
  // The entry for a constraint's kind handles it.
  return (componentConditions[kind] ?? anyNode) as ComponentCondition<ConstraintKind>;
}

const componentConditions: { readonly [Kind in ConstraintKind]?: ComponentCondition<Kind> } = {
  class: {
    of: 'value',
    mayFail: (constraint, value, scope) => mayLackType([constraint.class], value, scope),
  },
  classIn: { of: 'value', mayFail: ({ classes }, value, scope) => mayLackType(classes, value, scope) },
  rootClass: {
    of: 'value',
    mayFail(constraint, value, scope) {
      const classes = [...scope.subclasses(constraint.class)];
      return classes.length > mostMembers || negated(isOneOf(value, classes));
    },
  },
  datatype: { of: 'value', mayFail: ({ datatype }, value) => mayBeIllFormed(datatype, value) },
  datatypeIn: {
    of: 'value',
    mayFail: ({ datatypes }, value) => all(datatypes.map((datatype) => mayBeIllFormed(datatype, value))),
  },
  minListLength: anyValue,
  maxListLength: anyValue,
  uniqueMembers: anyValue,
  memberShape: anyValue,
  reifierShape: anyValue,
  singleLine: {
    of: 'value',
    mayFail(_, value) {
      const breaks = ['\n', '\v', '\f', '\r'].map((text) => `CONTAINS(STR(${value}), ${textOf(text)})`);
      return unlessFalse([isBlankNode(value), ...breaks].map((each) => `(${each})`).join(' || '));
    },
  },
  nodeKind: {
    of: 'value',
    mayFail: ({ nodeKind }, value) => unlessFalse(otherKinds.get(nodeKind)?.(value) ?? 'true'),
  },
  minCount: {
    of: 'focus',
    mayFail({ count }, { pattern }, scope) {
      if (count === 0) return false;
      if (pattern === undefined || count > mostCounted) return true;
      return negated(differentValues(count, pattern, scope, surelyDiffer));
    },
  },
  maxCount: { of: 'focus', mayFail: ({ count }, values, scope) => hasMoreThan(count, values, scope) },
  minExclusive: { of: 'value', mayFail: ({ bound }, value) => outOfRange('minExclusive', bound, value) },
  minInclusive: { of: 'value', mayFail: ({ bound }, value) => outOfRange('minInclusive', bound, value) },
  maxExclusive: { of: 'value', mayFail: ({ bound }, value) => outOfRange('maxExclusive', bound, value) },
  maxInclusive: { of: 'value', mayFail: ({ bound }, value) => outOfRange('maxInclusive', bound, value) },
  minLength: { of: 'value', mayFail: ({ length }, value) => hasOtherLength(value, `< ${length}`) },
  maxLength: { of: 'value', mayFail: ({ length }, value) => hasOtherLength(value, `> ${length}`) },
  pattern: {
    of: 'value',
    mayFail({ pattern, flags }, value) {
      const regex = portableRegex(pattern, flags);
      if (regex === undefined) return true;
      return unlessFalse(
        `(${isBlankNode(value)}) || !REGEX(STR(${value}), ${textOf(regex)}) || ${hasOtherCharacters(value)}`,
      );
    },
  },
  languageIn: {
    of: 'value',
    mayFail({ languages }, value) {
      const tag = `LCASE(LANG(${value}))`;
      const ranges = languages
        .map((range) => range.toLowerCase())
        .filter((range) => /^[a-z0-9-]+$/.test(range));
      const isIn = ranges.map((range) =>
        onlyIfTrue(
          `isLiteral(${value}) && (${tag} = ${textOf(range)} || STRSTARTS(${tag}, ${textOf(`${range}-`)}))`,
        ),
      );
      return negated(any(isIn));
    },
  },
  uniqueLang: {
    of: 'focus',
    mayFail(_, { pattern }, scope) {
      if (pattern === undefined) return false;
      const [one, other] = [scope.fresh(), scope.fresh()];
      const isSame = [
        `isLiteral(${one}) && isLiteral(${other}) && LANG(${one}) != "" && LCASE(LANG(${one})) = LCASE(LANG(${other}))`,
        // Terms whose tags differ only in case are different terms.
        `(STR(${one}) != STR(${other}) || LANG(${one}) != LANG(${other}))`,
      ];
      return exists(`${pattern(one)} ${pattern(other)}`, unlessFalse(isSame.join(' && ')));
    },
  },
  equals: {
    of: 'focus',
    mayFail: ({ compared }, values, scope) =>
      any([hasValue(values, scope), hasProperty(values.focus, compared, scope)]),
  },
  subsetOf: { of: 'focus', mayFail: (_, values, scope) => hasValue(values, scope) },
  disjoint: {
    of: 'focus',
    mayFail({ compared }, { focus, pattern }, scope) {
      const other = scope.fresh();
      const value = pattern === undefined ? focus : scope.fresh();
      const both = `${pattern === undefined ? '' : `${pattern(value)} `}${step(focus, compared, other)}`;
      return exists(both, unlessFalse(`STR(${value}) = STR(${other})`));
    },
  },
  lessThan: ordered,
  lessThanOrEquals: ordered,
  not: anyValue,
  and: {
    of: 'value',
    mayFail: ({ shapeRefs }, value, scope) => any(shapeRefs.map((ref) => scope.mayFail(value, ref))),
  },
  or: {
    of: 'value',
    // What a node expression yields may leave the verdict open, whatever the value conforms to.
    mayFail: (constraint, value, scope) =>
      isYielded(constraint) || all(constraint.shapeRefs.map((ref) => scope.mayFail(value, ref))),
  },
  xone: anyValue,
  node: { of: 'value', mayFail: ({ shapeRef }, value, scope) => scope.mayFail(value, shapeRef) },
  property: { of: 'value', mayFail: ({ shapeRef }, value, scope) => scope.mayFail(value, shapeRef) },
  qualifiedMaxCount: {
    of: 'focus',
    mayFail: ({ count }, values, scope) => hasMoreThan(count, values, scope),
  },
  sparql: {
    of: 'focus',
    mayFail(constraint, { focus }, scope) {
      const prefix = `${scope.fresh().slice(1)}_`;
      return suspectCondition(constraint, scope.pathOf(constraint.shape), focus, prefix) ?? true;
    },
  },
  closed: {
    of: 'value',
    mayFail({ allowed }, value, scope) {
      if (allowed.size > mostMembers) return true;
      const [predicate, object] = [scope.fresh(), scope.fresh()];
      return exists(`${value} ${predicate} ${object} .`, negated(isOneOf(predicate, [...allowed])));
    },
  },
  hasValue: {
    of: 'focus',
    mayFail({ value }, { focus, pattern }, scope) {
      if (pattern === undefined) return negated(isOneOf(focus, [value]));
      const found = scope.fresh();
      return negated(exists(pattern(found), isOneOf(found, [value])));
    },
  },
  in: {
    of: 'value',
    mayFail: ({ members }, value) => members.length > mostMembers || negated(isOneOf(value, members)),
  },
};

/** Longer lists are not put into queries. */
const mostMembers = 500;

/** This many values are counted by as many variables, which takes their product. */
const mostCounted = 3;

const otherKinds: ReadonlyMap<TermId, (value: string) => string> = new Map([
  [sh.IRI, (value) => `!isIRI(${value})`],
  [sh.Literal, (value) => `!isLiteral(${value})`],
  [sh.BlankNode, (value) => `isIRI(${value}) || isLiteral(${value})`],
  [sh.BlankNodeOrIRI, (value) => `isLiteral(${value})`],
  [sh.BlankNodeOrLiteral, (value) => `isIRI(${value})`],
  [sh.IRIOrLiteral, isBlankNode],
]);

const operators: { readonly [Kind in RangeKind]: string } = {
  minExclusive: '>',
  minInclusive: '>=',
  maxExclusive: '<',
  maxInclusive: '<=',
};

/** Whether no type of a value is certainly one of the classes or a subclass. */
function mayLackType(ids: readonly TermId[], value: string, scope: ConditionScope): Condition {
  const type = scope.fresh();
  const classes = ids.flatMap((id) => [...scope.subclasses(id)]).filter((id) => terms.isIri(id));
  if (classes.length > mostMembers) return true;
  return negated(exists(`${value} ${termToNTriples(rdf.type)} ${type}`, isOneOf(type, classes)));
}

function outOfRange(kind: RangeKind, bound: TermId, value: string): Condition {
  if (!isExact(bound)) return true;
  const isWithin = onlyIfTrue(`${value} ${operators[kind]} ${termToNTriples(bound)}`);
  return negated(all([isExactNumber(value), isWithin]));
}

/** Texts beyond printable ASCII, of which some stores count other units than characters. */
function hasOtherCharacters(value: string): string {
  return `REGEX(STR(${value}), "[^ -~]")`;
}

function hasOtherLength(value: string, comparison: string): Condition {
  return unlessFalse(
    `(${isBlankNode(value)}) || STRLEN(STR(${value})) ${comparison} || ${hasOtherCharacters(value)}`,
  );
}

function hasValue({ pattern }: Values, scope: ConditionScope): Condition {
  return pattern === undefined ? true : exists(pattern(scope.fresh()));
}

function hasProperty(focus: string, compared: Path, scope: ConditionScope): Condition {
  return exists(step(focus, compared, scope.fresh()));
}

function step(subject: string, compared: Path, object: string): string {
  return `${subject} ${printPath(compared, termToNTriples)} ${object} .`;
}

function hasMoreThan(count: number, { pattern }: Values, scope: ConditionScope): Condition {
  if (pattern === undefined) return count === 0;
  return differentValues(Math.min(count + 1, mostCounted), pattern, scope, mayDiffer);
}

/** Whether there are this many pairwise different values. */
function differentValues(
  count: number,
  pattern: (variable: string) => string,
  scope: ConditionScope,
  differ: (one: string, other: string) => Condition,
): Condition {
  const variables = Array.from({ length: count }, () => scope.fresh());
  const pairs = variables.flatMap((one, i) => variables.slice(i + 1).map((other) => differ(one, other)));
  return exists(variables.map(pattern).join(' '), all(pairs));
}
