import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Rope } from '../../base/rope.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';
import { AnalysisHost } from './analysisHost.ts';

/*
 * What is done for an edit must not grow with the file. How often each block of code runs is counted by V8, which is the
 * same on each machine, loaded or not.
 */

const session = new Session();

beforeAll(async () => {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});

afterAll(() => session.disconnect());

const signal = new AbortController().signal;
const uri = 'file:///rooms.ttl';
const prefixes = ['ex: <http://example.org/>', 'sh: <http://www.w3.org/ns/shacl#>']
  .map((declared) => `@prefix ${declared} .\n`)
  .join('');
const shapes = `${prefixes}
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:maxCount 1 ] ;
  sh:property [ sh:path ex:floor ; sh:class ex:Floor ] .
`;
const ownShape =
  'ex:FloorShape a sh:NodeShape ; sh:targetClass ex:Floor ; sh:property [ sh:path ex:name ; sh:maxCount 1 ] .\n';

/** Rooms in a file, of which the last one is edited. */
class Editor {
  readonly host = new AnalysisHost({ fileSystem: new InMemoryFileSystem([['file:///shapes.ttl', shapes]]) });
  #text: Rope;
  readonly #last: number;
  #version = 0;

  constructor(rooms: number, header: string) {
    const all = Array.from(
      { length: rooms },
      (_, i) => `ex:r${i} a ex:Room ; ex:name "Room ${i}" ;\n  ex:floor ex:f1 .\n`,
    );
    this.#text = Rope.of(
      `${header}ex:f1 a ex:Floor .\n${all.join('')}ex:last a ex:Room ; ex:name "Last" ; ex:floor ex:f1 .\n`,
    );
    this.#last = this.#text.indexOf('ex:last');
    this.#open();
  }

  /** Types a letter behind a word that the last room has. */
  type(word: string): Promise<unknown> {
    const start = this.behind(word);
    this.#text = this.#text.replaced({ start, end: start }, 'x');
    this.#open({ start, end: start, length: 1 });
    return this.validate();
  }

  validate(): Promise<unknown> {
    this.host.syntaxDiagnostics(uri);
    return this.host.validate(uri, signal);
  }

  lightBulb(word: string): Promise<unknown> {
    const at = this.behind(word);
    return this.host.codeActions(uri, { start: at, end: at }, signal);
  }

  behind(word: string): number {
    return this.#text.indexOf(word, this.#last) + word.length;
  }

  #open(change?: { readonly start: number; readonly end: number; readonly length: number }): void {
    this.#version++;
    this.host.openDocument(uri, this.#version, this.#text, change);
  }
}

const hoverStyle = { format: 'markdown', withMessages: false } as const;
type Act = (editor: Editor) => unknown;

/**
 * What is done, with how many blocks may run for each room: where shapes are in another file, and where the file has one of its
 * own. Focus nodes are listed again, and so is what has a type, since a new shape may be among it. A repair looks for names and uses.
 */
const acts: Readonly<Record<string, readonly [linked: number, own: number, act: Act]>> = {
  'a letter in a label': [2, 13, (editor) => editor.type('"Last')],
  'a letter in an object, which makes a result': [2, 13, (editor) => editor.type('ex:floor ex:f1')],
  'a letter in a subject': [2, 13, (editor) => editor.type('ex:last')],
  'the diagnostics of the shapes': [0, 0, ({ host }) => host.shapesDiagnostics(uri, signal)],
  'the light bulb at a result': [24, 48, (editor) => editor.lightBulb('ex:floor ex:f')],
  'the light bulb elsewhere': [0, 0, (editor) => editor.lightBulb('"L')],
  'a hover': [0, 0, (editor) => editor.host.hover(uri, editor.behind('ex:last'), hoverStyle, signal)],
};

const few = 400;
const many = 3200;

test.each([
  ['data that links shapes', `# shapes: shapes.ttl\n${prefixes}`, 0],
  ['data that links shapes and has one of its own', `# shapes: shapes.ttl\n${prefixes}${ownShape}`, 1],
  ['data with a syntax error', `# shapes: shapes.ttl\n${prefixes}ex:bad ex:name ,, .\n`, 0],
] as const)('edits of %s: no more blocks run for each room than are known to', async (_, header, column) => {
  const [short, long] = [await workOf(few, header), await workOf(many, header)];
  for (const [act, allowed] of Object.entries(acts)) {
    const growth = Math.round((long.get(act)! - short.get(act)!) / (many - few));
    expect(growth, act).toBeLessThanOrEqual(allowed[column]);
  }
});

/** How often blocks of the product ran for each act. */
async function workOf(rooms: number, header: string): Promise<ReadonlyMap<string, number>> {
  const editor = new Editor(rooms, header);
  await editor.validate();
  // What is read or made once for a file is there then.
  for (const [, , act] of Object.values(acts)) await act(editor);
  const work = new Map<string, number>();
  for (const [name, [, , act]] of Object.entries(acts)) {
    await blocks();
    await act(editor);
    work.set(name, await blocks());
  }
  return work;
}

/** How often blocks of the product ran since this was asked last. */
async function blocks(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ours = result.filter(
    ({ url }) => /\/server\/src\/(?!testing)/.test(url) && !url.includes('.test.ts'),
  );
  const counts = ours.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
  return counts.reduce((sum, { count }) => sum + count, 0);
}
