import { expect, test } from 'vitest';
import { evaluatedSuite } from '../../../testing/evaluated.ts';
import type { HandMadeCase } from '../../../testing/handMadeSuite.ts';
import { score } from './scores.ts';
import type { AnswerFindings } from './verdict.ts';

const signal = new AbortController().signal;

const papers = `#- /data.ttl
ex:paper a ex:Paper ; ex:pages 12 ; ex:reviewedBy ex:alice ; ex:title "On papers" .
ex:alice a ex:Professor .
#- /shapes.ttl
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ;
  sh:property [ sh:path ex:reviewedBy ; sh:minCount 1 ; sh:class ex:Professor ] ;
  sh:property [ sh:path ex:pages ; sh:datatype xsd:integer ; sh:maxCount 1 ; sh:minCount 1 ] .
`;
const noReviewer: HandMadeCase = { remove: 'ex:paper ex:reviewedBy ex:alice .' };

async function verdict(update: string | undefined, change = noReviewer): Promise<AnswerFindings | undefined> {
  const suite = await evaluatedSuite(papers, [change]);
  const [each] = suite.suite.cases;
  return (await score(update, suite.scored(each!, await suite.task(each!, signal)), signal)).verdict;
}

function text(found: AnswerFindings | undefined): string {
  if (found?.kind !== 'judged') return found?.reason ?? 'nothing is wrong';
  return [
    ...found.results.map(({ state, focus, path, value, message }) =>
      [state, focus, path, value ?? '', message].join(' | '),
    ),
    ...(found.moreResults > 0 ? [`${found.moreResults} more results`] : []),
    'broken:',
    ...found.broken.lines,
    'difference:',
    ...found.difference.lines,
    ...(found.difference.more > 0 ? [`${found.difference.more} more triples`] : []),
  ].join('\n');
}

test('an answer that leaves the result and brings another one', async () => {
  const update = 'INSERT DATA { ex:paper ex:pages "many" }';
  expect(text(await verdict(update))).toMatchInlineSnapshot(`
    "left | ex:paper | ex:reviewedBy |  | At least 1 value of reviewedBy is needed, found none
    new | ex:paper | ex:pages | "many" | Value does not have the datatype xsd:integer, it has xsd:string
    new | ex:paper | ex:pages |  | At most 1 value of pages is allowed, found 2
    broken:
    - ex:paper ex:reviewedBy ex:alice .
    difference:
      ex:paper a ex:Paper .
      ex:paper ex:pages 12 .
    + ex:paper ex:pages "many" .
    - ex:paper ex:reviewedBy ex:alice .
      ex:paper ex:title "On papers" ."
  `);
});

test('a repair that leads to another graph', async () => {
  const update = 'INSERT DATA { ex:paper ex:reviewedBy ex:bob . ex:bob a ex:Professor }';
  expect(text(await verdict(update))).toMatchInlineSnapshot(`
    "broken:
    - ex:paper ex:reviewedBy ex:alice .
    difference:
    + ex:bob a ex:Professor .
      ex:paper a ex:Paper .
      ex:paper ex:pages 12 .
    - ex:paper ex:reviewedBy ex:alice .
    + ex:paper ex:reviewedBy ex:bob .
      ex:paper ex:title "On papers" ."
  `);
});

test.each([
  ['no update', undefined],
  ['half an update', 'INSERT DATA { ex:paper '],
  ['what is not evaluated', 'CLEAR ALL'],
])('%s', async (_, update) => {
  const found = await verdict(update);
  expect(found?.kind).toBe('refused');
  expect(text(found)).not.toBe('');
});

test('there is none on an answer that restores the graph', async () => {
  expect(await verdict('INSERT DATA { ex:paper ex:reviewedBy ex:alice }')).toBeUndefined();
});

test('of many triples, the first ones are shown, and the others counted', async () => {
  const many = Array.from({ length: 60 }, (_, i) => `ex:paper ex:note "${'long '.repeat(i)}"`);
  const found = await verdict(`INSERT DATA { ${many.join(' . ')} }`);
  expect(found?.kind === 'judged' && found.difference.more).toBe(21);
});
