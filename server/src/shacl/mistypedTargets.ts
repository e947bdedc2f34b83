import { levenshtein } from '../base/levenshtein.ts';
import type { Graph } from '../rdf/graph.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { rdf, sh } from '../rdf/vocab.ts';
import type { Evaluator } from './evaluator.ts';
import type { ValidationInput } from './validationUnit.ts';

/** A class or property in a target that no file knows, while the data uses one with nearly the same name. */
export interface MistypedTarget {
  readonly shape: TermId;
  /** sh:targetClass, sh:targetSubjectsOf or sh:targetObjectsOf. */
  readonly parameter: TermId;
  readonly value: TermId;
  /** The class or property of the data that is nearest by name. */
  readonly similar: TermId;
}

/**
 * Finds targets that select no node because of a name that is probably mistyped, in the shapes or in the data: a class or
 * property that no linked file describes or uses, next to one that the data uses.
 */
export function mistypedTargets(input: ValidationInput, evaluator: Evaluator): readonly MistypedTarget[] {
  const { shapes, dataGraph, classGraph } = input;
  const isKnown = (id: TermId) => dataGraph.outgoing(id).length > 0 || classGraph.outgoing(id).length > 0;
  const found: MistypedTarget[] = [];
  for (const shape of shapes.roots) {
    for (const target of shape.targets) {
      if (target.kind === 'node') continue;
      const value = target.kind === 'class' ? target.class : target.predicate;
      if (value === shape.id || isKnown(value)) continue;
      if (evaluator.targets({ id: shape.id, targets: [target] }).length > 0) continue;
      const used = target.kind === 'class' ? typesIn(dataGraph) : predicatesIn(dataGraph);
      const similar = nearest(value, used);
      if (similar !== undefined)
        found.push({ shape: shape.id, parameter: parameters[target.kind], value, similar });
    }
  }
  return found;
}

const parameters = {
  class: sh.targetClass,
  subjectsOf: sh.targetSubjectsOf,
  objectsOf: sh.targetObjectsOf,
} as const;

const typesByGraph = new WeakMap<Graph, ReadonlySet<TermId>>();

function typesIn(graph: Graph): ReadonlySet<TermId> {
  let types = typesByGraph.get(graph);
  if (types === undefined) {
    types = new Set(graph.withPredicate(rdf.type).map(({ object }) => object));
    typesByGraph.set(graph, types);
  }
  return types;
}

const predicatesByGraph = new WeakMap<Graph, ReadonlySet<TermId>>();

function predicatesIn(graph: Graph): ReadonlySet<TermId> {
  let predicates = predicatesByGraph.get(graph);
  if (predicates === undefined) {
    const found = new Set<TermId>();
    for (const { predicate } of graph.triples()) found.add(predicate);
    predicates = found;
    predicatesByGraph.set(graph, predicates);
  }
  return predicates;
}

/** The IRI with the nearest name; of equally near ones, one of the same namespace. */
function nearest(id: TermId, candidates: Iterable<TermId>): TermId | undefined {
  const wanted = splitIri(id);
  let best: { readonly id: TermId; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    if (candidate === id || !terms.isIri(candidate)) continue;
    const other = splitIri(candidate);
    if (Math.abs(other.name.length - wanted.name.length) > maxTypos) continue;
    const typos = typosBetween(wanted.name.toLowerCase(), other.name.toLowerCase());
    if (typos > (wanted.name.length < shortName ? 1 : maxTypos)) continue;
    const distance = typos + (other.namespace === wanted.namespace ? 0 : 0.5);
    if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { id: candidate, distance };
  }
  return best?.id;
}

/** The edits between two names. Two neighbouring letters that changed places count as one. */
function typosBetween(a: string, b: string): number {
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  const isSwap = at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
  return isSwap ? 1 : levenshtein(a, b);
}

const maxTypos = 2;
/** In a name shorter than this, two typos make another word. */
const shortName = 5;

function splitIri(id: TermId): { readonly namespace: string; readonly name: string } {
  const iri = terms.value(id);
  const end = Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1;
  return { namespace: iri.slice(0, end), name: iri.slice(end) };
}
