import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealKey } from '../../../../../client/src/model/sealKey.ts';
import { type StoreEndpoint, storeEndpoint } from '../../../testing/storeEndpoint.ts';
import type { StoreAccess, StoreAccessParams } from '../../protocol/editor/protocol.ts';
import { Stores, type StoresOptions } from './stores.ts';

const unaborted = new AbortController().signal;
const query = 'SELECT * { ?s ?p ?o }';
let endpoint: StoreEndpoint;
let asked: StoreAccessParams[] = [];

beforeEach(async () => {
  asked = [];
  endpoint = await storeEndpoint('<http://a> <http://b> <http://c> .', 'Bearer planted');
});
afterEach(() => endpoint.close());

/** What comes of asking where the client and the environment say this. */
function ask(access: (params: StoreAccessParams) => StoreAccess, options: Partial<StoresOptions> = {}) {
  const client = {
    async access(params: StoreAccessParams) {
      asked.push(params);
      return access(params);
    },
  };
  const stores = new Stores({ client, env: {}, isRestricted: () => false, ...options });
  return stores.ask({ address: { url: endpoint.url, graphs: [] }, query }, unaborted);
}

const refused: StoreAccess = { kind: 'refused', message: 'Not allowed.', canAllow: true };

test('credentials go sealed from the client to the store', async () => {
  const token = JSON.stringify({ token: 'planted' });
  const outcome = await ask(({ publicKey }) => ({
    kind: 'granted',
    credentials: sealKey(token, publicKey),
  }));
  expect(outcome).toMatchObject({ kind: 'answered' });
  expect(endpoint.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer planted']);
  expect(JSON.stringify([outcome, asked])).not.toContain('planted');
});

test('a store that refuses access says how to give a password', async () => {
  expect(await ask(() => ({ kind: 'granted' }))).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining("'SHACL Repair: Set Store Password…'"),
  });
});

test('a store that the client does not allow gets no request', async () => {
  expect(await ask(() => refused)).toEqual(refused);
  expect(endpoint.requests).toEqual([]);
});

test('the environment may allow a host, with credentials of its own', async () => {
  const env = {
    SHACL_REPAIR_ALLOW_STORE: endpoint.host,
    SHACL_REPAIR_STORE_HOST: endpoint.host,
    SHACL_REPAIR_STORE_TOKEN: 'planted',
  };
  expect(await ask(() => refused, { env, client: undefined })).toMatchObject({ kind: 'answered' });
});

test('credentials of the environment go to no host that it does not allow', async () => {
  const env = { SHACL_REPAIR_ALLOW_STORE: 'other.example', SHACL_REPAIR_STORE_TOKEN: 'planted' };
  expect(await ask(() => ({ kind: 'granted' }), { env })).toMatchObject({ kind: 'failed' });
  expect(endpoint.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test('credentials of the environment go to no host that they are not for, allowed or not', async () => {
  for (const host of [undefined, '', 'other.example']) {
    const env = {
      SHACL_REPAIR_ALLOW_STORE: endpoint.host,
      SHACL_REPAIR_STORE_HOST: host,
      SHACL_REPAIR_STORE_TOKEN: 'planted',
    };
    expect(await ask(() => refused, { env })).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining(`SHACL_REPAIR_STORE_HOST=${endpoint.host}`),
    });
  }
  expect(endpoint.requests.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('nothing is asked in Restricted Mode, whatever else is said', async () => {
  const env = { SHACL_REPAIR_ALLOW_STORE: endpoint.host };
  const outcome = await ask(() => ({ kind: 'granted' }), { env, isRestricted: () => true });
  expect(outcome).toMatchObject({ kind: 'refused', canAllow: false });
  expect([...asked, ...endpoint.requests]).toEqual([]);
});
