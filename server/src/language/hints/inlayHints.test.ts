import { expect, test } from 'vitest';
import type { HintKind } from '../../project/settings.ts';
import { analysedFixture } from '../../testing/analysedFixture.ts';
import { block, withoutPrelude } from '../../testing/fixture.ts';
import { inlayHints } from './inlayHints.ts';

const data = block`
  #- /data.ttl context:/ontology.ttl
  ex:Q42 ex:partOf ex:b7f3 , ex:Hall ; ex:area 12.5 , "3"^^xsd:integer .
  #- /ontology.ttl
  ex:Q42 rdfs:label "The kitchen"@en , "Die Küche"@de .
  ex:b7f3 rdfs:label "House of the Department of Civil Engineering"@en .
  ex:Hall rdfs:label "The hall" .
  ex:hasPart owl:inverseOf ex:partOf .
`;

test.each<[HintKind[], string]>([
  [
    ['labels'],
    'ex:Q42«Die Küche» ex:partOf ex:b7f3«House of the Department of Civil Enginee…» , ex:Hall ; ex:area 12.5 , "3"^^xsd:integer .',
  ],
  [['datatypes'], 'ex:Q42 ex:partOf ex:b7f3 , ex:Hall ; ex:area 12.5«decimal» , "3"^^xsd:integer .'],
  [['inverses'], 'ex:Q42 ex:partOf«⇄ hasPart» ex:b7f3 , ex:Hall ; ex:area 12.5 , "3"^^xsd:integer .'],
  [[], 'ex:Q42 ex:partOf ex:b7f3 , ex:Hall ; ex:area 12.5 , "3"^^xsd:integer .'],
])('hints of %j', async (kinds, expected) => expect(await withHints(kinds)).toBe(expected));

/** The first file with its hints between guillemets, for a reader of German. */
async function withHints(kinds: readonly HintKind[]): Promise<string> {
  const { file } = await analysedFixture(data);
  const { text } = file.document;
  const hints = inlayHints(file, { start: 0, end: text.length }, { kinds, locale: 'de' });
  const shown = hints
    .toReversed()
    .reduce(
      (whole, { offset, text: hint }) => `${whole.slice(0, offset)}«${hint}»${whole.slice(offset)}`,
      text,
    );
  return withoutPrelude(shown).trim();
}
