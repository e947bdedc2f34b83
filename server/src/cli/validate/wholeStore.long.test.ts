import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ended, Installed, self } from '../../testing/installed.ts';
import { type StoreEndpoint, storeEndpoint } from '../../testing/storeEndpoint.ts';

// The built program as a process beside a store on the loopback interface: `npm run test:long` builds first.

const prefixes = `@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .`;
const shapes = `${prefixes}
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ] ; sh:property [ sh:path ex:partOf ; sh:class ex:Building ] .`;
const rooms = Array.from(
  { length: 1_700 },
  (_, i) => `ex:room${i} a ex:Room ; ex:partOf ex:b${i % 3} ${i % 4 === 0 ? '' : '; ex:name "room"'} .`,
);
const stored = `${prefixes} ex:b0 a ex:Building . ex:b1 a ex:Building .\n${rooms.join('\n')}`;

let installed: Installed;
let folder: string;
let store: StoreEndpoint;

beforeAll(() => {
  installed = new Installed('store');
  folder = path.join(installed.folder, 'work');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'shapes.ttl'), shapes);
});
afterAll(() => rmSync(installed.folder, { recursive: true }));
beforeEach(async () => {
  store = await storeEndpoint(stored);
});
afterEach(() => store.close());

const start = (...options: readonly string[]) =>
  installed.start(['validate', '--endpoint', store.url, '--shapes', 'shapes.ttl', ...options], folder, self, {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const withoutTime = (text: string) => text.replace(/"ms": \d+|in \d+ ms/g, '');

test.each(['text', 'json'])('results are printed as %s before the store has answered all', async (format) => {
  const whole = await ended(start('--format', format, '--max-results', '0'));
  expect(whole.code, whole.stderr).toBe(1);
  const requests = store.requests.length;
  // The last answers are held back until the first results were read.
  const hold = store.holdFrom(requests + requests - 3);
  const child = start('--format', format, '--max-results', '0');
  const end = ended(child);
  await new Promise((resolve) => child.stdout!.once('data', resolve));
  expect(child.exitCode).toBe(null);
  hold.release();
  const run = await end;
  expect(run.code).toBe(1);
  expect(withoutTime(run.stdout)).toBe(withoutTime(whole.stdout));
});

test.each(['text', 'json'])(
  'what is killed at any of its requests, 25 times, goes on, and prints the same as %s',
  async (format) => {
    const options = ['--format', format, '--max-results', '0'];
    const whole = await ended(start(...options));
    const requests = store.requests.length;
    let kills = 0;
    let finished = 0;
    // A run that had not much left to ask ends before it is killed, and a new one begins.
    for (let attempt = 0; kills < 25; attempt++) {
      const at = 1 + ((attempt * 7) % (requests - 1));
      const hold = store.holdFrom(store.requests.length + at);
      const child = start(...options, '--resume', `killed-${format}-${finished}`);
      const end = ended(child);
      await Promise.race([hold.reached, end]);
      child.kill('SIGKILL');
      hold.release();
      const run = await end;
      if (child.signalCode === 'SIGKILL') {
        kills++;
        continue;
      }
      finished++;
      expect(run.code, run.stderr).toBe(whole.code);
      expect(withoutTime(run.stdout)).toBe(withoutTime(whole.stdout));
    }
    const again = await ended(start(...options, '--resume', `killed-${format}-${finished}`));
    expect(again.code, again.stderr).toBe(whole.code);
    expect(withoutTime(again.stdout)).toBe(withoutTime(whole.stdout));
  },
  // Each run takes some seconds.
  600_000,
);

test('Ctrl-C says what is done and how to go on, and the same command goes on', async () => {
  const whole = await ended(start('--max-results', '0'));
  const last = store.requests.length - 2;
  const interrupted = async (...options: readonly string[]) => {
    const hold = store.holdFrom(store.requests.length + last);
    const child = start('--max-results', '0', ...options);
    const end = ended(child);
    await hold.reached;
    child.kill('SIGINT');
    const { stderr, stdout } = await end;
    hold.release();
    expect(child.signalCode).toBe('SIGINT');
    // Progress may have been printed before.
    const said = stderr.slice(stderr.indexOf('\nInterrupted.'));
    return { said: said.replaceAll(/[\d,]+ (focus nodes|results)/g, '… $1'), stdout };
  };
  const plain = await interrupted();
  expect(plain.said).toBe(
    '\nInterrupted. … focus nodes checked, … results; the output is incomplete. With --resume FOLDER, the same command would continue from there.\n',
  );
  expect(whole.stdout.startsWith(plain.stdout)).toBe(true);
  const toFile = await interrupted('--resume', 'found', '--output', 'results.txt');
  expect(toFile.said).toBe(
    '\nInterrupted. … focus nodes checked, … results; results.txt was not written. The same command continues from there.\n',
  );
  expect(existsSync(path.join(folder, 'results.txt'))).toBe(false);
  const asked = store.requests.length;
  const again = await ended(start('--max-results', '0', '--resume', 'found'));
  expect(withoutTime(again.stdout)).toBe(withoutTime(whole.stdout));
  expect(store.requests.length - asked).toBeLessThan(last);
});
