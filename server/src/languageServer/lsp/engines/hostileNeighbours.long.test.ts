import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRunning } from '../../../platform/files/temporary.ts';
import { hostileDocuments } from '../../../testing/hostileDocuments.ts';
import { TestClient } from '../../../testing/testClient.ts';

const program = fileURLToPath(new URL('../../../../../dist/server.js', import.meta.url));

let folder: string;
let client: TestClient;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-hostile-'));
  client = await TestClient.start(program, uri('.'), {});
  await client.open(uri('other.ttl'), other);
  expect(await client.validated(uri('other.ttl'))).toMatchObject({ results: 1 });
});

afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

describe.each(hostileDocuments)('beside $what', ({ text, files = {}, pipes = [] }) => {
  test('another file is validated while one types in it, and its hover is answered', async () => {
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
    for (const name of pipes) execFileSync('mkfifo', [path.join(folder, name)]);
    await client.open(uri('hostile.ttl'), text);
    for (let i = 0; i < 4; i++) {
      // Before, while and after the engine gets to the document.
      await new Promise((resolve) => setTimeout(resolve, 200 * i));
      await client.change(uri('other.ttl'), at(3, 0), `ex:b${i} a ex:Person .\n`);
      expect(await client.validated(uri('other.ttl'), 8000)).toMatchObject({ results: 2 + i });
      expect(await client.hover(uri('other.ttl'), 3, 1)).not.toBeNull();
    }
    const engines = client.enginePids();
    client.kill();
    await client.until(() => !engines.some(isRunning), 8000, 'end of the engines');
    client = await TestClient.start(program, uri('.'), {});
  });
});

test('the engine beside leaves the processor to the one that others wait for', async () => {
  await client.open(uri('hostile.ttl'), hostileDocuments[0]!.text);
  for (let i = 0; i < 4; i++) {
    await new Promise((resolve) => setTimeout(resolve, 200 * i));
    await client.change(uri('other.ttl'), at(3, 0), `ex:b${i} a ex:Person .\n`);
    expect(await client.validated(uri('other.ttl'), 8000)).toMatchObject({ results: 2 + i });
  }
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  const own = getPriority();
  const has = (priority: number) => client.enginePids().some((pid) => getPriority(pid) === priority);
  await client.until(
    () => has(Math.min(own + PRIORITY_BELOW_NORMAL, PRIORITY_LOW)),
    8000,
    'an engine of low priority',
  );
  expect(has(own)).toBe(true);
});

const other = `@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
ex:a a ex:Person .
`;

function uri(name: string): string {
  return pathToFileURL(path.join(folder, name)).toString();
}

function at(line: number, character: number) {
  return { start: { line, character }, end: { line, character } };
}
