import type { Graph } from '../../rdf/graph.ts';
import { isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, rdf, rdfs, sh } from '../../rdf/vocab.ts';
import { componentOf, isOfExpressions } from '../components/index.ts';
import { areTermsInOrder, isRightOrder } from '../components/range.ts';
import { shapeRefsOf } from '../components/shapeRefs.ts';
import { isAstral } from '../components/stringBased.ts';
import { constraintKey } from '../evaluator.ts';
import { declaredIncompleteness, excusedAt } from '../incompleteness.ts';
import type { MisjudgedData } from '../model/component.ts';
import type { Path } from '../model/path.ts';
import type { Constraint, OrderKind, Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';

export interface LimitsOptions {
  readonly before?: ReferenceLimits | undefined;
  /**
   * Keys of constraints at which the built-in engine was stopped. This engine could not be stopped, so it skips them.
   */
  readonly quarantined?: ReadonlySet<string> | undefined;
}

const noKeys: ReadonlySet<string> = new Set();

/**
 * Knows what rdf-validate-shacl 0.6 gets wrong, so that it is never asked about it: it would stop or, worse, give a
 * wrong answer. Some answers are wrong only for certain data, so the limits depend on the data.
 */
export class ReferenceLimits {
  readonly #shapes: ShapesGraph;
  readonly #hasClassCircles: boolean;
  readonly #facts: DataFacts;
  /** The limits for the previous data. When set, this object only examines data that were added since. */
  readonly #before: ReferenceLimits | undefined;
  readonly #quarantined: ReadonlySet<string>;
  readonly #known = new Map<Constraint, string | undefined>();
  readonly #misjudged: MisjudgedData;
  readonly #declaresIncomplete: boolean;

  constructor(
    shapes: ShapesGraph,
    data: Graph,
    hasClassCircles: boolean,
    { before, quarantined = noKeys }: LimitsOptions = {},
  ) {
    this.#shapes = shapes;
    this.#hasClassCircles = hasClassCircles;
    const targetNodes = before ? [] : shapes.graph.withPredicate(sh.targetNode).map(({ object }) => object);
    this.#facts = new DataFacts(data, targetNodes);
    this.#before = before;
    this.#quarantined = quarantined;
    this.#declaresIncomplete = declaredIncompleteness([data, shapes.graph]) !== undefined;
    const facts = this.#facts;
    this.#misjudged = {
      hasAstral: facts.astral.size > 0,
      hasDirections: facts.hasDirections,
      languages: facts.languages,
      misjudgesForms: (datatype) => facts.isTreacherous(datatype),
      boundLimit: (kind, bound) => this.#ofComparisons(kind, () => [bound]),
      propertyLimit: (kind, property) => this.#ofComparisons(kind, (data) => data.literalsOf(property)),
    };
  }

  /** The limits for these data together with added data. The previous data are not searched again. */
  with(added: Graph, hasClassCircles: boolean): ReferenceLimits {
    return new ReferenceLimits(this.#shapes, added, hasClassCircles, { before: this });
  }

  /** Why no constraint of a shape can be checked; undefined when they can. */
  ofShape(shape: Shape): string | undefined {
    return this.#before?.ofShape(shape) ?? this.#ofPath(shape);
  }

  /** Why a constraint cannot be checked; undefined when it can. */
  ofConstraint(constraint: Constraint, shape: Shape): string | undefined {
    if (this.#known.has(constraint)) return this.#known.get(constraint);
    const reason = this.#before?.ofConstraint(constraint, shape) ?? this.#ofOne(constraint, shape);
    this.#known.set(constraint, reason);
    return reason;
  }

  #ofPath({ path }: Shape): string | undefined {
    if (path === undefined) return undefined;
    if (hasComplexInverse(path))
      return 'it cannot follow the inverse of a path that is not a single property';
    if (mentions(path, rdfs.subClassOf) && hasInverse(path))
      return 'it sees other subclass triples than the data';
    if (this.#hasClassCircles && mentions(path, rdf.type)) {
      return 'it sees other types than the data, because classes are subclasses of one another';
    }
    return undefined;
  }

  #ofOne(constraint: Constraint, shape: Shape): string | undefined {
    if (constraint.kind !== 'sparql' && (constraint.severity !== undefined || constraint.messages.length > 0))
      return 'it does not know annotations of constraints, of SHACL 1.2';
    if (isOfExpressions(constraint.component)) return 'it does not know node expressions';
    if (this.#quarantined.has(constraintKey(constraint))) return 'it took too long already';
    const cycle = this.#shapes.cycleOf(shape.id);
    if (cycle !== undefined && shapeRefsOf(constraint).some((ref) => this.#shapes.cycleOf(ref) === cycle)) {
      return 'it cannot follow shapes that refer back to themselves';
    }
    if (this.#declaresIncomplete && excusedAt(componentOf(constraint).excusedBy, shape.kind) !== 'none') {
      return 'it does not know sh:incomplete of SHACL 1.2';
    }
    const scope = { shape, shapesGraph: this.#shapes.graph, data: this.#misjudged };
    return componentOf(constraint).referenceLimit(constraint, scope);
  }

  /**
   * Compares all pairs of literals that a validation may compare, once as the engine does and once correctly. A
   * constraint is left out only when the two outcomes differ for some pair.
   *
   * @param othersIn the terms that the values are compared with, from what is known about the data.
   */
  #ofComparisons(kind: OrderKind, othersIn: (facts: DataFacts) => readonly TermId[]): string | undefined {
    const before = this.#before === undefined ? undefined : this.#before.#facts;
    const othersBefore = new Set(before && othersIn(before));
    const newOthers = othersIn(this.#facts).filter((other) => !othersBefore.has(other));
    const { literals } = this.#facts;
    const literalsBefore = before?.literals ?? new Set();
    if ((literals.size + literalsBefore.size) * (newOthers.length + othersBefore.size) > maxComparisons)
      return 'there are too many values to tell whether it compares all of them correctly';
    const comparesAllWell =
      comparesWell(kind, literals, [...othersBefore, ...newOthers]) &&
      comparesWell(kind, literalsBefore, newOthers);
    return comparesAllWell ? undefined : 'it compares some of the values wrongly';
  }
}

const maxComparisons = 1_000_000;

function comparesWell(kind: OrderKind, values: Iterable<TermId>, others: readonly TermId[]): boolean {
  for (const value of values) {
    const isMisjudged = (other: TermId) =>
      referenceFindsInOrder(kind, value, other) !== areTermsInOrder(kind, value, other);
    if (others.some(isMisjudged)) return false;
  }
  return true;
}

/** Properties of the data that are known to mislead the engine. */
class DataFacts {
  readonly languages = new Set<string>();
  /** Terms with characters beyond U+FFFF. */
  readonly astral = new Set<TermId>();
  /** All literals that may be a value. */
  readonly literals = new Set<TermId>();
  hasDirections = false;
  readonly #data: Graph;
  readonly #treacherous = new Set<TermId>();

  constructor(data: Graph, targetNodes: readonly TermId[]) {
    this.#data = data;
    const seen = new Set(targetNodes);
    for (const node of targetNodes) this.#see(node);
    for (const { subject, object } of data.triples()) {
      if (isAstral(terms.value(subject))) this.astral.add(subject);
      if (seen.has(object)) continue;
      seen.add(object);
      this.#see(object);
    }
  }

  isTreacherous(datatype: TermId): boolean {
    return this.#treacherous.has(datatype);
  }

  literalsOf(property: TermId): readonly TermId[] {
    const objects = new Set(this.#data.withPredicate(property).map(({ object }) => object));
    return [...objects].filter((object) => terms.isLiteral(object));
  }

  #see(object: TermId): void {
    const lexical = terms.value(object);
    if (isAstral(lexical)) this.astral.add(object);
    const language = terms.language(object);
    if (language !== '') this.languages.add(language);
    if (terms.direction(object) !== '') this.hasDirections = true;
    const datatype = terms.datatype(object);
    if (datatype === undefined) return;
    this.literals.add(object);
    if (misjudges(datatype, object)) this.#treacherous.add(datatype);
  }
}

const xsdIri = (name: string) => terms.constant(namespaces.xsd + name);
const intType = xsdIri('int');
const numberTypes = new Set<TermId>(['decimal', 'double', 'float'].map(xsdIri));
/** For these datatypes the engine expects lexical forms without hyphens. */
const misreadTypes = new Set<TermId>(['gDay', 'gMonthDay'].map(xsdIri));
/** For these datatypes the engine does not check the calendar, the clock, names or JSON. */
const looseTypes = new Set<TermId>([
  ...['date', 'dateTime', 'dateTimeStamp', 'time', 'gMonth', 'gYearMonth', 'Name', 'NCName', 'NMTOKEN'].map(
    xsdIri,
  ),
  terms.constant(`${namespaces.rdf}JSON`),
  rdf.langString,
]);

/** Whether the engine accepts an ill-formed literal or rejects a well-formed one. */
function misjudges(datatype: TermId, literal: TermId): boolean {
  if (misreadTypes.has(datatype)) return true;
  if (looseTypes.has(datatype)) return !isWellFormed(literal);
  const lexical = terms.value(literal);
  if (datatype === intType) return /^[+-]?0*214748364[78]$/.test(lexical);
  return numberTypes.has(datatype) && /^(?:[+-]{2}|\+INF$)/.test(lexical);
}

function hasComplexInverse(path: Path): boolean {
  if (path.kind === 'inverse') return path.path.kind !== 'predicate';
  return partsOf(path).some(hasComplexInverse);
}

function hasInverse(path: Path): boolean {
  return path.kind === 'inverse' || partsOf(path).some(hasInverse);
}

function mentions(path: Path, predicate: TermId): boolean {
  if (path.kind === 'predicate') return path.predicate === predicate;
  return partsOf(path).some((part) => mentions(part, predicate));
}

function partsOf(path: Path): readonly Path[] {
  switch (path.kind) {
    case 'predicate':
      return [];
    case 'sequence':
    case 'alternative':
      return path.paths;
    case 'inverse':
    case 'zeroOrOne':
    case 'zeroOrMore':
    case 'oneOrMore':
      return [path.path];
  }
}

/**
 * Whether rdf-validate-shacl finds two literals in the order that a constraint requires. This repeats the engine's own
 * comparison, including its errors, so that we know where it is wrong.
 */
export function referenceFindsInOrder(kind: OrderKind, value: TermId, other: TermId): boolean {
  const order = compare(value, other);
  if (order === null) return false;
  // For lessThan, the engine tests for "not greater or equal". NaN passes that test.
  return isRightOrder[kind](order) || (kind.startsWith('lessThan') && Number.isNaN(order));
}

/** Negative for less, NaN when a number or date cannot be read, null when the terms are not comparable. */
function compare(a: TermId, b: TermId): number | null {
  if (!terms.isLiteral(a) || !terms.isLiteral(b)) return null;
  if (hasTimeZone(a) !== hasTimeZone(b)) return null;
  const [left, right] = [read(a), read(b)];
  if (typeof left !== typeof right) return null;
  return typeof left === 'string' ? left.localeCompare(String(right)) : Number(left) - Number(right);
}

/** How the engine reads a literal; as text when it does not know the datatype. */
export function referenceReading(literal: TermId): 'number' | 'date' | 'boolean' | 'text' {
  const value = read(literal);
  if (value instanceof Date) return 'date';
  if (typeof value === 'string') return 'text';
  return typeof value === 'boolean' ? 'boolean' : 'number';
}

function read(literal: TermId): number | Date | boolean | string {
  const lexical = terms.value(literal);
  const iri = terms.value(terms.datatype(literal)!);
  switch (iri.startsWith(namespaces.xsd) ? iri.slice(namespaces.xsd.length) : '') {
    case 'boolean':
      return lexical === 'true' || lexical === '1';
    case 'double':
    case 'decimal':
    case 'float':
      return Number.parseFloat(lexical);
    case 'integer':
    case 'long':
    case 'int':
    case 'byte':
    case 'short':
    case 'negativeInteger':
    case 'nonNegativeInteger':
    case 'nonPositiveInteger':
    case 'positiveInteger':
    case 'unsignedByte':
    case 'unsignedInt':
    case 'unsignedLong':
    case 'unsignedShort':
      return Number.parseInt(lexical, 10);
    case 'gDay':
      return new Date(0, 0, Number.parseInt(lexical, 10));
    case 'gMonthDay': {
      const [month = '', day = ''] = lexical.split('-');
      return new Date(0, Number.parseInt(month, 10) - 1, Number.parseInt(day, 10));
    }
    case 'gYear':
      return new Date(`${lexical}-01-01`);
    case 'gYearMonth':
      return new Date(`${lexical}-01`);
    case 'dateTime':
    case 'date':
      return new Date(lexical);
    default:
      return lexical;
  }
}

function hasTimeZone(literal: TermId): boolean {
  const isDateTime = terms.value(terms.datatype(literal)!) === `${namespaces.xsd}dateTime`;
  return isDateTime && /^.*(((\+|-)\d{2}:\d{2})|Z)$/.test(terms.value(literal));
}
