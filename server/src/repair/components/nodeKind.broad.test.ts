import { describe, expect, test } from 'vitest';
import {
  checkListing,
  checkRepair,
  listing,
  roomFixture,
  suggestionsFor,
  textAfter,
} from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

const wantsIri = 'sh:path ex:p ; sh:nodeKind sh:IRI';

describe('an IRI for a text', () => {
  test.each<[string, string, string]>([
    [
      'it is one',
      '"http://a.b/c"',
      'attested: Change "http://a.b/c" to <http://a.b/c> -- the IRI that the text spells out',
    ],
    [
      'in angle brackets',
      '" <http://a.b/c>"',
      'attested: Change " <http://a.b/c>" to <http://a.b/c> -- the IRI that the text spells out',
    ],
    [
      'a name with one of the prefixes',
      '"ex:b"',
      'attested: Change "ex:b" to ex:b -- the name that the text spells out',
    ],
    [
      'a web address',
      '"www.a.b"',
      'plausible: Change "www.a.b" to <https://www.a.b> -- the web address that the text spells out',
    ],
    [
      'a mail address',
      '"a@b.org"',
      'plausible: Change "a@b.org" to <mailto:a@b.org> -- the address that the text spells out',
    ],
    [
      'nothing that is known',
      '"Alice Smith"',
      'placeholder: Change "Alice Smith" to new ex:Alice_Smith [needs input]',
    ],
  ])('%s', async (_, value, expected) => {
    const suggestions = await suggestionsFor(`
#- /data.ttl
ex:r a ex:Room ; ex:p ${value} .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ ${wantsIri} ] .
`);
    expect(listing(suggestions).split('\n')[0]).toBe(expected);
  });

  test('the node that is labelled so', () =>
    checkRepair(
      wantsIri,
      'ex:r a ex:Room ; ex:p "alice smith" . # keep me\nex:p7 rdfs:label "Alice Smith"@en .',
      'attested: Change "alice smith" to ex:p7 -- ex:p7 is labelled so',
      'ex:r a ex:Room ; ex:p ex:p7 . # keep me\nex:p7 rdfs:label "Alice Smith"@en .',
    ));

  test('the node that is named so', () =>
    checkRepair(
      wantsIri,
      'ex:r a ex:Room ; ex:p "alice" .\nex:alice ex:age 7 .',
      'attested: Change "alice" to ex:alice -- ex:alice is named so',
      'ex:r a ex:Room ; ex:p ex:alice .\nex:alice ex:age 7 .',
    ));

  test('two nodes that are labelled so leave the choice open', () =>
    checkListing(wantsIri, 'ex:r a ex:Room ; ex:p "A" . ex:a rdfs:label "A" . ex:b rdfs:label "A" .', [
      'plausible: Change "A" to ex:a -- ex:a is labelled so',
      'plausible: Change "A" to ex:b -- ex:b is labelled so',
      'removal: Remove "A" as ex:p of ex:r',
    ]));

  test('not one that other constraints refuse', () =>
    checkListing(
      `${wantsIri} ; sh:pattern "^https:"`,
      'ex:r a ex:Room ; ex:p "https://a.b/c" . ex:x ex:p <https://a.b/d> .',
      [
        'attested: Change "https://a.b/c" to <https://a.b/c> -- the IRI that the text spells out',
        'removal: Remove "https://a.b/c" as ex:p of ex:r',
      ],
    ));
});

describe('an IRI for a blank node', () => {
  test('with all that is said of it', () =>
    checkRepair(
      wantsIri,
      block`
        ex:r a ex:Room ;
          ex:p [ # the owner
            a ex:Person ; ex:name "A" ] .`,
      'placeholder: Name the node ex:Person_1 [needs input]',
      block`
        ex:r a ex:Room ;
          ex:p ex:Person_1 . # the owner
        ex:Person_1 a ex:Person ;
          ex:name "A" .`,
    ));

  test('of a focus node', async () => {
    const suggestions = await suggestionsFor(`
#- /data.ttl
[] a ex:Room ; ex:p 1 .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:nodeKind sh:IRI .
`);
    expect(listing(suggestions).split('\n')[0]).toBe('placeholder: Name the node ex:Room_1 [needs input]');
    expect(textAfter(suggestions.repairs[0]!)).toBe('\nex:Room_1 a ex:Room ; ex:p 1 .');
  });
});

describe('a text for a node', () => {
  const wantsLiteral = 'sh:path ex:p ; sh:nodeKind sh:Literal';

  test('its label, else its IRI', () =>
    checkListing(wantsLiteral, 'ex:r a ex:Room ; ex:p ex:b . ex:b rdfs:label "B"@en .', [
      'plausible: Change ex:b to "B"@en -- the label of ex:b',
      'plausible: Change ex:b to "http://example.org/ns#b" -- the IRI as text',
      'removal: Remove ex:b as ex:p of ex:r',
    ]));

  test('its name where it has no label', () =>
    checkListing(
      `${wantsLiteral} ; sh:datatype xsd:string`.replace('sh:nodeKind sh:Literal ; ', ''),
      'ex:r a ex:Room ; ex:p ex:Kitchen .',
      [
        'plausible: Change ex:Kitchen to "Kitchen" -- the name of ex:Kitchen as text',
        'plausible: Change ex:Kitchen to "http://example.org/ns#Kitchen" -- the IRI as text',
        'removal: Remove ex:Kitchen as ex:p of ex:r',
      ],
    ));

  test('its IRI where it is of another site', () =>
    checkListing(wantsLiteral, 'ex:r a ex:Room ; ex:p <https://shop.example/items/7> .', [
      'plausible: Change <https://shop.example/items/7> to "https://shop.example/items/7" -- the IRI as text',
      'plausible: Change <https://shop.example/items/7> to "7" -- the name of <https://shop.example/items/7> as text',
      'removal: Remove <https://shop.example/items/7> as ex:p of ex:r',
    ]));

  test('what was written, where it is a relative IRI', () =>
    checkListing(wantsLiteral, 'ex:r a ex:Room ; ex:p <biobank> .', [
      'plausible: Change <file:///workspace/biobank> to "biobank" -- the name of <file:///workspace/biobank> as text',
      'removal: Remove <file:///workspace/biobank> as ex:p of ex:r',
    ]));

  test('its IRI where it is a file of another folder', () =>
    checkListing(wantsLiteral, 'ex:r a ex:Room ; ex:p <file:///share/a.csv> .', [
      'plausible: Change <file:///share/a.csv> to "file:///share/a.csv" -- the IRI as text',
      'plausible: Change <file:///share/a.csv> to "a.csv" -- the name of <file:///share/a.csv> as text',
      'removal: Remove <file:///share/a.csv> as ex:p of ex:r',
    ]));

  test('its IRI where others have IRIs as texts', () =>
    checkRepair(
      wantsLiteral,
      'ex:r a ex:Room ; ex:p ex:Kitchen .\nex:s ex:p "https://shop.example/items/8" .',
      'attested: Change ex:Kitchen to "http://example.org/ns#Kitchen" -- the IRI as text',
      'ex:r a ex:Room ; ex:p "http://example.org/ns#Kitchen" .\nex:s ex:p "https://shop.example/items/8" .',
    ));

  test('its name where others have it as text', () =>
    checkRepair(
      wantsLiteral,
      'ex:r a ex:Room ; ex:p <https://codes.example/type/oak> .\nex:s ex:p "Oak" . ex:t ex:p "Elm" .',
      'attested: Change <https://codes.example/type/oak> to "Oak" -- 1 of 2 other texts are its name',
      'ex:r a ex:Room ; ex:p "Oak" .\nex:s ex:p "Oak" . ex:t ex:p "Elm" .',
    ));

  test('an address', () =>
    checkListing(wantsLiteral, 'ex:r a ex:Room ; ex:p <mailto:a@b.org> . ex:s a ex:Room ; ex:p "c@b.org" .', [
      'attested: Change <mailto:a@b.org> to "a@b.org" -- the address as text, as others have theirs',
      'removal: Remove <mailto:a@b.org> as ex:p of ex:r',
    ]));

  test.each([
    [
      'decoded',
      '<mailto:a%2Bb@b.org>',
      '"c@b.org"',
      'attested: Change <mailto:a%2Bb@b.org> to "a+b@b.org" -- the address as text, as others have theirs',
    ],
    [
      'without what is no part of it, which is lost',
      '<mailto:a@b.org?subject=Hello>',
      '"c@b.org"',
      'plausible: Change <mailto:a@b.org?subject=Hello> to "a@b.org" -- the address as text, as others have theirs; the rest of the text besides the address is lost',
    ],
    [
      'not as others have words',
      '<mailto:a@b.org>',
      '"Front desk"',
      'plausible: Change <mailto:a@b.org> to "a@b.org" -- the address as text',
    ],
  ])('an address, %s', async (_, iri, other, expected) => {
    const data = `ex:r a ex:Room ; ex:p ${iri} . ex:s a ex:Room ; ex:p ${other} .`;
    expect(listing(await suggestionsFor(roomFixture(wantsLiteral, data)))).toContain(expected);
  });

  test('not an address with its scheme, where others have theirs without', async () => {
    const data = 'ex:r a ex:Room ; ex:p <mailto:a@b.org?subject=Hello> . ex:s a ex:Room ; ex:p "c@b.org" .';
    expect(listing(await suggestionsFor(roomFixture(wantsLiteral, data)))).not.toContain('the IRI as text');
  });

  test('as others have them with their scheme', () =>
    checkListing(
      wantsLiteral,
      'ex:r a ex:Room ; ex:p <mailto:a@b.org> . ex:s a ex:Room ; ex:p "mailto:c@b.org" .',
      [
        'attested: Change <mailto:a@b.org> to "mailto:a@b.org" -- the IRI as text',
        'plausible: Change <mailto:a@b.org> to "a@b.org" -- the address as text',
        'removal: Remove <mailto:a@b.org> as ex:p of ex:r',
      ],
    ));

  test('by the name that the node has in the words of the data', () =>
    checkListing(
      wantsLiteral,
      'ex:r a ex:Room ; ex:p ex:firm . ex:firm ex:name "The Firm, Inc." ; ex:size 3 .',
      [
        'plausible: Change ex:firm to "The Firm, Inc." -- the label of ex:firm',
        'plausible: Change ex:firm to "http://example.org/ns#firm" -- the IRI as text',
        'removal: Remove ex:firm as ex:p of ex:r',
      ],
    ));

  test('not by half of a name, or what stands before one', async () => {
    const { repairs } = await suggestionsFor(
      roomFixture(
        wantsLiteral,
        'ex:r a ex:Room ; ex:p ex:ann . ex:ann ex:title "Dr." ; ex:givenName "Ann" .',
      ),
    );
    expect(repairs.map(({ repair }) => repair.title)).not.toContain('Change ex:ann to "Dr."');
  });

  test('an address where nobody else has one', () =>
    checkListing(wantsLiteral, 'ex:r a ex:Room ; ex:p <mailto:a@b.org> .', [
      'plausible: Change <mailto:a@b.org> to "a@b.org" -- the address as text',
      'plausible: Change <mailto:a@b.org> to "mailto:a@b.org" -- the IRI as text',
      'removal: Remove <mailto:a@b.org> as ex:p of ex:r',
    ]));

  test('a blank node that says nothing else goes with its label', async () => {
    const { repairs } = await suggestionsFor(
      roomFixture(wantsLiteral, 'ex:r a ex:Room ; ex:p [ rdfs:label "B" ] .'),
    );
    expect(textAfter(repairs[0]!)).toBe('ex:r a ex:Room ; ex:p "B" .');
  });
});

describe('a blank node', () => {
  const wantsBlank = 'sh:path ex:p ; sh:nodeKind sh:BlankNode';

  test('for an IRI, with all that is said of it', () =>
    checkRepair(
      wantsBlank,
      'ex:r a ex:Room ; ex:p ex:b .\nex:b ex:q 1 . # one',
      'plausible: Take the name from ex:b and keep its statements',
      'ex:r a ex:Room ; ex:p [ ex:q 1 ] .\n# one',
    ));

  test('no new description for an IRI that context describes', () =>
    checkListing(
      wantsBlank,
      block`
        ex:r a ex:Room ; ex:p ex:b .
        #- /context.ttl
        ex:b ex:q 1 .`,
      ['removal: Remove ex:b as ex:p of ex:r'],
    ));
});

test('at the end of a path of any length', () =>
  checkListing(
    'sh:path [ sh:zeroOrMorePath ex:p ] ; sh:nodeKind sh:IRI',
    'ex:r a ex:Room ; ex:p ex:x . ex:x ex:p "ex:y" .',
    [
      'attested: Change "ex:y" to ex:y -- the name that the text spells out',
      'removal: Remove "ex:y" as ex:p of ex:x',
      'removal: Remove ex:x as ex:p of ex:r',
    ],
  ));

test('inside sh:node, where the value stands', () =>
  checkListing('sh:path ex:p ; sh:node [ sh:nodeKind sh:IRI ]', 'ex:r a ex:Room ; ex:p "ex:y" .', [
    'attested: Change "ex:y" to ex:y -- the name that the text spells out',
    'removal: Remove "ex:y" as ex:p of ex:r',
  ]));

test('a blank node in the place of a name that no file describes gives the name up', async () => {
  const data = 'ex:r a ex:Room ; ex:p ex:open .';
  const [first] = (
    await suggestionsFor(roomFixture('sh:path ex:p ; sh:nodeKind sh:BlankNode ; sh:minCount 1', data))
  ).repairs;
  expect([first?.certainty, first?.repair.evidence]).toEqual(['possible', 'ex:open is given up']);
});
