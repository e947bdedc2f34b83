import type { RepeatNumbers } from './blankNodeNames.ts';
import type { ChunkSlice, StatementSequence } from './statementSequence.ts';

/** The statements with the same key. */
interface Numbers {
  /** The old statements in order, with their numbers. */
  readonly old: readonly { readonly ordinal: number; readonly repeat: number }[];
  /** How many of these were examined. */
  passed: number;
  readonly taken: Set<number>;
  /** No number below this one is free. */
  lowest: number;
}

/**
 * Numbers statements that are read again: each gets the smallest number that no other statement with its key has. A
 * statement keeps its number until reading has passed it. So a statement that is read again with the same key gets its
 * own number back, and statements that are not read again keep theirs.
 */
export class KeptRepeatNumbers implements RepeatNumbers {
  readonly #old: StatementSequence;
  readonly #removed: readonly ChunkSlice[];
  readonly #added: readonly ChunkSlice[];
  readonly #first: number;
  /** The old statements from `first` up to this one (exclusive) are no longer in the document. */
  #last: number;
  readonly #byKey = new Map<string, Numbers>();

  /**
   * @param removed what was taken out of the old document before.
   * @param added what was read instead.
   * @param first the old statement from which on statements are read again now.
   */
  constructor(
    old: StatementSequence,
    removed: readonly ChunkSlice[],
    added: readonly ChunkSlice[],
    first: number,
  ) {
    this.#old = old;
    this.#removed = removed;
    this.#added = added;
    this.#first = first;
    this.#last = first;
  }

  /** Records that the old statements from `first` up to an ordinal (exclusive) are no longer in the document. */
  free(last: number): void {
    this.#last = last;
  }

  take(key: string): number {
    const numbers = this.#byKey.get(key) ?? this.#find(key);
    const { old, taken } = numbers;
    for (; numbers.passed < old.length; numbers.passed++) {
      const { ordinal, repeat } = old[numbers.passed]!;
      if (ordinal >= this.#last) break;
      if (ordinal < this.#first) continue;
      taken.delete(repeat);
      numbers.lowest = Math.min(numbers.lowest, repeat);
    }
    while (taken.has(numbers.lowest)) numbers.lowest++;
    taken.add(numbers.lowest);
    return numbers.lowest;
  }

  #find(key: string): Numbers {
    const old: { readonly ordinal: number; readonly repeat: number }[] = [];
    for (const chunk of this.#old.chunks) {
      for (const { statement, value } of chunk.namesWith(key)) {
        const ordinal = this.#old.ordinal(chunk, statement);
        const isRemoved = this.#removed.some(
          (slice) => slice.chunk === chunk && slice.first <= statement && statement < slice.last,
        );
        if (ordinal !== undefined && !isRemoved) old.push({ ordinal, repeat: value.repeat });
      }
    }
    old.sort((a, b) => a.ordinal - b.ordinal);
    const taken = new Set(old.map(({ repeat }) => repeat));
    for (const { chunk } of this.#added) {
      for (const { value } of chunk.namesWith(key)) taken.add(value.repeat);
    }
    const numbers = { old, passed: 0, taken, lowest: 0 };
    this.#byKey.set(key, numbers);
    return numbers;
  }
}
