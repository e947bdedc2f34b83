/**
 * Finds out from shared memory that the thread of a command makes no progress. A constraint, or a file that is read, may
 * take as long as its budget. Other work may take longer, and even longer if long texts were read. A thread makes progress
 * as long as it enters a constraint or a file, prints something, or returns to its event loop, as it does while it waits.
 */
import { stallIn, timesUnnamed } from '../../base/supervision.ts';
import { patience } from '../../platform/reading/patience.ts';
import type { Name } from '../../platform/watch/probe.ts';
import { ProbeReader } from '../../platform/watch/probeReader.ts';

export type Stall =
  /** A constraint, or a file that is read: it can be left out. */
  | { readonly kind: 'named'; readonly key: string }
  /** Anything else, after so many ms, in the step that was announced last. */
  | { readonly kind: 'unnamed'; readonly step: string | undefined; readonly ms: number };

/** The rest of what a piece may take is for noticing that it is stuck, and for starting over without it. */
const shareOfPiece = 0.8;

export class StallWatch extends ProbeReader {
  /** How many budgets reading may take beyond the first of each file: what is done with long texts takes time as well. */
  #longTexts = 0;

  override name(name: Name): void {
    super.name(name);
    if (name.kind === 'suspect') this.#longTexts += name.weight - 1;
  }

  /** What the thread is stuck at, if it is. */
  stall(): Stall | undefined {
    const { piece, stalled, step } = this.look();
    const unnamed = patience * (timesUnnamed + this.#longTexts);
    const stall = stallIn({ piece, stalled }, { budget: shareOfPiece * patience, unnamed });
    return stall?.kind === 'unnamed' ? { ...stall, step } : stall;
  }
}
