import { type RecordingOptions, recordValidation } from './incremental/recordedValidation.ts';
import type { Validator } from './validationUnit.ts';

/** A validator that validates whole units with the built-in engine. */
export function builtinValidator(options: RecordingOptions = {}): Validator {
  return {
    engine: 'builtin',
    validate: async (input, signal) => (await recordValidation(input, options, signal)).result,
  };
}
