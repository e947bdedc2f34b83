import { sha256 } from '../../base/sha256.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { keyOfHash } from '../../shacl/results/resultKeys.ts';
import { ResultNames } from '../../shacl/results/resultName.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';

/** The same keys as ResultKeys, without waiting. */
export class StableKeys {
  readonly #names: ResultNames;

  constructor(input: Pick<ValidationInput, 'dataGraph' | 'shapes'>) {
    this.#names = new ResultNames(input);
  }

  key(violation: Violation): string {
    return keyOfHash(sha256(this.#names.name(violation)));
  }
}
