import { describe, expect, test } from 'vitest';
import { listing, suggestionsFor } from '../../testing/checkRepair.ts';

/** The first repair of a text where a film must have an IRI, beside what other films have there. */
async function first(
  text: string,
  others: readonly string[],
  property = 'ex:spokenIn',
  more = '',
): Promise<string> {
  const films = others.map((value, i) => `ex:film${i} ${property} ${value} .`).join('\n');
  const suggestions = await suggestionsFor(`#- /data.ttl
@prefix ex: <http://example.org/ns#> .
@prefix lang: <http://codes.authority.example/language/> .
@prefix iso: <http://iso639.example/> .
@prefix land: <http://codes.authority.example/country/> .
@prefix kind: <http://codes.authority.example/carrier/> .
@prefix old: <http://archive.example/> .
${films}
ex:film ${property} "${text}" .
${more}
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetNode ex:film ; sh:property [ sh:path ${property} ; sh:nodeKind sh:IRI ] .
`);
  return listing(suggestions)
    .split('\n')[0]!
    .replace(/ -- .*/, '');
}

describe('a text where others have IRIs of one list', () => {
  test.each<[string, string, string[], string | undefined, string]>([
    [
      'names one in use',
      'dvd',
      ['kind:DVD', 'kind:REEL', 'kind:VHS'],
      undefined,
      'attested: Change "dvd" to kind:DVD',
    ],
    [
      'is the short code of a language in use',
      'it',
      ['lang:ITA', 'lang:SPA'],
      undefined,
      'attested: Change "it" to lang:ITA',
    ],
    [
      'is the tag of one',
      'it-CH',
      ['lang:ITA', 'lang:SPA'],
      undefined,
      'attested: Change "it-CH" to lang:ITA',
    ],
    [
      'is the name of one',
      'Swedish',
      ['lang:SWE', 'lang:SPA'],
      undefined,
      'attested: Change "Swedish" to lang:SWE',
    ],
    [
      'is the bibliographic code of one',
      'ger',
      ['lang:DEU', 'lang:SPA'],
      undefined,
      'attested: Change "ger" to lang:DEU',
    ],
    [
      'is the code of one that is not in use',
      'sv',
      ['lang:ITA', 'lang:SPA'],
      undefined,
      'plausible: Change "sv" to lang:SWE',
    ],
    [
      'is the long code where short ones are in use',
      'DEU',
      ['iso:it', 'iso:de'],
      undefined,
      'attested: Change "DEU" to iso:de',
    ],
    [
      'is the code of a country',
      'SE',
      ['land:SWE', 'land:PRT'],
      'ex:madeIn',
      'attested: Change "SE" to land:SWE',
    ],
    [
      'is written like those in use',
      'BETA',
      ['kind:DVD', 'kind:REEL', 'kind:VHS'],
      undefined,
      'plausible: Change "BETA" to kind:BETA',
    ],
    [
      'follows what they have in common, over several steps',
      'text/csv',
      ['<http://media.example/types/application/json>', '<http://media.example/types/image/png>'],
      undefined,
      'plausible: Change "text/csv" to <http://media.example/types/text/csv>',
    ],
  ])('%s', async (_, text, others, property, expected) => {
    expect(await first(text, others, property)).toBe(expected);
  });

  test('is nothing of the list when it is written otherwise', async () => {
    const list = ['kind:DVD', 'kind:REEL', 'kind:VHS'];
    for (const text of ['a set of two reels', 'reels', 'TELEVISION']) {
      expect(await first(text, list)).not.toContain('kind:');
    }
  });

  test('is no language where the codes are of no language', async () => {
    expect(await first('it', ['kind:DVD', 'kind:VHS'])).not.toMatch(/kind:ITA/);
  });

  test('nor where the codes may be of languages or of countries', async () => {
    expect(await first('sv', ['old:DEU', 'old:ITA'], 'ex:about')).not.toMatch(/old:SWE/);
  });
});

test('a node of any namespace of the file that is named so is meant', async () => {
  expect(await first('Rosebud', [], 'ex:owner', 'old:Rosebud ex:since 1941 .')).toBe(
    'attested: Change "Rosebud" to old:Rosebud',
  );
});
