import { builtinValidator } from './builtinValidator.ts';
import { referenceValidator } from './reference/referenceEngine.ts';
import type { Validator } from './validationUnit.ts';

/**
 * The engines that conformance and real data are tested with: the built-in one in `npm test`, the reference, which
 * takes seconds, in `npm run test:slow`.
 */
export const enginesToTest: readonly Validator[] =
  process.env.TEST_REFERENCE_ENGINE === '1' ? [referenceValidator] : [builtinValidator()];
