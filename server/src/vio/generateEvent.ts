import type { CrossChecker } from './cases/crossCheck.ts';
import type { Namer } from './cases/naming.ts';
import type { GenerateProgress, VioCase } from './vioCase.ts';

export type GenerateEvent =
  | { readonly kind: 'case'; readonly case: VioCase }
  | { readonly kind: 'progress'; readonly progress: GenerateProgress };

/** The resources of a run besides its graphs. */
export interface GenerateHelpers {
  readonly crossCheck?: CrossChecker;
  /** Gives new nodes better names than another node's name with a number. */
  readonly namer?: Namer;
}
