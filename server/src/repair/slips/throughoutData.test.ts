import { describe, expect, test } from 'vitest';
import { listing, problemsOf, readUnit, textAfter } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';
import { suggestRepairs } from '../search/suggestRepairs.ts';

const shapes = block`
  #- /shapes.ttl
  @prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix v: <http://vocabulary.example/ns#> .
  ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:in ;
    sh:property [ sh:path v:name ; sh:minCount 1 ] , [ sh:path v:kind ; sh:class v:Kind ] , [ sh:path v:title ; sh:maxCount 1 ] .
`;

async function first(data: string, others = shapes) {
  const [problem] = await problemsOf(readUnit(`#- /data.ttl\n${data}\n${others}`));
  const found = await suggestRepairs(problem!, { max: 10 }, new AbortController().signal);
  const [repair] = found.repairs;
  return { text: repair && textAfter(repair), repair, lines: listing(found) };
}

const rooms = (prefix: string, name = 'v:name') => block`
  @prefix v: <${prefix}> . # the vocabulary
  @prefix ex: <http://example.org/> .
  ex:a ex:in ex:h ; ${name} "A" .
  ex:b ex:in ex:h ; ${name} "B" ; v:size 3 .
  ex:c ex:in ex:h ; v:name "C" .
`;

describe('a mistake with one cause is repaired at its cause', () => {
  test.each([
    ['scheme', 'https://vocabulary.example/ns#'],
    ['# for /', 'http://vocabulary.example/ns/'],
    ['www', 'http://www.vocabulary.example/ns#'],
    ['without its end', 'http://vocabulary.example/ns'],
  ])('a prefix: %s', async (_, wrong) => {
    const { text, repair, lines } = await first(rooms(wrong));
    expect(text).toBe(rooms('http://vocabulary.example/ns#').trim());
    expect(repair?.certainty).toBe('certain');
    expect(repair?.verdict.alsoFixes).toHaveLength(2);
    expect(repair?.repair.title).toMatch(/^Change the namespace <.*> to <.*> in 4 statements$/);
    expect(lines.match(/^.*Change.*$/gm)).toHaveLength(1);
  });

  test('a property that is renamed at some nodes only, also where it violates nothing', async () => {
    const data = rooms('http://vocabulary.example/ns#', 'v:nmae');
    const { text, repair } = await first(`${data}ex:elsewhere v:nmae "D" .\n`);
    expect(text).toBe(`${rooms('http://vocabulary.example/ns#')}ex:elsewhere v:name "D" .`);
    expect(repair?.repair.title).toBe('Change v:nmae to v:name in 3 statements');
  });
});

describe('a namespace of another address', () => {
  const unit = (more: string) => block`
    @prefix v: <http://old.example/profile#> .
    @prefix ex: <http://example.org/> .
    ex:a ex:in ex:h ; v:name "A" ; v:kind ex:k ${more}.
    ex:k a v:Kind .`;

  test('is mended at its prefix where the other one has all of its names', async () => {
    const { repair } = await first(unit(''));
    expect(repair?.repair.title).toBe(
      'Change the namespace <http://old.example/profile#> to <http://vocabulary.example/ns#> in 3 statements',
    );
  });

  test('is another vocabulary where that is published with these names', async () => {
    const { lines } = await first(
      `@prefix ex: <http://example.org/> . @prefix dc: <http://purl.org/dc/elements/1.1/> .
ex:a a ex:Book ; dc:title "A" ; dc:creator "B" ; dc:date "1902" . ex:b a ex:Book ; dc:title "C" ; dc:creator "D" ; dc:date "1903" .`,
      block`
        #- /shapes.ttl
        @prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
        @prefix dct: <http://purl.org/dc/terms/> .
        ex:S a sh:NodeShape ; sh:targetClass ex:Book ; sh:property [ sh:path dct:title ; sh:minCount 1 ] ,
          [ sh:path dct:creator ; sh:minCount 1 ] , [ sh:path dct:date ; sh:minCount 1 ] .`,
    );
    expect(lines).toContain('Change dc:title to');
    expect(lines).not.toContain('namespace <');
  });

  test('is another vocabulary where it has names of its own', async () => {
    const { lines } = await first(unit('; v:colour "red" '));
    expect(lines).not.toContain('namespace <');
  });
});

describe('a mistake at one place stays one', () => {
  test.each([
    ['where the namespace is that of the data', 'ex2:self a ex2:Thing .', 'a name'],
    [
      'where another file uses the namespace',
      '#- /context.ttl\n@prefix ex2: <https://vocabulary.example/ns#> . <urn:x> ex2:name "X" .',
      'a name',
    ],
  ])('%s', async (_, more) => {
    const { repair } = await first(
      `@prefix ex: <http://example.org/> . @prefix ex2: <https://vocabulary.example/ns#> . @prefix v: <http://vocabulary.example/ns#> .
ex:a ex:in ex:h ; ex2:name "A" ; ex2:size 3 . ex:b ex:in ex:h ; v:name "B" .
${more}`,
    );
    expect(repair?.verdict.delta.removed).toHaveLength(1);
  });
});
