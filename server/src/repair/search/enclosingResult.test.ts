import { expect, test } from 'vitest';
import { listing, suggestionsFor, textAfter } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

/** The best repair of the only result of a pump, and the text after it. */
async function best(data: string, asked: string): Promise<string> {
  const suggestions = await suggestionsFor(block`
    #- /data.ttl
    ${data}
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Pump ; sh:property [ sh:path ex:maker ; ${asked} ] .
  `);
  const [first] = suggestions.repairs;
  return `${listing(suggestions).split('\n')[0]}\n${first ? textAfter(first) : ''}`;
}

const named = 'sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:datatype xsd:string ]';

test.each([
  ['sh:property', named],
  ['sh:node', `sh:node [ ${named} ]`],
])('a text where a property of the value is asked for, with %s', async (_, asked) =>
  expect(await best('ex:p a ex:Pump ; ex:maker "Acme" .', asked)).toBe(block`
    placeholder: Change "Acme" to new ex:Acme -- the text is kept as ex:name [needs input]
    ex:p a ex:Pump ; ex:maker ex:Acme .
    ex:Acme ex:name "Acme" .`),
);

test('the node that has the text as its name is meant, where there is one', async () =>
  expect(
    await best(
      'ex:p a ex:Pump ; ex:maker "Acme" .\nex:m7 ex:name "Acme" ; <http://www.w3.org/2000/01/rdf-schema#label> "Acme" .',
      named,
    ),
  ).toBe(block`
    plausible: Change "Acme" to ex:m7 -- ex:m7 is labelled so
    ex:p a ex:Pump ; ex:maker ex:m7 .
    ex:m7 ex:name "Acme" ; <http://www.w3.org/2000/01/rdf-schema#label> "Acme" .`));

test('a node that lacks the property gets it', async () =>
  expect(await best('ex:p a ex:Pump ; ex:maker ex:m7 .\nex:m7 a ex:Firm .', named)).toBe(block`
    placeholder: Add "" as ex:name of ex:m7 (to be filled in) [needs input]
    ex:p a ex:Pump ; ex:maker ex:m7 .
    ex:m7 a ex:Firm ; ex:name "" .`));
