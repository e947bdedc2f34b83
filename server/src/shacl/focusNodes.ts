import { pairKey } from '../rdf/termKeys.ts';
import type { TermId } from '../rdf/terms.ts';
import { judgedBy, shapeRefsOf } from './components/shapeRefs.ts';
import type { Evaluator } from './evaluator.ts';
import type { Shape } from './model/shape.ts';
import { reportedTargets } from './results/reported.ts';
import type { ValidationInput } from './validationUnit.ts';

/** The focus nodes of root shapes that are reported for the data files. A node may occur more than once. */
export function* reportedFocusNodes(input: ValidationInput, evaluator: Evaluator): Iterable<TermId> {
  for (const shape of input.shapes.roots) {
    const isReported = reportedTargets(shape, input);
    for (const node of evaluator.targets(shape)) if (isReported(node)) yield node;
  }
}

/**
 * The wanted shapes that have a focus node in the data files: a target, or a value that another shape judges by them. An
 * ill-formed shape has the focus nodes that its targets select.
 */
export function shapesWithFocusNodes(
  wanted: Iterable<TermId>,
  input: ValidationInput,
  evaluator: Evaluator,
): ReadonlySet<TermId> {
  const search = new FocusNodeSearch(new Set(wanted), input, evaluator);
  search.run();
  return search.found;
}

class FocusNodeSearch {
  readonly found = new Set<TermId>();
  readonly #open: Set<TermId>;
  readonly #input: ValidationInput;
  readonly #evaluator: Evaluator;
  /** For each shape, the references that lead to a wanted shape. */
  readonly #references: ReadonlyMap<TermId, readonly TermId[]>;
  readonly #visited = new Set<number>();

  constructor(wanted: ReadonlySet<TermId>, input: ValidationInput, evaluator: Evaluator) {
    this.#open = new Set(wanted);
    this.#input = input;
    this.#evaluator = evaluator;
    this.#references = referencesTowards(wanted, input.shapes.shapes);
  }

  run(): void {
    const { illFormed, roots } = this.#input.shapes;
    const starts = [...illFormed, ...roots].filter(
      ({ id }) => this.#open.has(id) || this.#references.has(id),
    );
    const ofContext: [shape: TermId, node: TermId][] = [];
    for (const shape of starts) {
      const isReported = reportedTargets(shape, this.#input);
      for (const node of this.#evaluator.targets(shape)) {
        if (isReported(node)) this.#follow(shape.id, node, () => true);
        else ofContext.push([shape.id, node]);
      }
    }
    // A shape whose focus node is in the context may pass on a value that is in the data.
    this.#visited.clear();
    const isInData = (node: TermId) => this.#input.reportedGraph.outgoing(node).length > 0;
    for (const [shape, node] of ofContext) this.#follow(shape, node, isInData);
  }

  /** Follows references to shapes, starting from a focus node and continuing at the values that they judge. */
  #follow(start: TermId, node: TermId, isReported: (node: TermId) => boolean): void {
    const stack: [shape: TermId, node: TermId][] = [[start, node]];
    while (this.#open.size > 0) {
      const next = stack.pop();
      if (next === undefined) return;
      const [id, focusNode] = next;
      const key = pairKey(id, focusNode);
      if (this.#visited.has(key)) continue;
      this.#visited.add(key);
      if (this.#open.has(id) && isReported(focusNode)) {
        this.#open.delete(id);
        this.found.add(id);
      }
      const references = this.#references.get(id);
      if (references === undefined) continue;
      const path = this.#input.shapes.get(id)?.path;
      const values = path === undefined ? [focusNode] : this.#evaluator.values(focusNode, path);
      for (const constraint of this.#input.shapes.get(id)?.constraints ?? []) {
        const refs = shapeRefsOf(constraint).filter((ref) => references.includes(ref));
        if (refs.length === 0) continue;
        for (const node of judgedBy(constraint, focusNode, values, this.#input.dataGraph))
          for (const reference of refs) stack.push([reference, node]);
      }
    }
  }
}

/** For each active shape, its references that lead to a wanted shape. Shapes without such references have no entry. */
function referencesTowards(
  wanted: ReadonlySet<TermId>,
  shapes: readonly Shape[],
): ReadonlyMap<TermId, readonly TermId[]> {
  const referring = new Map<TermId, TermId[]>();
  for (const { id, constraints, deactivated } of shapes) {
    if (deactivated) continue;
    for (const reference of constraints.flatMap(shapeRefsOf)) {
      const list = referring.get(reference);
      if (list) list.push(id);
      else referring.set(reference, [id]);
    }
  }
  const references = new Map<TermId, TermId[]>();
  const leading = new Set(wanted);
  for (const shape of leading) {
    for (const referrer of referring.get(shape) ?? []) {
      leading.add(referrer);
      const list = references.get(referrer);
      if (list) list.push(shape);
      else references.set(referrer, [shape]);
    }
  }
  return references;
}
