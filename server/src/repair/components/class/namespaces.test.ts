import { describe, expect, test } from 'vitest';
import { listing, suggestionsFor } from '../../../testing/checkRepair.ts';

/** Prefixes of terms that others publish: all but `ex:`, which is the namespace of the data. */
const others = `@prefix ex: <http://example.org/ns#> .
@prefix code: <http://codes.authority.example/colour/> .
@prefix codes: <https://codes.authority.example/colour/> .
@prefix voc: <http://vocabulary.example/terms#> .
@prefix old: <http://vocabulary.example/terms/> .
@prefix third: <http://third.example/ns#> .
`;
const colour = 'sh:path ex:colour ; sh:class <http://vocabulary.example/terms#Colour>';

describe("somebody else's term that no file describes", () => {
  const undescribed =
    'reason: No repair found: no linked file describes code:RED, so its class is unknown. Link the ontology that describes it as context.';
  test.each<[string, string, string[]]>([
    ['is not replaced by the namesake that the data made up', 'ex:RED a voc:Colour .', [undescribed]],
    ['nor by the namesake of a third publisher', 'third:RED a voc:Colour .', [undescribed]],
    [
      'is a slip for the term that https, www or # tell apart from it',
      'codes:RED a voc:Colour .',
      [
        'attested: Change code:RED to codes:RED -- no file describes code:RED; codes:RED is the voc:Colour with the nearest name',
      ],
    ],
    ['is no typo of another short code of the list', 'code:REDX a voc:Colour .', [undescribed]],
  ])('%s', async (_, data, expected) => {
    const suggestions = await suggestionsFor(unit(`ex:r a ex:Room ; ex:colour code:RED . ${data}`, colour));
    expect(listing(suggestions).split('\n')).toEqual(expected);
  });

  test('gets the type that the data gives to the others of its list', async () => {
    const data = `ex:r a ex:Room ; ex:colour code:RED . ex:s ex:colour code:BLUE, code:PINK .
      code:BLUE a voc:Colour . code:PINK a voc:Colour .`;
    const suggestions = await suggestionsFor(unit(data, colour));
    expect(listing(suggestions)).toBe(
      'attested: Add type voc:Colour to code:RED -- the data gives this type to 2 of 2 others of code: at ex:colour',
    );
  });

  test('gets no type for sure when it is not written like the others of its list', async () => {
    const data = `ex:r a ex:Room ; ex:colour code:the-red-one . ex:s ex:colour code:BLUE, code:PINK .
      code:BLUE a voc:Colour . code:PINK a voc:Colour .`;
    const [first] = listing(await suggestionsFor(unit(data, colour))).split('\n');
    expect(first).toMatch(/^plausible: Add type voc:Colour to code:the-red-one/);
  });

  test('is not taken away either where that takes its node out of the target', async () => {
    const suggestions = await suggestionsFor(`
#- /data.ttl
${others}ex:r ex:colour code:RED .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:colour ; sh:property [ ${colour} ] .
`);
    expect(listing(suggestions)).toBe(undescribed);
  });
});

test('a name of the own namespace stands for the published term that is named so', async () => {
  const data = 'ex:r a ex:Room ; ex:colour ex:red . code:RED a voc:Colour . code:BLUE a voc:Colour .';
  const [first] = listing(await suggestionsFor(unit(data, colour))).split('\n');
  expect(first).toBe(
    'attested: Change ex:red to code:RED -- no file describes ex:red; code:RED is the voc:Colour with the nearest name',
  );
});

describe('a type of another vocabulary', () => {
  test.each<[string, string, string]>([
    [
      'with the same name is not replaced: a second type is missing',
      'ex:red a third:Colour . ex:blue a voc:Colour . ex:grey a third:Colour .',
      'plausible: Add type voc:Colour to ex:red -- third:Colour is a class of the same name',
    ],
    [
      'that is the expected one but for its separator is corrected',
      'ex:red a old:Colour . ex:blue a voc:Colour .',
      'attested: Change the type from old:Colour to voc:Colour for ex:red -- no file describes the class old:Colour',
    ],
    [
      'that the data made up beside the one that it uses elsewhere is corrected',
      'ex:red a ex:Colour . ex:blue a voc:Colour . ex:grey a voc:Colour .',
      'attested: Change the type from ex:Colour to voc:Colour for ex:red -- no file describes the class ex:Colour',
    ],
    [
      'may be a subclass, which an ontology that is not linked would say',
      'ex:red a voc:WarmColour .',
      'reason: No repair found: no linked file describes the class voc:Colour. Link the ontology that describes it as context.',
    ],
  ])('%s', async (_, data, expected) => {
    const suggestions = await suggestionsFor(unit(`ex:r a ex:Room ; ex:colour ex:red . ${data}`, colour));
    expect(listing(suggestions).split('\n')[0]).toBe(expected);
  });
});

function unit(data: string, property: string): string {
  return `#- /data.ttl\n${others}${data}
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetNode ex:r ; sh:property [ ${property} ] .
`;
}
