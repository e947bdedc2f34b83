import { expect, test } from 'vitest';
import { evaluatedSuite } from '../../../testing/evaluated.ts';
import type { HandMadeCase } from '../../../testing/handMadeSuite.ts';
import { symbolic } from './plainSystems.ts';

const signal = new AbortController().signal;

/** What the system answers to a change of a graph, without prefixes. */
async function answer(fixture: string, change: HandMadeCase): Promise<string> {
  const suite = await evaluatedSuite(fixture, [change]);
  const { rounds } = await symbolic.repair(await suite.task(suite.suite.cases[0]!, signal), signal);
  return rounds[0]!.update!.replaceAll(/<[^>]*[#/](\w+)>/g, '$1').replaceAll(/\s+/g, ' ');
}

const rooms = (uses: string) => `#- /data.ttl
ex:a a ex:Room ; ex:name "A" . ex:b a ex:Room ; ex:name "B" . ex:c a ex:Room ; ex:name "C" . ${uses}
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:seats ; sh:datatype xsd:integer ] ; sh:property [ sh:path ex:mood ; sh:in ( "calm" "wild" ) ] .
`;

test('a value that only the user can know takes the place of one, where most others have one', async () => {
  expect(
    await answer(rooms('ex:b ex:seats 4 . ex:c ex:seats 6 .'), { insert: 'ex:a ex:seats "many" .' }),
  ).toBe('DELETE DATA { a seats "many" . } ; INSERT DATA { a seats "0"^^integer . }');
});

test('where most others have none, the value goes', async () => {
  expect(await answer(rooms('ex:d a ex:Room ; ex:seats 4 .'), { insert: 'ex:a ex:seats "many" .' })).toBe(
    'DELETE DATA { a seats "many" . }',
  );
});

test('one of several that are as good is no better than none', async () => {
  expect(
    await answer(rooms('ex:d a ex:Room ; ex:mood "calm" .'), { insert: 'ex:a ex:mood "furious" .' }),
  ).toBe('DELETE DATA { a mood "furious" . }');
});

test('of several results the one whose repair makes others go away is repaired first', async () => {
  const staff = `#- /data.ttl
ex:a a ex:Professor ; ex:worksFor ex:maths . ex:maths ex:name "Mathematics" .
#- /shapes.ttl
ex:DepartmentShape a sh:NodeShape ; sh:targetObjectsOf ex:worksFor ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
ex:ProfessorShape a sh:NodeShape ; sh:targetClass ex:Professor ; sh:property [ sh:path ex:worksFor ; sh:maxCount 1 ] .
`;
  expect(await answer(staff, { insert: 'ex:a ex:worksFor ex:arts .' })).toBe(
    'DELETE DATA { a worksFor arts . }',
  );
});

test('what an ontology says stays as it is', async () => {
  const units = `#- /data.ttl
ex:a a ex:Room ; ex:name "A" . ex:b a ex:Room ; ex:name "B" .
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:sparql [ sh:select "SELECT $this { $this a ?class . ?class <http://example.org/kinds#old> ?old }" ] .
#- /context.ttl
<http://example.org/kinds#Hall> <http://example.org/kinds#old> true .
`;
  expect(await answer(units, { insert: 'ex:a a <http://example.org/kinds#Hall> .' })).toBe(
    'DELETE DATA { a type Hall . }',
  );
});
