import { memoized } from '../../base/memoized.ts';
import { orList } from '../../base/wordSearch.ts';
import type { Graph } from '../../rdf/graph.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { termWithText } from '../../rdf/literals/literalText.ts';
import { compareTerms } from '../../rdf/termOrder.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf, rdfs } from '../../rdf/vocab.ts';
import { allowedAt } from '../../shacl/components/closed.ts';
import { requiredRefsOf } from '../../shacl/components/shapeRefs.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { withOrphanedBlankNodes } from '../drafts/detachments.ts';
import { isEditable, usesOf } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { type Fix, fixOfChange } from '../drafts/fix.ts';
import type { Goal } from '../drafts/goal.ts';
import { acceptorAt, constraintsOfKind, requirementsAt } from '../drafts/requirements.ts';
import { labelProperties } from '../evidence/nameProperties.ts';
import { isPartSequenceIn, nameParts, propertyDistance } from '../evidence/nameSimilarity.ts';
import { labelsOf, type NearMatch, nearestNames } from '../evidence/nearestNames.ts';
import { awaitedLike } from '../slips/misstatements.ts';
import { beginsOtherwise } from '../slips/oneTypo.ts';
import type { ComponentRepair } from './component.ts';
import { nameOf, nearbyText } from './violate/nearbyTerms.ts';
import { slipsOf } from './violate/typingSlips.ts';
import { inventedFix, type ViolationGoal, valuesAt } from './violate/violationEdits.ts';

/** Moves the value to the intended property, or removes the statement. */
const closedRepair: ComponentRepair<'closed'> = {
  offers: [
    'the allowed property that was evidently meant, by its name or by an ontology',
    'the allowed property that is missing and that the value fits',
    'removing the statement',
  ],
  *fixes(goal) {
    const statement = statementOf(goal);
    if (statement === undefined || !isEditable(goal.draft, statement)) return;
    const { draft } = goal;
    const awaited = awaitedProperty(goal, statement);
    const tried = new Set<TermId>();
    for (const meant of [
      ...(awaited === undefined ? [] : [awaited]),
      ...namedAlike(goal, statement),
      ...related(goal, statement),
      ...missing(goal, statement),
    ]) {
      if (tried.has(meant.predicate)) continue;
      tried.add(meant.predicate);
      yield* restated(goal, statement, awaited === undefined ? meant : besideAwaited(meant, awaited));
    }
    const removed = withOrphanedBlankNodes(draft, [statement]);
    if (removed) yield fixOfChange({ added: [], removed }, 'removal');
  },
  /**
   * Adds a statement with a property that the data uses and the shape does not allow, the most frequent one first, or a
   * remark; or misspells a property of the node.
   */
  *violationEdits(goal) {
    const { constraint, draft } = goal;
    const { graph } = draft;
    const strange = strangeProperties(goal);
    for (const node of valuesAt(goal)) {
      if (terms.isLiteral(node)) continue;
      for (const predicate of strange) {
        const object = valueFor(node, predicate, goal);
        if (object === undefined || graph.has(node, predicate, object)) continue;
        yield fixOfChange({ added: [{ subject: node, predicate, object }], removed: [] }, 'placeholder');
      }
      const remark = remarks.find((each) => !constraint.allowed.has(each));
      const object = terms.literal(nameOf(node, goal) || nearbyText(goal));
      if (remark !== undefined && !graph.has(node, remark, object)) {
        yield inventedFix({ added: [{ subject: node, predicate: remark, object }], removed: [] }, object);
      }
      yield* mistypedProperties(node, goal);
    }
  },
  violatedBy: 'refusedValue',
  unknown({ allowed }, { path, property, term, labels }) {
    const like = property === undefined ? [] : allowedLike(property, allowed, labels);
    return like.length === 0
      ? `${path} is not allowed by the shape, and no allowed property has a similar name`
      : `${path} is not allowed by the shape, and the files don't say whether ${orList(like.map(term))} is meant`;
  },
};

/** The allowed properties whose names a property may misspell; else those with which it shares words, as `title` and `titleText` do. */
function allowedLike(
  property: TermId,
  allowed: ReadonlySet<TermId>,
  labels: (node: TermId) => readonly string[],
): readonly TermId[] {
  const near = nearestAllowed(property, allowed, labels).map(({ item }) => item);
  if (near.length > 0) return near;
  const name = nameParts(localName(terms.value(property)));
  const alike = [...allowed].filter((other) => {
    const parts = nameParts(localName(terms.value(other)));
    return isPartSequenceIn(name, parts) || isPartSequenceIn(parts, name);
  });
  return alike.slice(0, mostNamed);
}

const mostNamed = 3;

function nearestAllowed(
  property: TermId,
  allowed: ReadonlySet<TermId>,
  labels: (node: TermId) => readonly string[],
): readonly NearMatch<TermId>[] {
  const namesOf = (id: TermId) => [localName(terms.value(id)), ...labels(id)];
  return nearestNames(localName(terms.value(property)), allowed, namesOf, (name, other) =>
    differInNumber(name, other) ? 1 : propertyDistance(name, other),
  );
}

/** A shorter name with an s is often a different word: new and news. */
const leastWord = 5;

/** True for names of which one is the plural of the other, and which may well mean different things: glass and glasses. */
function differInNumber(one: string, other: string): boolean {
  const [singular, plural] = one.length < other.length ? [one, other] : [other, one];
  return singular.length >= leastWord && (plural === `${singular}s` || plural === `${singular}es`);
}

/** The same as for a closed shape that allows what the shapes of the node's classes describe. */
const closedByTypesRepair: ComponentRepair<'closedByTypes'> = {
  ...closedRepair,
  offers: [...closedRepair.offers, 'the class whose shapes describe the property'],
  *fixes({ constraint, ...goal }) {
    const { draft, violation } = goal;
    const { focusNode, path, resultPath, value } = violation;
    const nodes = path === undefined ? [focusNode] : draft.evaluator.values(focusNode, path);
    const node = nodes.find((each) => draft.graph.has(each, resultPath!, value!)) ?? focusNode;
    const types = draft.graph.objects(node, rdf.type);
    const allowed = allowedAt(constraint, types, (id) => draft.search.classes.subclasses(id));
    yield* closedRepair.fixes({ ...goal, constraint: { ...constraint, kind: 'closed', allowed } });
    for (const [type, properties] of constraint.ofClasses) {
      if (!properties.has(resultPath!)) continue;
      const added = [{ subject: node, predicate: rdf.type, object: type }];
      const words = `the shapes of ${draft.search.term(type)} describe ${draft.search.term(resultPath!)}`;
      yield fixOfChange({ added, removed: [] }, 'plausible', { kind: 'property', words });
    }
  },
  /** A property that no shape of any class describes. */
  violationEdits({ constraint, ...goal }) {
    const allowed = new Set([
      ...constraint.allowed,
      ...constraint.ofClasses.flatMap(([, properties]) => [...properties]),
    ]);
    return closedRepair.violationEdits({ ...goal, constraint: { ...constraint, kind: 'closed', allowed } });
  },
  unknown: (_, { path }) => `no shape of the classes of ${path} describes the property`,
};

/** The disallowed statement: of the focus node, or of one of its values for property shapes. */
function statementOf({ constraint, draft, violation }: Goal<'closed'>): Triple | undefined {
  const { focusNode, resultPath, sourceShape, value } = violation;
  if (resultPath === undefined || value === undefined) return undefined;
  const path = draft.search.shapes.get(sourceShape)?.path;
  const nodes = path === undefined ? [focusNode] : draft.evaluator.values(focusNode, path);
  return nodes
    .map((subject) => ({ subject, predicate: resultPath, object: value }))
    .find(
      ({ subject, predicate, object }) =>
        draft.graph.has(subject, predicate, object) && !constraint.allowed.has(predicate),
    );
}

/** A property that may have been intended. */
interface Meant {
  readonly predicate: TermId;
  readonly inverse: boolean;
  readonly support: Fix['support'];
  readonly words: string;
  /** What speaks for another one. */
  readonly rival?: string;
}

function* namedAlike({ constraint, draft }: Goal<'closed'>, { subject, predicate }: Triple): Iterable<Meant> {
  const { graph, search } = draft;
  const near = nearestAllowed(predicate, constraint.allowed, (node) => labelsOf(graph, node));
  const [best, second] = near;
  if (best === undefined) return;
  // A property that some file describes is not a typo, however similar its name.
  const isTypo = graph.outgoing(predicate).length === 0;
  const isClear = isTypo && (second === undefined || second.distance > best.distance);
  for (const { item, distance } of near) {
    const [own, allowed] = [localName(terms.value(predicate)), localName(terms.value(item))];
    const isOtherNumber = differInNumber(own, allowed);
    const isOtherWord = beginsOtherwise(own, allowed);
    // Both belong to one vocabulary, and never occur together.
    if (isOtherNumber && (!haveSameNamespace(predicate, item) || graph.objects(subject, item).length > 0))
      continue;
    const name = search.term(item);
    yield {
      predicate: item,
      inverse: false,
      support: isClear && item === best.item && !isOtherNumber && !isOtherWord ? 'attested' : 'plausible',
      words: distance === 0 ? `the allowed ${name} has the same name` : `the nearest allowed name is ${name}`,
    };
  }
}

function haveSameNamespace(one: TermId, other: TermId): boolean {
  return namespaceOf(terms.value(one)) === namespaceOf(terms.value(other));
}

const equivalentProperty = terms.constant(`${namespaces.owl}equivalentProperty`);

/** Properties that an ontology declares as equivalent, broader, narrower or inverse. */
function* related({ constraint, draft }: Goal<'closed'>, { predicate }: Triple): Iterable<Meant> {
  const { graph, search } = draft;
  const both = (property: TermId) => [
    ...graph.objects(predicate, property),
    ...graph.subjects(property, predicate),
  ];
  const say = (id: TermId, property: string, support: Fix['support'], inverse = false): Meant => ({
    predicate: id,
    inverse,
    support,
    words: `${search.term(predicate)} ${property} ${search.term(id)}`,
  });
  for (const id of both(equivalentProperty)) {
    if (constraint.allowed.has(id)) yield say(id, 'is an owl:equivalentProperty of', 'attested');
  }
  for (const id of graph.objects(predicate, rdfs.subPropertyOf)) {
    if (constraint.allowed.has(id)) yield say(id, 'is an rdfs:subPropertyOf', 'plausible');
  }
  for (const id of both(owl.inverseOf)) yield say(id, 'is an owl:inverseOf of', 'attested', true);
}

/** The only required property that has no value yet and accepts this one, and no other one that is not allowed. */
function* missing(goal: Goal<'closed'>, { subject, predicate: own, object }: Triple): Iterable<Meant> {
  const { constraint, draft } = goal;
  const { graph } = draft;
  const mayBeRequired = requiredIn(draft.search.shapes);
  const fitting = [...constraint.allowed].filter((predicate) => {
    if (!mayBeRequired.has(predicate) || graph.objects(subject, predicate).length > 0) return false;
    const place = placeFor(goal, subject, predicate);
    const { unfolded } = requirementsAt(draft, place.focusNode, place.path, place.shape);
    return constraintsOfKind(unfolded, 'minCount').length > 0 && acceptorAt(draft, place)(object);
  });
  const [only, ...others] = fitting;
  if (only === undefined || others.length > 0) return;
  const accepts = acceptorAt(draft, placeFor(goal, subject, only));
  const isRival = ({ constraint: { kind }, resultPath, value }: Violation) =>
    kind === 'closed' && resultPath !== own && value !== undefined && accepts(value);
  if (draft.search.recorded.resultsAbout(subject).some(isRival)) return;
  const words = `${draft.search.term(only)} is missing and may have this value`;
  yield { predicate: only, inverse: false, support: 'plausible', words };
}

/** The only allowed property of which another result says that it is missing, where the value would do. */
function awaitedProperty(
  { constraint, draft }: Goal<'closed'>,
  { subject, predicate: own, object }: Triple,
): Meant | undefined {
  const [only, ...others] = awaitedLike(own, subject, draft).flatMap(({ path, sourceShape }) =>
    constraint.allowed.has(path.predicate) &&
    acceptorAt(draft, { focusNode: subject, path, shape: sourceShape })(object)
      ? path.predicate
      : [],
  );
  if (only === undefined || others.length > 0) return undefined;
  const words = `${draft.search.term(only)} is missing and may have this value`;
  return { predicate: only, inverse: false, support: 'plausible', words };
}

/** Another property than the one that is missing is a guess. */
function besideAwaited(meant: Meant, { predicate, words }: Meant): Meant {
  return meant.predicate === predicate ? meant : { ...meant, support: 'plausible', rival: words };
}

/** The properties of which some shape may ask for a value. */
const requiredIn = memoized(
  ({ shapes }: ShapesGraph): ReadonlySet<TermId> =>
    new Set(
      shapes.flatMap(({ path, constraints }) => {
        const mayAsk = constraints.some(
          (each) => each.kind === 'minCount' || (each.kind !== 'property' && requiredRefsOf(each).length > 0),
        );
        return mayAsk && path?.kind === 'predicate' ? [path.predicate] : [];
      }),
    ),
);

function* restated(
  goal: Goal<'closed'>,
  statement: Triple,
  { predicate, inverse, support, words, rival }: Meant,
): Iterable<Fix> {
  const evidence: EvidenceItem[] = [{ kind: 'property', words }];
  if (rival !== undefined) evidence.push({ kind: 'competing', words: rival });
  const { draft } = goal;
  const { subject, object } = statement;
  if (inverse && terms.isLiteral(object)) return;
  const added = inverse ? { subject: object, predicate, object: subject } : { subject, predicate, object };
  if (draft.graph.has(added.subject, predicate, added.object)) {
    const said = `${draft.search.term(predicate)} says it already`;
    yield fixOfChange({ added: [], removed: [statement] }, 'attested', { kind: 'duplicate', words: said });
    return;
  }
  const change = { added: [added], removed: [statement] };
  if (inverse) {
    yield fixOfChange(change, support, evidence);
    return;
  }
  const { path, shape } = placeFor(goal, subject, predicate);
  const { unfolded } = requirementsAt(draft, subject, path, shape);
  const count = draft.graph.objects(subject, predicate).length;
  if (constraintsOfKind(unfolded, 'maxCount').some((limit) => limit.count <= count)) return;
  // A value that does not fit may fit after further repairs, which is less certain.
  const fits = acceptorAt(draft, { focusNode: subject, path, shape })(object);
  yield fixOfChange(change, fits || support !== 'attested' ? support : 'plausible', evidence);
}

/** The place of the allowed property's values, as seen by the property shape beside the closed one. */
function placeFor({ draft, violation }: Goal<'closed'>, focusNode: TermId, predicate: TermId) {
  const shape = propertyShapesIn(draft.search.shapes)(violation.sourceShape).get(predicate);
  return { focusNode, path: { kind: 'predicate', predicate }, shape } as const;
}

/** The first property shape for each property beside a constraint of a shape. */
const propertyShapesIn = memoized((shapes: ShapesGraph) => {
  const known = new Map<TermId, ReadonlyMap<TermId, TermId>>();
  return (owner: TermId): ReadonlyMap<TermId, TermId> => {
    let found = known.get(owner);
    if (found === undefined) {
      const refs = constraintsOfKind(shapes.get(owner)?.constraints ?? [], 'property');
      const pairs = refs.flatMap(({ shapeRef }) => {
        const path = shapes.get(shapeRef)?.path;
        return path?.kind === 'predicate' ? [[path.predicate, shapeRef] as const] : [];
      });
      // The first of several counts.
      found = new Map(pairs.reverse());
      known.set(owner, found);
    }
    return found;
  };
});

/** What people write about anything, whatever the shapes say. */
const remarks: readonly TermId[] = [
  rdfs.comment,
  terms.constant(`${namespaces.rdfs}seeAlso`),
  terms.constant('http://www.w3.org/2004/02/skos/core#note'),
  terms.constant(`${namespaces.owl}versionInfo`),
];

/**
 * The properties of the data that the shape does not allow: first those that no shape mentions and that describe
 * individuals.
 */
function strangeProperties({ constraint, draft: { search } }: ViolationGoal<'closed'>): readonly TermId[] {
  const strange = propertiesOf(search.input.dataGraph).filter((each) => !constraint.allowed.has(each));
  const rank = (predicate: TermId) =>
    (isAboutClasses(predicate) ? 2 : 0) + (search.shapes.graph.incoming(predicate).length > 0 ? 1 : 0);
  return strange.toSorted((a, b) => rank(a) - rank(b));
}

const aboutThings: ReadonlySet<TermId> = new Set([rdfs.label, ...remarks]);

/** True for properties of RDFS, OWL and SHACL that describe classes and properties. */
function isAboutClasses(predicate: TermId): boolean {
  if (aboutThings.has(predicate)) return false;
  const iri = terms.value(predicate);
  return [namespaces.rdf, namespaces.rdfs, namespaces.owl, namespaces.sh].some((each) =>
    iri.startsWith(each),
  );
}

const known = new WeakMap<Graph, readonly TermId[]>();

/** All properties of a graph, the most frequent ones first. */
function propertiesOf(graph: Graph): readonly TermId[] {
  let properties = known.get(graph);
  if (properties === undefined) {
    const counts = new Map<TermId, number>();
    for (const { predicate } of graph.triples()) counts.set(predicate, (counts.get(predicate) ?? 0) + 1);
    properties = [...counts].sort(([a, m], [b, n]) => n - m || compareTerms(a, b)).map(([each]) => each);
    known.set(graph, properties);
  }
  return properties;
}

const maxUses = 50;

/** The value that a property has elsewhere; a label is the name of the node itself. */
function valueFor(node: TermId, predicate: TermId, goal: ViolationGoal): TermId | undefined {
  const value = usesOf(goal.draft, predicate, maxUses).find(
    ({ object }) => object !== node && !terms.isBlank(object),
  )?.object;
  const name = labelProperties.includes(predicate) ? nameOf(node, goal) : '';
  return name === '' || value === undefined || !terms.isLiteral(value) ? value : termWithText(value, name);
}

function* mistypedProperties(node: TermId, goal: ViolationGoal<'closed'>): Iterable<Fix> {
  const { constraint, draft } = goal;
  for (const triple of draft.graph.outgoing(node)) {
    if (triple.predicate === rdf.type || !isEditable(draft, triple)) continue;
    const predicate = slipsOf(triple.predicate, goal).find((slip) => !constraint.allowed.has(slip));
    if (predicate === undefined || terms.isBlank(triple.object)) continue;
    yield inventedFix({ added: [{ ...triple, predicate }], removed: [triple] }, predicate);
  }
}

/** By the kind of the constraint. */
export const closedRepairs = {
  closed: closedRepair,
  closedByTypes: closedByTypesRepair,
};
