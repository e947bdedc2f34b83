/** What users are told of changes that other programs make on disk, and what is undone. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { someOf } from '../../testing/runs.ts';
import { EditorSession } from './editorSession.testing.ts';

const shapes = block`
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix ex: <http://example.org/> .
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
`;
const people = (...statements: readonly string[]) => block`
  # shapes: shapes.ttl
  @prefix ex: <http://example.org/> .
  ${statements.map((each) => `ex:${each} .`).join('\n')}
`;
const ann = 'ann a ex:Person ; ex:name "Ann"';
const nameless = 'bob a ex:Person';

let editor: EditorSession;

afterEach(() => editor.end());

async function start(files: Readonly<Record<string, string>>, changesOnDisk = true): Promise<void> {
  editor = await EditorSession.start({ 'shapes.ttl': shapes, ...files }, { validation: { changesOnDisk } });
  if (changesOnDisk) await logged('Changes on disk are judged from now on');
}

/** As a program does that is not the editor, and waits until the change is judged. */
async function write(files: Readonly<Record<string, string | undefined>>): Promise<void> {
  const judged = judgements();
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(editor.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }
  await editor.client.fileChanged(...Object.keys(files).map((name) => editor.uri(name)));
  await editor.client.until(() => judgements() > judged, 20_000, 'the change to be judged');
}

function judgements(): number {
  return editor.client.log.filter((each) => each.startsWith('Judged what changed on disk')).length;
}

function logged(text: string): Promise<void> {
  return editor.client.until(() => editor.client.log.some((each) => each.startsWith(text)), 20_000, text);
}

function told(count: number): Promise<void> {
  return editor.client.until(() => editor.client.messages.length === count, 20_000, `${count} messages`);
}

test('results that a change brings to a file that is not open are told, listed and shown', async () => {
  const before = people(ann, 'old a ex:Person');
  await start({ 'people.ttl': before });
  let offered: readonly string[] = [];
  editor.client.choose = (titles) => {
    offered = titles;
    return 'Show';
  };
  const after = people(ann, 'old a ex:Person', nameless, 'cy a ex:Person');
  await write({ 'people.ttl': after });
  await told(1);
  expect(editor.client.messages).toEqual(['Another program changed people.ttl: 2 new results.']);
  expect(offered).toEqual(['Show', 'Undo the Change']);
  await editor.shows('people.ttl', ['ex:bob sh:minCount', 'ex:cy sh:minCount']);
  await editor.client.until(() => editor.client.placesShown.length > 0, 20_000, 'a place');
  expect(editor.client.placesShown[0]).toMatchObject({
    uri: editor.uri('people.ttl'),
    selection: editor.range('people.ttl', 'ex:bob'),
  });
  expect(editor.text('people.ttl')).toBe(after);

  // What has been brought before stays listed, and what a later change ends does not.
  editor.client.choose = () => undefined;
  await write({ 'people.ttl': people(ann, 'old a ex:Person', 'cy a ex:Person', 'dee a ex:Person') });
  await told(2);
  expect(editor.client.messages[1]).toBe('Another program changed people.ttl: 1 new result, 1 fixed.');
  await editor.shows('people.ttl', ['ex:cy sh:minCount', 'ex:dee sh:minCount']);
});

test('a change is undone where the user says so twice, and only in files that have not changed since', async () => {
  const before = people(ann);
  await start({ 'a.ttl': before, 'b.ttl': before });
  const asked: string[] = [];
  editor.client.choose = (titles) => {
    asked.push(...titles);
    return titles.includes('Undo') ? 'Undo' : 'Undo the Change';
  };
  await write({ 'a.ttl': people(ann, nameless) });
  await editor.client.until(() => editor.text('a.ttl') === before, 20_000, 'the text before');
  expect(editor.client.messages).toEqual([
    'Another program changed a.ttl: 1 new result.',
    'Undo the change of a.ttl?',
  ]);
  await editor.shows('a.ttl', []);

  editor.client.choose = (titles) => {
    if (!titles.includes('Undo')) return 'Undo the Change';
    return undefined;
  };
  await write({ 'b.ttl': people(ann, nameless) });
  await told(4);
  expect(editor.text('b.ttl')).toBe(people(ann, nameless));
});

test.each(
  someOf<{
    readonly name: string;
    readonly change: Readonly<Record<string, string | undefined>>;
    readonly asked: string;
  }>([
    {
      name: 'a file that was created is deleted',
      change: { 'new.ttl': people(nameless) },
      asked: 'Delete new.ttl?',
    },
    {
      name: 'a file that was deleted is created',
      change: { 'shapes.ttl': undefined },
      asked: 'Undo the change of shapes.ttl?',
    },
    {
      name: 'a file that was created and others',
      change: { 'new.ttl': people(nameless), 'shapes.ttl': `${shapes}#` },
      asked: 'Undo the change of shapes.ttl and delete new.ttl?',
    },
  ]),
)('undoing: $name', async ({ change, asked }) => {
  const before = { 'shapes.ttl': shapes, 'data.ttl': people(ann) };
  await start(before);
  await editor.open('data.ttl');
  editor.client.choose = (titles) => titles.find((title) => title.startsWith('Undo'));
  await write(change);
  const files = () =>
    Object.fromEntries(readdirSync(editor.folder).map((name) => [name, editor.text(name)] as const));
  await editor.client.until(() => isDeepStrictEqual(files(), before), 20_000, 'the files before');
  // Undoing is no change of another program: what one does next brings no results.
  await write({ 'other.ttl': people(ann) });
  expect(editor.client.messages.slice(1)).toEqual([asked]);
});

test.each(
  someOf<{ readonly name: string; readonly open: boolean }>([
    { name: 'is closed', open: false },
    { name: 'is open, and the editor does not show yet what was written', open: true },
  ]),
)('a file that was created and written since is not deleted: it $name', async ({ open }) => {
  await start({ 'a.ttl': people(ann) });
  const later = people(nameless, 'cy a ex:Person');
  editor.client.choose = (titles) => {
    if (titles.includes('Undo')) writeFileSync(path.join(editor.folder, 'new.ttl'), later);
    return titles.find((title) => title.startsWith('Undo'));
  };
  if (open) {
    writeFileSync(path.join(editor.folder, 'new.ttl'), people(nameless));
    await editor.open('new.ttl');
  }
  await write({ 'new.ttl': people(nameless) });
  await told(3);
  expect(editor.client.messages[2]).toBe(
    'Not undone, because they were created, deleted or changed again: new.ttl.',
  );
  expect(readFileSync(path.join(editor.folder, 'new.ttl'), 'utf8')).toBe(later);
});

test('an open file is compared with what the editor saved, and what it saves itself is not told', async () => {
  const before = people(ann);
  await start({ 'a.ttl': before, 'b.ttl': before });
  await editor.open('a.ttl');
  const own = people('ann a ex:Person');
  await editor.replace('a.ttl', own);
  writeFileSync(path.join(editor.folder, 'a.ttl'), own);
  await editor.client.saved(editor.uri('a.ttl'));
  await editor.client.fileChanged(editor.uri('a.ttl'));
  await write({ 'b.ttl': people(ann, 'dee a ex:Person ; ex:name "Dee"') });
  expect(editor.client.messages).toEqual([]);

  // The editor shows the new text after the change was noticed.
  const after = people('ann a ex:Person', nameless);
  const judged = judgements();
  writeFileSync(path.join(editor.folder, 'a.ttl'), after);
  await editor.client.fileChanged(editor.uri('a.ttl'));
  await write({ 'b.ttl': people(ann) });
  expect(editor.client.messages).toEqual([]);
  editor.client.choose = (titles) => titles.find((title) => title.startsWith('Undo'));
  await editor.replace('a.ttl', after);
  await editor.client.until(() => judgements() > judged + 1, 20_000, 'the change to be judged');
  await editor.client.until(() => editor.text('a.ttl') === own, 20_000, 'the text as it was saved');
});

test.each(
  someOf<{
    readonly name: string;
    readonly before?: Readonly<Record<string, string>>;
    readonly after: Readonly<Record<string, string | undefined>>;
    readonly open?: string;
    readonly told: readonly string[];
  }>([
    {
      name: 'a syntax error',
      after: { 'data.ttl': people(ann, 'bob a a') },
      told: ["Another program changed data.ttl, which can't be judged: data.ttl:4:"],
    },
    {
      name: 'a link that is gone',
      after: { 'data.ttl': people(ann).replace('# shapes', '# forms') },
      told: ['Another program changed data.ttl. No new results were found, but: '],
    },
    {
      name: 'a change that ends results',
      before: { 'data.ttl': people(nameless) },
      after: { 'data.ttl': people(ann) },
      told: [],
    },
    {
      name: 'a new file',
      after: { 'new.ttl': people(nameless) },
      told: ['Another program changed new.ttl: 1 new result.'],
    },
    {
      name: 'a file that nothing is linked to',
      after: { 'data.ttl': people(ann), 'other.ttl': 'ex:' },
      told: [],
    },
    {
      name: 'a file of a benchmark',
      after: {
        'suite/suite.json': '{}',
        'suite/graph.ttl': people(nameless),
        'data.ttl': people(ann, 'dee a ex:Animal'),
      },
      told: [],
    },
    {
      name: 'stricter shapes of an open file',
      open: 'data.ttl',
      after: { 'shapes.ttl': shapes.replace('sh:minCount 1', 'sh:minCount 2') },
      told: ['Another program changed shapes.ttl: 1 new result.'],
    },
    {
      name: 'several files at once',
      after: { 'data.ttl': people(ann, nameless), 'new.ttl': people(nameless, 'cy a ex:Person') },
      told: ['Another program changed 2 files: 3 new results.'],
    },
  ]),
)('$name', async ({ before = { 'data.ttl': people(ann) }, after, open, told: expected }) => {
  await start(before);
  if (open) await editor.open(open);
  await write(after);
  await told(expected.length);
  for (const [i, start] of expected.entries()) expect(editor.client.messages[i]).toContain(start);
});

test('a change of hundreds of files is one message, and is not undone', async () => {
  await start({ 'data.ttl': people(ann) });
  const names = Array.from({ length: 300 }, (_, i) => `${i}.ttl`);
  for (const name of names) {
    writeFileSync(path.join(editor.folder, name), people(nameless));
  }
  await editor.client.fileChanged(...names.map((name) => editor.uri(name)));
  await told(1);
  await write({ '7.ttl': people(nameless, 'cy a ex:Person') });
  await told(2);
  expect(editor.client.messages).toEqual([
    'Other programs changed 300 files at once. More than 100 are not judged; Validate Workspace lists all results.',
    'Another program changed 7.ttl: 1 new result.',
  ]);
});

test('results that a change brought are listed until they are mended, be it by the user or in another file', async () => {
  await start({ 'a.ttl': people(ann), 'b.ttl': people(ann) });
  await write({ 'a.ttl': people(nameless), 'b.ttl': people(nameless) });
  await editor.shows('a.ttl', ['ex:bob sh:minCount']);
  await editor.open('a.ttl');
  await editor.replace('a.ttl', people(ann));
  writeFileSync(path.join(editor.folder, 'a.ttl'), people(ann));
  await editor.client.saved(editor.uri('a.ttl'));
  await editor.client.close(editor.uri('a.ttl'));
  await editor.shows('a.ttl', []);
  await editor.shows('b.ttl', ['ex:bob sh:minCount']);
  await write({ 'shapes.ttl': shapes.replace('sh:minCount 1', 'sh:minCount 0') });
  await editor.shows('b.ttl', []);
});

test('results of a copy are told apart from those of its original, and go along when it is renamed', async () => {
  const old = [nameless, 'cy a ex:Person'];
  await start({ 'a.ttl': people(...old) });
  await write({ 'b.ttl': people(...old) });
  await editor.shows('b.ttl', ['ex:bob sh:minCount', 'ex:cy sh:minCount']);
  await write({ 'a.ttl': people(...old, 'dee a ex:Person') });
  await told(2);
  expect(editor.client.messages).toEqual([
    'Another program changed b.ttl: 2 new results.',
    'Another program changed a.ttl: 1 new result.',
  ]);
  await editor.shows('a.ttl', ['ex:dee sh:minCount']);
  await editor.shows('b.ttl', ['ex:bob sh:minCount', 'ex:cy sh:minCount']);
  await write({ 'b.ttl': people(ann, 'cy a ex:Person') });
  await editor.shows('b.ttl', ['ex:cy sh:minCount']);
  await editor.shows('a.ttl', ['ex:dee sh:minCount']);
  await write({ 'b.ttl': undefined, 'c.ttl': people(ann, 'cy a ex:Person') });
  await editor.shows('c.ttl', ['ex:cy sh:minCount']);
  await editor.shows('b.ttl', []);
});

test('while a message waits for the user, what comes is told together behind it', async () => {
  await start({ 'a.ttl': people(ann), 'b.ttl': people(ann), 'c.ttl': people(ann) });
  let answer = (_?: string) => {};
  editor.client.choose = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  await write({ 'a.ttl': people(nameless) });
  await told(1);
  await write({ 'b.ttl': people(nameless) });
  await write({ 'c.ttl': people(nameless, 'cy a ex:Person') });
  expect(editor.client.messages).toHaveLength(1);
  answer();
  await told(2);
  expect(editor.client.messages[1]).toBe('Another program changed 2 files: 3 new results.');
});

test.each(
  someOf<{ readonly name: string; readonly file: string }>([
    { name: 'that a program created', file: 'new.ttl' },
    { name: 'that was there before', file: 'b.ttl' },
  ]),
)(
  'what the user saved between two changes that are told together comes back: a file $name',
  async ({ file }) => {
    await start({ 'a.ttl': people(ann), 'b.ttl': people(ann) });
    let answer = (_?: string) => {};
    editor.client.choose = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await write({ 'a.ttl': people(nameless) });
    await told(1);
    await write({ [file]: people(nameless) });
    await editor.open(file);
    const saved = people(nameless, 'mine a ex:Animal');
    await editor.replace(file, saved);
    writeFileSync(path.join(editor.folder, file), saved);
    await editor.client.saved(editor.uri(file));
    await editor.close(file);
    await write({ [file]: people(nameless, 'mine a ex:Animal', 'cy a ex:Person') });
    editor.client.choose = (titles) => titles.find((title) => title.startsWith('Undo'));
    answer();
    await told(3);
    expect(editor.client.messages[2]).toBe(`Undo the change of ${file}?`);
    await editor.client.until(() => editor.text(file) === saved, 20_000, 'the text as it was saved');
  },
);

test.each(
  someOf<{
    readonly name: string;
    readonly files: Readonly<Record<string, string>>;
    readonly prepare?: () => void | Promise<void>;
    readonly changed: string;
    readonly messages?: readonly string[];
  }>([
    {
      name: 'whose name ends in capitals',
      files: { 'data.TTL': people(ann) },
      changed: 'data.TTL',
      messages: ['Another program changed 2 files: 1 new result.', 'Undo the change of data.TTL, a.ttl?'],
    },
    {
      name: 'of a benchmark whose description is gone',
      files: { 'suite/suite.json': '{}', 'suite/graph.ttl': people(ann) },
      prepare: () => rmSync(path.join(editor.folder, 'suite/suite.json')),
      changed: 'suite/graph.ttl',
    },
    {
      name: 'that is told of by the path of a link',
      files: { 'real/data.ttl': people(ann) },
      prepare: () =>
        symlinkSync(path.join(editor.folder, 'real'), path.join(editor.folder, 'alias'), 'junction'),
      changed: 'alias/data.ttl',
    },
    {
      name: 'that could not be read',
      files: {},
      prepare: async () => {
        writeFileSync(path.join(editor.folder, 'data.ttl'), Buffer.alloc(1000));
        await editor.client.fileChanged(editor.uri('data.ttl'));
        await write({ 'a.ttl': people(ann, 'cy a ex:Animal') });
      },
      changed: 'data.ttl',
    },
  ]),
)(
  'a file that was there before is never deleted by undoing: one $name',
  async ({ files, prepare, changed, messages = [] }) => {
    await start({ 'a.ttl': people(ann), ...files });
    await prepare?.();
    editor.client.choose = (titles) => titles.find((title) => title.startsWith('Undo'));
    const file = path.join(editor.folder, changed);
    const shapesFile = changed.includes('/') ? '../shapes.ttl' : 'shapes.ttl';
    writeFileSync(file, people(nameless).replace('shapes.ttl', shapesFile));
    await editor.client.fileChanged(editor.uri(changed));
    await write({ 'a.ttl': people(ann, 'dee a ex:Animal') });
    await told(messages.length);
    expect(editor.client.messages).toEqual(messages);
    expect(existsSync(file)).toBe(true);
  },
);

test('what is written while the user is asked is not undone', async () => {
  await start({ 'a.ttl': people(ann) });
  const later = people(nameless, 'cy a ex:Person ; ex:name "Cy"');
  editor.client.choose = (titles) => {
    if (!titles.includes('Undo')) return titles.find((title) => title === 'Undo the Change');
    writeFileSync(path.join(editor.folder, 'a.ttl'), later);
    return 'Undo';
  };
  await write({ 'a.ttl': people(nameless) });
  await editor.client.until(
    () =>
      editor.client.messages.includes(
        'Not undone, because they were created, deleted or changed again: a.ttl.',
      ),
    20_000,
    'what is not undone',
  );
  expect(editor.text('a.ttl')).toBe(later);
});

test.each(
  someOf<{
    readonly name: string;
    readonly before?: Readonly<Record<string, string>>;
    readonly between: () => Promise<void>;
    readonly after: Readonly<Record<string, string>>;
  }>([
    {
      name: 'shapes that the project file came to link',
      between: () =>
        write({
          'shacl-repair.jsonc': '{ "links": [{ "data": ["plain.ttl"], "shapes": ["shapes.ttl"] }] }',
          'other.ttl': people(ann),
        }),
      after: { 'plain.ttl': people(nameless).replace('# shapes: shapes.ttl\n', '') },
    },
    {
      name: 'shapes that a file imports which was missing',
      before: {
        'all.ttl': block`
        @prefix owl: <http://www.w3.org/2002/07/owl#> .
        <http://example.org/all> a owl:Ontology ; owl:imports <http://example.org/more> .
      `,
        'data.ttl': people(ann).replace('shapes.ttl', 'all.ttl'),
      },
      between: () =>
        write({
          'more.ttl': `@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<http://example.org/more> a owl:Ontology .\n${shapes}`,
        }),
      after: { 'data.ttl': people(ann, nameless).replace('shapes.ttl', 'all.ttl') },
    },
    {
      name: 'open shapes that were closed, made stricter on disk and opened again',
      between: async () => {
        await editor.open('shapes.ttl');
        await write({ 'first.ttl': people(ann) });
        await editor.client.close(editor.uri('shapes.ttl'));
        const stricter = shapes.replace('sh:minCount 1', 'sh:minCount 2');
        // Nothing is judged while it is closed.
        writeFileSync(path.join(editor.folder, 'shapes.ttl'), stricter);
        await editor.client.open(editor.uri('shapes.ttl'), stricter);
      },
      after: { 'new.ttl': people('cy a ex:Person ; ex:name "Cy"') },
    },
  ]),
)('what changed since the last judgement counts: $name', async ({ before, between, after }) => {
  await start({ 'data.ttl': people(ann), ...before });
  await write({ 'data.ttl': `${editor.text('data.ttl')}# edited` });
  await between();
  editor.client.messages.splice(0);
  await write(after);
  const tells = () => editor.client.messages.some((each) => each.endsWith(': 1 new result.'));
  await editor.client.until(tells, 20_000, 'message of a new result');
});

test('nothing is judged unless the setting says so', async () => {
  await start({ 'data.ttl': people(ann) }, false);
  writeFileSync(path.join(editor.folder, 'data.ttl'), people(nameless));
  await editor.client.fileChanged(editor.uri('data.ttl'));
  expect(await editor.open('data.ttl')).toBe(1);
  expect([editor.client.messages, judgements()]).toEqual([[], 0]);
  expect(editor.client.log.filter((each) => each.startsWith('Changes on disk'))).toEqual([]);
});
