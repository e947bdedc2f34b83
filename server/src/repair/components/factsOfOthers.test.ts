import { describe, expect, test } from 'vitest';
import { listing, suggestionsFor } from '../../testing/checkRepair.ts';

/** What is offered for the only result of a sheep whose flock has to be kept on ex:island. */
async function offered(data: string, asked = 'sh:hasValue ex:island'): Promise<readonly string[]> {
  const suggestions = await suggestionsFor(`#- /data.ttl
@prefix ex: <http://example.org/ns#> .
@prefix city: <http://cities.example/> .
${data}
#- /shapes.ttl
ex:SheepShape a sh:NodeShape ; sh:targetNode ex:dolly ; sh:property [ sh:path ex:flock ; sh:node ex:FlockShape ] .
ex:FlockShape a sh:NodeShape ; sh:property [ sh:path ex:keptOn ; ${asked} ] .
`);
  return listing(suggestions).split('\n');
}

describe('what a shape requires of somebody else is no fact for that', () => {
  test('a node that says something else there is not changed: another value is meant', async () => {
    const lines = await offered(`
      ex:dolly ex:flock ex:hill . ex:molly ex:flock ex:shore . ex:polly ex:flock ex:shore .
      ex:hill a ex:Flock ; ex:keptOn ex:mainland .
      ex:cliff a ex:Flock ; ex:keptOn ex:island . ex:shore a ex:Flock ; ex:keptOn ex:island .`);
    expect(lines).toEqual([
      'plausible: Change ex:hill to ex:cliff -- one of 2 that fit [needs input]',
      'plausible: Change ex:hill to ex:shore -- one of 2 that fit [needs input]',
      'removal: Remove ex:hill as ex:flock of ex:dolly',
    ]);
  });

  test('the same goes for sh:in', async () => {
    const lines = await offered(
      `ex:dolly ex:flock ex:hill . ex:molly ex:flock ex:shore . ex:hill ex:keptOn ex:mainland .
       ex:moor ex:keptOn ex:mainland . ex:shore ex:keptOn ex:island .`,
      'sh:in ( ex:island ex:islet )',
    );
    expect(lines).toEqual([
      'plausible: Change ex:hill to ex:shore -- the only one that fits [needs input]',
      'removal: Remove ex:hill as ex:flock of ex:dolly',
    ]);
  });

  test('but a slip in what is said of it is corrected', async () => {
    const [first] = await offered(
      'ex:dolly ex:flock ex:hill . ex:hill ex:keptOn ex:Islnd .',
      'sh:in ( ex:island ex:peninsula )',
    );
    expect(first).toMatch(/^attested: Change ex:Islnd to ex:island/);
  });

  test('nor is a value exchanged that is named after its node', async () => {
    const lines = await offered(`
      ex:dolly a ex:Sheep ; ex:flock ex:flock-of-dolly . ex:molly a ex:Sheep ; ex:flock ex:flock-of-molly .
      ex:polly a ex:Sheep ; ex:flock ex:flock-of-polly . ex:flock-of-dolly ex:keptOn ex:mainland .
      ex:flock-of-molly ex:keptOn ex:island . ex:flock-of-polly ex:keptOn ex:island .`);
    expect(lines).toEqual(['removal: Remove ex:flock-of-dolly as ex:flock of ex:dolly']);
  });

  test('a node of another publisher is not described', async () => {
    const lines = await offered('ex:dolly ex:flock city:sheep . city:sheep a ex:Flock .');
    expect(lines).toEqual(['removal: Remove city:sheep as ex:flock of ex:dolly']);
  });

  test('nor one that others refer to as well', async () => {
    const lines = await offered(
      'ex:dolly ex:flock ex:hill . ex:dog ex:guards ex:hill . ex:hill a ex:Flock .',
    );
    expect(lines).toEqual(['removal: Remove ex:hill as ex:flock of ex:dolly']);
  });

  test('unless its like have it', async () => {
    const [first] = await offered(`
      ex:dolly ex:flock ex:hill . ex:dog ex:guards ex:hill . ex:hill a ex:Flock .
      ex:cliff a ex:Flock ; ex:keptOn ex:island . ex:shore a ex:Flock ; ex:keptOn ex:island .`);
    expect(first).toBe(
      'attested: Add ex:island as ex:keptOn of ex:hill -- 2 of 2 others of its kind have it',
    );
  });

  test('what is said nowhere may be missing in a node that belongs to one other', async () => {
    const [first] = await offered('ex:dolly ex:flock ex:hill . ex:hill a ex:Flock .');
    expect(first).toBe('plausible: Add ex:island as ex:keptOn of ex:hill -- required by sh:hasValue');
  });

  test('a blank node is part of the node that has it', async () => {
    const [first] = await offered('ex:dolly ex:flock [ a ex:Flock ] .');
    expect(first).toBe('implied: Add ex:island as ex:keptOn of [ … ] -- required by sh:hasValue');
  });
});

test('a second value where nodes of the kind have one is a contradiction', async () => {
  const cows = ['a', 'b', 'c'].map((name) => `ex:${name} a ex:Cow ; ex:sex ex:female .`).join(' ');
  const suggestions = await suggestionsFor(`#- /data.ttl
@prefix ex: <http://example.org/ns#> .
${cows} ex:d a ex:Cow ; ex:sex ex:male . ex:male a ex:Sex .
#- /shapes.ttl
ex:CowShape a sh:NodeShape ; sh:targetNode ex:a, ex:b, ex:c, ex:d ; sh:property [ sh:path ex:sex ; sh:hasValue ex:female ] .
`);
  expect(listing(suggestions)).toBe(
    'plausible: Change ex:male to ex:female -- required by sh:hasValue; ex:male says otherwise, and only you know which is true',
  );
});
