import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { pairKey, tripleKey } from '../../rdf/termKeys.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { Target } from '../model/shape.ts';
import type { Violation } from '../model/violation.ts';
import { hasClosure, pathValues } from '../paths/pathValues.ts';
import { routesFrom } from '../paths/route.ts';
import { targetingTriples } from '../shapesGraph/targets.ts';
import type { ValidationInput } from '../validationUnit.ts';
import type { Entailment } from './entailment.ts';

/**
 * The inferred triples that cause a result, each once: those on the path to its value, or to its values when there are
 * too many, and one that makes its focus node a target when no stated triple does.
 */
export function inferredEvidence(violation: Violation, input: ValidationInput): readonly Triple[] {
  const { entailment } = input;
  if (entailment === undefined) return [];
  const found = new Map<string, Triple>();
  for (const triple of [...valueTriples(violation, input), ...targetTriple(violation, input)]) {
    const { subject, predicate, object } = triple;
    if (!entailment.inferred.has(subject, predicate, object)) continue;
    found.set(tripleKey(triple), triple);
  }
  return [...found.values()];
}

function* valueTriples(violation: Violation, { dataGraph }: ValidationInput): Iterable<Triple> {
  const { focusNode, path, value, constraint } = violation;
  if (value !== undefined && 'compared' in constraint && constraint.compared.kind === 'predicate') {
    yield { subject: focusNode, predicate: constraint.compared.predicate, object: value };
  }
  if (path === undefined) return;
  const isTooMany = ['maxCount', 'qualifiedMaxCount', 'uniqueLang'].includes(constraint.kind);
  if (value === undefined && !isTooMany) return;
  const routes = routesFrom(dataGraph, focusNode, path);
  const tooMany = () =>
    hasClosure(path) ? routes.nearest(nearValues) : pathValues(dataGraph, focusNode, path);
  const all = value !== undefined ? [value] : isTooMany ? tooMany() : [];
  // Inferred values come last.
  const values = all.slice(-maxValues);
  for (const each of values) {
    for (const { triple } of routes.to(each) ?? []) yield triple;
  }
}

/** On a closure, where all results may have the same values, only this many values are searched. */
const nearValues = 32;

/** When there are too many values, a few of them explain the result as well as all would. */
const maxValues = 8;

const targetTriplesIn = memoized((_: ValidationInput) => new Map<number, readonly Triple[]>());

/** None or one. Cached, because a shape may have many results at a focus node. */
function targetTriple({ rootShape, rootFocusNode }: Violation, input: ValidationInput): readonly Triple[] {
  const known = targetTriplesIn(input);
  const key = pairKey(rootShape, rootFocusNode);
  let found = known.get(key);
  if (found === undefined) {
    found = findTargetTriple(rootShape, rootFocusNode, input);
    known.set(key, found);
  }
  return found;
}

function findTargetTriple(
  shape: TermId,
  node: TermId,
  { entailment, shapes }: ValidationInput,
): readonly Triple[] {
  const targets = shapes.get(shape)?.targets ?? [];
  if (targets.some((target) => isStatedTarget(target, node, entailment!))) return [];
  for (const target of targets) {
    const [triple] = targetingTriples(target, node, entailment!.inferred);
    if (triple) return [triple];
  }
  return [];
}

/** True when stated triples alone make a node a target, by a value of the target's property or by its own class. */
function isStatedTarget(target: Target, node: TermId, entailment: Entailment): boolean {
  if (target.kind === 'node') return target.node === node;
  if (targetingTriples(target, node, entailment.asserted).length > 0) return true;
  const ownClasses: Pick<Graph, 'has'> = {
    has: (subject, predicate, object) =>
      predicate === rdf.type && entailment.asserted.has(subject, predicate, object),
  };
  return targetingTriples(target, node, entailment.inferred).some((triple) =>
    entailment
      .derivation(triple, ownClasses)
      ?.every((step) => step.kind === 'schema' && step.rule === 'rdfs9'),
  );
}
