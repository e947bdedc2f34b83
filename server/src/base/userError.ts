/** An error whose message is for the user. Only the message is shown, without a stack or the name of an error. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}
