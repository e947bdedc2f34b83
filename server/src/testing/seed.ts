import fc from 'fast-check';

/**
 * What tests with random inputs draw from. It is the same in every run of the gate, which so fails for what was
 * changed only; `npm run test:explore` sets others.
 */
export const seed = Number(process.env.SEED ?? 14);

/** The seeds of a test that names its own: those, and the one that is explored with where there is one. */
export function seedsWith(...own: readonly number[]): readonly number[] {
  return process.env.SEED === undefined ? own : [...own, seed];
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
