import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, test } from 'vitest';
import { block } from '../../../testing/fixture.ts';
import { TestClient } from '../../../testing/testClient.ts';

/* The test client can't watch files: it does not let the server register for anything. Neither does Neovim's on Linux. */

const program = fileURLToPath(new URL('../../../../../dist/server.js', import.meta.url));

let folder: string;
let client: TestClient;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-'));
  client = await TestClient.start(program, uri('.'), {});
});

afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

test('shapes that another program changes, replaces, deletes and writes again', async () => {
  write('shapes.ttl', shapes(1));
  await open('data.ttl', `# shapes: shapes.ttl\n${person}`);
  await results(1);
  write('shapes.ttl', shapes(0));
  await results(0);
  write('new', shapes(1));
  renameSync(at('new'), at('shapes.ttl'));
  await results(1);
  rmSync(at('shapes.ttl'));
  await until(() => verdict() === 'undecided');
  write('shapes.ttl', shapes(0));
  await until(() => verdict() === 'conforms');
});

test('files that a pattern matches, and an ontology that is imported, appear', async () => {
  mkdirSync(at('shapes'));
  await open('data.ttl', `# shapes: shapes/**/*.ttl\n${person}<> owl:imports ex:more .\n`);
  await until(() => verdict() === 'undecided');
  mkdirSync(at('shapes/people'));
  await pause(500);
  write('shapes/people/person.ttl', shapes(1));
  await results(1);
  write('more.ttl', `${prefixes}ex:more a owl:Ontology . ex:a ex:name "Ann" .\n`);
  await until(() => verdict() === 'conforms');
});

test.skipIf(process.platform !== 'linux')('nothing is watched for documents that are closed', async () => {
  write('shapes.ttl', shapes(1));
  await open('data.ttl', `# shapes: shapes.ttl\n${person}`);
  await results(1);
  await until(() => watches() > 0);
  await client.close(uri('data.ttl'));
  await until(() => watches() === 0);
  write('shapes.ttl', shapes(0));
  await open('data.ttl', `# shapes: shapes.ttl\n${person}`);
  await results(0);
});

const prefixes = block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
`;

const person = `${prefixes}ex:a a ex:Person .\n`;

const shapes = (minCount: number) =>
  `${prefixes}ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount ${minCount} ] .\n`;

const at = (name: string) => path.join(folder, name);
const uri = (name: string) => pathToFileURL(at(name)).toString();
const write = (name: string, text: string) => writeFileSync(at(name), text);
const open = (name: string, text: string) => client.open(uri(name), text);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const status = () => client.statuses.get(uri('data.ttl'));
const verdict = () => status()?.verdict;
const results = (count: number) => until(() => status()?.results === count && status()?.shapes.length === 1);
const until = (condition: () => boolean) =>
  client.until(condition, 10_000, `change: ${JSON.stringify(status())}`);

/** How many folders the server watches, as the system tells on Linux. */
function watches(): number {
  const described = `/proc/${client.serverPid}/fdinfo`;
  return readdirSync(described)
    .map((name) => readFileSync(path.join(described, name), 'latin1'))
    .flatMap((text) => text.match(/^inotify /gm) ?? []).length;
}
