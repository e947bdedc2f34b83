/** Why something is not renamed, in a sentence or two. */
export interface RenameRefusal {
  readonly kind: 'refused';
  readonly reason: string;
}

export function refused(reason: string): RenameRefusal {
  return { kind: 'refused', reason };
}
