import { expect, test } from 'vitest';
import type { ValidationJson } from '../../service/report/validationJson.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const shapes = block`
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
    sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:datatype xsd:string ] ;
    sh:property ex:Age .
  ex:Age sh:path ex:age ; sh:datatype xsd:integer .`;
const command = 'validate data.ttl --shapes shapes.ttl';
const large = { bytesAtOnce: 200 };

test('results come node by node, in the order in which the file first says something of them', async () => {
  const files = block`
    #- /data.ttl
    ex:b a ex:Person ; ex:age "1" .
    ex:a a ex:Person .
    ex:b ex:name 2 .
    ex:a ex:age "3" ; ex:name "A" .
    ${shapes}`;
  const placesOf = (out: string) => [...out.matchAll(/data\.ttl:(\d+):/g)].map(([, line]) => line);
  expect(placesOf((await runInMemory(command, { files })).out)).toEqual(['2', '4', '5']);
  expect(placesOf((await runInMemory(command, { files, ...large })).out)).toEqual(['2', '4', '5']);
  const apart = files.replace(
    'ex:b ex:name 2 .\nex:a ex:age "3" ; ex:name "A" .',
    'ex:a ex:age "3" ; ex:name "A" .\nex:b ex:name 2 .',
  );
  expect(placesOf((await runInMemory(command, { files: apart })).out)).toEqual(['2', '4', '5']);
  expect(placesOf((await runInMemory(command, { files: apart, ...large })).out)).toEqual(['2', '5', '4']);
});

test('results that comments ignore, or that rest on nodes which no file describes, come last', async () => {
  const files = block`
    #- /data.ttl
    @prefix other: <http://example.org/other/> .
    @prefix ex: <http://example.org/ns#> .
    ex:a a ex:Person ; ex:name "A" ; ex:knows other:b .
    # shacl-repair-ignore sh:minCount unnamed
    ex:c a ex:Person .
    ex:d a ex:Person ; ex:name 1 .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
      sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:datatype xsd:string ] ;
      sh:property [ sh:path ex:knows ; sh:class ex:Person ] .`;
  const { out } = await runInMemory(`${command} --format json`, { files, ...large });
  const { results, groups } = JSON.parse(out) as ValidationJson;
  expect(results.map(({ component }) => component.replace(/.*#|>/g, ''))).toEqual([
    'DatatypeConstraintComponent',
    'ClassConstraintComponent',
    'MinCountConstraintComponent',
  ]);
  expect(results[1]!.restsOn).toBe('http://example.org/other/');
  expect(results[2]!.suppressed).toMatchObject({ reason: 'unnamed' });
  expect(groups).toHaveLength(1);
  const text = await runInMemory(command, { files, ...large });
  expect(text.out).toMatch(
    /sh:datatype[\s\S]*\n\nviolation\[undescribed\][\s\S]*\n\n2 results in 1 file .*1 result ignored\n$/,
  );
});

/** Some have no results, so that not each batch has. */
const people = Array.from({ length: 5000 }, (_, i) =>
  i % 3 === 0 && i < 3000 ? `ex:p${i} a ex:Person ; ex:age "x" .` : `ex:p${i} a ex:Person ; ex:name "p" .`,
);
const manyFiles = `#- /data.ttl\n${people.join('\n')}\n${shapes}`;
const inParts = { files: manyFiles, bytesAtOnce: 20_000 };

test.each([
  ['', 2],
  ['--format json', 3],
  ['--max-results 7', 1],
  ['--max-results 0', 3],
])('a run that is repeated goes on behind any of its stages with %s', async (options, staged) => {
  const given = `${command} ${options}`;
  const whole = await runInMemory(given, inParts);
  const ended: { state: string; printed: number }[] = [];
  let out = '';
  const stages = (before: string | undefined) => ({
    before,
    async end() {},
    async endForReader(state: string) {
      ended.push({ state, printed: out.length });
    },
    complete() {},
  });
  const first = await runInMemory(given, {
    ...inParts,
    stages: stages(undefined),
    onPrint: (text) => {
      out += text;
    },
  });
  expect(withoutTime(first.out)).toBe(withoutTime(whole.out));
  expect(ended).toHaveLength(staged);
  for (const { state, printed } of [...ended]) {
    const rest = await runInMemory(given, { ...inParts, stages: stages(state) });
    expect(withoutTime(first.out.slice(0, printed) + rest.out)).toBe(withoutTime(whole.out));
    expect(rest.code).toBe(whole.code);
  }
});

test('a constraint that is left out later leaves what was printed of it, and is named', async () => {
  const given = `${command} --format json`;
  const states: string[] = [];
  let out = '';
  let printed = 0;
  await runInMemory(given, {
    ...inParts,
    onPrint: (text) => {
      out += text;
    },
    stages: {
      before: undefined,
      async end() {},
      async endForReader(state) {
        if (states.push(state) === 1) printed = out.length;
      },
      complete() {},
    },
  });
  const key =
    '<http://example.org/ns#Age> <http://www.w3.org/ns/shacl#datatype> <http://www.w3.org/2001/XMLSchema#integer>';
  const rest = await runInMemory(given, {
    ...inParts,
    quarantined: new Set([key]),
    stages: { before: states[0], async end() {}, async endForReader() {}, complete() {} },
  });
  const { results, notChecked, verdict } = JSON.parse(out.slice(0, printed) + rest.out) as ValidationJson;
  const count = (component: string) => results.filter((each) => each.component.includes(component)).length;
  expect([count('Datatype'), count('MinCount')]).toEqual([334, 1000]);
  expect(notChecked.map(({ reason }) => reason)).toEqual([expect.stringContaining('took too much time')]);
  expect(verdict).toBe('violates');
});

test('an interruption says how far it came', async () => {
  const told: string[] = [];
  const run = (args: string) =>
    runInMemory(args, { ...inParts, tellIfInterrupted: (text) => void told.push(text) });
  await run(command);
  expect(told.slice(0, 2)).toEqual([
    '1,000 focus nodes checked, 668 results; the output is incomplete.',
    '2,000 focus nodes checked, 1,334 results; the output is incomplete.',
  ]);
  told.length = 0;
  const { written } = await run(`${command} --format json --output report.json`);
  expect(told[0]).toBe('1,000 focus nodes checked, 668 results; report.json was not written.');
  expect(JSON.parse(written['/report.json']!).results).toHaveLength(2000);
});

test.each([
  ['--format turtle', 'a report of another format'],
  ['--quiet', 'what --quiet prints'],
  ['--watch', 'what is printed again'],
  ['--baseline known.json', 'what is known'],
  ['--inference rdfs', 'what follows from inference'],
])('%s: %s is printed at the end', async (options) => {
  const told: string[] = [];
  const texts = { '/known.json': '{"results":[]}' };
  await runInMemory(`${command} ${options}`, {
    ...inParts,
    texts,
    tellIfInterrupted: (text) => void told.push(text),
  });
  expect(told).toEqual([]);
});

function withoutTime(out: string): string {
  return out.replace(/in \d+ ms|"ms": \d+/, '');
}
