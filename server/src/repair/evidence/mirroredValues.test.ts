import { describe, expect, test } from 'vitest';
import { checkListing, listing, suggestionsFor } from '../../testing/checkRepair.ts';

const holds = 'sh:path ex:holds ; sh:minCount 1 ; sh:class ex:Lamp';

/** Rooms that hold a lamp each, from both ends. */
const rooms = (count: number, back = 'ex:standsIn') =>
  Array.from(
    { length: count },
    (_, i) =>
      `ex:hall${i} a ex:Hall ; ex:holds ex:lampA${i} . ex:lampA${i} a ex:Lamp ; ${back} ex:hall${i} .`,
  ).join('\n');
const missing = 'ex:r a ex:Room . ex:old a ex:Lamp . ex:glow a ex:Lamp ; ex:standsIn ex:r .';

async function first(data: string, shapes = ''): Promise<string> {
  const suggestions = await suggestionsFor(`#- /data.ttl
${data}
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ ${holds} ] . ${shapes}
`);
  return listing(suggestions).split('\n')[0]!;
}

describe('a value that the data states from its end', () => {
  test('by a property that mirrors the wanted one wherever it is used', async () => {
    expect(await first(`${rooms(3)}\n${missing}`)).toBe(
      'attested: Add ex:glow as ex:holds of ex:r -- ex:standsIn says so from the other end, as it does for 3 of 3',
    );
  });

  test('not by one that mirrors it too seldom to tell', async () => {
    expect(await first(`${rooms(2)}\n${missing}`)).not.toContain('other end');
  });

  test('not by one that mirrors it in some cases only', async () => {
    const more =
      'ex:hall7 ex:holds ex:lampB . ex:lampB a ex:Lamp . ex:hall8 ex:holds ex:lampC . ex:lampC a ex:Lamp .';
    expect(await first(`${rooms(3)}\n${more}\n${missing}`)).not.toContain('other end');
  });

  test('not by one that often says what the wanted one does not', async () => {
    const more = 'ex:lampB ex:standsIn ex:hall0 . ex:lampC ex:standsIn ex:hall1 .';
    expect(await first(`${rooms(3)}\n${more}\n${missing}`)).not.toContain('other end');
  });

  test('in the direction of an inverse path, too', async () => {
    const suggestions = await suggestionsFor(`#- /data.ttl
${rooms(3)}
ex:r a ex:Room ; ex:standsIn ex:hall9 . ex:hall9 a ex:Hall . ex:hall8 a ex:Hall .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path [ sh:inversePath ex:holds ] ; sh:minCount 1 ; sh:class ex:Hall ] .
`);
    expect(listing(suggestions).split('\n')[0]).toBe(
      'attested: Add ex:r as ex:holds of ex:hall9 -- ex:standsIn says so from the other end, as it does for 3 of 3',
    );
  });

  test('in place of what stands there, where no other node has two', async () => {
    const firstOf = async (more: string) => {
      const suggestions = await suggestionsFor(`#- /data.ttl
${rooms(3)}
ex:r a ex:Room ; ex:standsIn ex:hall9 . ex:hall9 a ex:Hall ; ex:holds ex:door . ex:door a ex:Door . ${more}
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path [ sh:inversePath ex:holds ] ; sh:minCount 1 ; sh:class ex:Hall ] .
`);
      return listing(suggestions).split('\n')[0];
    };
    expect(await firstOf('')).toBe(
      'plausible: Change ex:door to ex:r -- ex:standsIn says so from the other end, as it does for 3 of 3',
    );
    expect(await firstOf('ex:hall0 ex:holds ex:lamp . ex:lamp ex:standsIn ex:hall0 .')).not.toContain(
      'other end',
    );
  });

  test.each(['ex:aa', 'ex:zz'])(
    'by the wanted property itself, whatever the names are (%s)',
    async (name) => {
      const pairs = [1, 2, 3].map((i) => `ex:p${i} ex:near ex:q${i} . ex:q${i} ex:near ex:p${i} .`).join(' ');
      const suggestions = await suggestionsFor(`#- /data.ttl
${name} a ex:Room . ex:m ex:near ${name} . ${pairs}
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:near ; sh:minCount 1 ] .
`);
      expect(listing(suggestions).split('\n')[0]).toBe(
        `attested: Add ex:m as ex:near of ${name} -- ex:near says so from the other end, as it does for 6 of 6`,
      );
    },
  );

  test('by names that say that they are inverse', () =>
    checkListing(
      'sh:path ex:hasLamp ; sh:minCount 1 ; sh:class ex:Lamp',
      'ex:r a ex:Room . ex:old a ex:Lamp . ex:glow a ex:Lamp ; ex:isLampOf ex:r .',
      [
        'attested: Add ex:glow as ex:hasLamp of ex:r -- ex:isLampOf says so from the other end',
        'plausible: Add ex:old as ex:hasLamp of ex:r -- one of 2 that fit [needs input]',
        'placeholder: Add new ex:Lamp_1 (a ex:Lamp) as ex:hasLamp of ex:r [needs input]',
      ],
    ));
});

describe('a value that an inverse implies', () => {
  test.each<[string, string, string, string]>([
    [
      'by any property called inverseOf',
      'ex:holds <http://third.example/inverseOf> ex:standsIn .',
      '',
      'implied: Add ex:glow as ex:holds of ex:r -- implied by ex:standsIn (<http://third.example/inverseOf> ex:holds)',
    ],
    [
      'by a shape that takes either',
      '',
      'ex:T a sh:NodeShape ; sh:property [ sh:path [ sh:alternativePath ( ex:holds [ sh:inversePath ex:standsIn ] ) ] ] .',
      'implied: Add ex:glow as ex:holds of ex:r -- implied by ex:standsIn (a shape takes it as the inverse of ex:holds)',
    ],
  ])('%s', async (_, data, shapes, expected) => {
    expect(await first(`${missing} ${data}`, shapes)).toBe(expected);
  });

  test('by a vocabulary that everybody knows', () =>
    checkListing(
      'sh:path <http://purl.org/dc/terms/hasPart> ; sh:minCount 1',
      'ex:r a ex:Room . ex:glow <http://purl.org/dc/terms/isPartOf> ex:r .',
      [
        'implied: Add ex:glow as <http://purl.org/dc/terms/hasPart> of ex:r -- implied by <http://purl.org/dc/terms/isPartOf> (the inverse of <http://purl.org/dc/terms/hasPart>)',
      ],
    ));
});

test('a wrong value does not refute that the other end states the right one', async () => {
  const data = `${rooms(3)} ex:r a ex:Room ; ex:holds ex:hall1 . ex:glow a ex:Lamp ; ex:standsIn ex:r .`;
  expect(await first(data)).toBe(
    'plausible: Change ex:hall1 to ex:glow -- ex:standsIn says so from the other end, as it does for 3 of 3',
  );
  // Another node says otherwise, too.
  const more =
    'ex:hall7 a ex:Hall ; ex:holds ex:lampB . ex:lampB a ex:Lamp . ex:lampC a ex:Lamp ; ex:standsIn ex:hall7 .';
  expect(await first(`${data} ${more}`)).not.toContain('other end');
});
