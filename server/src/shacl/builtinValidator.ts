import { createEvaluator, type EvaluatorOptions } from './evaluator.ts';
import type { Validator } from './validationUnit.ts';

/** Validates whole units with the built-in engine. */
export function builtinValidator(options: EvaluatorOptions = {}): Validator {
  return {
    engine: 'builtin',
    validate: ({ shapes, dataGraph, classGraph }, signal) =>
      createEvaluator(shapes, dataGraph, classGraph, options).validate({ signal }),
  };
}
