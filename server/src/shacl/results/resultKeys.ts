import { lazy } from '../../base/lazy.ts';
import type { Violation } from '../model/violation.ts';
import type { ValidationInput } from '../validationUnit.ts';
import { ResultNames } from './resultName.ts';

/** Keys of results that are stable across runs: the first 12 hexadecimal digits of the SHA-256 of their names. */
export class ResultKeys {
  readonly #names: () => ResultNames;

  constructor(input: Pick<ValidationInput, 'dataGraph' | 'shapes'>) {
    this.#names = lazy(() => new ResultNames(input));
  }

  async key(violation: Violation): Promise<string> {
    const { sha256 } = await hashing();
    return keyOfHash(sha256(this.#names().name(violation)));
  }
}

/** Loaded with the first key: in the editor, only where results are named by one. */
const hashing = lazy(() => import('../../base/sha256.ts'));

/** The key of a result, from the SHA-256 of its name in hexadecimal. */
export function keyOfHash(hash: string): string {
  return hash.slice(0, keyLength);
}

const keyLength = 12;

/** Distinguishes results with the same key: the second and later ones get a number. */
export class KeyNumbers {
  readonly #counts = new Map<string, number>();

  /** The key of the next result with this name. */
  numbered(key: string): string {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count === 1 ? key : `${key}-${count}`;
  }
}

/** The key without the number that distinguishes results with the same key. */
export function withoutNumber(key: string): string {
  return key.replace(/-\d+$/, '');
}

/** True for the key of a result, with or without a number. */
export function isResultKey(text: string): boolean {
  return keyPattern.test(text);
}

const keyPattern = new RegExp(`^[0-9a-f]{${keyLength}}(?:-\\d+)?$`);
