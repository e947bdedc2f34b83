import { describe, expect, test } from 'vitest';
import { suggestionsFor } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';
import { evidenceKinds } from '../drafts/evidence.ts';
import { likelihoods } from './certainty.ts';
import { measureOf, scoreOf, weights } from './scorecard.ts';

/** How sure each repair is, with its title. */
async function certainties(data: string, property: string): Promise<readonly string[]> {
  const { repairs } = await suggestionsFor(block`
    #- /data.ttl
    ${data}
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetNode ex:x ; sh:property [ ${property} ] .`);
  return repairs.map(({ certainty, repair }) => `${certainty}: ${repair.title}`);
}

/** Lamps of one series, of which the first `users` have a voltage. */
function lamps(all: number, users: number): string {
  return Array.from(
    { length: all },
    (_, i) => `ex:l${i} ex:series ex:North ${i < users ? '; ex:volt 24 ' : ''}.`,
  ).join('\n');
}

describe('peers', () => {
  const voltage = 'sh:path ex:volt ; sh:minCount 1 ; sh:datatype xsd:integer';

  test('nearly all that share the trait make a value certain', async () => {
    const [first] = await certainties(`ex:x ex:series ex:North .\n${lamps(20, 19)}`, voltage);
    expect(first).toBe('certain: Add 24 as ex:volt of ex:x');
  });

  test('a few of many do not, though none of these has another value', async () => {
    const found = await certainties(`ex:x ex:series ex:North .\n${lamps(26, 3)}`, voltage);
    expect(found.find((each) => each.endsWith('Add 24 as ex:volt of ex:x'))).toMatch(/^possible: /);
  });
});

test('two that are equally good are likely at best', async () => {
  const found = await certainties('ex:x ex:state "carx" .', 'sh:path ex:state ; sh:in ( "cart" "care" )');
  expect(found.filter((each) => each.startsWith('certain'))).toEqual([]);
});

test('the order of statements makes no difference', async () => {
  const statements = ['ex:x ex:part ex:b .', 'ex:x ex:part ex:a .', 'ex:x ex:part ex:c .'];
  const property = 'sh:path ex:part ; sh:maxCount 1';
  const forwards = await certainties(statements.join('\n'), property);
  expect(await certainties(statements.toReversed().join('\n'), property)).toEqual(forwards);
});

describe('the scorecard', () => {
  test('has no weight that contradicts what a reason can say', () => {
    for (const [kind, { speaks }] of Object.entries(evidenceKinds)) {
      const weight = weights.evidence[kind as keyof typeof weights.evidence];
      if (speaks === 'for') expect(weight, kind).toBeGreaterThanOrEqual(0);
      if (speaks === 'against') expect(weight, kind).toBeLessThanOrEqual(0);
    }
    expect(weights.furtherPart).toBeLessThanOrEqual(0);
  });

  test('counts the weakest part', () => {
    const [strong, weak] = [
      { support: 'implied', evidence: [] },
      { support: 'plausible', evidence: [] },
    ] as const;
    expect(scoreOf([strong, weak])).toBe(scoreOf([weak]) + weights.furtherPart);
  });

  test('counts no part that the node says elsewhere, beside what is to be filled in', () => {
    const open = { support: 'placeholder', evidence: [] } as const;
    const derived = { support: 'attested', evidence: [{ kind: 'derived', words: '' }] } as const;
    expect(scoreOf([open, derived, derived, derived])).toBe(scoreOf([open]));
    expect(scoreOf([open, derived, { support: 'attested', evidence: [] }])).toBe(
      scoreOf([open]) + weights.furtherPart,
    );
  });

  test('values that fit alike are not likely, even where all of them are taken', async () => {
    const [first] = await certainties(
      'ex:x a ex:Pipe . ex:in a ex:Port . ex:out a ex:Port .',
      'sh:path ex:joins ; sh:class ex:Port ; sh:minCount 2',
    );
    expect(first).toBe('needsInput: Add ex:in and ex:out as ex:joins of ex:x');
  });

  test('a share of few nodes says less than the same share of many', () => {
    const share = (count: number, of: number) => measureOf({ kind: 'peers', words: '', for: count, of });
    expect(share(1, 1)).toBeLessThan(share(20, 20));
    expect(share(3, 26)).toBeLessThan(0);
  });

  test('likelihoods leave something for none of the repairs, and rivals share the rest', () => {
    expect(likelihoods([0], 0)).toEqual([0.5]);
    expect(likelihoods([Math.log(2), Math.log(2)], 0)).toEqual(
      [0.4, 0.4].map((each) => expect.closeTo(each, 9)),
    );
    expect(likelihoods([5, -9], 0)[0]).toBeCloseTo(likelihoods([5], 0)[0]!, 9);
  });
});
