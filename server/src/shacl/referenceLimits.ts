import type { Graph } from '../rdf/graph.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { namespaces, rdf, rdfs, sh, xsd } from '../rdf/vocab.ts';
import { matchesLanguageRange } from './languageRange.ts';
import { integerTypes, isWellFormed } from './lexicalForms.ts';
import { compareValues, literalValue } from './literalValue.ts';
import type { Path } from './path.ts';
import { shapeRefsOf } from './recursion.ts';
import type { Constraint, Shape } from './shape.ts';
import type { ShapesGraph } from './shapesGraph.ts';

/**
 * Knows what rdf-validate-shacl 0.6 gets wrong, so that it is never asked: it would stop, or worse, answer. Some
 * answers are wrong for certain data only; then it depends on what the data hold.
 */
export class ReferenceLimits {
  readonly #shapes: ShapesGraph;
  readonly #hasClassCircles: boolean;
  readonly #facts: DataFacts;

  constructor(shapes: ShapesGraph, data: Graph, hasClassCircles: boolean) {
    this.#shapes = shapes;
    this.#hasClassCircles = hasClassCircles;
    this.#facts = new DataFacts(data);
  }

  /** Why no constraint of a shape can be checked, undefined when they can. */
  ofShape({ path }: Shape): string | undefined {
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

  /** Why a constraint cannot be checked, undefined when it can. */
  ofConstraint(constraint: Constraint, shape: Shape): string | undefined {
    const cycle = this.#shapes.cycleOf(shape.id);
    if (cycle !== undefined && shapeRefsOf(constraint).some((ref) => this.#shapes.cycleOf(ref) === cycle)) {
      return 'it cannot follow shapes that refer back to themselves';
    }
    switch (constraint.kind) {
      case 'pattern':
        return this.#ofPattern(constraint.pattern, constraint.flags);
      case 'minLength':
      case 'maxLength':
        return this.#facts.astral.size > 0 ? 'it counts characters beyond U+FFFF twice' : undefined;
      case 'languageIn':
        return this.#ofLanguages(constraint.languages);
      case 'datatype':
        return this.#facts.isTreacherous(constraint.datatype)
          ? 'it misjudges lexical forms of this datatype that the data use'
          : undefined;
      case 'minExclusive':
      case 'minInclusive':
      case 'maxExclusive':
      case 'maxInclusive':
        return this.#facts.comparesWell([constraint.bound]) ? undefined : unsafeComparison;
      case 'lessThan':
      case 'lessThanOrEquals':
        return this.#facts.malformed.size === 0 &&
          this.#facts.comparesWell(this.#facts.objectsOf(constraint.property))
          ? undefined
          : unsafeComparison;
      case 'equals':
        return shape.kind === 'node' ? 'it misses results of sh:equals on node shapes' : undefined;
      case 'in':
        return this.#shapes.graph.objects(shape.id, sh.in).length > 1
          ? 'it merges several lists of sh:in'
          : undefined;
      default:
        return undefined;
    }
  }

  #ofPattern(pattern: string, flags: string): string | undefined {
    if (/[^ims]/.test(flags)) return `it does not know the flags "${flags}"`;
    if (/\\[pPicIC]|-\[/.test(pattern) || this.#facts.astral.size > 0 || isAstral(pattern)) {
      return 'its regular expressions do not know Unicode categories and characters beyond U+FFFF';
    }
    try {
      new RegExp(pattern, flags);
      return undefined;
    } catch {
      // Valid for XPath, as the shape was read, but not here: that is the answer.
      return 'its regular expressions do not know this syntax';
    }
  }

  #ofLanguages(ranges: readonly string[]): string | undefined {
    const isMisjudged = [...this.#facts.languages].some((tag) => {
      const theirs = ranges.some((range) => tag.startsWith(range));
      return theirs !== ranges.some((range) => matchesLanguageRange(tag, range));
    });
    return isMisjudged ? 'it compares language tags of the data letter by letter' : undefined;
  }
}

const unsafeComparison = 'it compares such values wrongly';

/** What the data hold that is known to mislead the engine. */
class DataFacts {
  readonly languages = new Set<string>();
  /** Terms with characters beyond U+FFFF. */
  readonly astral = new Set<TermId>();
  /** Numbers and times without a value, which the engine takes to be less than anything. */
  readonly malformed = new Set<TermId>();
  readonly #data: Graph;
  readonly #treacherous = new Set<TermId>();
  readonly #dateTimes: TermId[] = [];

  constructor(data: Graph) {
    this.#data = data;
    const seen = new Set<TermId>();
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

  objectsOf(property: TermId): readonly TermId[] {
    return this.#data.withPredicate(property).map(({ object }) => object);
  }

  /** True when comparing any value of the data with these literals comes out right. */
  comparesWell(literals: readonly TermId[]): boolean {
    return literals.every((literal) => {
      const datatype = terms.datatype(literal);
      if (datatype === undefined) return true;
      if (numericTypes.has(datatype)) return isExactDouble(terms.value(literal));
      return datatype === xsd.dateTime && !this.#dateTimes.some((other) => differsByZone(literal, other));
    });
  }

  #see(object: TermId): void {
    const lexical = terms.value(object);
    if (isAstral(lexical)) this.astral.add(object);
    const language = terms.language(object);
    if (language !== '') this.languages.add(language);
    const datatype = terms.datatype(object);
    if (datatype === undefined) return;
    if (datatype === xsd.dateTime) this.#dateTimes.push(object);
    if (orderedTypes.has(datatype) && (lexical === 'NaN' || !isWellFormed(object)))
      this.malformed.add(object);
    if (alwaysTreacherous.has(datatype)) this.#treacherous.add(datatype);
    else if (checkedLoosely.has(datatype) && !isWellFormed(object)) this.#treacherous.add(datatype);
    else if (datatype === intType && /^[+-]?214748364[78]$/.test(lexical)) this.#treacherous.add(datatype);
  }
}

const xsdIris = (names: readonly string[]) => names.map((name) => terms.constant(namespaces.xsd + name));
const numericTypes = new Set<TermId>(xsdIris([...integerTypes, 'decimal', 'double', 'float']));
const orderedTypes = new Set<TermId>([...numericTypes, xsd.date, xsd.dateTime]);
const intType = terms.constant(`${namespaces.xsd}int`);
/** Valid forms are refused, or any form is accepted. */
const alwaysTreacherous = new Set<TermId>([
  ...xsdIris(['gDay', 'gMonthDay', 'Name', 'NCName', 'NMTOKEN']),
  terms.constant(`${namespaces.rdf}JSON`),
]);
/** The calendar and the clock are not looked at. */
const checkedLoosely = new Set<TermId>(
  xsdIris(['date', 'dateTime', 'dateTimeStamp', 'time', 'gMonth', 'gYearMonth']),
);

function isExactDouble(lexical: string): boolean {
  return lexical.replace(/[^0-9]/g, '').length <= 15;
}

/** A dateTime with and one without time zone can be compared when they are far apart, which the engine does not know. */
function differsByZone(a: TermId, b: TermId): boolean {
  const [left, right] = [literalValue(a), literalValue(b)];
  if (left?.kind !== 'moment' || right?.kind !== 'moment') return false;
  return left.zoned !== right.zoned && compareValues(left, right) !== undefined;
}

function isAstral(text: string): boolean {
  return /[\ud800-\udfff]/.test(text);
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
    default:
      return [path.path];
  }
}
