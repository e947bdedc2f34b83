import { UserError } from '../../base/userError.ts';

/** Files of a change, as given. */
export interface GivenChange {
  /** The file before the change; undefined when all of the data is new. */
  readonly base: string | undefined;
  readonly data: string;
}

/**
 * Reads `BASE..DATA`, or `DATA` alone. Dots at the start of a part of a path go up a folder.
 * @throws UserError when a file is missing.
 */
export function givenChange(text: string): GivenChange {
  const [, base, data] = /^(.*?[^/\\.])\.\.(?![/\\])(.*)$/s.exec(text) ?? [undefined, undefined, text];
  if (!data) throw new UserError(`--change can't be '${text}': give BASE.ttl..DATA.ttl, or DATA.ttl alone.`);
  return { base, data };
}
