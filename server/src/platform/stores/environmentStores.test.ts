import { expect, test } from 'vitest';
import { credentialsIn } from './environmentStores.ts';

const token = { SHACL_REPAIR_STORE_TOKEN: 'planted' };

test.each([
  ['https://example.org/sparql', 'example.org', 'planted'],
  ['https://EXAMPLE.org/other', ' Example.ORG , other.example', 'planted'],
  ['http://localhost:3030/ds', 'localhost:3030', 'planted'],
  ['http://localhost:3031/ds', 'localhost:3030', undefined],
  ['https://sub.example.org/sparql', 'example.org', undefined],
  ['https://example.org.evil.example/sparql', 'example.org', undefined],
  ['https://example.org/sparql', '', undefined],
  ['https://example.org/sparql', undefined, undefined],
])('the token of the environment, for %s where SHACL_REPAIR_STORE_HOST is %j: %j', (url, host, expected) => {
  const env = { ...token, SHACL_REPAIR_STORE_HOST: host };
  expect(credentialsIn(env, { url, graphs: [] }).token).toBe(expected);
});
