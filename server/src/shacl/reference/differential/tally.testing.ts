import { type TermId, terms } from '../../../rdf/terms.ts';
import { UnionGraph } from '../../../rdf/unionGraph.ts';
import type { ShapesCase } from '../../../testing/arbitraryShapes.ts';
import { graphOf } from '../../../testing/shaclCheck.ts';
import { allComponents } from '../../components/index.ts';
import type { ConstraintKind } from '../../model/shape.ts';
import { readShapes } from '../../shapesGraph/readShapes.ts';
import type { Dispute } from './arbiter.testing.ts';
import { compareEngines, type Difference, type Pair, pairOf } from './compareEngines.testing.ts';
import { explanationOf, knownDifferences } from './explain.testing.ts';
import type { KnownDifference } from './knownDifference.testing.ts';
import { printResult } from './result.testing.ts';

/** The number of results per reason that are kept for the third engine. */
const maxDisputes = 50;

/** The components that both engines know. */
const judged = allComponents.filter(({ isDraft }) => !isDraft);

/** Counts comparisons of the engines, and the known reasons that explain differences. */
export class Tally {
  pairs = 0;
  withResults = 0;
  results = 0;
  differing = 0;
  readonly explained = new Map<string, number>();
  /** Some results that only one engine reports, by the id of the known difference. */
  readonly disputes = new Map<string, Dispute[]>();
  readonly #held = new Set<ConstraintKind>();
  readonly #violated = new Set<ConstraintKind>();

  /** Compares the engines on a case. Returns a printed line for each difference that has no explanation. */
  add(shapesCase: ShapesCase): readonly string[] {
    const pair = pairOf(inputOf(shapesCase));
    const differences = compareEngines(pair);
    const unexplained: string[] = [];
    for (const difference of differences) {
      const known = explanationOf(difference, pair);
      if (known) this.#note(known, difference, pair);
      else unexplained.push(printDifference(difference));
    }
    this.pairs++;
    if (differences.length > 0) this.differing++;
    this.#count(pair);
    return unexplained;
  }

  /** The components of which no constraint was satisfied, or no constraint was violated. */
  get notExercised(): readonly ConstraintKind[] {
    return judged
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'property' && !(this.#held.has(kind) && this.#violated.has(kind)));
  }

  /** The known differences that did not occur. */
  get unseen(): readonly string[] {
    return knownDifferences.map(({ id }) => id).filter((id) => !this.explained.has(id));
  }

  /**
   * The counts as Markdown.
   *
   * @param opinions the third engine's opinion about each known difference, by its id.
   */
  report(opinions: ReadonlyMap<string, string> = new Map()): string {
    const share = (count: number) => `${((100 * count) / this.pairs).toFixed(0)} %`;
    const exercised = judged.length - 1 - this.notExercised.length;
    return [
      `${this.pairs} pairs: ${share(this.withResults)} with results, ${(this.results / this.pairs).toFixed(1)} results each, ` +
        `${exercised} of ${judged.length - 1} components both held and violated; ` +
        `the engines differ in ${share(this.differing)}.`,
      '',
      '| known difference | whose | what it does | what is right | times | with us is shacl-engine |',
      '|---|---|---|---|---|---|',
      ...knownDifferences.map(
        ({ id, side, what, spec }) =>
          `| ${id} | ${side} | ${what} | ${spec} | ${this.explained.get(id) ?? 0} | ${opinions.get(id) ?? ''} |`,
      ),
    ].join('\n');
  }

  #note({ id }: KnownDifference, difference: Difference, { input, ours }: Pair): void {
    this.explained.set(id, (this.explained.get(id) ?? 0) + 1);
    const disputes = this.disputes.get(id) ?? [];
    this.disputes.set(id, disputes);
    if (difference.kind === 'result' && disputes.length < maxDisputes) {
      disputes.push({ input, ours, result: difference.result });
    }
  }

  #count({ input, ours }: Pair): void {
    let results = 0;
    const visited = new Set<string>();
    const visit = (node: TermId, id: TermId) => {
      const shape = input.shapes.get(id);
      if (shape === undefined || shape.deactivated || visited.has(`${node} ${id}`)) return;
      visited.add(`${node} ${id}`);
      const values = shape.path === undefined ? [node] : ours.values(node, shape.path);
      const found = ours.validateNode(node, id).filter(({ sourceShape }) => sourceShape === id);
      results += found.length;
      for (const constraint of shape.constraints) {
        if (constraint.kind === 'property') for (const value of values) visit(value, constraint.shapeRef);
        else if (found.some((violation) => violation.constraint === constraint)) {
          this.#violated.add(constraint.kind);
        } else if (values.length > 0) this.#held.add(constraint.kind);
      }
    };
    for (const root of input.shapes.roots) for (const node of ours.targets(root)) visit(node, root.id);
    this.results += results;
    if (results > 0) this.withResults++;
  }
}

/** The graphs of a case. Subclasses are looked up in the data graph, as in rdf-validate-shacl. */
export function inputOf({ shapes, data, context }: ShapesCase) {
  const dataGraph = new UnionGraph([
    graphOf(data.join('\n')),
    graphOf(context.join('\n'), 'file:///workspace/context.ttl'),
  ]);
  const shapesGraph = graphOf(shapes.join('\n'), 'file:///workspace/shapes.ttl');
  return { dataGraph, reportedGraph: dataGraph, classGraph: dataGraph, shapes: readShapes(shapesGraph) };
}

function printDifference(difference: Difference): string {
  switch (difference.kind) {
    case 'result':
      return `only ${difference.only}: ${printResult(difference.result)}`;
    case 'stop':
      return `theirs stopped: ${difference.stop.error} (${printIds(difference.stop)})`;
    case 'targetsStop':
      return `their targets stopped: ${difference.error} (${printIds(difference)})`;
    case 'target':
      return `focus node of ${difference.only} only: ${printIds(difference)}`;
  }
}

function printIds({ shape, node }: { readonly shape: TermId; readonly node?: TermId }): string {
  return [shape, node].map((id) => (id === undefined ? '' : terms.value(id))).join(' ');
}
