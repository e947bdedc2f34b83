import { describe, expect, test } from 'vitest';
import { listing, roomFixture, suggestionsFor } from '../../testing/checkRepair.ts';
import { derivationsOf, derive } from './textDerivation.ts';

async function first(property: string, data: string): Promise<string> {
  const suggestions = await suggestionsFor(roomFixture(`sh:path ${property} ; sh:minCount 1`, data));
  return listing(suggestions).split('\n')[0]!;
}

describe('as the values of similar nodes follow from theirs', () => {
  test('from two parts', async () => {
    expect(
      await first(
        'ex:full',
        `ex:a a ex:Room ; ex:wing "North" ; ex:no "12" ; ex:full "North-12" .
         ex:b a ex:Room ; ex:wing "South" ; ex:no "30" ; ex:full "South-30" .
         ex:r a ex:Room ; ex:wing "East" ; ex:no "41" .`,
      ),
    ).toBe('attested: Add "East-41" as ex:full of ex:r -- from ex:wing and ex:no, as with 2 of 2 others');
  });

  test('as the part that is left', async () => {
    expect(
      await first(
        'ex:no',
        `ex:a a ex:Room ; ex:wing "North" ; ex:no "12" ; ex:full "North-12" .
         ex:b a ex:Room ; ex:wing "South" ; ex:no "30" ; ex:full "South-30" .
         ex:r a ex:Room ; ex:wing "East" ; ex:full "East-41" .`,
      ),
    ).toBe('attested: Add "41" as ex:no of ex:r -- from ex:full and ex:wing, as with 2 of 2 others');
  });

  test('from another property, in its language', async () => {
    expect(
      await first(
        'ex:title',
        `ex:a a ex:Room ; rdfs:label "Hall"@en ; ex:title "Hall"@en .
         ex:b a ex:Room ; rdfs:label "Attic"@en ; ex:title "Attic"@en .
         ex:r a ex:Room ; rdfs:label "Küche"@de .`,
      ),
    ).toBe('attested: Add "Küche"@de as ex:title of ex:r -- from rdfs:label, as with 2 of 2 others');
  });

  test('from the name of the node', async () => {
    expect(
      await first(
        'ex:code',
        `ex:hall a ex:Room ; ex:code "HALL" . ex:attic-east a ex:Room ; ex:code "ATTIC-EAST" . ex:cellar a ex:Room .`,
      ),
    ).toBe('attested: Add "CELLAR" as ex:code of ex:cellar -- from its name, as with 2 of 2 others');
  });

  test('from the words in the name of the node', async () => {
    expect(
      await first(
        'ex:sign',
        `ex:MusicRoom a ex:Room ; ex:sign "Music room" . ex:WineCellar a ex:Room ; ex:sign "Wine cellar" .
         ex:TeaKitchen a ex:Room .`,
      ),
    ).toMatch(/^plausible: Add "Tea kitchen" as ex:sign of ex:TeaKitchen/);
  });

  test('a node that others have at another property, too', async () => {
    expect(
      await first(
        'ex:keeper',
        `ex:a a ex:Room ; ex:owner ex:p ; ex:keeper ex:p . ex:b a ex:Room ; ex:owner ex:q ; ex:keeper ex:q .
         ex:r a ex:Room ; ex:owner ex:s .`,
      ),
    ).toBe('attested: Add ex:s as ex:keeper of ex:r -- from ex:owner, as with 2 of 2 others');
  });
});

describe('nothing follows', () => {
  test('where only one other node is like that', async () => {
    expect(
      await first(
        'ex:full',
        `ex:a a ex:Room ; ex:wing "North" ; ex:no "12" ; ex:full "North-12" .
         ex:b a ex:Room ; ex:wing "South" ; ex:no "30" ; ex:full "The cellar" .
         ex:r a ex:Room ; ex:wing "East" ; ex:no "41" .`,
      ),
    ).toMatch(/^placeholder/);
  });

  test('for IRIs that nobody has stated', async () => {
    expect(
      await first(
        'ex:phone',
        `ex:a1 a ex:Room ; ex:phone <tel:+49-a1> . ex:b2 a ex:Room ; ex:phone <tel:+49-b2> . ex:c3 a ex:Room .`,
      ),
    ).not.toContain('from its name');
  });
});

describe('without other nodes', () => {
  test('a name from its parts', async () => {
    expect(
      await first(
        'rdfs:label',
        `ex:r a ex:Room ; <https://schema.org/givenName> "Mary" ; <https://schema.org/familyName> "Anning" .`,
      ),
    ).toBe(
      'plausible: Add "Mary Anning" as rdfs:label of ex:r -- from <https://schema.org/givenName> and <https://schema.org/familyName>',
    );
  });

  test('a part of a name from the rest', async () => {
    const name = '<http://xmlns.com/foaf/0.1/name>';
    const family = '<http://xmlns.com/foaf/0.1/familyName>';
    expect(
      await first(
        '<http://xmlns.com/foaf/0.1/givenName>',
        `ex:r a ex:Room ; ${name} "Mary Ann Evans" ; ${family} "Evans" .`,
      ),
    ).toBe(
      'plausible: Add "Mary Ann" as <http://xmlns.com/foaf/0.1/givenName> of ex:r -- what "Mary Ann Evans" has beside "Evans"',
    );
  });

  test('a label from another name', async () => {
    expect(
      await first('rdfs:label', 'ex:r a ex:Room ; <http://purl.org/dc/terms/title> "The hall"@en .'),
    ).toBe('plausible: Add "The hall"@en as rdfs:label of ex:r -- its <http://purl.org/dc/terms/title>');
  });

  test('what its twin has', async () => {
    expect(await first('ex:area', 'ex:r a ex:Room ; owl:sameAs ex:t . ex:t ex:area 20 .')).toBe(
      'implied: Add 20 as ex:area of ex:r -- ex:t has it, which is owl:sameAs this node',
    );
  });
});

test('where others have texts with a language and a base direction, a text with the language is to be filled in', async () => {
  expect(
    await first('ex:note', 'ex:a a ex:Room ; ex:note "שלום"@he--rtl , "hello"@he--rtl . ex:r a ex:Room .'),
  ).toBe('placeholder: Add ""@he as ex:note of ex:r (to be filled in) [needs input]');
});

test('what a text was made of makes it again', () => {
  const sources = new Map([
    ['a', 'Ada'],
    ['b', 'King'],
    ['c', 'Ada King, 1815'],
  ]);
  for (const text of ['Ada King', 'King, Ada', 'Dr. Ada', 'King', '1815']) {
    for (const derivation of derivationsOf(text, sources)) expect(derive(derivation, sources)).toBe(text);
  }
});

describe('as a node beside it has', () => {
  const kinds = 'ex:kind a rdf:Property . ex:heating a ex:Kind . ex:cooling a ex:Kind .';

  test('one of few values that are used again and again', async () => {
    expect(
      await first(
        'ex:kind',
        `${kinds} ex:s1 a ex:Space ; ex:kind ex:heating . ex:s2 a ex:Space ; ex:kind ex:heating .
         ex:s3 a ex:Space ; ex:kind ex:heating . ex:r a ex:Room ; ex:space ex:s2 .`,
      ),
    ).toBe('plausible: Add ex:heating as ex:kind of ex:r -- its ex:space ex:s2 has it');
  });

  test('as a choice where there are others', async () => {
    expect(
      await first(
        'ex:kind',
        `${kinds} ex:s1 a ex:Space ; ex:kind ex:heating . ex:s2 a ex:Space ; ex:kind ex:heating .
         ex:s3 a ex:Space ; ex:kind ex:heating . ex:s4 a ex:Space ; ex:kind ex:cooling .
         ex:s5 a ex:Space ; ex:kind ex:cooling . ex:s6 a ex:Space ; ex:kind ex:cooling .
         ex:r a ex:Room ; ex:space ex:s5 .`,
      ),
    ).toBe('plausible: Add ex:cooling as ex:kind of ex:r -- its ex:space ex:s5 has it [needs input]');
  });

  test('what others that are linked alike have in common', async () => {
    expect(
      await first(
        'ex:kind',
        `${kinds} ex:s1 a ex:Space ; ex:kind ex:heating . ex:s2 a ex:Space ; ex:kind ex:cooling .
         ex:a a ex:Room ; ex:space ex:s1 ; ex:kind ex:heating . ex:b a ex:Room ; ex:space ex:s2 ; ex:kind ex:cooling .
         ex:r a ex:Room ; ex:space ex:s2 .`,
      ),
    ).toBe('attested: Add ex:cooling as ex:kind of ex:r -- its ex:space ex:s2 has it, as with 2 of 2 others');
  });

  test('less sure where all of them have this very value, which need not come from the link', async () => {
    expect(
      await first(
        'ex:kind',
        `${kinds} ex:s1 a ex:Space ; ex:kind ex:cooling . ex:s2 a ex:Space ; ex:kind ex:cooling .
         ex:a a ex:Room ; ex:space ex:s1 ; ex:kind ex:cooling . ex:b a ex:Room ; ex:space ex:s2 ; ex:kind ex:cooling .
         ex:c a ex:Hall ; ex:kind ex:heating . ex:r a ex:Room ; ex:space ex:s2 .`,
      ),
    ).toBe(
      'plausible: Add ex:cooling as ex:kind of ex:r -- its ex:space ex:s2 has it, as with 2 of 2 others',
    );
  });

  test('not where those that are linked alike differ', async () => {
    expect(
      await first(
        'ex:kind',
        `${kinds} ex:s1 a ex:Space ; ex:kind ex:heating . ex:s2 a ex:Space ; ex:kind ex:cooling .
         ex:a a ex:Room ; ex:space ex:s1 ; ex:kind ex:cooling . ex:b a ex:Room ; ex:space ex:s2 ; ex:kind ex:heating .
         ex:r a ex:Room ; ex:space ex:s2 .`,
      ),
    ).not.toMatch(/its ex:space/);
  });

  test('not what each node has for itself', async () => {
    expect(
      await first(
        'ex:owner',
        `ex:s1 a ex:Space ; ex:owner ex:ann . ex:s2 a ex:Space ; ex:owner ex:bob . ex:s3 a ex:Space ; ex:owner ex:eve .
         ex:r a ex:Room ; ex:space ex:s2 .`,
      ),
    ).not.toMatch(/its ex:space/);
  });
});
