import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const shapes = block`
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .`;

test('a literal that its datatype does not allow is a warning, which leaves the verdict as it is', async () => {
  const files = block`
    #- /data.ttl
    # shapes: shapes.ttl
    ex:a a ex:T ; ex:p "2022-13-20"^^xsd:date .
    ${shapes}`;
  const { code, err } = await runInMemory('validate data.ttl', { files });
  expect(err).toContain('warning: "2022-13-20"^^xsd:date is not a valid xsd:date');
  expect(code).toBe(0);
  const { out } = await runInMemory('validate data.ttl -f json', { files });
  expect(JSON.parse(out)).toMatchObject({ conforms: true });
});

test('sh:shape of SHACL 1.2 in data makes a node conform to a shape, or says that there is none', async () => {
  const files = block`
    #- /data.ttl
    # shapes: shapes.ttl
    ex:a a ex:T ; ex:p 1 . ex:b sh:shape ex:S . ex:c sh:shape ex:S ; ex:p 1 .
    ${shapes}`;
  const { code, out } = await runInMemory('validate data.ttl', { files });
  expect(out).toContain('ex:b');
  expect(out).not.toContain('ex:c has');
  expect(code).toBe(1);
  const unknown = await runInMemory('validate data.ttl', {
    files: files.replace(/sh:shape ex:S/g, 'sh:shape ex:Unknown'),
  });
  expect(unknown.out).toContain(
    'ex:b is to conform to ex:Unknown by sh:shape (and 1 more statement of the kind), and the linked files have no such shape. Link the file that describes it.',
  );
  expect(unknown.code).toBe(3);
});

test('sh:prefixes sh: declares sh: for a query, as DASH relies on', async () => {
  const files = block`
    #- /data.ttl
    # shapes: query.ttl
    ex:a a ex:T ; ex:p 1 .
    #- /query.ttl
    ex:Q a sh:NodeShape ; sh:targetClass ex:T ;
      sh:sparql [ sh:prefixes sh: ; sh:select "SELECT $this WHERE { $this ?p ?o FILTER (?p != sh:path) }" ] .`;
  const { code, err, out } = await runInMemory('validate data.ttl', { files });
  expect(out + err).not.toContain('not declared');
  expect(code).toBe(1);
});
