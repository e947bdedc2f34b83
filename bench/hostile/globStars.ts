import { Glob } from '../../server/src/workspace/project/glob.ts';
import type { HostileInput } from './hostileInput.ts';

/** The pattern `a*a*…b` in a header, and many files that nearly match it. */
export const globStars: HostileInput = {
  what: 'stars in a pattern, for 1,000 names',
  n: 60,
  prepare(size) {
    const pattern = `${'a*'.repeat(size)}b`;
    const names = Array.from({ length: 1000 }, (_, i) => `${'a'.repeat(60)}${i}`);
    return () => {
      const glob = new Glob(pattern);
      return names.filter((name) => glob.matches(name)).length;
    };
  },
};
