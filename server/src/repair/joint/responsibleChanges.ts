import type { GraphDelta } from '../../rdf/graph.ts';
import type { Triple } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import type { RecordedValidation } from '../../shacl/incremental/recordedValidation.ts';
import type { Trace } from '../../shacl/incremental/trace.ts';
import type { Violation } from '../../shacl/results/violation.ts';

/**
 * Finds the changes that may be responsible for a result, among many that were made together.
 *
 * A verdict can only change when a look-up has a different answer than before. So the look-up on the
 * changed graph saw a triple that a change added, or the look-up on the unchanged graph saw one that a change removed.
 */
export class ResponsibleChanges {
  readonly #adding: ReadonlyMap<string, readonly number[]>;
  readonly #removing: ReadonlyMap<string, readonly number[]>;

  constructor(changes: readonly GraphDelta[]) {
    this.#adding = numbersByTriple(changes.map(({ added }) => added));
    this.#removing = numbersByTriple(changes.map(({ removed }) => removed));
  }

  /** The numbers of the changes; empty when the result depends on inferred triples rather than on triples of a file. */
  of(violation: Violation, before: RecordedValidation, after: RecordedValidation): ReadonlySet<number> {
    const { focusNode, sourceShape, constraint, rootFocusNode, rootShape } = violation;
    const own = this.#touching(
      before.evaluator.trace(focusNode, sourceShape, constraint),
      after.evaluator.trace(focusNode, sourceShape, constraint),
    );
    if (own.size > 0) return own;
    // Then the cause is the path to the focus node, or the target.
    return this.#touching(
      before.evaluator.trace(rootFocusNode, rootShape),
      after.evaluator.trace(rootFocusNode, rootShape),
    );
  }

  #touching(before: Trace, after: Trace): ReadonlySet<number> {
    return new Set([
      ...triplesOf(before).flatMap((triple) => this.#removing.get(tripleKey(triple)) ?? []),
      ...triplesOf(after).flatMap((triple) => this.#adding.get(tripleKey(triple)) ?? []),
    ]);
  }
}

function triplesOf({ target, triples, subclasses }: Trace): readonly Triple[] {
  return [...target, ...triples, ...subclasses];
}

function numbersByTriple(sides: readonly (readonly Triple[])[]): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, number[]>();
  for (const [number, triples] of sides.entries()) {
    for (const triple of triples) {
      const key = tripleKey(triple);
      const list = numbers.get(key);
      if (list) list.push(number);
      else numbers.set(key, [number]);
    }
  }
  return numbers;
}
