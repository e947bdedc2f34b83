import { boundedEditDistance } from '../../base/editDistance.ts';
import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { localName } from '../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { owl, rdf, rdfs, sh, xsd } from '../../rdf/vocab.ts';
import { areTermsInOrder } from '../../shacl/components/range.ts';
import { commonPattern, extremes } from '../../shacl/draft/commonPattern.ts';
import { nearestTerm } from '../../shacl/idleTargets.ts';
import { ownStatements } from '../../shacl/lint/lintedFile.ts';
import { readList } from '../../shacl/model/reading.ts';
import type {
  Constraint,
  ConstraintKind,
  ConstraintOf,
  PairKind,
  RangeKind,
  Shape,
} from '../../shacl/model/shape.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import { newBlankNode } from '../../sparql/termCodec.ts';

/** A change of a shapes graph that may remove results. */
export interface ShapeChange {
  /** A corrected name, more allowed values, a lower severity, or a weaker requirement. */
  readonly kind: 'name' | 'relax' | 'severity' | 'drop' | 'deactivate';
  readonly title: string;
  readonly delta: GraphDelta;
}

/** The results of one constraint, with the nodes and values that its shape judges. */
export interface JudgedConstraint {
  readonly constraint: Constraint;
  readonly shape: Shape;
  readonly violations: readonly Violation[];
  /** The values that the shape judges at each of its focus nodes, which takes time where these are many. */
  judged(): ReadonlyMap<TermId, readonly TermId[]>;
  readonly shapesGraph: Graph;
  readonly data: Graph;
  readonly classGraph: Graph;
  readonly term: TermPrinter;
}

/** By the kind of the constraint. Other kinds have no such change. */
type Ways = {
  readonly [Kind in ConstraintKind]?: (constraint: ConstraintOf<Kind>) => Iterable<ShapeChange>;
};

function changesOf(constraint: Constraint, ways: Ways): Iterable<ShapeChange> {
  const way: ((constraint: never) => Iterable<ShapeChange>) | undefined = ways[constraint.kind];
  return way?.(constraint as never) ?? [];
}

/**
 * Changes of a shape that may remove the results of one of its constraints, the smallest first. None is proven.
 *
 * @param within what its values violate in the shapes that the constraint refers to.
 */
export function* shapeChanges(
  about: JudgedConstraint,
  within: readonly JudgedConstraint[],
): Iterable<ShapeChange> {
  const { constraint, shape, shapesGraph, term } = about;
  const { shape: subject, parameter, parameterValue } = constraint;
  for (const each of [about, ...within]) yield* respeltNames(each);
  for (const each of [about, ...within]) yield* relaxed(each);
  const stated = shapesGraph
    .objects(shape.id, sh.severity)
    .map((object) => triple(shape.id, sh.severity, object));
  if (shape.severity === sh.Violation)
    yield {
      kind: 'severity',
      title: `Make all results of ${nameOf(shape, term)} warnings`,
      delta: { removed: stated, added: [triple(shape.id, sh.severity, sh.Warning)] },
    };
  const asked = triple(subject, parameter, parameterValue);
  if (constraint.kind !== 'sparql')
    yield {
      kind: 'drop',
      title: `Drop ${term(parameter)}${inShape(shape, term)}`,
      delta: { removed: [asked, ...ownStatements(shapesGraph, parameterValue)], added: [] },
    };
  yield {
    kind: 'deactivate',
    title: `Deactivate ${nameOf(shape, term)}`,
    delta: { removed: [], added: [triple(shape.id, sh.deactivated, terms.literal('true', xsd.boolean))] },
  };
}

function nameOf({ id, pathTerm }: Shape, term: TermPrinter): string {
  if (!terms.isBlank(id)) return term(id);
  return pathTerm === undefined || terms.isBlank(pathTerm) ? 'the shape' : `the shape for ${term(pathTerm)}`;
}

function inShape({ id, pathTerm }: Shape, term: TermPrinter): string {
  if (pathTerm !== undefined && terms.isIri(pathTerm)) return ` of ${term(pathTerm)}`;
  return terms.isBlank(id) ? '' : ` in ${term(id)}`;
}

const triple = (subject: TermId, predicate: TermId, object: TermId): Triple => ({
  subject,
  predicate,
  object,
});

/** Names and values of the shape that the data never use, next to one that they use in their place. None is proven. */
export function* respeltNames(about: JudgedConstraint): Iterable<ShapeChange> {
  const { constraint, shape, judged, data, classGraph, shapesGraph, violations, term } = about;
  const respelt = function* (
    { subject, predicate, object }: Triple,
    candidates: Iterable<TermId>,
  ): Iterable<ShapeChange> {
    const right = nearestTerm(object, candidates, mostTypos(localName(terms.value(object))));
    if (right === undefined) return;
    yield {
      kind: 'name',
      title: `Change ${term(object)} to ${term(right)} in the shape`,
      delta: { removed: [triple(subject, predicate, object)], added: [triple(subject, predicate, right)] },
    };
  };
  const usedAt = (nodes: Iterable<TermId>) => {
    const found = new Set<TermId>();
    for (const node of nodes) data.forEachOutgoing(node, (predicate) => found.add(predicate));
    return found;
  };
  const isUnused = (property: TermId) => {
    for (const _ of data.withPredicate(property)) return false;
    return true;
  };
  const { pathTerm } = shape;
  if (pathTerm !== undefined && terms.isIri(pathTerm) && isUnused(pathTerm))
    yield* respelt(triple(shape.id, sh.path, pathTerm), usedAt(judged().keys()));
  function* compared({ parameter, parameterValue: id }: ConstraintOf<PairKind>): Iterable<ShapeChange> {
    if (terms.isIri(id) && isUnused(id))
      yield* respelt(triple(shape.id, parameter, id), usedAt(judged().keys()));
  }
  const ways: Ways = {
    *closed() {
      const extra = violations.flatMap(({ resultPath }) => (resultPath === undefined ? [] : [resultPath]));
      for (const property of shapesGraph.objects(shape.id, sh.property))
        for (const path of shapesGraph.objects(property, sh.path))
          if (terms.isIri(path) && isUnused(path)) yield* respelt(triple(property, sh.path, path), extra);
    },
    equals: compared,
    disjoint: compared,
    subsetOf: compared,
    lessThan: compared,
    lessThanOrEquals: compared,
    *class(constraint) {
      const { class: wanted } = constraint;
      if (
        data.subjects(rdf.type, wanted).length > 0 ||
        classGraph.subjects(rdfs.subClassOf, wanted).length > 0
      )
        return;
      const types = [...typesOf(valuesOf(violations), classGraph).keys()];
      yield* respelt(triple(shape.id, sh.class, wanted), types);
    },
    *in({ members }) {
      const [value, ...others] = valuesOf(violations);
      if (value === undefined || others.length > 0) return;
      const near = members.filter((member) => areAlike(member, value));
      if (near.length === 0) return;
      const used = new Set([...judged().values()].flat());
      const unused = near.find((member) => !used.has(member));
      if (unused !== undefined) yield* respeltMember(about, unused, value);
    },
    *languageIn({ parameterValue }) {
      const [tag, ...others] = new Set(valuesOf(violations).map((value) => terms.language(value)));
      if (tag === undefined || tag === '' || others.length > 0) return;
      const used = new Set([...judged().values()].flat().map((value) => terms.language(value)));
      const unused = (readList(shapesGraph, parameterValue) ?? []).find(
        (member) => !used.has(terms.value(member)) && boundedEditDistance(terms.value(member), tag, 1) <= 1,
      );
      if (unused !== undefined) yield* respeltMember(about, unused, terms.literal(tag));
    },
    *datatype(constraint) {
      if (known.has(constraint.datatype)) return;
      const used = valuesOf(violations).flatMap((value) => terms.datatype(value) ?? []);
      yield* respelt(triple(shape.id, sh.datatype, constraint.datatype), used);
    },
    *hasValue(constraint) {
      if (data.incoming(constraint.value).length > 0) return;
      const used = [...judged().values()].flat();
      yield* respelt(triple(shape.id, sh.hasValue, constraint.value), used);
    },
  };
  yield* changesOf(constraint, ways);
}

/** With more, or in a short name, it would be a different word. */
function mostTypos(name: string): number {
  return name.length < 4 ? 0 : name.length < 7 ? 1 : 2;
}

const known: ReadonlySet<TermId> = new Set(Object.values(xsd));

function valuesOf(violations: readonly Violation[]): readonly TermId[] {
  return [...new Set(violations.flatMap(({ value }) => value ?? []))];
}

/** The classes of some nodes, those above them included, with how many are instances of each. */
function typesOf(nodes: readonly TermId[], classGraph: Graph): ReadonlyMap<TermId, number> {
  const counts = new Map<TermId, number>();
  for (const node of nodes) {
    const reached = new Set(classGraph.objects(node, rdf.type));
    for (const each of reached)
      for (const above of classGraph.objects(each, rdfs.subClassOf)) reached.add(above);
    for (const each of reached)
      if (terms.isIri(each) && !tooWide.has(each)) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return counts;
}

const tooWide: ReadonlySet<TermId> = new Set([owl.Thing, owl.NamedIndividual, rdfs.Resource]);

/** The weakest change that allows the existing values. */
function* relaxed(about: JudgedConstraint): Iterable<ShapeChange> {
  const { constraint, shape, violations, shapesGraph, term } = about;
  const { parameter, parameterValue } = constraint;
  const asked = triple(constraint.shape, parameter, parameterValue);
  const judged = about.judged();
  const failing = valuesOf(violations);
  const values = [...new Set([...judged.values()].flat())];
  const exchanged = (object: TermId, as = parameter, verb = 'Change'): ShapeChange => ({
    kind: 'relax',
    title: `${verb} ${term(parameter)}${inShape(shape, term)} from ${term(parameterValue)} to ${as === parameter ? '' : `${term(as)} `}${term(object)}`,
    delta: { removed: [asked], added: [triple(constraint.shape, as, object)] },
  });
  const number = (count: number) => terms.literal(String(count), xsd.integer);
  function* counted(constraint: ConstraintOf<'minCount' | 'maxCount'>): Iterable<ShapeChange> {
    const counts = violations.map(({ focusNode }) => judged.get(focusNode)?.length ?? 0);
    const { least, most } = extremes(counts);
    if (constraint.kind === 'maxCount') yield exchanged(number(most), parameter, 'Raise');
    else if (least > 0) yield exchanged(number(least), parameter, 'Lower');
  }
  function* ofLength(constraint: ConstraintOf<'minLength' | 'maxLength'>): Iterable<ShapeChange> {
    const { least, most } = extremes(failing.map((value) => [...terms.value(value)].length));
    if (constraint.kind === 'maxLength') yield exchanged(number(most), parameter, 'Raise');
    else yield exchanged(number(least), parameter, 'Lower');
  }
  function* bounded(
    constraint: ConstraintOf<'minInclusive' | 'minExclusive' | 'maxInclusive' | 'maxExclusive'>,
  ): Iterable<ShapeChange> {
    const [end, verb]: readonly [RangeKind, string] = constraint.kind.startsWith('min')
      ? ['minInclusive', 'Lower']
      : ['maxInclusive', 'Raise'];
    const outermost = failing.find((value) => failing.every((other) => areTermsInOrder(end, other, value)));
    if (outermost !== undefined) yield exchanged(outermost, sh[end], verb);
  }
  function* listed(constraint: ConstraintOf<'in' | 'languageIn'>): Iterable<ShapeChange> {
    const more =
      constraint.kind === 'in'
        ? failing
        : [...new Set(failing.map((value) => terms.language(value)))].map((tag) => terms.literal(tag));
    if (more.length === 0 || more.length > mostAdded) return;
    yield {
      kind: 'relax',
      title: `Add ${more.map((each) => term(each)).join(', ')} to ${term(parameter)}${inShape(shape, term)}`,
      delta: appended(shapesGraph, asked, more),
    };
  }
  const ways: Ways = {
    minCount: counted,
    maxCount: counted,
    minLength: ofLength,
    maxLength: ofLength,
    minInclusive: bounded,
    minExclusive: bounded,
    maxInclusive: bounded,
    maxExclusive: bounded,
    *pattern(constraint) {
      const texts = values.filter((value) => !terms.isBlank(value)).map((value) => terms.value(value));
      if (constraint.flags === '')
        yield {
          kind: 'relax',
          title: `Let ${term(parameter)}${inShape(shape, term)} match in upper and lower case (sh:flags "i")`,
          delta: { removed: [], added: [triple(constraint.shape, sh.flags, terms.literal('i'))] },
        };
      const common = commonPattern(texts);
      if (common !== undefined) yield exchanged(terms.literal(common));
    },
    *datatype(constraint) {
      const used = [...new Set(failing.map((value) => terms.datatype(value)))];
      if (!used.every((each) => each !== undefined)) return;
      const others = used.filter((each) => each !== constraint.datatype);
      const isUsed = values.some((value) => terms.datatype(value) === constraint.datatype);
      if (others.length === 1 && !isUsed) yield exchanged(others[0]!);
      if (others.length > 0) yield alternatives(about, [constraint.datatype, ...others]);
    },
    *class(constraint) {
      const all = typesOf(values, about.classGraph);
      const common = [...all].filter(([, count]) => count === values.length).map(([type]) => type);
      const [nearest] = mostSpecific(common, about.classGraph);
      if (nearest !== undefined) yield exchanged(nearest);
      const ofFailing = [...typesOf(failing, about.classGraph)].filter(
        ([, count]) => count === failing.length,
      );
      const [type] = mostSpecific(
        ofFailing.map(([each]) => each),
        about.classGraph,
      );
      if (type !== undefined) yield alternatives(about, [constraint.class, type]);
    },
    *nodeKind() {
      const kinds = new Set(values.map(kindOf));
      const allowed = nodeKinds.filter(([, members]) => [...kinds].every((kind) => members.includes(kind)));
      for (const [kind] of allowed.slice(0, 1)) yield exchanged(kind);
    },
    in: listed,
    languageIn: listed,
    *hasValue() {
      const shared = (judged.get(violations[0]!.focusNode) ?? []).filter((value) =>
        [...judged.values()].every((held) => held.includes(value)),
      );
      for (const value of shared.slice(0, 1)) yield exchanged(value);
    },
    *closed() {
      const extra = [...new Set(violations.flatMap(({ resultPath }) => resultPath ?? []))];
      const [list] = shapesGraph.objects(shape.id, sh.ignoredProperties);
      if (extra.length > mostAdded) return;
      yield {
        kind: 'relax',
        title: `Add ${extra.map((each) => term(each)).join(', ')} to sh:ignoredProperties${inShape(shape, term)}`,
        delta:
          list === undefined
            ? newList(shape.id, sh.ignoredProperties, extra)
            : appended(shapesGraph, triple(shape.id, sh.ignoredProperties, list), extra),
      };
    },
    *lessThan(constraint) {
      yield exchanged(constraint.parameterValue, sh.lessThanOrEquals);
    },
    *qualifiedMinCount(constraint) {
      if (constraint.count > 1) yield exchanged(number(constraint.count - 1), parameter, 'Lower');
    },
    *qualifiedMaxCount(constraint) {
      yield exchanged(number(constraint.count + 1), parameter, 'Raise');
    },
    *xone(constraint) {
      yield {
        kind: 'relax',
        title: `Change sh:xone${inShape(shape, term)} to sh:or`,
        delta: { removed: [asked], added: [triple(constraint.shape, sh.or, parameterValue)] },
      };
    },
  };
  yield* changesOf(constraint, ways);
}

/** Adding more members to a list is not a small change. */
const mostAdded = 8;

type NodeKind = 'iri' | 'blank' | 'literal';

function kindOf(value: TermId): NodeKind {
  return terms.isLiteral(value) ? 'literal' : terms.isBlank(value) ? 'blank' : 'iri';
}

/** The narrowest first. */
const nodeKinds: readonly (readonly [TermId, readonly NodeKind[]])[] = [
  [sh.IRI, ['iri']],
  [sh.Literal, ['literal']],
  [sh.BlankNode, ['blank']],
  [sh.BlankNodeOrIRI, ['blank', 'iri']],
  [sh.IRIOrLiteral, ['iri', 'literal']],
  [sh.BlankNodeOrLiteral, ['blank', 'literal']],
];

/** Classes below others come first. */
function mostSpecific(classes: readonly TermId[], classGraph: Graph): readonly TermId[] {
  return classes.filter((each) =>
    classes.every((other) => other === each || !classGraph.has(other, rdfs.subClassOf, each)),
  );
}

/** Replaces a member of sh:in with a value. */
function* respeltMember(
  { constraint, shapesGraph, term }: JudgedConstraint,
  near: TermId,
  value: TermId,
): Iterable<ShapeChange> {
  for (
    let cell = constraint.parameterValue;
    cell !== rdf.nil;
    cell = shapesGraph.objects(cell, rdf.rest)[0]!
  ) {
    if (!shapesGraph.has(cell, rdf.first, near)) continue;
    yield {
      kind: 'name',
      title: `Change ${term(near)} to ${term(value)} in the shape`,
      delta: { removed: [triple(cell, rdf.first, near)], added: [triple(cell, rdf.first, value)] },
    };
    return;
  }
}

/** Numbers and short codes next to one another have different meanings. */
function areAlike(one: TermId, other: TermId): boolean {
  if (terms.isIri(one)) return terms.isIri(other) && nearestTerm(one, [other], 2) !== undefined;
  if (terms.datatype(one) !== terms.datatype(other) || terms.datatype(one) !== xsd.string) return false;
  const [text, found] = [terms.value(one).toLowerCase(), terms.value(other).toLowerCase()];
  const most = mostTypos(text);
  return most > 0 && boundedEditDistance(text, found, most) <= most;
}

/** An sh:or of values of the same parameter in place of one of them. */
function alternatives(
  { constraint, shape, term }: JudgedConstraint,
  choices: readonly TermId[],
): ShapeChange {
  const { parameter, parameterValue } = constraint;
  const members = choices.map((_, i) => newBlankNode(`choice${i}`));
  const list = newList(constraint.shape, sh.or, members);
  const options = choices.map((choice) => term(choice)).join(' or ');
  return {
    kind: 'relax',
    title: `Allow ${options} as ${term(parameter)}${inShape(shape, term)}`,
    delta: {
      removed: [triple(constraint.shape, parameter, parameterValue)],
      added: [...list.added, ...choices.map((choice, i) => triple(members[i]!, parameter, choice))],
    },
  };
}

function newList(subject: TermId, predicate: TermId, members: readonly TermId[]): GraphDelta {
  const cells = members.map((_, i) => newBlankNode(`cell${i}`));
  const added = members.flatMap((member, i) => [
    triple(cells[i]!, rdf.first, member),
    triple(cells[i]!, rdf.rest, cells[i + 1] ?? rdf.nil),
  ]);
  return { removed: [], added: [triple(subject, predicate, cells[0] ?? rdf.nil), ...added] };
}

/** A list with more members at its end. */
function appended(
  graph: Graph,
  { subject, predicate, object }: Triple,
  members: readonly TermId[],
): GraphDelta {
  if (object === rdf.nil) {
    const list = newList(subject, predicate, members);
    return { removed: [triple(subject, predicate, object)], added: list.added };
  }
  let last = object;
  for (let next = graph.objects(last, rdf.rest)[0]; next !== undefined && next !== rdf.nil; ) {
    last = next;
    next = graph.objects(last, rdf.rest)[0];
  }
  return {
    removed: [triple(last, rdf.rest, rdf.nil)],
    added: newList(last, rdf.rest, members).added,
  };
}
