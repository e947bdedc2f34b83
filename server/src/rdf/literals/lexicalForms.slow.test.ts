import { expect, test } from 'vitest';

/** The dictionary of this process is swept, which no other test may have: `npm run test:slow` gives each file its own. */
const { terms } = await import('../terms.ts');
const { isWellFormed } = await import('./lexicalForms.ts');

test('a literal is judged anew when its id has stood for another one', () => {
  const byte = terms.constant('http://www.w3.org/2001/XMLSchema#byte');
  const forgotten = terms.literal('100', byte);
  expect(isWellFormed(forgotten)).toBe(true);
  terms.sweep(() => {});
  const next = terms.literal('1000', byte);
  expect([next, isWellFormed(next)]).toEqual([forgotten, false]);
});
