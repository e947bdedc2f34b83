/** A request has no answer yet; the trial is to be run again when it has one. */
export class Postponed extends Error {
  override readonly name = 'Postponed';
}
