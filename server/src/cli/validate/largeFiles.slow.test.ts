import { expect, test } from 'vitest';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';
import { triesAll } from '../../testing/runs.ts';

const people = Array.from({ length: 120 }, (_, i) =>
  [
    // Long comments, so that the file has several parts.
    `ex:p${i} a ex:Person ; # person ${i} ${'–'.repeat(400)}`,
    `  ex:name "Zoë ${i}"${i % 7 === 0 ? ', "Zoé"' : ''} ;${i % 3 === 0 ? '\r' : ''}`,
    `  ex:knows [ ex:age ${i % 5 === 0 ? '"old"' : i} ] .`,
    i === 60 ? 'ex:broken ex:name "here\nex:p ex:name ; .' : '',
    i === 80 ? 'Prefix more: <http://example.org/more/>' : '',
    i > 80 ? `more:m${i} a ex:Person ; ex:name "more" .` : '',
  ].join('\n'),
);

const setup: TestSetup = {
  files: `#- /data.ttl
# shapes: shapes.ttl
${people.join('\n')}
#- /shapes.ttl
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:maxCount 1 ] ;
  sh:property [ sh:path ex:knows ; sh:minCount 1 ] ;
  sh:property [ sh:path ( ex:knows ex:age ) ; sh:datatype xsd:integer ] .`,
};

/** Commands that repair each result twice. */
const costly = ['validate data.ttl --format sarif --fixes'];

const commands = [
  ...['text', 'turtle', 'markdown', 'sarif', 'junit', 'github'].map(
    (format) => `validate data.ttl --format ${format}`,
  ),
  'validate data.ttl --coverage',
  ...costly,
  'repair data.ttl',
  'format data.ttl',
];

test.each(triesAll ? commands : commands.filter((command) => !costly.includes(command)))(
  '%s tells the same of files that are read in parts',
  async (command) => {
    const whole = await runInMemory(command, setup);
    const inParts = await runInMemory(command, { ...setup, bytesAtOnce: 15_000 });
    expect(untimed(inParts.out)).toBe(untimed(whole.out));
    expect(inParts.err).toBe(whole.err);
    expect(inParts.code).toBe(whole.code);
  },
);

test('JSON tells the same of a file that is read in parts, with the results first', async () => {
  const command = 'validate data.ttl --format json';
  const whole = await runInMemory(command, setup);
  const inParts = await runInMemory(command, { ...setup, bytesAtOnce: 15_000 });
  expect(JSON.parse(untimed(inParts.out))).toEqual(JSON.parse(untimed(whole.out)));
  expect(JSON.parse(whole.out).results.length).toBeGreaterThan(20);
  expect(inParts.out).toMatch(/^\{\n {2}"results": \[/);
});

test('convert writes the lines of a file that is read in parts as those of the whole, or nothing', async () => {
  const lines = Array.from(
    { length: 40_000 },
    (_, i) => `ex:p${i} ex:knows [ ex:age ${i % 9} ], ex:p${i % 70} . # ${i}\n`,
  );
  const text = `@prefix ex: <http://example.org/> .\n${lines.join('')}`;
  const converted = (data: string, bytesAtOnce?: number) =>
    runInMemory('convert data.ttl out.nq', {
      files: '',
      texts: { '/data.ttl': data },
      ...(bytesAtOnce !== undefined && { bytesAtOnce }),
    });
  const whole = await converted(text);
  expect(await converted(text, 500_000)).toEqual(whole);
  expect(whole.err).toBe('out.nq: 120,000 triples.\n');
  const broken = await converted(`${text}ex:p ex:knows .\n`, 500_000);
  expect(broken).toMatchObject({ code: 2, written: {} });
  expect(broken.err).toMatch(/^data\.ttl:40002:15: .* Nothing was written\.\n$/);
});

/** What was printed, without how long it took. */
function untimed(out: string): string {
  return out.replace(/"ms": [\d.]+/g, '"ms": 0').replace(/time="[\d.]+"|\bin \d[\d.,]* m?s\b/g, '');
}
