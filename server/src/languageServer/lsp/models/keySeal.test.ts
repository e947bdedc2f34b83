import { expect, test } from 'vitest';
import { sealKey } from '../../../../../client/src/model/sealKey.ts';
import { newKeySeal } from './models.ts';

test('a key is read by the server that asked for it, and by nobody who reads along', () => {
  const seal = newKeySeal();
  const sealed = sealKey('sk-planted-ключ', seal.publicKey);
  expect(JSON.stringify(sealed)).not.toContain('planted');
  expect(seal.open(sealed)).toBe('sk-planted-ключ');
  expect(() => newKeySeal().open(sealed)).toThrow();
});
