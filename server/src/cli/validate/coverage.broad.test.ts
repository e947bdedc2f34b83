import { describe, expect, test } from 'vitest';
import type { CoverageJson } from '../../service/report/coverageJson.ts';
import type { CoveragePage } from '../../service/report/coveragePage.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = block`
  #- /data.ttl
  # shapes: shapes.ttl
  ex:alice a ex:Person ; ex:name "Alice" ; ex:age 3 ;
    ex:address [ ex:city "Bonn" ; ex:zip "53" ] .
  ex:tea a ex:Drink .
  #- /shapes.ttl
  ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
    sh:property [ sh:path ex:name ; sh:minCount 1 ] ;
    sh:property [ sh:path ex:nick ; sh:minLength 1 ; sh:maxCount 3 ] ;
    sh:property [ sh:path ex:address ; sh:node ex:AddressShape ] .
  ex:AddressShape sh:property [ sh:path ex:city ; sh:minCount 1 ] .
  ex:CarShape a sh:NodeShape ; sh:targetClass ex:Car ; sh:property [ sh:path ex:wheels ; sh:minCount 4 ] .`;

/** Each statement as its text and the names of the shapes that judge it. */
async function judgements(setup: string, args = 'data.ttl'): Promise<readonly string[]> {
  const { out, files: all } = await runInMemory(`validate ${args} --coverage --format json`, {
    files: setup,
  });
  const { coverage } = JSON.parse(out) as { readonly coverage: CoverageJson };
  return coverage.files.flatMap(({ uri, judges, places }) => {
    const lines = [...all].find(([path]) => uri.endsWith(path))![1].split('\n');
    return places.map(([line, character, endLine, endCharacter, set]) => {
      const text = lines[line]!.slice(character, line === endLine ? endCharacter : undefined);
      return `${text} | ${judges[set]!.map((shape) => coverage.shapes[shape]!.name).join(', ')}`;
    });
  });
}

test('each statement is judged by the shapes that look at it', async () => {
  expect(await judgements(files)).toEqual([
    'a ex:Person | ex:PersonShape',
    'ex:name "Alice" | ex:PersonShape › ex:name',
    'ex:age 3 | ',
    'ex:address [ | ex:PersonShape › ex:address',
    'ex:city "Bonn" | ex:AddressShape › ex:city',
    'ex:zip "53" | ',
    'a ex:Drink | ',
  ]);
});

test('a summary names what no shape mentions and what has nothing to judge', async () => {
  const { code, out } = await runInMemory('validate data.ttl --coverage', { files });
  expect(code).toBe(0);
  expect(out.replace(/in \d+ ms/, 'in 0 ms')).toMatchInlineSnapshot(`
    "coverage: 4 of 7 statements are judged by a shape (57%)
    classes that no shape mentions (1):
      ex:Drink (1 statement) data.ttl:5:10
    properties that no shape mentions (2):
      ex:age (1 statement) data.ttl:3:42
      ex:zip (1 statement) data.ttl:4:33
    shapes without focus nodes (1):
      ex:CarShape shapes.ttl:7:1
    constraints without a value to judge (1):
      sh:minLength of ex:PersonShape › ex:nick shapes.ttl:4:35

    data.ttl conforms, checked with builtin in 0 ms
    "
  `);
});

describe('what a shape looks at', () => {
  const judgedWith = (shapes: string, data: string) =>
    judgements(`#- /data.ttl\n${data}\n#- /shapes.ttl\n${shapes}`, 'data.ttl --shapes shapes.ttl');

  test('both directions and all steps of a path', async () => {
    expect(
      await judgedWith(
        'ex:S sh:targetNode ex:a ; sh:property [ sh:path ( [ sh:inversePath ex:p ] ex:q ) ; sh:minCount 1 ] .',
        'ex:b ex:p ex:a ; ex:q ex:c . ex:x ex:q ex:c .',
      ),
    ).toEqual(['ex:p ex:a | ex:S › (^ex:p)/ex:q', 'ex:q ex:c | ex:S › (^ex:p)/ex:q', 'ex:q ex:c | ']);
  });

  test('the types of values and the subclasses that lead to the class', async () => {
    expect(
      await judgedWith(
        'ex:S sh:targetSubjectsOf ex:p ; sh:property ex:P . ex:P sh:path ex:p ; sh:class ex:C .',
        'ex:a ex:p ex:b . ex:b a ex:D . ex:D rdfs:subClassOf ex:C . ex:E rdfs:subClassOf ex:F .',
      ),
    ).toEqual([
      'ex:p ex:b | ex:S, ex:P',
      'a ex:D | ex:P',
      'rdfs:subClassOf ex:C | ex:P',
      'rdfs:subClassOf ex:F | ',
    ]);
  });

  test('everything about a node, for a closed shape', async () => {
    expect(
      await judgedWith('ex:S sh:targetNode ex:a ; sh:closed true .', 'ex:a ex:p 1, 2 . ex:b ex:p 3 .'),
    ).toEqual(['ex:p 1 | ex:S', '2 | ex:S', 'ex:p 3 | ']);
  });

  test('the property that values are compared with', async () => {
    expect(
      await judgedWith(
        'ex:S sh:targetNode ex:a ; sh:property ex:P . ex:P sh:path ex:p ; sh:lessThan ex:q .',
        'ex:a ex:p 1 ; ex:q 2 ; ex:r 3 .',
      ),
    ).toEqual(['ex:p 1 | ex:P', 'ex:q 2 | ex:P', 'ex:r 3 | ']);
  });

  test('what a query asks for', async () => {
    const query = (pattern: string) =>
      `ex:S sh:targetClass ex:C ; sh:sparql [ sh:select "PREFIX ex: <http://example.org/ns#> SELECT $this { ${pattern} }" ] .`;
    const data = 'ex:a a ex:C ; ex:p ex:b . ex:b ex:q 1 ; ex:r 2 .';
    expect(await judgedWith(query('$this ex:p/ex:q ?value'), data)).toEqual([
      'a ex:C | ex:S',
      'ex:p ex:b | ex:S',
      'ex:q 1 | ex:S',
      'ex:r 2 | ',
    ]);
    expect(await judgedWith(query('$this ?p ?value'), data)).toEqual([
      'a ex:C | ex:S',
      'ex:p ex:b | ex:S',
      'ex:q 1 | ',
      'ex:r 2 | ',
    ]);
  });

  test('nothing for a shape without constraints, or with only one that is not evaluated', async () => {
    const sparql = 'sh:sparql [ sh:select "SELECT $this { SERVICE <urn:x> { $this ?p ?value } }" ]';
    expect(
      await judgedWith(
        `ex:S sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:name "p" ] .
         ex:T sh:targetClass ex:C ; ${sparql} . ex:U sh:targetClass ex:C ; sh:deactivated true ; sh:closed true .`,
        'ex:a a ex:C ; ex:p 1 .',
      ),
    ).toEqual(['a ex:C | ex:S', 'ex:p 1 | ']);
  });
});

test('shapes of the data file itself are not counted as data', async () => {
  const setup =
    '#- /data.ttl\nex:S sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .\nex:a a ex:C ; ex:p 1 .';
  expect(await judgements(setup)).toEqual(['a ex:C | ex:S', 'ex:p 1 | ex:S › ex:p']);
});

test('a node that only context describes is not judged on behalf of the data', async () => {
  const setup = block`
    #- /data.ttl
    # shapes: shapes.ttl
    # context: context.ttl
    ex:a ex:p ex:b .
    #- /context.ttl
    ex:b a ex:C .
    #- /shapes.ttl
    ex:S sh:targetClass ex:C ; sh:property [ sh:path [ sh:inversePath ex:p ] ; sh:maxCount 1 ] .`;
  expect(await judgements(setup)).toEqual(['ex:p ex:b | ']);
});

test('files of one run that share shapes are counted together', async () => {
  const setup = block`
    #- /a.ttl
    # shapes: shapes.ttl
    ex:a a ex:C .
    #- /b.ttl
    # shapes: shapes.ttl
    ex:b a ex:D .
    #- /shapes.ttl
    ex:S sh:targetClass ex:C ; sh:nodeKind sh:IRI .
    ex:T sh:targetClass ex:D ; sh:nodeKind sh:IRI .`;
  expect(await judgements(setup, 'a.ttl b.ttl')).toEqual(['a ex:C | ex:S', 'a ex:D | ex:T']);
  const { out } = await runInMemory('validate a.ttl b.ttl --coverage', { files: setup });
  expect(out).toContain('coverage: 2 of 2 statements are judged by a shape (100%)');
  expect(out).not.toContain('without focus node');
});

test('without shapes no statement is judged', async () => {
  const { code, out } = await runInMemory('validate data.ttl --coverage', {
    files: '#- /data.ttl\nex:a ex:p 1 .',
  });
  expect(code).toBe(3);
  expect(out).toContain('coverage: 0 of 1 statement is judged');
});

test('a page shows the statements in their files', async () => {
  const { code, files: all } = await runInMemory('validate data.ttl --quiet --coverage-html page.html', {
    files,
  });
  expect(code).toBe(0);
  const data = /id="data">(.*?)<\/script>/.exec(all.get('/page.html')!)![1]!;
  const page: CoveragePage = JSON.parse(data);
  expect([page.summary, page.notes]).toEqual([
    '4 of 7 statements are judged by a shape (57%)',
    ['data.ttl conforms.'],
  ]);
  const { lines, judges } = page.files[0]!;
  const shown = lines
    .slice(2, 5)
    .map((line) =>
      line.map((piece) => (typeof piece === 'string' ? piece : `[${piece[0]}|${judges[piece[1]]}]`)).join(''),
    );
  expect(shown).toEqual([
    'ex:alice [a ex:Person|ex:PersonShape] ; [ex:name "Alice"|ex:PersonShape › ex:name] ; [ex:age 3|] ;',
    '  [ex:address [|ex:PersonShape › ex:address] [ex:city "Bonn"|ex:AddressShape › ex:city] ; [ex:zip "53"|] ] .',
    'ex:tea [a ex:Drink|] .',
  ]);
});

test('formats that have no place for it are refused', async () => {
  const { code, err } = await runInMemory('validate data.ttl --coverage --format turtle', { files });
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('--coverage is for the formats text, markdown, json'),
  ]);
});
