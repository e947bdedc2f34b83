import type { TermId } from '../../../rdf/terms.ts';
import { shapeRefsOf } from '../../components/shapeRefs.ts';
import { createEvaluator, type Evaluator } from '../../evaluator.ts';
import type { ValidationInput } from '../../validationUnit.ts';
import { Peer, type Stop } from './peer.testing.ts';
import { type Result, resultOf, without } from './result.testing.ts';

/**
 * A place where two engines first disagree: a verdict or result that does not depend on another verdict on which they
 * disagree.
 */
export type Difference =
  | ResultDifference
  | {
      readonly kind: 'target';
      readonly only: 'ours' | 'theirs';
      readonly shape: TermId;
      readonly node: TermId;
    }
  | { readonly kind: 'targetsStop'; readonly shape: TermId; readonly error: string }
  | { readonly kind: 'stop'; readonly stop: Stop };

interface ResultDifference {
  readonly kind: 'result';
  readonly only: 'ours' | 'theirs';
  readonly result: Result;
}

/** Both engines, on the same input. */
export interface Pair {
  readonly input: ValidationInput;
  readonly ours: Evaluator;
  readonly theirs: Peer;
}

export function pairOf(input: ValidationInput): Pair {
  return {
    input,
    ours: createEvaluator(input.shapes, input.dataGraph, input.classGraph),
    theirs: new Peer(input),
  };
}

/** Compares the reports of both engines. Results are compared as multisets, for each shape and focus node. */
export function compareEngines(pair: Pair): readonly Difference[] {
  const differences: Difference[] = [];
  const theirRoots = new Set(pair.theirs.roots());
  for (const shape of pair.input.shapes.shapes) {
    if (shape.deactivated) continue;
    const ours = pair.ours.targets(shape);
    const theirs = theirRoots.has(shape.id) ? pair.theirs.targets(shape.id) : [];
    if (typeof theirs === 'string') {
      differences.push({ kind: 'targetsStop', shape: shape.id, error: theirs });
    } else if (theirRoots.has(shape.id) || shape.constraints.length > 0) {
      differences.push(
        ...targetsOnlyOf('ours', shape.id, ours, theirs),
        ...targetsOnlyOf('theirs', shape.id, theirs, ours),
      );
    }
    for (const node of ours) differences.push(...new Localizer(pair).from(node, shape.id));
  }
  return differences;
}

function targetsOnlyOf(
  only: 'ours' | 'theirs',
  shape: TermId,
  nodes: readonly TermId[],
  others: readonly TermId[],
): readonly Difference[] {
  return nodes
    .filter((node) => !others.includes(node))
    .map((node) => ({ kind: 'target', only, shape, node }));
}

/** Traces a difference in the results of a focus node back to its cause. */
class Localizer {
  readonly #pair: Pair;
  readonly #visited = new Set<string>();

  constructor(pair: Pair) {
    this.#pair = pair;
  }

  from(node: TermId, shape: TermId): readonly Difference[] {
    const found = this.#at(node, shape);
    // When verdicts depend on each other in a circle, none of them is the cause; then the results are the difference.
    return found.length > 0 ? found : this.#differing(node, shape);
  }

  #at(node: TermId, shape: TermId): readonly Difference[] {
    const key = `${node} ${shape}`;
    if (this.#visited.has(key)) return [];
    this.#visited.add(key);
    const stops = this.#pair.theirs
      .outcome(node, shape)
      .stops.map((stop): Difference => ({ kind: 'stop', stop }));
    return [...stops, ...this.#differing(node, shape).flatMap((difference) => this.#below(difference))];
  }

  #differing(node: TermId, shape: TermId): readonly ResultDifference[] {
    const outcome = this.#pair.theirs.outcome(node, shape);
    const ours = without(
      this.#pair.ours.validateNode(node, shape).map(resultOf),
      outcome.stops.flatMap((stop) => this.#notAsked(stop)),
    );
    return [
      ...without(ours, outcome.results).map((result) => ({ kind: 'result', only: 'ours', result }) as const),
      ...without(outcome.results, ours).map(
        (result) => ({ kind: 'result', only: 'theirs', result }) as const,
      ),
    ];
  }

  /** Our results for what the other engine could not check. */
  #notAsked({ node, shape, component, parameterValue }: Stop): readonly Result[] {
    return this.#pair.ours
      .validateNode(node, shape)
      .filter(
        ({ sourceShape, constraint }) =>
          component === undefined ||
          (sourceShape === shape &&
            constraint.component === component &&
            (parameterValue ?? constraint.parameterValue) === constraint.parameterValue),
      )
      .map(resultOf);
  }

  #below(difference: ResultDifference): readonly Difference[] {
    const behind = this.#verdictsBehind(difference.result);
    return behind.length === 0 ? [difference] : behind.flatMap(([node, shape]) => this.#at(node, shape));
  }

  /** The pairs of node and shape that a result depends on and about which the engines disagree. */
  #verdictsBehind({ sourceShape, component, focusNode, value }: Result): readonly [TermId, TermId][] {
    const { ours, theirs, input } = this.#pair;
    const shape = input.shapes.get(sourceShape);
    if (shape === undefined) return [];
    const nodes =
      value !== undefined || shape.path === undefined
        ? [value ?? focusNode]
        : ours.values(focusNode, shape.path);
    return shape.constraints
      .filter((constraint) => constraint.component === component)
      .flatMap(shapeRefsOf)
      .flatMap((ref) => nodes.map((node): [TermId, TermId] => [node, ref]))
      .filter(([node, ref]) => ours.conforms(node, ref) !== theirs.conforms(node, ref));
  }
}
