import { boundedEditDistance } from '../base/editDistance.ts';
import { lazy } from '../base/lazy.ts';
import type { Graph } from '../rdf/graph.ts';
import { localName, namespaceOf } from '../rdf/iri.ts';
import { usesPredicate } from '../rdf/matchTriples.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { rdf, sh } from '../rdf/vocab.ts';
import type { Evaluator } from './evaluator.ts';
import type { Target } from './model/shape.ts';
import type { ValidationInput } from './validationUnit.ts';

/** A target that selects no node of the linked data. */
export interface IdleTarget extends NamedTarget {
  readonly shape: TermId;
  /** The class or property of the data with the nearest name, if one is near. */
  readonly nearest: TermId | undefined;
}

/**
 * Finds the targets that select no node, of shapes without any other target. Empty if that applies to most shapes: those of
 * a library are not all meant for one data file.
 */
export function idleTargets(input: ValidationInput, evaluator: Evaluator): readonly IdleTarget[] {
  const { shapes, dataGraph } = input;
  const idle = shapes.roots.filter((shape) => !evaluator.hasTargets(shape));
  if (idle.length > Math.max(fewShapes, shapes.roots.length / 2)) return [];
  const usedFor = namesUsedIn(dataGraph);
  return idle.flatMap((shape) =>
    shape.targets.flatMap((target): IdleTarget | readonly IdleTarget[] => {
      const named = namedTarget(target);
      if (named === undefined || named.value === shape.id) return [];
      const nearest = nearestTerm(named.value, usedFor(named), typosIn(named.value));
      return { shape: shape.id, ...named, nearest };
    }),
  );
}

/** A third of a name may differ: this is only a hint. */
function typosIn(id: TermId): number {
  return Math.floor(localName(terms.value(id)).length / 3);
}

/** This many targets are shown even if they are all that there are. */
const fewShapes = 5;

/** The class or property that a target names. */
export interface NamedTarget {
  /** sh:targetClass, sh:targetSubjectsOf or sh:targetObjectsOf. */
  readonly parameter: TermId;
  readonly value: TermId;
}

/** The term that a target names; undefined for one that is a node or a query. */
export function namedTarget(target: Target): NamedTarget | undefined {
  switch (target.kind) {
    case 'node':
    case 'where':
    case 'stated':
    case 'sparql':
      return undefined;
    case 'class':
      return { parameter: sh.targetClass, value: target.class };
    case 'subjectsOf':
      return { parameter: sh.targetSubjectsOf, value: target.predicate };
    case 'objectsOf':
      return { parameter: sh.targetObjectsOf, value: target.predicate };
  }
}

/** Returns the terms in some data of the kind that a target names: its classes, or its predicates. Each is found once. */
export function namesUsedIn(graph: Graph): (target: NamedTarget) => ReadonlySet<TermId> {
  const types = lazy(() => new Set(graph.withPredicate(rdf.type).map(({ object }) => object)));
  const predicates = lazy(() => {
    const found = new Set<TermId>();
    for (const { predicate } of graph.triples()) found.add(predicate);
    return found;
  });
  return ({ parameter }) => (parameter === sh.targetClass ? types() : predicates());
}

/** A class or property in a target that no file mentions, while the data uses one with nearly the same name. */
export interface MistypedTarget extends TargetOfShape {
  /** The class or property of the data that is nearest by name. */
  readonly similar: TermId;
}

/**
 * Finds targets that select no node because of a name that is probably mistyped, in the shapes or in the data: a class or
 * property that no linked file describes or uses, next to one that the data uses.
 */
export function mistypedTargets(input: ValidationInput, evaluator: Evaluator): readonly MistypedTarget[] {
  const { dataGraph, classGraph } = input;
  const isKnown = (id: TermId) => dataGraph.outgoing(id).length > 0 || classGraph.outgoing(id).length > 0;
  const usedFor = namesUsedIn(dataGraph);
  const found: MistypedTarget[] = [];
  const isLeftOut = ({ shape, value }: TargetOfShape) => value === shape || isKnown(value);
  for (const named of targetsWithoutNode(input, evaluator, isLeftOut)) {
    const similar = nearestTerm(named.value, usedFor(named), maxTypos(named.value));
    if (similar !== undefined) found.push({ ...named, similar });
  }
  return found;
}

interface TargetOfShape extends NamedTarget {
  readonly shape: TermId;
}

/**
 * The targets that name a class or property and select no node.
 *
 * @param isLeftOut decides which ones can be skipped.
 */
export function* targetsWithoutNode(
  { shapes, dataGraph }: ValidationInput,
  evaluator: Evaluator,
  isLeftOut: (target: TargetOfShape) => boolean = () => false,
): Iterable<TargetOfShape> {
  const selectsAny = (shape: TermId, target: Target) =>
    target.kind === 'subjectsOf' || target.kind === 'objectsOf'
      ? usesPredicate(dataGraph, target.predicate)
      : evaluator.targets({ id: shape, targets: [target] }).length > 0;
  for (const shape of shapes.roots) {
    for (const target of shape.targets) {
      const named = namedTarget(target);
      if (named === undefined) continue;
      const ofShape = { shape: shape.id, ...named };
      if (!isLeftOut(ofShape) && !selectsAny(shape.id, target)) yield ofShape;
    }
  }
}

/** In a longer name two typos, in a short one only one: with two it would be a different word. */
function maxTypos(id: TermId): number {
  return localName(terms.value(id)).length < shortName ? 1 : 2;
}

const shortName = 5;

/** The IRI with the nearest name, with at most this many typos; among equally near ones, one of the same namespace. */
export function nearestTerm(id: TermId, candidates: Iterable<TermId>, maxTypos: number): TermId | undefined {
  const [name, namespace] = [localName(terms.value(id)), namespaceOf(terms.value(id))];
  let best: { readonly id: TermId; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    if (candidate === id || !terms.isIri(candidate)) continue;
    const iri = terms.value(candidate);
    const typos = boundedEditDistance(name.toLowerCase(), localName(iri).toLowerCase(), maxTypos);
    const distance = typos + (namespaceOf(iri) === namespace ? 0 : 0.5);
    if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { id: candidate, distance };
  }
  return best?.id;
}
