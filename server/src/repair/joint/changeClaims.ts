import { type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import type { Violation } from '../../shacl/results/violation.ts';
import { isNewBlankNode } from '../../sparql/termCodec.ts';
import type { AcceptedRepair } from '../repair.ts';

/**
 * What repairs that were chosen as if each were alone may change together. The values that a node has by a property
 * belong to one repair, since one more or one less may be all that another wanted. Only where results are about
 * different values, and each repair exchanges or removes the one that its result is about, do they share them.
 */
export class ChangeClaims {
  readonly #triples = new Set<string>();
  readonly #names = new Set<string>();
  readonly #owned = new Set<string>();
  readonly #shared = new Set<string>();

  /** False, with nothing claimed, when part of it is taken. */
  claim({ problem: { violation }, chosen: { repair, verdict } }: AcceptedRepair): boolean {
    const { added, removed } = verdict.delta;
    const triples = [...added, ...removed];
    const keys = triples.map(tripleKey);
    // Two repairs that make up a node each may have made up the same one.
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

/** True when the one value that a result is about is removed, or gives way to one other. */
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
