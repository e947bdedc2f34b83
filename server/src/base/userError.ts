/** Why something can't be done, in words for the user, who is told these alone: no stack, no name of an error. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}
