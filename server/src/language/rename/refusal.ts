/** Why something is not renamed, in a sentence or two. */
export interface Refusal {
  readonly kind: 'refused';
  readonly reason: string;
}

export function refused(reason: string): Refusal {
  return { kind: 'refused', reason };
}
