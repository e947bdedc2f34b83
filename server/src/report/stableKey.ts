import { ResultNames, resultKeyLength } from '../shacl/results/resultName.ts';
import type { Violation } from '../shacl/results/violation.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import { textHash } from './textHash.ts';

/** Keys of results that are stable across runs. */
export class StableKeys {
  readonly #names: ResultNames;

  constructor(input: Pick<ValidationInput, 'dataGraph' | 'shapes'>) {
    this.#names = new ResultNames(input);
  }

  /** 12 hexadecimal digits. */
  key(violation: Violation): string {
    return textHash(this.#names.name(violation)).slice(0, resultKeyLength);
  }
}
