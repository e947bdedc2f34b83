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

  behind(word: string): number {
    return this.#text.indexOf(word, this.#last) + word.length;
  }

  #open(change?: { readonly start: number; readonly end: number; readonly length: number }): void {
    this.#version++;
    this.host.openDocument(uri, this.#version, this.#text, change);
  }
}

const hoverStyle = { format: 'markdown', withMessages: false } as const;
const edits: Readonly<Record<string, (editor: Editor) => unknown>> = {
  'a letter in a label': (editor) => editor.type('"Last'),
  'a letter in an object, which makes a result': (editor) => editor.type('ex:floor ex:f1'),
  'a letter in a subject': (editor) => editor.type('ex:last'),
};
const questions: Readonly<Record<string, (editor: Editor) => unknown>> = {
  'the diagnostics of the shapes': ({ host }) => host.shapesDiagnostics(uri, signal),
  'a hover': (editor) => editor.host.hover(uri, editor.behind('ex:last'), hoverStyle, signal),
};
const acts = { ...edits, ...questions };

test.each([
  // The focus nodes are listed again.
  ['data that links shapes', `# shapes: shapes.ttl\n${prefixes}`, 2],
  // And so are those of rdf:type, among which there may be a new shape.
  ['data that links shapes and has one of its own', `# shapes: shapes.ttl\n${prefixes}${ownShape}`, 13],
])('edits of %s: few blocks run for each room, and none for questions', async (_, header, allowed) => {
  const [few, many] = [400, 3200];
  const [short, long] = [await workOf(few, header), await workOf(many, header)];
  const growth = (act: string) => Math.round((long.get(act)! - short.get(act)!) / (many - few));
  for (const act of Object.keys(edits)) expect(growth(act), act).toBeLessThanOrEqual(allowed);
  for (const act of Object.keys(questions)) expect(growth(act), act).toBe(0);
});

/** How often blocks of the product ran for each act. */
async function workOf(rooms: number, header: string): Promise<ReadonlyMap<string, number>> {
  const editor = new Editor(rooms, header);
  await editor.validate();
  // What is read or made once for a file is there then.
  for (const act of Object.values(acts)) await act(editor);
  const work = new Map<string, number>();
  for (const [name, act] of Object.entries(acts)) {
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
