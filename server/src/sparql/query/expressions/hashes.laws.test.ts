import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { md5, sha1, sha256, sha384, sha512 } from './hashes.ts';

test.each(Object.entries({ md5, sha1, sha256, sha384, sha512 }))('%s is as in node:crypto', (name, hash) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(hash(bytes)).toBe(createHash(name).update(bytes).digest('hex'));
    }),
    { numRuns: 50 },
  );
});
