import { describe, expect, test } from 'vitest';
import { block, parseFixture } from '../../testing/fixture.ts';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';

const files = block`
  #- /data.ttl
  # shapes: shapes.ttl
  @prefix ex: <http://example.org/ns#> .
  ex:alice a ex:Person ; ex:age "5" ; ex:name "Alice" .
  ex:bob a ex:Person ; ex:age 6 ; ex:name "Bob" . # keep
  ex:list ex:has [ ex:age 1 ] .
  #- /shapes.ttl
  ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
    sh:property [ sh:path ex:age ; sh:datatype xsd:integer ; sh:maxCount 1 ] ;
    sh:property [ sh:path ex:name ; sh:minCount 1 ] .
  #- /free.ttl
  ex:a ex:b ex:c .
`;

interface Told {
  readonly key: string | null;
  readonly reasons: readonly string[];
  readonly introduced: { readonly items: readonly { readonly focusNode: string }[] };
  readonly fixed: { readonly total: number };
  readonly diff: string;
}

async function guard(stdin: string, args = 'data.ttl', setup: Partial<TestSetup> = {}) {
  const given = { files, stdin, ...setup };
  const { code, out, err, written } = await runInMemory(`guard --change ${args} --format json`, given);
  expect(written).toEqual({});
  if (out === '') return { code, err };
  const { verdict, reasons, introduced, fixed, diff, key }: Told & { readonly verdict: string } =
    JSON.parse(out);
  expect(key !== null).toBe(verdict === 'holds');
  const names = introduced.items.map(({ focusNode }) => focusNode.replace(/.*#(.*)>/, '$1'));
  return { code, verdict, introduced: names, fixed: fixed.total, reason: reasons[0], diff };
}

const update = (text: string) => `PREFIX ex: <http://example.org/ns#> ${text}`;
const line = (number: number, before: string, after: string, file = 'data.ttl') =>
  `--- a/${file}\n+++ b/${file}\n@@ -${number} +${number} @@\n-${before}\n+${after}\n`;

const alice = 'ex:alice a ex:Person ; ex:age "5" ; ex:name "Alice" .';
const bob = 'ex:bob a ex:Person ; ex:age 6 ; ex:name "Bob" . # keep';

test.each<[what: string, change: string, told: object]>([
  [
    'a repair',
    update('DELETE DATA { ex:alice ex:age "5" } ; INSERT DATA { ex:alice ex:age 5 }'),
    { code: 0, verdict: 'holds', fixed: 1, introduced: [] },
  ],
  [
    'an update with WHERE',
    update('DELETE { ?p ex:name ?n } WHERE { ?p ex:name ?n ; ex:age 6 }'),
    { code: 1, verdict: 'introduces', introduced: ['bob'] },
  ],
  [
    'one that fixes a result and brings another',
    update('DELETE DATA { ex:alice ex:age "5" ; ex:name "Alice" }'),
    { code: 1, fixed: 1, introduced: ['alice'] },
  ],
  ['a second value', update('INSERT DATA { ex:bob ex:age 7 }'), { code: 1, introduced: ['bob'], fixed: 0 }],
  [
    'what takes a node out of its target',
    update('DELETE DATA { ex:alice a ex:Person }'),
    {
      code: 3,
      verdict: 'undecided',
      fixed: 1,
      reason: 'The data still describe nodes that no shape judges any more: ex:alice.',
    },
  ],
  ['a whole node that goes', update('DELETE WHERE { ex:alice ?p ?o }'), { code: 0, fixed: 1 }],
  [
    'all that goes',
    update('DELETE WHERE { ?s ?p ?o }'),
    { code: 3, reason: 'Nothing is judged: after the change, no node is a target of a shape.' },
  ],
  ['nothing', update('DELETE DATA { ex:x ex:y ex:z }'), { code: 0, fixed: 0, introduced: [], diff: '' }],
  ['what is no update', 'SELECT * WHERE { ?s ?p ?o }', { code: 2, verdict: 'refused' }],
  ['a load', 'LOAD <http://example.org/x>', { code: 2, verdict: 'refused' }],
  ['a service', update('DELETE { ?s ?p ?o } WHERE { SERVICE <http://x.example> { ?s ?p ?o } }'), { code: 2 }],
  ['a patch', line(4, alice, alice.replace('"5"', '5')), { code: 0, fixed: 1 }],
  [
    'one that breaks the syntax',
    line(5, bob, bob.replace(' . #', ' #')),
    { code: 2, verdict: 'refused', reason: expect.stringMatching(/^data\.ttl:5:1: /) },
  ],
  [
    'one that does not fit',
    line(4, 'ex:alex a ex:Person .', 'ex:alex a ex:Dog .'),
    { code: 2, reason: expect.stringContaining('does not fit') },
  ],
  [
    'a comment that hides what comes',
    line(5, bob, `# shacl-repair-ignore: as agreed\n${bob.replace('ex:name "Bob" ', '')}`)
      .replace('+5 @@', '+5,2 @@')
      .replace('\nex:bob', '\n+ex:bob'),
    { code: 1, introduced: ['bob'] },
  ],
  [
    'a link that goes',
    line(1, '# shapes: shapes.ttl', '# shapes: none.ttl'),
    { code: 3, verdict: 'undecided', fixed: 1 },
  ],
  [
    'shapes in the data',
    update(
      'INSERT DATA { ex:PersonShape <http://www.w3.org/ns/shacl#deactivated> true ; <http://www.w3.org/ns/shacl#targetNode> ex:x }',
    ),
    { code: 3, verdict: 'undecided' },
  ],
])('%s', async (_, change, told) => expect(await guard(change)).toMatchObject(told));

describe('a patch', () => {
  test('of shapes is judged by the data that is given', async () => {
    const shape = '  sh:property [ sh:path ex:name ; sh:minCount 1 ] .';
    const change = line(3, shape, shape.replace('minCount 1', 'minCount 2'), 'shapes.ttl');
    expect(await guard(change)).toMatchObject({ code: 1, introduced: ['alice', 'bob'] });
    const looser = line(3, shape, shape.replace('minCount 1', 'minCount 0'), 'shapes.ttl');
    expect(await guard(looser)).toMatchObject({
      code: 3,
      reason: 'The change alters shapes, in shapes.ttl, that data.ttl is judged by.',
    });
  });

  test('that was applied is judged against what was before', async () => {
    expect(await guard(line(4, alice.replace('"5"', '5'), alice), '')).toMatchObject({
      code: 1,
      introduced: ['alice'],
    });
  });

  test('that created a file is judged against a folder without it', async () => {
    const text = '@prefix ex: <http://example.org/ns#> . ex:c a ex:Person';
    const made = async (rest: string) => {
      const lines = ['# shapes: shapes.ttl', `${text}${rest} .`];
      const change = `--- /dev/null\n+++ b/new.ttl\n@@ -0,0 +1,2 @@\n+${lines.join('\n+')}\n`;
      return guard(change, '', { files: `${files}\n#- /new.ttl\n${lines.join('\n')}\n` });
    };
    expect(await made('')).toMatchObject({ code: 1, introduced: ['c'], fixed: 0 });
    expect(await made(' ; ex:name "C"')).toMatchObject({ code: 0, introduced: [], fixed: 0 });
  });

  test('may create a file', async () => {
    const create = (text: string) =>
      `--- /dev/null\n+++ b/new.ttl\n@@ -0,0 +1,2 @@\n+# shapes: shapes.ttl\n+${text}\n`;
    const prefix = '@prefix ex: <http://example.org/ns#> .';
    expect(await guard(create(`${prefix} ex:c a ex:Person .`), '')).toMatchObject({
      code: 1,
      introduced: ['c'],
    });
    expect(await guard(create(`${prefix} ex:c a ex:Person ; ex:name "C" .`), '')).toMatchObject({ code: 0 });
  });

  test('of files that are not RDF as well is judged by those that are', async () => {
    const image = 'diff --git a/icon.png b/icon.png\nBinary files a/icon.png and b/icon.png differ\n';
    const moved = 'diff --git a/a.md b/b.md\nsimilarity index 90%\nrename from a.md\nrename to b.md\n';
    const words = line(1, 'a', 'b', 'README.md');
    const others = `${image}${moved}--- a/a.md\n+++ b/b.md\n@@ -1 +1 @@\n-x\n+y\n${words}`;
    const change = line(4, alice, alice.replace('"5"', '5'));
    expect(await guard(others + change, '')).toMatchObject({ code: 0, fixed: 1 });
    expect(await guard(others + line(5, bob, 'ex:bob a ex:Person .'), '')).toMatchObject({ code: 1 });
    for (const name of ['shacl-repair.jsonc', 'a/.vscode/settings.json'])
      expect(await guard(change + line(1, '{}', '{ }', name), '')).toMatchObject({ code: 2 });
    const renamed = moved.replaceAll('.md', '.ttl');
    expect(await guard(change + renamed, '')).toMatchObject({
      code: 2,
      reason: expect.stringMatching(/git diff --no-renames/),
    });
  });

  describe('that deletes a file', () => {
    const linked = block`
      #- /staff.ttl
      # shapes: shapes.ttl
      # context: parts/*.ttl
      ex:dan a ex:Person ; ex:name "Dan" ; ex:boss ex:eve .
      #- /fixed.ttl
      # shapes: shapes.ttl
      # context: parts/bosses.ttl
      ex:fred a ex:Person ; ex:name "Fred" .
      #- /parts/bosses.ttl
      ex:eve a ex:Boss .
      #- /parts/idle.ttl
      ex:nobody a ex:Thing .
      #- /alone.ttl
      # shapes: shapes.ttl
      @prefix ex: <http://example.org/ns#> .
      ex:gus a ex:Person ; ex:name "Gus" .
      #- /bad.ttl
      # shapes: shapes.ttl
      @prefix ex: <http://example.org/ns#> .
      ex:hal a ex:Person .
      #- /shapes.ttl
      ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
        sh:property [ sh:path ex:name ; sh:minCount 1 ] ; sh:property [ sh:path ex:boss ; sh:class ex:Boss ] .
    `;
    const texts = parseFixture(linked);
    const gone = (path: string) => {
      const lines = texts.files
        .find(({ uri }) => uri.endsWith(`/${path}`))!
        .text.split('\n')
        .slice(0, -1);
      const removed = lines.map((each) => `-${each}\n`).join('');
      return `--- a/${path}\n+++ /dev/null\n@@ -1,${lines.length} +0,0 @@\n${removed}`;
    };
    const without = (path: string) => ({
      files: linked.replace(new RegExp(`#- /${path}\n(?:(?!#- ).*\n?)*`), ''),
    });

    test('judges the files that rest on it, before the deletion and after it', async () => {
      const bosses = gone('parts/bosses.ttl');
      const broken = { code: 1, verdict: 'introduces', introduced: ['dan'] };
      expect(await guard(bosses, '', { files: linked })).toMatchObject(broken);
      expect(await guard(bosses, '', without('parts/bosses.ttl'))).toMatchObject(broken);
    });

    test('holds where nobody needs it', async () => {
      const told = { code: 0, verdict: 'holds', introduced: [], fixed: 0 };
      const run = async (path: string, setup: Partial<TestSetup>) => {
        const { code, out } = await runInMemory('guard --change --format json', {
          ...{ files: linked, stdin: gone(path), ...setup },
        });
        const { verdict, introduced, fixed, key, reasons } = JSON.parse(out);
        // Deleting is left to people.
        expect([reasons, key]).toEqual([[], null]);
        return { code, verdict, introduced: introduced.items, fixed: fixed.total };
      };
      for (const path of ['parts/idle.ttl', 'alone.ttl']) {
        expect(await run(path, {})).toEqual(told);
        expect(await run(path, without(path))).toEqual(told);
      }
    });

    test('leaves open whether results are mended that end with it', async () =>
      expect(await guard(gone('bad.ttl'), '', { files: linked })).toMatchObject({
        code: 3,
        verdict: 'undecided',
        fixed: 1,
        reason: 'The change deletes bad.ttl, whose 1 result ends with it and is not mended.',
      }));

    test('and shapes leaves open what they would say', async () =>
      expect(await guard(gone('shapes.ttl'), '', { files: linked })).toMatchObject({ code: 3 }));

    test('has to have all of its lines', async () =>
      expect(
        await guard('--- a/alone.ttl\n+++ /dev/null\n@@ -1 +0,0 @@\n-# shapes: shapes.ttl\n', '', {
          files: linked,
        }),
      ).toMatchObject({
        code: 2,
        reason: 'The patch deletes alone.ttl, but does not have all of its lines.',
      }));
  });

  test.each([
    ['changes the project', line(1, '{}', '{ }', 'shacl-repair.jsonc'), /says how files are judged/],
    ['changes settings', line(1, '{}', '{ }', '.vscode/settings.json'), /says how files are judged/],
    ['changes no data', line(1, 'a', 'b', 'README.md'), /is not read/],
    ['changes a file twice', line(4, alice, '') + line(5, bob, ''), /changes data\.ttl twice/],
  ])('that %s is refused', async (_, change, reason) =>
    expect(await guard(change)).toMatchObject({ code: 2, reason: expect.stringMatching(reason) }),
  );
});

describe('of files that describe the same nodes', () => {
  const copies = block`
    #- /a.ttl
    # shapes: shapes.ttl
    ex:alice a ex:Person .
    ex:bob a ex:Person ; ex:name "Bob" .
    #- /b.ttl
    # shapes: shapes.ttl
    ex:alice a ex:Person ; ex:name "Alice" .
    ex:bob a ex:Person .
    #- /shapes.ttl
    ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
  `;
  const change = (file: string, name: string, isNamed: boolean) => {
    const named = `ex:${name} a ex:Person ; ex:name "${name === 'bob' ? 'Bob' : 'Alice'}" .`;
    const lines = [`ex:${name} a ex:Person .`, named] as const;
    return isNamed ? line(1, ...lines, file) : line(1, lines[1], lines[0], file);
  };
  interface Placed {
    readonly items: readonly { readonly file: string; readonly focusNode: string }[];
  }
  async function told(stdin: string, args = '', files = copies) {
    const { out } = await runInMemory(`guard --change ${args} --format json`, { files, stdin });
    const {
      verdict,
      introduced,
      fixed,
      unchanged,
    }: { verdict: string; unchanged: number } & Record<'introduced' | 'fixed', Placed> = JSON.parse(out);
    const names = ({ items }: Placed) =>
      items.map(({ file, focusNode }) => `${file} ${focusNode.replace(/.*#(.*)>/, '$1')}`);
    return { verdict, introduced: names(introduced), fixed: names(fixed), unchanged };
  }

  test('what is mended in one stands for nothing that comes in the other', async () =>
    expect(await told(change('a.ttl', 'alice', true) + change('b.ttl', 'alice', false))).toEqual({
      verdict: 'introduces',
      introduced: ['b.ttl alice'],
      fixed: ['a.ttl alice'],
      unchanged: 1,
    }));

  test('results are told of the file that they come with', async () => {
    expect(await told(change('a.ttl', 'bob', false), 'a.ttl b.ttl')).toEqual({
      verdict: 'introduces',
      introduced: ['a.ttl bob'],
      fixed: [],
      unchanged: 2,
    });
    expect(await told(change('b.ttl', 'bob', true), 'b.ttl a.ttl')).toMatchObject({ fixed: ['b.ttl bob'] });
  });

  test('a result stays the same where its place moves to another file of its unit', async () => {
    const parts = block`
      #- /a.ttl
      ex:alice a ex:Person .
      ex:bob a ex:Person ; ex:name "Bob" .
      #- /b.ttl
      ex:carol a ex:Person ; ex:name "Carol" .
      #- /shapes.ttl
      ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
    `;
    const alice = 'ex:alice a ex:Person .';
    const carol = 'ex:carol a ex:Person ; ex:name "Carol" .';
    const moved = `--- a/a.ttl\n+++ b/a.ttl\n@@ -2 +1,0 @@\n-${alice}\n--- a/b.ttl\n+++ b/b.ttl\n@@ -2 +2,2 @@\n ${carol}\n+${alice}\n`;
    expect(await told(moved, '--shapes shapes.ttl', parts)).toEqual({
      verdict: 'holds',
      introduced: [],
      fixed: [],
      unchanged: 1,
    });
  });

  test('results go along with a file that is renamed, and are still not mended', async () => {
    const { text } = parseFixture(copies).files.find(({ uri }) => uri.endsWith('/a.ttl'))!;
    const lines = text.split('\n').slice(0, -1);
    const all = (sign: string) => lines.map((each) => `${sign}${each}\n`).join('');
    const renamed = [
      `--- a/a.ttl\n+++ /dev/null\n@@ -1,${lines.length} +0,0 @@\n${all('-')}`,
      `--- /dev/null\n+++ b/c.ttl\n@@ -0,0 +1,${lines.length} @@\n${all('+')}`,
    ].join('');
    expect(await told(renamed)).toEqual({ verdict: 'undecided', introduced: [], fixed: [], unchanged: 1 });
  });
});

test('a file without shapes is not judged', async () =>
  expect(await guard(line(1, 'ex:a ex:b ex:c .', 'ex:a ex:b ex:d .', 'free.ttl'), '')).toMatchObject({
    code: 3,
    reason: 'Nothing is judged in free.ttl: no shapes are linked to it.',
  }));

test.each([
  ['guard data.ttl', '', /give --change/],
  ['guard --change data.ttl', ' \n', /standard input has no change/],
  ['guard --change', 'DELETE WHERE { ?s ?p ?o }', /give the data file/],
  ['guard --change', line(1, 'a', 'b', 'README.md'), /names no RDF file/],
  ['guard --change data.ttl --format xml', 'x', /give text or json/],
])('%s of %j', async (args, stdin, message) => {
  const { code, err } = await runInMemory(args, { files, stdin });
  expect([code, err]).toEqual([2, expect.stringMatching(message)]);
});

test('a change is told in text', async () => {
  const stdin = update('DELETE DATA { ex:bob ex:name "Bob" }');
  const { out, code } = await runInMemory('guard --change data.ttl', { files, stdin });
  expect(code).toBe(1);
  expect(out.replaceAll(/\[[0-9a-f]{12}\]/g, '[key]')).toMatchInlineSnapshot(`
    "violation[sh:minCount]: ex:bob has no value of ex:name, but needs at least 1
      --> data.ttl:4:1 [key]
     3 | ex:alice a ex:Person ; ex:age "5" ; ex:name "Alice" .
     4 | ex:bob a ex:Person ; ex:age 6 . # keep
       | ^^^^^^
     5 | ex:list ex:has [ ex:age 1 ] .
      = shapes.ttl:4:35: The constraint: sh:minCount 1

    introduces: 1 result introduced, 0 fixed, 1 unchanged
    "
  `);
});
