import { lazy } from '../../base/lazy.ts';
import { pairKey } from '../../rdf/termKeys.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Violation } from '../model/violation.ts';

/** The results by root shape and focus node (their `pairKey`). Pairs without results have no entry. */
export type ResultsByFocus = ReadonlyMap<number, readonly Violation[]>;

/**
 * The results of a validation. The results of a later validation share them: deriving those takes time in proportion to
 * what changed, even over many validations in a row.
 */
export class KnownResults {
  readonly #base: Base;
  /** The entries that differ from the base. An empty list means that the pair has no results. */
  readonly #changes: ResultsByFocus;

  static of(results: ResultsByFocus): KnownResults {
    return new KnownResults(baseOf(results), new Map());
  }

  private constructor(base: Base, changes: ResultsByFocus) {
    this.#base = base;
    this.#changes = changes;
  }

  of(key: number): readonly Violation[] {
    return this.#changes.get(key) ?? this.#base.results.get(key) ?? none;
  }

  *entries(): Iterable<readonly [number, readonly Violation[]]> {
    for (const entry of this.#base.results) if (!this.#changes.has(entry[0])) yield entry;
    for (const entry of this.#changes) if (entry[1].length > 0) yield entry;
  }

  /** All results, in the order of `entries`. */
  all(): readonly Violation[] {
    const found: Violation[] = [];
    const add = (violations: readonly Violation[]) => {
      for (const each of violations) found.push(each);
    };
    this.#base.results.forEach((violations, key) => {
      if (!this.#changes.has(key)) add(violations);
    });
    this.#changes.forEach(add);
    return found;
  }

  /** The results at a focus node, including those that were reached from other focus nodes. */
  about(focusNode: TermId): readonly Violation[] {
    const kept = this.#base.byFocusNode().get(focusNode) ?? none;
    if (this.#changes.size === 0) return kept;
    return [
      ...kept.filter(({ rootShape, rootFocusNode }) => !this.#changes.has(pairKey(rootShape, rootFocusNode))),
      ...[...this.#changes.values()].flat().filter((violation) => violation.focusNode === focusNode),
    ];
  }

  /** A copy in which the results at some pairs are replaced. The new results come last. */
  with(gone: Iterable<number>, fresh: ResultsByFocus): KnownResults {
    const changes = new Map(this.#changes);
    for (const key of gone) {
      changes.delete(key);
      if (this.#base.results.has(key)) changes.set(key, none);
    }
    for (const [key, violations] of fresh) {
      changes.delete(key);
      changes.set(key, violations);
    }
    const known = new KnownResults(this.#base, changes);
    return changes.size <= maxChanges ? known : KnownResults.of(new Map(known.entries()));
  }
}

const none: readonly Violation[] = [];

/** `about` scans all changes on each call, so a copy with more changes than this gets a new base. */
const maxChanges = 64;

interface Base {
  readonly results: ResultsByFocus;
  readonly byFocusNode: () => ReadonlyMap<TermId, readonly Violation[]>;
}

function baseOf(results: ResultsByFocus): Base {
  return { results, byFocusNode: lazy(() => sortedByFocusNode(results)) };
}

function sortedByFocusNode(results: ResultsByFocus): ReadonlyMap<TermId, readonly Violation[]> {
  const found = new Map<TermId, Violation[]>();
  for (const violations of results.values()) {
    for (const violation of violations) {
      const list = found.get(violation.focusNode);
      if (list) list.push(violation);
      else found.set(violation.focusNode, [violation]);
    }
  }
  return found;
}
