import type { CoreConstraintKind } from '../../shacl/model/shape.ts';
import examples from './examples.json' with { type: 'json' };

/** Data that violate a constraint of a component, and how they may be repaired. */
export interface Example {
  /** The files by name. The first has the result; they leave out the prefixes. */
  readonly files: Readonly<Record<string, string>>;
  readonly message: string;
  /** The title of the best repair. */
  readonly repair: string;
  /** Its change, as lines of a diff. */
  readonly diff: string;
  /** The name of the file that it changes. */
  readonly changed: string;
  /** That file after the repair. */
  readonly conforming: string;
}

/** The example of each component, made from `test-fixtures/repairs` by `npm run docs`. */
export const exampleOf: Readonly<Record<CoreConstraintKind, Example>> = examples;
