import { type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import type { Violation } from '../../shacl/results/violation.ts';
import { isNewBlankNode } from '../../sparql/termCodec.ts';
import type { AcceptedRepair } from '../repair.ts';

/**
 * Tracks what repairs may change together that were chosen independently. The values of a node for a property belong to
 * one repair, because one value more or less may be all that another repair wanted. Repairs share them only when their
 * results are about different values, and each repair replaces or removes the value that its result is about.
 */
export class ChangeClaims {
  readonly #triples = new Set<string>();
  readonly #names = new Set<string>();
  readonly #owned = new Set<string>();
  readonly #shared = new Set<string>();

  /** False, without claiming anything, when a part is already taken. */
  claim({ problem: { violation }, chosen: { repair, verdict } }: AcceptedRepair): boolean {
    const { added, removed } = verdict.delta;
    const triples = [...added, ...removed];
    const keys = triples.map(tripleKey);
    // Two repairs that each create a node may have created the same one.
    const names = [
      ...repair.placeholders.filter((term) => !terms.isLiteral(term)),
      ...triples.map(({ object }) => object).filter((term) => terms.isBlank(term) && isNewBlankNode(term)),
    ].map(String);
    const properties = new Set(triples.map(propertyOf));
    const shared = [...properties].filter((property) =>
      isOfOneValue(
        added.filter((triple) => propertyOf(triple) === property),
        removed.filter((triple) => propertyOf(triple) === property),
        violation,
      ),
    );
    const owned = [...properties].filter((property) => !shared.includes(property));
    const isTaken =
      keys.some((key) => this.#triples.has(key)) ||
      names.some((name) => this.#names.has(name)) ||
      owned.some((property) => this.#owned.has(property) || this.#shared.has(property)) ||
      shared.some((property) => this.#owned.has(property));
    if (isTaken) return false;
    for (const key of keys) this.#triples.add(key);
    for (const name of names) this.#names.add(name);
    for (const property of owned) this.#owned.add(property);
    for (const property of shared) this.#shared.add(property);
    return true;
  }
}

function propertyOf({ subject, predicate }: Triple): string {
  return `${subject} ${predicate}`;
}

/** True when the only value that a result is about is removed, or replaced by one other. */
function isOfOneValue(
  added: readonly Triple[],
  removed: readonly Triple[],
  { focusNode, value }: Violation,
): boolean {
  const [triple, ...more] = removed;
  if (triple === undefined || more.length > 0 || added.length > 1) return false;
  const { subject, object } = triple;
  return (subject === focusNode && object === value) || (subject === value && object === focusNode);
}
