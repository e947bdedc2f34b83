import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type McpAccess, mcpLaunch } from './mcpLaunch.ts';

// The server as it is offered to agents, driven by the official client: `npm run test:slow` builds first.
const program = fileURLToPath(new URL('../../../dist/mcp.js', import.meta.url));
const prefixes = `@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const shapes = `${prefixes}ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] .
`;
const data = `# shapes: shapes.ttl
${prefixes}ex:alice a ex:Person ; ex:age "5" . # keep
`;

let home: string;
let client: Client;
const file = (name: string) => path.join(home, name);

beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'shacl-repair-launch-')));
  mkdirSync(file('one'));
  mkdirSync(file('two'));
  writeFileSync(file('one/shapes.ttl'), shapes);
  writeFileSync(file('one/data.ttl'), data);
  writeFileSync(file('two/other.ttl'), prefixes);
  writeFileSync(file('secret.ttl'), prefixes);
});
afterEach(async () => {
  await client.close();
  rmSync(home, { recursive: true });
});

async function start(folders: readonly string[], access: McpAccess): Promise<void> {
  const { command, args, env } = mcpLaunch(program, folders.map(file), access);
  client = new Client({ name: 'test', version: '1' }, { capabilities: {} });
  const cwd = file(folders[0]!);
  await client.connect(
    new StdioClientTransport({ command, args: [...args], env: { ...env }, cwd, stderr: 'pipe' }),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: what a tool answers is looked at field by field.
type Answer = any;

async function call(name: string, given: Record<string, unknown>): Promise<Answer> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: given });
  return isError ? { error: JSON.stringify(content) } : structuredContent;
}

const files = ['data.ttl'];

test('the server that is offered writes nothing, and reads the folders of the workspace alone', async () => {
  await start(['one', 'two'], 'readOnly');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'validate',
    'propose_repairs',
    'explain_result',
    'describe_shape',
    'verify_change',
    'complete_node',
    'evaluate',
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  const { results } = await call('validate', { files });
  expect(results).toMatchObject({ total: 1 });
  const [{ key }] = results.items;
  expect((await call('explain_result', { files, result: key })).why.total).toBeGreaterThan(0);
  expect(await call('describe_shape', { files, class: 'ex:Person' })).toMatchObject({ shapes: ['ex:S'] });
  expect(await call('validate', { files: ['../two/other.ttl'] })).toMatchObject({ verdict: 'unlinked' });
  expect((await call('validate', { files: ['../secret.ttl'] })).error).toMatch(/ is not in /);
});

test('where it may write, it writes what was verified, and makes and scores benchmarks', async () => {
  await start(['one'], 'allowWrites');
  const proposed = await call('propose_repairs', { files });
  const { update } = proposed.results.items[0].repairs[0];
  const { key } = await call('verify_change', { files, update });
  expect(await call('apply_change', { key })).toMatchObject({ files, fixed: 1, unchanged: 0 });
  expect(readFileSync(file('one/data.ttl'), 'utf8')).toBe(data.replace('"5"', '5'));
  const made = await call('generate_benchmark', { file: 'data.ttl', folder: 'suite' });
  expect(made.report).toMatch(/\d+ cases?/);
  expect((await call('evaluate', { folder: 'suite' })).report).toMatch(/\| symbolic /);
});
