/** The shapes of what many requests of clients are given. */
import { customShape, object, wholeNumberFrom } from '../base/jsonShape.ts';
import { normalizeUri } from '../project/uris.ts';

export const uri = customShape<string>(
  'a uri',
  (given) => typeof given === 'string' && given !== '' && isUri(given),
);
export const uinteger = wholeNumberFrom(0, 2 ** 31 - 1);
export const position = object({ line: uinteger, character: uinteger });
export const range = object({ start: position, end: position });
export const document = object({ uri });

function isUri(given: string): boolean {
  if (given.length > 65_536) return false;
  try {
    normalizeUri(given);
    return true;
  } catch {
    // Such as one with a space in its scheme.
    return false;
  }
}
