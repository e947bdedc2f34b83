import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { localName } from '../../rdf/iri.ts';
import { SortedGraph } from '../../rdf/sortedGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, rdfs } from '../../rdf/vocab.ts';
import { invert, type Path } from '../../shacl/model/path.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import type { Draft } from '../drafts/draft.ts';
import { constraintsOfKind, pathKey } from '../drafts/requirements.ts';
import type { WantedValue } from '../drafts/wantedValue.ts';
import { isPartSequenceIn, nameParts } from './nameSimilarity.ts';

/** How nodes of the focus node's kind use the path. */
export interface PathUsage {
  /** The name of the kind. */
  readonly kind: string;
  readonly siblings: readonly TermId[];
  /** How many of them have a value of the required kind. */
  readonly users: number;
  readonly counts: ReadonlyMap<TermId, number>;
  /** Each of them with each of its values. */
  readonly pairs: readonly { readonly sibling: TermId; readonly value: TermId }[];
  /** True when no two nodes share a value. */
  readonly exclusive: boolean;
  /** False when the values that nodes have are not named after them. */
  readonly named: boolean;
  /** True when values contain the number of their node. */
  readonly numbered: boolean;
  /** For example: 7 of 9 other brick:AHU have one. */
  readonly evidence: string | undefined;
}

/** How other nodes of the focus node's kind use the path, in the unchanged data. */
export function usageAmongSiblings({ focusNode, path, requirements }: WantedValue, draft: Draft): PathUsage {
  const { search } = draft;
  const statistics = statisticsOf(search.input.dataGraph);
  const kin = kinOf(focusNode, draft);
  const classes = constraintsOfKind(requirements.unfolded, 'class').map((constraint) => constraint.class);
  const key = `${kin?.key} ${pathKey(path)} ${classes.join()}`;
  const uses = statistics.uses(key, () => {
    const subclasses = classes.map((id) => search.classes.subclasses(id));
    const { dataGraph } = search.input;
    const fits = (value: TermId) =>
      subclasses.every((each) => dataGraph.objects(value, rdf.type).some((type) => each.has(type)));
    const members = (kin?.members ?? []).slice(0, maxSiblings);
    return new Map(members.map((member) => [member, pathValues(dataGraph, member, path).filter(fits)]));
  });
  const siblings: TermId[] = [];
  const counts = new Map<TermId, number>();
  let users = 0;
  const pairs: { readonly sibling: TermId; readonly value: TermId }[] = [];
  let sameName = 0;
  let sameNumber = 0;
  for (const [sibling, values] of uses) {
    if (sibling === focusNode) continue;
    siblings.push(sibling);
    if (values.length > 0) users++;
    for (const value of values) {
      pairs.push({ sibling, value });
      counts.set(value, (counts.get(value) ?? 0) + 1);
      if (!terms.isIri(value)) continue;
      const number = lastNumber(sibling);
      if (number !== undefined && number === lastNumber(value)) sameNumber++;
      if (statistics.isNamedAfter(value, sibling, [])) sameName++;
    }
  }
  const back = invert(path);
  const kindName = kin?.name ?? 'nodes';
  const evidence = users >= 2 ? `${users} of ${siblings.length} other ${kindName} have one` : undefined;
  return {
    kind: kindName,
    siblings,
    users,
    counts,
    pairs,
    exclusive:
      statistics.isNeverShared(path) ||
      (users >= 2 &&
        counts.size === pairs.length &&
        [...counts.keys()].every((value) => pathValues(search.input.dataGraph, value, back).length < 2)),
    named: sameName * 2 >= pairs.length,
    numbered: sameNumber >= 2 && sameNumber >= 0.6 * pairs.length,
    evidence,
  };
}

/** The nodes of the focus node's kind, including itself. */
export function siblingsOf(draft: Draft, focusNode: TermId): readonly TermId[] {
  return kinOf(focusNode, draft)?.members ?? [];
}

/** The first `max` other nodes of the focus node's kind that are wanted; there may be as many of the kind as there are results. */
export function otherSiblings(
  draft: Draft,
  focusNode: TermId,
  max: number,
  isWanted: (sibling: TermId) => boolean = () => true,
): readonly TermId[] {
  const others: TermId[] = [];
  for (const sibling of siblingsOf(draft, focusNode)) {
    if (others.length === max) break;
    if (sibling !== focusNode && isWanted(sibling)) others.push(sibling);
  }
  return others;
}

interface Kin {
  readonly key: string;
  /** For example ex:Room, or "values of ex:area". */
  readonly name: string;
  /** Including the node itself. */
  readonly members: readonly TermId[];
}

/** The nodes that are like a node: of its class or, for a blank node without one, the blank values of the same property. */
function kinOf(node: TermId, { graph, search }: Draft): Kin | undefined {
  const statistics = statisticsOf(search.input.dataGraph);
  const kind = statistics.kindOf(graph.objects(node, rdf.type));
  if (kind !== undefined)
    return { key: `${kind}`, name: search.term(kind), members: statistics.members(kind) };
  const [holder, other] = terms.isBlank(node) ? graph.incoming(node) : [];
  if (holder === undefined || other !== undefined || holder.predicate === rdf.rest) return undefined;
  return {
    key: `of ${holder.predicate}`,
    name: `values of ${search.term(holder.predicate)}`,
    members: statistics.blankValues(holder.predicate),
  };
}

/**
 * The share of other nodes of the focus node's kind that have a value by the path; undefined when it is the only one.
 */
export function shareWithValues(draft: Draft, focusNode: TermId, path: Path): number | undefined {
  const { dataGraph } = draft.search.input;
  const others = otherSiblings(draft, focusNode, maxSiblings);
  if (others.length === 0) return undefined;
  return others.filter((other) => pathValues(dataGraph, other, path).length > 0).length / others.length;
}

/** True when the value is named after its node or vice versa, unless the name fits another node better. */
export function isNamedAfter(
  { search }: Draft,
  value: TermId,
  focusNode: TermId,
  siblings: readonly TermId[],
): boolean {
  return statisticsOf(search.input.dataGraph).isNamedAfter(value, focusNode, siblings);
}

export function lastNumber(term: TermId): string | undefined {
  if (!terms.isIri(term)) return undefined;
  return /(\d+)\D*$/.exec(localName(terms.value(term)))?.[1]?.replace(/^0+(?=\d)/, '');
}

const maxSiblings = 200;
const maxUses = 200;

/** With fewer values, they may differ by chance. */
const leastUses = 4;

/** Shorter names occur in others by chance. */
const leastName = 4;

/**
 * Statistics that are computed once for all results of a graph. In a large file with many results they are always the
 * same.
 */
class Statistics {
  readonly #graph: Graph;
  readonly #members = new Map<TermId, readonly TermId[]>();
  readonly #blankValues = new Map<TermId, readonly TermId[]>();
  readonly #uses = new Map<string, ReadonlyMap<TermId, readonly TermId[]>>();
  readonly #names = new Map<TermId, Name>();
  readonly #neverShared = new Map<string, boolean>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** The rarest of several classes among those with several instances. */
  kindOf(types: readonly TermId[]): TermId | undefined {
    let kind: TermId | undefined;
    for (const type of types) {
      const { length } = this.members(type);
      if (length >= 2 && (kind === undefined || length < this.members(kind).length)) kind = type;
    }
    return kind;
  }

  members(type: TermId): readonly TermId[] {
    const members = this.#members.get(type) ?? this.#graph.subjects(rdf.type, type);
    this.#members.set(type, members);
    return members;
  }

  /** The blank nodes that are values of a property, each once. */
  blankValues(property: TermId): readonly TermId[] {
    const known = this.#blankValues.get(property);
    if (known) return known;
    const values = this.#graph.withPredicate(property).map(({ object }) => object);
    const blank = [...new Set(values)].filter((value) => terms.isBlank(value));
    this.#blankValues.set(property, blank);
    return blank;
  }

  /** True when so many nodes have different values by the path that this can hardly be chance. */
  isNeverShared(path: Path): boolean {
    const inverse = path.kind === 'inverse';
    const step = inverse ? path.path : path;
    if (step.kind !== 'predicate') return false;
    const key = `${inverse} ${step.predicate}`;
    let known = this.#neverShared.get(key);
    if (known === undefined) {
      const uses = SortedGraph.of(this.#graph).sample(step.predicate, maxUses);
      const values = new Set(uses.map(({ subject, object }) => (inverse ? subject : object)));
      known = uses.length >= leastUses && values.size === uses.length;
      this.#neverShared.set(key, known);
    }
    return known;
  }

  uses(
    key: string,
    count: () => ReadonlyMap<TermId, readonly TermId[]>,
  ): ReadonlyMap<TermId, readonly TermId[]> {
    const uses = this.#uses.get(key) ?? count();
    this.#uses.set(key, uses);
    return uses;
  }

  isNamedAfter(value: TermId, focusNode: TermId, siblings: readonly TermId[]): boolean {
    if (!terms.isIri(value) || !terms.isIri(focusNode)) return false;
    const [name, focusName] = [this.#name(value), this.#name(focusNode)];
    if (Math.min(name.length, focusName.length) < leastName) return false;
    if (isPartSequenceIn(name.parts, focusName.parts)) return true;
    if (!isPartSequenceIn(focusName.parts, name.parts)) return false;
    return !siblings.some((sibling) => {
      if (!terms.isIri(sibling)) return false;
      const { parts } = this.#name(sibling);
      return parts.length > focusName.parts.length && isPartSequenceIn(parts, name.parts);
    });
  }

  #name(iri: TermId): Name {
    let name = this.#names.get(iri);
    if (name === undefined) {
      const text = localName(terms.value(iri));
      name = { length: text.length, parts: nameParts(text) };
      this.#names.set(iri, name);
    }
    return name;
  }
}

interface Name {
  readonly length: number;
  readonly parts: readonly string[];
}

const known = new WeakMap<Graph, Statistics>();

function statisticsOf(graph: Graph): Statistics {
  const statistics = known.get(graph) ?? new Statistics(graph);
  known.set(graph, statistics);
  return statistics;
}

/**
 * The properties on which verdicts of the shapes depend: those of their paths and constraints, and those that define
 * classes.
 */
export const mentionedProperties: (shapes: ShapesGraph) => ReadonlySet<TermId> = memoized(({ shapes }) => {
  const found = new Set<TermId>([rdf.type, rdfs.subClassOf]);
  for (const { path, constraints } of shapes) {
    if (path) for (const property of propertiesOf(path)) found.add(property);
    for (const constraint of constraints) {
      if ('compared' in constraint)
        for (const property of propertiesOf(constraint.compared)) found.add(property);
      if (constraint.kind === 'closed') for (const property of constraint.allowed) found.add(property);
    }
  }
  return found;
});

/** The properties of a path. */
export function propertiesOf(path: Path): readonly TermId[] {
  if (path.kind === 'predicate') return [path.predicate];
  return 'paths' in path ? path.paths.flatMap(propertiesOf) : propertiesOf(path.path);
}
