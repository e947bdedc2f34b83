import { builtinValidator } from './incremental/recordedValidation.ts';
import { referenceValidator } from './reference/referenceEngine.ts';
import type { Validator } from './validationUnit.ts';

/**
 * The engines that the conformance tests and the tests on real data run with: the built-in engine in `npm test`, the
 * reference engine, which takes seconds, in `npm run test:long`.
 */
export const enginesToTest: readonly Validator[] =
  process.env.TEST_REFERENCE_ENGINE === '1' ? [referenceValidator] : [builtinValidator()];
