/** Where a link can be written. */
export type LinkedIn = 'project' | 'comment' | 'settings';

/** A link that was written. */
export interface WrittenLink {
  readonly place: LinkedIn;
  /** Undoes it; false where the text has changed since. */
  readonly undo: () => Promise<boolean>;
}
