import { seededRandom, seedOf, shuffled } from '../../base/random.ts';
import type { Graph } from '../../rdf/graph.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf, rdfs, sh, xsd } from '../../rdf/vocab.ts';
import { areTermsInOrder } from '../components/range.ts';
import { commonPattern, extremes } from './commonPattern.ts';
import {
  type DraftedConstraint,
  describedClasses,
  statedConstraints,
  statedDomain,
} from './ontologyDrafts.ts';

/** Shapes to which the present data conform: their requirements are guesses at what was meant. */
export interface DraftedShape {
  /** The class whose instances the shape is for. */
  readonly class: TermId;
  readonly nodes: number;
  readonly properties: readonly DraftedProperty[];
  /** All properties that the nodes have, rdf:type among them. */
  readonly used: readonly TermId[];
  /** Classes that all of the nodes have as well, and that are not above this one. */
  readonly alsoOf: readonly DraftedConstraint[];
  readonly agreements: readonly DraftedAgreement[];
  /** The properties that no other nodes of the data have. */
  readonly ownProperties: readonly OwnProperty[];
}

/** A property whose values nodes share with the nodes to which another property leads. */
export interface DraftedAgreement {
  readonly through: TermId;
  readonly path: TermId;
  /** How many of the nodes have that other property. */
  readonly users: number;
  /** Whether these are all nodes. */
  readonly isOfAll: boolean;
}

/** A property that only instances of a class have. */
export interface OwnProperty {
  readonly property: TermId;
  readonly users: number;
  /** The requirements for nodes with the property, rather than for all of the class. */
  readonly implied: readonly DraftedProperty[];
  /** The source in an ontology; undefined if only the data are evidence for it. */
  readonly reason?: string;
}

/** The requirements for the values of a property. */
export interface DraftedProperty {
  readonly path: TermId;
  /** True if the nodes are the values, and the requirement is for the nodes that have the property. */
  readonly isInverse: boolean;
  /** How many of the nodes have the property. */
  readonly users: number;
  readonly values: number;
  readonly constraints: readonly DraftedConstraint[];
  /** What holds with a few exceptions, and is not required. */
  readonly nearly: readonly DraftedConstraint[];
  /** For values that are blank nodes without a class. */
  readonly parts: readonly DraftedProperty[];
}

export interface DraftOptions {
  /** How many nodes or values have to support a constraint. */
  readonly minSupport: number;
  /** Up to how many nodes of each class are examined, drawn with a seed; all when undefined, so that the data conform. */
  readonly sample?: { readonly nodes: number; readonly seed: number };
  /**
   * Whether there are nodes that the data lack. Then nothing is required of nodes that lead to instances or have no class.
   */
  readonly isExcerpt?: boolean;
}

/**
 * Drafts a shape for each class that the data have instances of, or that they describe where they have none of any class.
 * Each constraint holds for all instances in the data, those of subclasses included, so the data conform. Statements of an
 * ontology replace what the data happen to have. A constraint of a superclass is not repeated.
 *
 * @param classGraph where rdfs:subClassOf and the classes of values are looked up; it includes the data.
 */
export function draftShapes(data: Graph, classGraph: Graph, options: DraftOptions): readonly DraftedShape[] {
  const drafter = new Drafter(data, classGraph, options);
  const drafted = new Map<TermId, DraftedShape>();
  for (const id of drafter.classes()) {
    const above = [...drafter.superclasses(id)].flatMap((each) => drafted.get(each) ?? []);
    const nodes = drawn([...drafter.instances(id)], id, options);
    const all = drafter.withStated(id, nodes, drafter.properties(nodes, 0));
    const properties = all.map((property) => withoutInherited(property, above)).filter(saysSomething);
    const used = [rdf.type, ...all.flatMap(({ path, isInverse }) => (isInverse ? [] : [path]))];
    const ownProperties = options.isExcerpt ? [] : drafter.ownProperties(id);
    const alsoOf = drafter.otherClasses(id);
    const told = above.flatMap((each) => each.agreements);
    const agreements = [...drafter.agreements(nodes, told)];
    drafted.set(id, {
      class: id,
      nodes: nodes.length,
      properties,
      used,
      alsoOf,
      agreements,
      ownProperties,
    });
  }
  return [...drafted.values()].filter(
    ({ properties, alsoOf, agreements, ownProperties }) =>
      properties.length + alsoOf.length + agreements.length + ownProperties.length > 0,
  );
}

/** Nodes without values of these are not ignored. */
const needingValues: ReadonlySet<TermId> = new Set([sh.minCount, sh.hasValue, sh.qualifiedMinCount]);

function drawn(nodes: readonly TermId[], id: TermId, { sample }: DraftOptions): readonly TermId[] {
  if (!sample || nodes.length <= sample.nodes) return nodes;
  const found: TermId[] = [];
  for (const node of shuffled(nodes, seededRandom(seedOf(sample.seed, terms.value(id))))) {
    if (found.push(node) === sample.nodes) break;
  }
  return found;
}

/** With values of up to this many levels of blank nodes. */
const mostNesting = 2;

/** Up to this many values, each used so often, are assumed to be all possible values. */
const mostChoices = 25;
const leastUses = 3;

const mostAlternatives = 4;

/** It may be chance that none of a few numbers is 0. */
const manyNumbers = 30;

/**
 * A largest number of values above 1 is not chance if it is small and this many times as many nodes have the property, and one that
 * all nodes have if there are this many for each value above the first.
 */
const mostCounted = 8;
const usersForCount = 5;

/** Fewer values are needed to know their kind than to know their number: two thirds of `minSupport`. */
const supportOfKind = (minSupport: number) => Math.ceil((2 * minSupport) / 3);
const kindParameters: ReadonlySet<TermId> = new Set([sh.datatype, sh.nodeKind, sh.class]);

/** Numbers up to this, such as exponents and marks, are bounded; years and amounts are not. */
const mostEnd = 100;

/** This many nodes that all have a second property do so for a reason, if at most half of the others have it. */
const usersForImplied = 10;
const shareOfOthers = 0.5;

/** If all values are the same, it is assumed to be the only possible one. */
const usesOfOne = 10;

/** A constraint that holds for this share is mentioned. */
const nearlyAll = 0.95;

class Drafter {
  readonly #data: Graph;
  readonly #classGraph: Graph;
  readonly #minSupport: number;
  readonly #isExcerpt: boolean;
  readonly #instances = new Map<TermId, Set<TermId>>();
  readonly #superclasses = new Map<TermId, ReadonlySet<TermId>>();
  #owners: ReadonlyMap<TermId, DraftedShape['ownProperties']> | undefined;

  constructor(data: Graph, classGraph: Graph, { minSupport, isExcerpt = false }: DraftOptions) {
    this.#data = data;
    this.#classGraph = classGraph;
    this.#minSupport = minSupport;
    this.#isExcerpt = isExcerpt;
    for (const { subject, object } of data.withPredicate(rdf.type)) {
      for (const each of [object, ...this.superclasses(object)]) {
        if (isOfLanguage(each)) continue;
        const known = this.#instances.get(each);
        if (known) known.add(subject);
        else this.#instances.set(each, new Set([subject]));
      }
    }
  }

  /** The classes with instances, superclasses first. */
  classes(): readonly TermId[] {
    const depth = (id: TermId) => this.superclasses(id).size;
    const known = this.#instances.size > 0 ? this.#instances.keys() : describedClasses(this.#classGraph);
    return [...known]
      .filter((id) => terms.isIri(id))
      .sort((a, b) => depth(a) - depth(b) || (terms.value(a) < terms.value(b) ? -1 : 1));
  }

  /** The requirements for the properties of a class, including those of the ontology. */
  withStated(
    id: TermId,
    nodes: readonly TermId[],
    properties: readonly DraftedProperty[],
  ): readonly DraftedProperty[] {
    const found = new Map(properties.map((each) => [`${each.path} ${each.isInverse}`, each]));
    const used = properties.flatMap(({ path, isInverse }) => (isInverse ? [] : [path]));
    for (const { path, parameter, value, reason } of statedConstraints(id, used, this.#classGraph)) {
      const said = { parameter, value, reason, ...this.#support(nodes, path, { parameter, value }) };
      const holds = said.support === said.of;
      // A shape has one qualified count.
      const key = value.kind === 'qualified' && holds ? `${path} ${found.size}` : `${path} false`;
      const { constraints, nearly, ...known } = found.get(key) ?? this.#unasked(path, nodes);
      const isOther = (each: DraftedConstraint) => each.parameter !== parameter;
      found.set(key, {
        ...known,
        constraints: holds ? [...constraints.filter(isOther), said] : constraints,
        nearly: [...nearly.filter(isOther), ...(holds ? [] : [said])],
      });
    }
    return [...found.values()];
  }

  #unasked(path: TermId, nodes: readonly TermId[]): DraftedProperty {
    const held = nodes.map((node) => this.#data.objects(node, path).length);
    const users = held.filter((count) => count > 0).length;
    const values = held.reduce((sum, count) => sum + count, 0);
    return { path, isInverse: false, users, values, constraints: [], nearly: [], parts: [] };
  }

  /** How many of the nodes of a constraint conform to it. */
  #support(
    nodes: readonly TermId[],
    path: TermId,
    asked: Pick<DraftedConstraint, 'parameter' | 'value'>,
  ): { readonly support: number; readonly of: number } {
    const values = nodes.map((node) => this.#data.objects(node, path));
    const about = needingValues.has(asked.parameter) ? values : values.filter(({ length }) => length > 0);
    return { support: about.filter((each) => this.#conforms(each, asked)).length, of: about.length };
  }

  #conforms(
    values: readonly TermId[],
    { parameter, value }: Pick<DraftedConstraint, 'parameter' | 'value'>,
  ): boolean {
    const isOf = (each: TermId, kind: TermId, term: TermId): boolean => {
      if (kind === sh.class) return this.#isInstance(each, term);
      if (kind === sh.datatype) return terms.datatype(each) === term && isWellFormed(each);
      return kind === sh.nodeKind && terms.isLiteral(each);
    };
    switch (value.kind) {
      case 'term':
        if (parameter === sh.minCount) return values.length >= Number(terms.value(value.term));
        if (parameter === sh.maxCount) return values.length <= Number(terms.value(value.term));
        if (parameter === sh.hasValue) return values.includes(value.term);
        return values.every((each) => isOf(each, parameter, value.term));
      case 'list':
        return values.every((each) => value.members.includes(each));
      case 'or':
        return values.every((each) => value.choices.some((choice) => isOf(each, value.parameter, choice)));
      case 'qualified': {
        const counted = values.filter((each) => this.#conforms([each], value.by)).length;
        return parameter === sh.qualifiedMinCount ? counted >= value.count : counted <= value.count;
      }
    }
  }

  #isInstance(node: TermId, type: TermId): boolean {
    return this.#classGraph
      .objects(node, rdf.type)
      .some((each) => each === type || this.superclasses(each).has(type));
  }

  superclasses(id: TermId): ReadonlySet<TermId> {
    let found = this.#superclasses.get(id);
    if (!found) {
      const reached = new Set([id]);
      for (const each of reached)
        for (const above of this.#classGraph.objects(each, rdfs.subClassOf)) reached.add(above);
      reached.delete(id);
      found = reached;
      this.#superclasses.set(id, found);
    }
    return found;
  }

  instances(id: TermId): ReadonlySet<TermId> {
    return this.#instances.get(id) ?? new Set();
  }

  /** The properties that only instances of a class have, and not of a subclass of it. */
  ownProperties(id: TermId): DraftedShape['ownProperties'] {
    this.#owners ??= this.#findOwners();
    return this.#owners.get(id) ?? [];
  }

  #findOwners(): ReadonlyMap<TermId, DraftedShape['ownProperties']> {
    const subjects = new Map<TermId, Set<TermId>>();
    for (const { subject, predicate } of this.#data.triples()) {
      const known = subjects.get(predicate);
      if (known) known.add(subject);
      else subjects.set(predicate, new Set([subject]));
    }
    if (this.#instances.size === 0)
      for (const { subject } of this.#classGraph.withPredicate(rdfs.domain))
        if (!subjects.has(subject)) subjects.set(subject, new Set());
    const owners = new Map<TermId, OwnProperty[]>();
    for (const [property, users] of subjects) {
      if (isOfLanguage(property)) continue;
      const domain = statedDomain(property, this.#classGraph);
      const isStated = domain !== undefined && [...users].every((node) => this.#isInstance(node, domain));
      if (!isStated && users.size < this.#minSupport) continue;
      const [common] = this.#commonClasses([...users]).find(([, count]) => count === users.size) ?? [];
      const owner = isStated ? domain : common;
      if (owner === undefined) continue;
      const list = owners.get(owner) ?? [];
      owners.set(owner, list);
      const implied = [...this.#implied(property, users, this.instances(owner), subjects)];
      list.push({ property, users: users.size, implied, ...(isStated && { reason: 'rdfs:domain' }) });
    }
    for (const list of owners.values())
      list.sort((a, b) => b.users - a.users || (terms.value(a.property) < terms.value(b.property) ? -1 : 1));
    return owners;
  }

  /** What nodes with a property also have, where other nodes of the class mostly lack it. */
  *#implied(
    property: TermId,
    users: ReadonlySet<TermId>,
    nodes: ReadonlySet<TermId>,
    subjects: ReadonlyMap<TermId, ReadonlySet<TermId>>,
  ): Iterable<DraftedProperty> {
    if (users.size < usersForImplied || users.size === nodes.size) return;
    const [first] = users;
    const candidates = new Set(this.#data.outgoing(first!).map(({ predicate }) => predicate));
    for (const path of candidates) {
      const having = subjects.get(path);
      if (path === property || having === undefined || isOfLanguage(path)) continue;
      if (![...users].every((node) => having.has(node))) continue;
      const others = [...having].filter((node) => nodes.has(node)).length - users.size;
      if (others > shareOfOthers * (nodes.size - users.size)) continue;
      const values = new Set([...users].flatMap((node) => this.#data.objects(node, path)));
      const [value, ...more] = values;
      const isOne = more.length === 0 && !terms.isBlank(value!);
      const asked = isOne
        ? ofTerm(sh.hasValue, value!, users.size, users.size)
        : ofCount(sh.minCount, 1, users.size, users.size);
      const count = { users: users.size, values: values.size };
      yield { path, isInverse: false, ...count, constraints: [asked], nearly: [], parts: [] };
    }
  }

  /**
   * Values that nodes have in common with the node that a property leads to, where this is not a coincidence: it leads to
   * many different nodes, with many different values. Those of superclasses are left out, and nodes that lead to themselves
   * are not evidence.
   */
  *agreements(nodes: readonly TermId[], told: readonly DraftedAgreement[]): Iterable<DraftedAgreement> {
    const users: Uses = new Map();
    for (const node of nodes)
      this.#data.forEachOutgoing(node, (predicate, object) => {
        if (!terms.isLiteral(object) && !isOfLanguage(predicate)) addUse(users, predicate, node, object);
      });
    const least = Math.max(usersForImplied, this.#minSupport);
    for (const [through, led] of users) {
      const speaking = [...led].filter(([node, others]) => !others.includes(node));
      if (speaking.length < least || haveFewer(speaking.map(([, others]) => others))) continue;
      const [[first, [other]]] = speaking as unknown as [[TermId, [TermId]]];
      const ofOther = new Set(this.#data.outgoing(other).map(({ predicate }) => predicate));
      for (const path of new Set(this.#data.outgoing(first).map(({ predicate }) => predicate))) {
        if (path === through || isOfLanguage(path) || !ofOther.has(path)) continue;
        if (told.some((each) => each.through === through && each.path === path)) continue;
        if (![...led].every(([node, others]) => this.#agree(node, others, path))) continue;
        if (haveFewer(speaking.map(([node]) => this.#data.objects(node, path)))) continue;
        yield { through, path, users: speaking.length, isOfAll: led.size === nodes.length };
      }
    }
  }

  /** Whether a node has values of a property, and others have the same. */
  #agree(node: TermId, others: readonly TermId[], path: TermId): boolean {
    const own = this.#data.objects(node, path);
    if (own.length === 0) return false;
    return (
      own.every((value) => others.some((each) => this.#data.has(each, path, value))) &&
      others.every((each) =>
        this.#data.objects(each, path).every((value) => this.#data.has(node, path, value)),
      )
    );
  }

  /** Classes that all instances of a class have as well, and that no ontology distinguishes from it. */
  otherClasses(id: TermId): readonly DraftedConstraint[] {
    const nodes = this.instances(id);
    if (nodes.size < this.#minSupport) return [];
    const above = this.superclasses(id);
    const [first] = nodes;
    return this.#data
      .objects(first!, rdf.type)
      .filter((type) => {
        if (type === id || above.has(type) || isOfLanguage(type) || !terms.isIri(type)) return false;
        const all = this.instances(type);
        return all.size > nodes.size && [...nodes].every((node) => this.#data.has(node, rdf.type, type));
      })
      .map((type) => ofTerm(sh.class, type, nodes.size, nodes.size));
  }

  /** The constraints on the properties of some nodes, most common properties first. */
  properties(nodes: readonly TermId[], nesting: number): readonly DraftedProperty[] {
    const used: Uses = new Map();
    const led: Uses = new Map();
    for (const node of nodes) {
      this.#data.forEachOutgoing(node, (predicate, object) => {
        if (predicate !== rdf.type) addUse(used, predicate, node, object);
      });
      if (nesting > 0 || this.#isExcerpt) continue;
      for (const { subject, predicate } of this.#data.incoming(node)) addUse(led, predicate, node, subject);
    }
    const own = [...used].map(([path, users]) => this.#property(path, users, nodes, nesting));
    const inverse = [...led]
      .filter(([predicate, users]) => users.size === nodes.length && !isOfLanguage(predicate))
      .map(([path, users]) => this.#inverse(path, users, nodes));
    return [...own, ...inverse].sort(
      (a, b) =>
        Number(a.isInverse) - Number(b.isInverse) ||
        b.users - a.users ||
        (terms.value(a.path) < terms.value(b.path) ? -1 : 1),
    );
  }

  /** The requirements for the nodes that lead to each of some nodes. */
  #inverse(
    path: TermId,
    users: ReadonlyMap<TermId, readonly TermId[]>,
    nodes: readonly TermId[],
  ): DraftedProperty {
    const values = [...users.values()].flat();
    const all = [...this.#counts(users, nodes.length), ...this.#classesOf(values)];
    const constraints = all.filter(({ support, of }) => support === of && support >= this.#minSupport);
    return {
      path,
      isInverse: true,
      users: users.size,
      values: values.length,
      constraints,
      nearly: [],
      parts: [],
    };
  }

  #property(
    path: TermId,
    users: ReadonlyMap<TermId, readonly TermId[]>,
    nodes: readonly TermId[],
    nesting: number,
  ): DraftedProperty {
    const values = [...users.values()].flat();
    const choices = this.#choices(values);
    const all = [
      ...this.#counts(users, nodes.length),
      ...this.#kinds(values),
      ...(choices ? [choices] : this.#texts(values, users)),
      ...this.#numbers(values),
      ...this.#order(path, users),
    ].filter(
      ({ parameter, support, of }) =>
        support >= this.#minSupport ||
        (support === of && kindParameters.has(parameter) && support >= supportOfKind(this.#minSupport)),
    );
    const blank = values.filter((value) => terms.isBlank(value));
    const isUntyped =
      blank.length === values.length && !blank.some((value) => this.#typesOf(value).length > 0);
    return {
      path,
      isInverse: false,
      users: users.size,
      values: values.length,
      constraints: all.filter(({ support, of }) => support === of),
      nearly: all.filter(({ support, of }) => support < of && support >= nearlyAll * of),
      parts:
        isUntyped && nesting < mostNesting
          ? this.properties([...new Set(blank)], nesting + 1).filter(saysSomething)
          : [],
    };
  }

  *#counts(users: ReadonlyMap<TermId, readonly TermId[]>, nodes: number): Iterable<DraftedConstraint> {
    const counts = [...users.values()].map((values) => values.length);
    const { least, most } = extremes(counts);
    // With more values for each, the same number of them is chance more often.
    const isFixed = users.size === nodes && least === most && nodes >= usersForCount * (most - 1);
    yield ofCount(sh.minCount, isFixed ? least : 1, users.size, nodes);
    if (isFixed) yield ofCount(sh.maxCount, most, nodes, nodes);
    else if (most > 1 && most <= mostCounted && users.size >= usersForCount * most)
      yield ofCount(sh.maxCount, most, users.size, users.size);
    else yield ofCount(sh.maxCount, 1, counts.filter((count) => count === 1).length, users.size);
  }

  /** Node kind, datatype or class. */
  *#kinds(values: readonly TermId[]): Iterable<DraftedConstraint> {
    const of = values.length;
    const literals = values.filter((value) => terms.isLiteral(value));
    if (literals.length >= nearlyAll * of) {
      const datatypes = mostUsed(literals.map((value) => terms.datatype(value)!));
      const [first] = datatypes;
      if (first === undefined) return;
      if (datatypes.length > 1 && datatypes.length <= mostAlternatives && literals.length === of) {
        const choices = datatypes.map(([datatype]) => datatype);
        yield ofTerm(sh.nodeKind, sh.Literal, of, of);
        const languages = languagesOf(literals);
        const value = {
          kind: 'or',
          parameter: sh.datatype,
          choices,
          ...(languages && { languages }),
        } as const;
        yield { parameter: sh.or, value, support: of, of };
      } else yield ofTerm(sh.datatype, first[0], first[1], of);
      return;
    }
    const iris = values.filter((value) => terms.isIri(value)).length;
    const blank = of - literals.length - iris;
    const kind = blank === 0 ? sh.IRI : iris === 0 ? sh.BlankNode : sh.BlankNodeOrIRI;
    yield ofTerm(sh.nodeKind, kind, literals.length === 0 ? of : Math.max(iris, blank), of);
    if (literals.length === 0) yield* this.#classesOf(values);
  }

  *#classesOf(values: readonly TermId[]): Iterable<DraftedConstraint> {
    const of = values.length;
    const classes = this.#commonClasses(values);
    const [whole] = classes.filter(([, count]) => count === of);
    if (whole !== undefined) {
      yield ofTerm(sh.class, whole[0], of, of);
      return;
    }
    const direct = mostUsed(values.flatMap((value) => this.#typesOf(value))).map(([type]) => type);
    const isTyped = values.every((value) => this.#typesOf(value).length > 0);
    if (isTyped && direct.length <= mostAlternatives) {
      yield {
        parameter: sh.or,
        value: { kind: 'or', parameter: sh.class, choices: direct },
        support: of,
        of,
      };
      return;
    }
    const [most] = classes.toSorted(([, a], [, b]) => b - a);
    if (most) yield ofTerm(sh.class, most[0], most[1], of);
    // Names from another file are recognised by their namespace.
    if (!values.every((value) => terms.isIri(value) && this.#typesOf(value).length === 0)) return;
    const spaces = mostUsed(values.map((value) => terms.iri(namespaceOf(terms.value(value)))));
    const [space] = spaces;
    if (space && spaces.length <= 2 && new Set(values).size > 1)
      yield ofTerm(sh.pattern, terms.literal(`^${escaped(terms.value(space[0]))}`), space[1], of);
  }

  /** The classes of some nodes with how many are instances of each, the most specific one first. */
  #commonClasses(nodes: readonly TermId[]): readonly (readonly [TermId, number])[] {
    const counts = new Map<TermId, number>();
    for (const node of nodes) {
      const direct = this.#typesOf(node);
      for (const type of new Set(direct.flatMap((each) => [each, ...this.superclasses(each)]))) {
        if (!isOfLanguage(type) && terms.isIri(type)) counts.set(type, (counts.get(type) ?? 0) + 1);
      }
    }
    const size = (id: TermId) => this.instances(id).size || Number.POSITIVE_INFINITY;
    return [...counts].sort(
      ([a], [b]) =>
        this.superclasses(b).size - this.superclasses(a).size ||
        size(a) - size(b) ||
        (terms.value(a) < terms.value(b) ? -1 : 1),
    );
  }

  #typesOf(value: TermId): readonly TermId[] {
    return this.#classGraph
      .objects(value, rdf.type)
      .filter((type) => !isOfLanguage(type) && terms.isIri(type));
  }

  /** A closed set of texts, or of names that the data use but do not describe. */
  #choices(values: readonly TermId[]): DraftedConstraint | undefined {
    const counts = mostUsed(values);
    const isCode = (value: TermId) =>
      terms.datatype(value) === xsd.string || (terms.isIri(value) && this.#data.outgoing(value).length === 0);
    const isOne = counts.length === 1 && values.length >= usesOfOne && !terms.isBlank(values[0]!);
    const isClosed = counts.length <= mostChoices && values.length >= leastUses * counts.length;
    if (!isOne && (!isClosed || !counts.every(([value, uses]) => isCode(value) && uses >= 2)))
      return undefined;
    const members = counts.map(([value]) => value).sort((a, b) => (terms.value(a) < terms.value(b) ? -1 : 1));
    return { parameter: sh.in, value: { kind: 'list', members }, support: values.length, of: values.length };
  }

  *#texts(
    values: readonly TermId[],
    users: ReadonlyMap<TermId, readonly TermId[]>,
  ): Iterable<DraftedConstraint> {
    const of = values.length;
    const tags = new Set(values.map((value) => terms.language(value)));
    const members = tags.has('') ? undefined : languagesOf(values);
    if (members) yield { parameter: sh.languageIn, value: { kind: 'list', members }, support: of, of };
    if ([...tags].some((tag) => tag !== '')) {
      const unique = [...users.values()].filter((texts) => {
        const used = texts.map((text) => terms.language(text).toLowerCase()).filter((tag) => tag !== '');
        return new Set(used).size === used.length;
      }).length;
      yield ofTerm(sh.uniqueLang, terms.literal('true', xsd.boolean), unique, users.size);
    }
    if (!values.every((value) => terms.datatype(value) === xsd.string)) return;
    const pattern = commonPattern([...new Set(values.map((value) => terms.value(value)))]);
    if (pattern !== undefined) yield ofTerm(sh.pattern, terms.literal(pattern), of, of);
    else yield ofCount(sh.minLength, 1, values.filter((value) => terms.value(value) !== '').length, of);
  }

  /** Constraints that numbers are positive or not negative, and upper limits of small numbers. */
  *#numbers(values: readonly TermId[]): Iterable<DraftedConstraint> {
    if (!values.every(isNumber)) return;
    const zero = terms.literal('0', xsd.integer);
    const of = values.length;
    const isAbove =
      of >= manyNumbers && values.every((value) => areTermsInOrder('minExclusive', value, zero));
    const parameter = isAbove ? sh.minExclusive : sh.minInclusive;
    const kind = isAbove ? 'minExclusive' : 'minInclusive';
    const above = values.filter((value) => areTermsInOrder(kind, value, zero)).length;
    yield ofTerm(parameter, zero, above, of);
    if (of < manyNumbers || !values.every((value) => terms.datatype(value) === xsd.integer)) return;
    const { least, most } = extremes(values.map((value) => Number(terms.value(value))));
    // Endings that several values share are not a coincidence.
    const isEnd = (end: number) =>
      Math.abs(end) <= mostEnd &&
      values.filter((value) => Number(terms.value(value)) === end).length >= leastUses;
    if (least < 0 && isEnd(least) && isEnd(most)) yield ofCount(sh.minInclusive, least, of, of);
    if (isEnd(least) && isEnd(most)) yield ofCount(sh.maxInclusive, most, of, of);
  }

  /** Constraints that one date of a node is not after another, and one number not above another of a similar name. */
  *#order(path: TermId, users: ReadonlyMap<TermId, readonly TermId[]>): Iterable<DraftedConstraint> {
    const compared = new Map<TermId, { right: number; before: number; of: number }>();
    for (const [node, values] of users) {
      if (!values.every((value) => isDate(value) || isNumber(value))) return;
      this.#data.forEachOutgoing(node, (other, value) => {
        if (other === path || !(isDate(value) || (isNumber(value) && shareWord(path, other)))) return;
        const count = compared.get(other) ?? { right: 0, before: 0, of: 0 };
        compared.set(other, count);
        count.of++;
        if (values.every((each) => areTermsInOrder('lessThanOrEquals', each, value))) count.right++;
        if (values.every((each) => areTermsInOrder('lessThan', each, value))) count.before++;
      });
    }
    for (const [other, { right, before, of }] of compared) {
      if (right < of) continue;
      yield ofTerm(before === of ? sh.lessThan : sh.lessThanOrEquals, other, of, of);
    }
  }
}

function withoutInherited(property: DraftedProperty, above: readonly DraftedShape[]): DraftedProperty {
  const inherited = above.flatMap(({ properties }) =>
    properties.filter(({ path, isInverse }) => path === property.path && isInverse === property.isInverse),
  );
  const inheritedConstraints = inherited.flatMap(({ constraints }) => constraints);
  const asked = new Set(inheritedConstraints.map(keyOf));
  const stated = new Set(inheritedConstraints.flatMap(({ parameter, reason }) => (reason ? parameter : [])));
  const told = new Set(inherited.flatMap(({ nearly }) => nearly.map(keyOf)));
  return {
    ...property,
    constraints: property.constraints.filter(
      (each) => !asked.has(keyOf(each)) && (each.reason !== undefined || !stated.has(each.parameter)),
    ),
    nearly: property.nearly.filter((each) => !told.has(keyOf(each))),
    parts: inherited.some(({ parts }) => parts.length > 0) ? [] : property.parts,
  };
}

/**
 * The languages of those of some texts that have one; undefined where there are none, or too many to be a complete list.
 */
function languagesOf(values: readonly TermId[]): readonly TermId[] | undefined {
  const tags = [...new Set(values.map((value) => terms.language(value)))]
    .filter((tag) => tag !== '')
    .toSorted((a, b) => (a < b ? -1 : 1));
  return tags.length > 0 && tags.length <= mostChoices ? tags.map((tag) => terms.literal(tag)) : undefined;
}

function saysSomething({ constraints, nearly, parts }: DraftedProperty): boolean {
  return constraints.length + nearly.length + parts.length > 0;
}

function keyOf({ parameter, value }: DraftedConstraint): string {
  return JSON.stringify([parameter, value]);
}

function ofTerm(parameter: TermId, term: TermId, support: number, of: number): DraftedConstraint {
  return { parameter, value: { kind: 'term', term }, support, of };
}

function ofCount(parameter: TermId, count: number, support: number, of: number): DraftedConstraint {
  return ofTerm(parameter, terms.literal(String(count), xsd.integer), support, of);
}

/** Each value with how often it occurs, the most frequent one first. */
function mostUsed(values: readonly TermId[]): readonly (readonly [TermId, number])[] {
  const counts = new Map<TermId, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (terms.value(a) < terms.value(b) ? -1 : 1));
}

const dates: ReadonlySet<TermId> = new Set([xsd.date, xsd.dateTime]);

function isDate(value: TermId): boolean {
  return dates.has(terms.datatype(value) ?? -1);
}

function isNumber(value: TermId): boolean {
  return literalValue(value)?.kind === 'number';
}

/** Whether the names of two properties have a word in common: firstPage and lastPage. */
function shareWord(one: TermId, other: TermId): boolean {
  const words = (id: TermId) =>
    localName(terms.value(id))
      .split(/(?=[A-Z])|[_-]/)
      .map((word) => word.toLowerCase());
  return words(one).some((word) => words(other).includes(word));
}

type Uses = Map<TermId, Map<TermId, TermId[]>>;

function addUse(uses: Uses, predicate: TermId, node: TermId, value: TermId): void {
  const users = uses.get(predicate) ?? new Map<TermId, TermId[]>();
  uses.set(predicate, users);
  const values = users.get(node);
  if (values) values.push(value);
  else users.set(node, [value]);
}

/** Whether some sets are less than many different ones. */
function haveFewer(sets: readonly (readonly TermId[])[]): boolean {
  return new Set(sets.map((each) => each.toSorted().join(' '))).size < usersForImplied;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const languages: ReadonlySet<string> = new Set([
  namespaces.rdf,
  namespaces.rdfs,
  namespaces.owl,
  namespaces.sh,
]);

/** Classes of RDF, RDF Schema, OWL and SHACL give the role of a term, not its meaning. */
function isOfLanguage(id: TermId): boolean {
  return (
    terms.isIri(id) &&
    (languages.has(namespaceOf(terms.value(id))) || id === owl.Class || localName(terms.value(id)) === '')
  );
}
