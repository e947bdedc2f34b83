import { describe, expect, test } from 'vitest';
import {
  checkListing,
  checkRepair,
  listing,
  roomFixture,
  suggestionsFor,
} from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

const status = 'sh:path ex:status ; sh:hasValue ex:active';

test('the value that is required', () =>
  checkRepair(
    status,
    'ex:r a ex:Room . # keep me',
    'implied: Add ex:active as ex:status of ex:r -- required by sh:hasValue',
    'ex:r a ex:Room ;\n  ex:status ex:active . # keep me',
  ));

test.each<[string, string, string, string[]]>([
  [
    'a typo',
    status,
    'ex:r a ex:Room ; ex:status ex:actve .',
    ['attested: Change ex:actve to ex:active -- the nearest to what sh:hasValue requires'],
  ],
  [
    'a text for a node',
    `${status} ; sh:maxCount 1`,
    'ex:r a ex:Room ; ex:status "Active" .',
    ['attested: Change "Active" to ex:active -- the nearest to what sh:hasValue requires'],
  ],
  [
    'beside another value',
    status,
    'ex:r a ex:Room ; ex:status ex:actve . ex:actve ex:p 1 .',
    [
      'plausible: Add ex:active as ex:status of ex:r -- required by sh:hasValue',
      'plausible: Change ex:actve to ex:active -- required by sh:hasValue; ex:actve says otherwise, and only you know which is true',
    ],
  ],
  [
    'in the place of another value, where there is no room for both',
    `${status} ; sh:maxCount 1`,
    'ex:r a ex:Room ; ex:status ex:closed .',
    [
      'attested: Change ex:closed to ex:active -- required by sh:hasValue, and sh:maxCount leaves no room for both',
    ],
  ],
  [
    'in the place of one of several',
    `${status} ; sh:maxCount 2`,
    'ex:r a ex:Room ; ex:status ex:closed, ex:new .',
    [
      'plausible: Change ex:closed to ex:active -- required by sh:hasValue',
      'plausible: Change ex:new to ex:active -- required by sh:hasValue',
    ],
  ],
  [
    'not in the place of another one that is required',
    `${status} ; sh:hasValue ex:new ; sh:maxCount 2`,
    'ex:r a ex:Room ; ex:status ex:closed, ex:new .',
    ['plausible: Change ex:closed to ex:active -- required by sh:hasValue'],
  ],
])('%s', (_, property, data, expected) => checkListing(property, data, expected));

describe('paths', () => {
  test.each<[string, string, string, string]>([
    [
      'inverse',
      '[ sh:inversePath ex:has ]',
      'ex:r a ex:Room .',
      'implied: Add ex:r as ex:has of ex:active -- required by sh:hasValue',
    ],
    [
      'sequence',
      '( ex:in ex:status )',
      'ex:r a ex:Room ; ex:in ex:b .',
      'plausible: Add ex:active as ex:status of ex:b -- required by sh:hasValue',
    ],
    [
      'sequence that leads nowhere yet',
      '( ex:in ex:status )',
      'ex:r a ex:Room .',
      'placeholder: Add new node as ex:in of ex:r -- required by sh:hasValue',
    ],
    [
      'one or more',
      '[ sh:oneOrMorePath ex:in ]',
      'ex:r a ex:Room ; ex:in ex:b .',
      'plausible: Add ex:active as ex:in of ex:b -- required by sh:hasValue',
    ],
    [
      'zero or more, where the chain ends',
      '[ sh:zeroOrMorePath ex:in ]',
      'ex:r a ex:Room ; ex:in ex:b1 . ex:b1 a ex:Block . ex:b2 a ex:Block ; ex:in ex:active . ex:b3 a ex:Block ; ex:in ex:active .  ex:b4 a ex:Block ; ex:in ex:active .',
      'plausible: Add ex:active as ex:in of ex:b1 -- 3 of 3 others of its kind have it',
    ],
    [
      'type',
      'rdf:type',
      'ex:r a ex:Room .',
      'implied: Add type ex:active to ex:r -- required by sh:hasValue',
    ],
  ])('%s', async (_, path, data, expected) => {
    const suggestions = await suggestionsFor(
      block`
        #- /data.ttl
        ${data}
        #- /shapes.ttl
        ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ${path} ; sh:hasValue ex:active ] .
      `,
    );
    expect(listing(suggestions).split('\n')[0]).toBe(expected);
  });

  test('a literal has no properties', () =>
    checkListing('sh:path [ sh:inversePath ex:has ] ; sh:hasValue 1', 'ex:r a ex:Room .', [
      'reason: No repair found: no file has 1 as inverse ex:has of ex:r, which the shape requires. All that was found takes ex:r out of the target of ex:RoomShape.',
    ]));
});

describe('a focus node that has to be one term', () => {
  test('is exchanged wherever it is a target', async () => {
    const suggestions = await suggestionsFor(`
#- /data.ttl
ex:r ex:p "12" . ex:s ex:p "12" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetObjectsOf ex:p ; sh:hasValue 12 .
`);
    expect(listing(suggestions).split('\n')[0]).toBe(
      'plausible: Change "12" to 12 in 2 places -- required by sh:hasValue',
    );
  });

  test('is renamed where it is an instance', async () => {
    const suggestions = await suggestionsFor(`
#- /data.ttl
ex:hq a ex:Headquarter ; ex:p 1 .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Headquarter ; sh:hasValue ex:HQ .
`);
    expect(listing(suggestions).split('\n')[0]).toBe(
      'plausible: Rename ex:hq to ex:HQ -- required by sh:hasValue',
    );
  });
});

describe('a member of what the shape names', () => {
  const inList =
    'sh:path ex:kind ; sh:node [ sh:property [ sh:path [ sh:inversePath ex:member ] ; sh:hasValue ex:kinds ] ]';
  const kinds = 'ex:kinds ex:member ex:high, ex:low . ex:high rdfs:label "high" . ex:low rdfs:label "low" .';
  const first = async (data: string) =>
    listing(await suggestionsFor(roomFixture(inList, data))).split('\n')[0];

  test('is one that a file describes', async () =>
    expect(await first(`ex:r a ex:Room ; ex:kind ex:none . ex:none rdfs:label "none" . ${kinds}`)).toBe(
      'implied: Add ex:none as ex:member of ex:kinds -- required by sh:hasValue',
    ));

  test('is hardly a name that no file describes', async () =>
    expect(await first(`ex:r a ex:Room ; ex:kind ex:higher . ${kinds}`)).toBe(
      'plausible: Add ex:higher as ex:member of ex:kinds -- required by sh:hasValue; no file describes ex:higher, so another node may be meant',
    ));

  test('is no text', async () =>
    expect(await first(`ex:r a ex:Room ; ex:kind "low" . ${kinds}`)).toBe(
      'plausible: Change "low" to ex:low -- ex:low is labelled so',
    ));
});
