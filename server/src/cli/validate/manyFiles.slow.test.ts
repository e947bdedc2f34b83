import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { someOf } from '../../testing/runs.ts';
import { formatNames } from './validationFormats.ts';

const shapes = block`
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property ex:Name , ex:Age , ex:Friend , ex:Mail .
  ex:Name sh:path ex:name ; sh:minCount 1 ; sh:severity sh:Warning ; sh:message "a name"@en , "ein Name"@de .
  ex:Age sh:path ex:age ; sh:or ( [ sh:datatype xsd:integer ] [ sh:in ( "old" "young" ) ] ) .
  ex:Friend sh:path ( ex:knows [ sh:inversePath ex:knows ] ) ; sh:maxCount 1 ; sh:severity sh:Info .
  ex:Mail sh:path ex:mail ; sh:nodeKind sh:IRI ; sh:node [ sh:property [ sh:path ex:host ; sh:minCount 1 ] ] .
  #- /context.ttl
  ex:shared ex:age "x" .`;

/** Every file has results, of several kinds and severities. */
const dataFile = (i: number, more = '') => `#- /data/${i}.ttl
# shapes: ../shapes.ttl
# context: ../context.ttl
ex:n${i % 7} a ex:Person ; ex:age """a,
 b::<${i}>""" ; ex:mail "m" , ex:m${i} .
[] a ex:Person ; ex:name "${i}" ; ex:knows ex:n${i % 7} , ex:x , ex:y . ex:z ex:knows ex:x , ex:y .
ex:shared a ex:Person .
${more}`;

const count = 64;
const data = (change: (i: number) => string = () => '') =>
  Array.from({ length: count }, (_, i) => dataFile(i, change(i))).join('\n');

/** Files with more to tell than their results, and such that conform. */
const mixed = (i: number) => {
  if (i % 10 === 3) return 'ex:a a .';
  if (i % 10 === 4) return 'ex:b a ex:Person . # shacl-repair-ignore sh:minCount on purpose';
  if (i % 10 === 5) return 'ex:c ex:p 1 . # shacl-repair-ignore sh:class gone';
  return '';
};
const conforming = (i: number) => `#- /good/${i}.ttl
# shapes: ../shapes.ttl
ex:g a ex:Person ; ex:name "G" .`;

const cases = {
  'results in every file': { files: data(), args: 'data', recorded: count },
  'other things to tell as well': {
    files: `${data(mixed)}\n${[1, 2, 3].map(conforming).join('\n')}`,
    args: '.',
    recorded: 48,
  },
  'options that say what counts': {
    files: data(),
    args: 'data --fail-on violation --max-warnings 5 --quiet --max-results 10',
    recorded: count,
  },
};

describe.each(Object.entries(cases))('%s', (name, { args, recorded, ...given }) => {
  const setup = { ...given, files: `${given.files}\n${shapes}` };
  // What tells most is printed in every format.
  test.each(name.startsWith('other') ? formatNames : someOf(formatNames))(
    '%s is the same from other threads',
    async (format) => {
      await expectSame(`${args} --format ${format}`, setup, recorded);
    },
  );
});

const projectFile = '{ "baseline": "old.json", "failOn": "warning", "severity": { "sh:or": "info" } }';

describe.each(['--baseline', 'a project file with a baseline'])('%s', (where) => {
  const files = `${data()}\n${shapes}`;
  const fewer = `${data((i) => (i === 2 ? 'ex:n2 ex:name "N" .' : ''))}\n${shapes}`;
  test.each(someOf(formatNames))('%s is the same from other threads', async (format) => {
    const before = await runInMemory('validate data/1.ttl data/2.ttl data/3.ttl --format json', { files });
    const isOption = where === '--baseline';
    const texts = {
      '/old.json': before.out,
      ...(isOption ? {} : { '/shacl-repair.jsonc': projectFile }),
    };
    const args = `data ${isOption ? '--baseline old.json' : ''} --format ${format}`;
    await expectSame(args, { files: fewer, texts }, count);
  });
});

test('the baseline of a project file is stale although all files conform', async () => {
  const bad = conforming(0).replace(' ; ex:name "G"', '');
  const { out } = await runInMemory('validate good --format json', { files: `${bad}\n${shapes}` });
  const files = `${Array.from({ length: count }, (_, i) => conforming(i)).join('\n')}\n${shapes}`;
  const texts = { '/old.json': out, '/shacl-repair.jsonc': '{ "baseline": "old.json" }' };
  const { code } = await runInMemory('validate good', { files, texts, recorded: new Set() });
  expect(code).toBe(1);
});

async function expectSame(
  args: string,
  setup: Parameters<typeof runInMemory>[1],
  expected: number,
): Promise<void> {
  const recorded = new Set<string>();
  const alone = await runInMemory(`validate ${args}`, setup);
  const pooled = await runInMemory(`validate ${args}`, { ...setup, recorded });
  expect(recorded.size).toBe(expected);
  expect(printed(pooled)).toEqual(printed(alone));
}

function printed({ code, out, err }: Awaited<ReturnType<typeof runInMemory>>) {
  return { code, out: out.replace(/(in |"ms": ?|time=")[\d.]+/g, '$10'), err };
}
