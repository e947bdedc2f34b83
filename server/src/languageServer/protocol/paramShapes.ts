/** The shapes of parameters that many requests of clients share. */
import {
  anyOf,
  anything,
  customShape,
  type JsonShape,
  label,
  nullable,
  object,
  optional,
  recordOf,
  wholeNumberFrom,
} from '../../base/jsonShape.ts';
import { normalizeUri } from '../../workspace/project/uris.ts';

export const uri = customShape<string>(
  'a uri',
  (given) => typeof given === 'string' && given !== '' && isUri(given),
);
export const uinteger = wholeNumberFrom(0, 2 ** 31 - 1);
export const position = object({ line: uinteger, character: uinteger });
export const range = object({ start: position, end: position });
export const document = object({ uri });
/** Ids, keys and IRIs: looked up, never a part of a path. */
export const key = label;
export const token = anyOf<string | number>(label, wholeNumberFrom(-(2 ** 31), 2 ** 31 - 1));
/** For requests that need no parameters. */
export const noParams = optional(nullable(recordOf(anything))) as JsonShape<object>;
/** For requests whose sender can be informed of progress. */
export const progress = { partialResultToken: optional(token) };

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
