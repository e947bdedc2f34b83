/** A request has no answer yet. The trial has to be repeated when it has one. */
export class Postponed extends Error {
  override readonly name = 'Postponed';
}
