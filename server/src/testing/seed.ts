import fc from 'fast-check';

/**
 * The seed of tests with random inputs. It is fixed in the gate, so that only changes make tests fail; `npm run
 * test:explore` sets others.
 */
export const seed = Number(process.env.SEED ?? 14);

/** The seeds of a test that names its own. While exploring, the explored seed is added. */
export function seedsWith(...own: readonly number[]): readonly number[] {
  return process.env.SEED === undefined ? own : [...own, seed];
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
