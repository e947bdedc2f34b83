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

test('requests are signed for AWS where the environment names a region, for the same hosts only', () => {
  const address = { url: 'https://db.example:8182/sparql', graphs: [] };
  const env = { SHACL_REPAIR_STORE_HOST: 'db.example:8182', SHACL_REPAIR_STORE_AWS_REGION: 'eu-west-1' };
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  expect(credentialsIn({ ...env, ...keys }, address)).toEqual({
    aws: { region: 'eu-west-1', keyId: 'id', secretKey: 'secret', sessionToken: undefined },
  });
  expect(credentialsIn({ ...env, ...keys }, { ...address, url: 'https://other.example/sparql' })).toEqual({});
  expect(credentialsIn({ ...keys, ...token }, address)).toEqual({});
  expect(() => credentialsIn(env, address)).toThrow('AWS_SECRET_ACCESS_KEY');
});
