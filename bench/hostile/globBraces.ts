import { Glob } from '../../server/src/workspace/project/glob.ts';
import type { HostileInput } from './hostileInput.ts';

/** The pattern `{a,b}{a,b}…` in a header, which stands for 2^n names. */
export const globBraces: HostileInput = {
  what: 'braces in a pattern, for 1,000 names',
  n: 40,
  prepare(size) {
    const pattern = '{a,b}'.repeat(size);
    const names = Array.from({ length: 1000 }, (_, i) => `${'ab'.repeat(size / 2 - 2)}${i}`);
    return () => {
      const glob = new Glob(pattern);
      return names.filter((name) => glob.matches(name)).length;
    };
  },
};
