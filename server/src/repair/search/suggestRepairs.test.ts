import { describe, expect, test } from 'vitest';
import {
  checkListing,
  listing,
  problemsOf,
  readUnit,
  roomFixture,
  suggestionsFor,
} from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';
import { suggestRepairs, symbolicRepairs } from './suggestRepairs.ts';

const signal = new AbortController().signal;

describe('what is offered', () => {
  test('a proposal that would break another constraint is not, and says why', async () => {
    const { repairs, rejected } = await suggestionsFor(`
#- /data.ttl
ex:r a ex:Room ; ex:code "7" ; ex:key "7" .
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:code ; sh:datatype xsd:integer ; sh:minCount 1 ; sh:equals ex:key ] .
ex:KeyShape a sh:NodeShape ; sh:targetSubjectsOf ex:key ; sh:property [ sh:path ex:key ; sh:datatype xsd:string ] .
`);
    expect(repairs.map(({ repair }) => repair.support)).toEqual(['retargeting']);
    expect(rejected.map(({ repair, verdict }) => `${repair.title}: ${verdict.kind}`)).toEqual([
      'Change "7" to 7: introduces',
      'Remove "7" as ex:code of ex:r: introduces',
      'Change "7" to 0 (to be filled in): introduces',
    ]);
  });

  test('of equals, those come first that make more results go away', async () => {
    const [first] = await problemsOf(
      readUnit(`
#- /data.ttl
ex:p a ex:Paper ; ex:reviewer ex:al . ex:q a ex:Paper ; ex:reviewer ex:al .
ex:al a ex:Prof . ex:bo a ex:Prof, ex:Member . ex:cy a ex:Prof .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Paper ; sh:property [ sh:path ex:reviewer ;
  sh:qualifiedValueShape [ sh:class ex:Prof ; sh:class ex:Member ] ; sh:qualifiedMinCount 1 ] .
`),
    );
    const suggestions = await suggestRepairs(first!, { max: 2 }, signal);
    expect(
      listing(suggestions),
    ).toBe(`plausible: Add type ex:Member to ex:al -- 1 of 2 other ex:Prof have both types [also fixes 1]
plausible: Add ex:bo as ex:reviewer of ex:p -- the only one that fits [needs input]`);
  });

  test('at most as many as asked for', async () => {
    const fixture = roomFixture('sh:path ex:p ; sh:in ( 1 2 3 4 5 ) ; sh:minCount 1', 'ex:r a ex:Room .');
    expect((await suggestionsFor(fixture, 3)).repairs).toHaveLength(3);
  });

  test('leaving the target comes last and says so, for every kind of target', async () => {
    const shapes = (target: string) =>
      block`
        #- /data.ttl
        ex:a ex:p ex:b ; a ex:C .
        ex:b ex:name "b" .
        #- /shapes.ttl
        ex:S a sh:NodeShape ; ${target} ; sh:property [ sh:path ex:q ; sh:minCount 1 ] .`;
    const last = async (target: string) =>
      listing(await suggestionsFor(shapes(target)))
        .split('\n')
        .at(-1);
    expect(await last('sh:targetClass ex:C')).toBe(
      'retargeting: Remove type ex:C from ex:a (takes it out of the target of ex:S) [degenerate]',
    );
    expect(await last('sh:targetSubjectsOf ex:p')).toBe(
      'retargeting: Remove ex:b as ex:p of ex:a (takes it out of the target of ex:S) [degenerate]',
    );
    expect(await last('sh:targetObjectsOf ex:p')).toBe(
      'retargeting: Remove ex:b as ex:p of ex:a (takes it out of the target of ex:S) [degenerate]',
    );
    expect(await last('sh:targetNode ex:a')).toBe(
      'placeholder: Add "" as ex:q of ex:a (to be filled in) [needs input]',
    );
  });
});

describe('why nothing is offered', () => {
  test.each<[string, string, string, string]>([
    [
      'class that no file describes',
      'sh:path ex:p ; sh:class <http://qudt.org/Unit>',
      'ex:r a ex:Room ; ex:p <http://qudt.org/M> .',
      'No repair found: no linked file describes <http://qudt.org/M>, so its class is unknown. Link the ontology that describes it as context. All that was found takes ex:r out of the target of ex:RoomShape.',
    ],
    [
      'a term of XML Schema, of which no ontology says more',
      'sh:path ex:p ; sh:class rdfs:Datatype',
      'ex:r a ex:Room ; ex:p xsd:integer .',
      'No repair found: no file says that xsd:integer is an instance of rdfs:Datatype: that is missing, or another value was meant. All that was found takes ex:r out of the target of ex:RoomShape.',
    ],
    [
      'value of context',
      'sh:path ex:p ; sh:class ex:C',
      block`
        ex:r a ex:Room ; ex:p ex:v .
        #- /context.ttl
        ex:v a ex:D . ex:w a ex:C .`,
      "No repair found: ex:v is described only in context.ttl, and repairs don't change context files. All that was found takes ex:r out of the target of ex:RoomShape.",
    ],
    [
      'all proposals fail',
      'sh:path ex:p ; sh:minCount 1 ; sh:maxCount 0',
      'ex:r a ex:Room .',
      'No repair found: no linked file gives the missing value for ex:p of ex:r. "Add "" as ex:p of ex:r (to be filled in)" would bring a result at ex:p of ex:r: ex:p must have at most 0 values. Write it by hand, or link the file that states it. All that was found takes ex:r out of the target of ex:RoomShape.',
    ],
  ])('%s', (_, property, data, reason) => checkListing(property, data, [`reason: ${reason}`]));

  test('a literal as focus node', async () => {
    const { uncertainty } = await suggestionsFor(`
#- /data.ttl
ex:a ex:p "x" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetObjectsOf ex:p ; sh:property [ sh:path ex:q ; sh:minCount 1 ] .
`);
    expect(uncertainty?.why).toBe('No repair found: "x" is a literal, which can have no properties.');
  });
});

test('nothing is said about a file that only the shapes name', async () => {
  const { repairs, uncertainty } = await suggestionsFor(block`
    #- /data.ttl
    ex:a a ex:Room .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetNode <README.md> ; sh:property [ sh:path ex:format ; sh:hasValue "text/markdown" ] .`);
  expect(repairs).toEqual([]);
  expect(uncertainty?.why).toMatch(
    /^No repair found: the data say nothing about <.*README.md>, a file that the shapes name/,
  );
});

test('a removal without a reason is never likely', async () => {
  const { repairs } = await suggestionsFor(block`
    #- /data.ttl
    ex:r a ex:Room ; ex:owner ex:alice . ex:alice a ex:Person ; ex:name "Alice" .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:owner ; sh:class ex:Company ] .`);
  const removals = repairs.filter(({ verdict }) => verdict.delta.added.length === 0);
  expect(removals.map(({ certainty }) => certainty)).not.toContain('likely');
  expect(removals).not.toEqual([]);
});

test('proposals carry an update that can be read, and no verdict', async () => {
  const [problem] = await problemsOf(
    readUnit(roomFixture('sh:path ex:p ; sh:minCount 1', 'ex:r a ex:Room .')),
  );
  const proposals = [];
  for await (const repair of symbolicRepairs.propose(problem!, signal)) proposals.push(repair.update);
  expect(proposals).toEqual([
    'INSERT DATA {\n  <http://example.org/ns#r> <http://example.org/ns#p> "" .\n}',
    'DELETE DATA {\n  <http://example.org/ns#r> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/ns#Room> .\n}',
  ]);
});

test('newer input cancels the search', async () => {
  const [problem] = await problemsOf(
    readUnit(roomFixture('sh:path ex:p ; sh:minCount 1', 'ex:r a ex:Room .')),
  );
  const reason = new Error('newer input');
  await expect(suggestRepairs(problem!, { max: 5 }, AbortSignal.abort(reason))).rejects.toBe(reason);
});
