import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as protocol from '../../protocol/editor/protocol.ts';
import { clientMethods } from '../../protocol/methods/methods.ts';
import { Gate, notificationParams, requestParams } from './gate.ts';

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} };

function running(initializationOptions?: unknown): Gate {
  const gate = new Gate();
  gate.take({ ...initialize, params: { capabilities: {}, initializationOptions } });
  return gate;
}

/** What becomes of a message, in short. */
function fate(gate: Gate, message: unknown): string {
  const decision = gate.take(message);
  return decision.kind === 'refuse' ? `${decision.code} ${decision.message}` : decision.kind;
}

function request(method: string, params?: unknown) {
  return { jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) };
}

describe('in the order of a session', () => {
  test('before initialize nothing but initialize and exit counts', () => {
    const gate = new Gate();
    expect(fate(gate, request('textDocument/hover'))).toBe(
      '-32002 textDocument/hover came before initialize.',
    );
    expect(fate(gate, request('shutdown'))).toMatch(/^-32002/);
    expect(fate(gate, { method: 'textDocument/didOpen', params: null })).toBe('drop');
    expect(fate(gate, { method: 'exit' })).toBe('pass');
    expect(fate(gate, { ...initialize, params: null })).toBe('-32602 initialize: params is not an object.');
    expect(fate(gate, initialize)).toBe('pass');
    expect(fate(gate, initialize)).toMatch(/^-32600 .*once/);
  });

  test('after shutdown nothing but exit counts', () => {
    const gate = running();
    expect(fate(gate, request('shutdown'))).toBe('pass');
    expect(gate.isShutDown).toBe(true);
    expect(fate(gate, request('shutdown'))).toMatch(/^-32600/);
    expect(fate(gate, request('unknown/method'))).toMatch(/^-32600/);
    expect(fate(gate, { method: 'initialized', params: {} })).toBe('drop');
    expect(fate(gate, { id: 3, result: null })).toBe('pass');
    expect(fate(gate, { method: 'exit' })).toBe('pass');
  });

  test.each([
    {},
    { capabilities: null, processId: null, rootUri: null, workspaceFolders: null },
    { capabilities: {}, rootUri: '', initializationOptions: null },
  ])('initialize may leave out what it has nothing to say about: %j', (params) => {
    expect(new Gate().take({ ...initialize, params })).toMatchObject({
      kind: 'pass',
      message: { method: 'initialize', params: { capabilities: {}, processId: null } },
    });
  });

  test.each([
    null,
    5,
    'x',
    [],
    [initialize],
    {},
    { method: 5 },
    { id: 1 },
    { id: null, method: 'shutdown' },
    { id: 1.5, method: 'shutdown' },
    { id: {}, method: 'shutdown' },
    { id: 1, error: null },
  ])('%j is no message', (message) =>
    expect(running().take(message)).toMatchObject({ kind: 'refuse', id: null, code: -32600 }),
  );
});

describe('parameters', () => {
  const file = 'file:///a.ttl';

  test.each<[method: string, params: unknown, problem: string]>([
    ['textDocument/hover', undefined, 'params is not an object'],
    ['textDocument/hover', [], 'params is not an object'],
    ['textDocument/hover', { position: { line: 0, character: 0 } }, 'textDocument is missing'],
    ['textDocument/hover', { textDocument: { uri: 5 }, position: {} }, 'textDocument.uri is not a uri'],
    ['textDocument/hover', { textDocument: { uri: '1 2:3' }, position: {} }, 'textDocument.uri is not a uri'],
    [
      'textDocument/hover',
      { textDocument: { uri: file }, position: { line: -1 } },
      'position.line is not a whole number from 0 to 2147483647',
    ],
    ['textDocument/codeAction', { textDocument: { uri: file } }, 'range is missing'],
    ['codeAction/resolve', { title: 'x', data: { uri: 1 } }, 'data.uri is not a uri'],
    [
      'shaclRepair/fixAll',
      { uri: file, component: null },
      'component is not a string of at most 10000 characters',
    ],
    [
      'shaclRepair/exportReport',
      { uri: file, format: 'pdf' },
      'format is not one of "turtle", "json", "markdown"',
    ],
    ['shaclRepair/repairWithModel', { uri: file, keys: 'all' }, 'keys is not a list'],
    ['shaclRepair/evaluationRuns', { uris: [file, null] }, 'uris[1] is not a uri'],
  ])('%s %j', (method, params, problem) => {
    expect(fate(running(), request(method, params))).toBe(`-32602 ${method}: ${problem}.`);
  });

  test('a change whose range is no range does not pass for one of the whole text', () => {
    const params = { textDocument: { uri: file, version: 2 }, contentChanges: [{ range: {}, text: '' }] };
    expect(running().take({ method: 'textDocument/didChange', params })).toEqual({
      kind: 'drop',
      problem: 'textDocument/didChange was left out: contentChanges[0].range.start is missing.',
    });
  });

  test('whatever comes, there is an answer', () => {
    const methods = [
      ...Object.keys(requestParams),
      ...Object.keys(notificationParams),
      'constructor',
      '__proto__',
    ];
    return fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.jsonValue(),
            fc.record(
              { id: fc.jsonValue(), method: fc.constantFrom(...methods), params: fc.jsonValue() },
              { requiredKeys: ['method'] },
            ),
          ),
          { maxLength: 20 },
        ),
        (messages) => {
          const gate = running();
          for (const message of messages)
            expect(['pass', 'drop', 'refuse']).toContain(gate.take(message).kind);
        },
      ),
      { seed: 14 },
    );
  });
});

describe('in Restricted Mode', () => {
  const uri = 'file:///suite.json';
  const choice = { systems: ['symbolic'], strategies: [] };
  const options = { mode: 'cover', seed: 1, crossCheck: 'none', ifInvalid: 'refuse' };
  const samples = { uri, class: 'ex:A', count: 1, includes: 'required' };
  const refused: readonly (readonly [method: string, params: unknown])[] = [
    ['shaclRepair/generateBenchmark', { uri, folder: uri, options }],
    ['shaclRepair/evaluate', { uri, run: uri, choice }],
    ['shaclRepair/evaluate', { uri, run: uri }],
    ['shaclRepair/estimateEvaluation', { uri, plan: { kind: 'goOn', run: uri } }],
    ['shaclRepair/tryCases', { uri, choice }],
    ['shaclRepair/checkModel', {}],
    ['shaclRepair/estimateModelCheck', {}],
    ['shaclRepair/modelRepairs', { uri, key: 'k' }],
    ['shaclRepair/repairWithModel', { uri, keys: [] }],
    ['shaclRepair/sayConnection', { uri, from: 'a', to: 'b' }],
    ['shaclRepair/extractFacts', { uri, class: 'ex:A', text: '' }],
    ['shaclRepair/generateSamples', { ...samples, withModel: true }],
    ['shaclRepair/storeChange', { uri, name: 'HEAD' }],
    ['shaclRepair/exportReport', { uri, format: 'json' }],
    ['shaclRepair/callTool', { tool: 'validate', input: {} }],
    ['shaclRepair/fetchImport', { uri, iri: 'ex:A', allowed: [] }],
  ];

  test.each(refused)('%s is refused until the workspace is trusted', (method, params) => {
    const gate = running({ restricted: true });
    expect(fate(gate, request(method, params))).toMatch(
      /^-32803 .* in Restricted Mode\. Trust this workspace/,
    );
    expect(fate(gate, { method: protocol.trustGranted })).toBe('pass');
    expect(fate(gate, request(method, params))).toBe('pass');
    expect(fate(running(), request(method, params))).toBe('pass');
  });

  test('each of them is tried here', () => {
    const tried = new Set(refused.map(([method]) => method));
    const restricted = Object.entries(clientMethods).flatMap(([method, row]) =>
      'whyRestricted' in row ? [method] : [],
    );
    expect(restricted).toContain('shaclRepair/evaluate');
    expect(restricted.filter((method) => !tried.has(method))).toEqual([]);
  });

  test.each([
    ['shaclRepair/fixAll', { uri }],
    ['shaclRepair/repairs', { uri, key: 'k' }],
    ['shaclRepair/generateSamples', { ...samples, withModel: false }],
    ['shaclRepair/verifySuite', { uri }],
    ['shaclRepair/suite', { uri }],
    ['shaclRepair/evaluationRuns', { uris: [uri] }],
    ['shaclRepair/evaluationReport', { runs: [uri] }],
  ])('%s is not', (method, params) =>
    expect(fate(running({ restricted: true }), request(method, params))).toBe('pass'),
  );
});
