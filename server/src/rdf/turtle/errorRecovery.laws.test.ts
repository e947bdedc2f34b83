import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyDamage, compareStatements, type Damage, inventedTriples } from '../../testing/damage.ts';
import { arbitraryTurtle, type TurtleText, type TurtleToken } from './arbitraryTurtle.testing.ts';
import { TurtleDocument } from './turtleDocument.ts';

/*
 * What damage to a document may cost. Statements that it does not touch are compared with the same statements of
 * the undamaged document.
 */

const numRuns = Number(process.env.TURTLE_RUNS ?? 40);
const documentOf = (text: string) => new TurtleDocument('http://example.org/folder/document', 1, text);

const junk = fc.constantFrom('$', '%%', '=>', '{', '!', '|x|', '&&', '*');

describe('damage to a token that is neither in a directive nor opens or closes anything', () => {
  const damaged = fc
    .tuple(arbitraryTurtle({ layout: 'lines' }), fc.nat(), fc.oneof(fc.constant(''), junk))
    .map(([generated, index, replacement]) => {
      const candidates = generated.tokens.filter((token) => !token.inDirective && isPlain(token));
      const token = candidates[index % candidates.length];
      if (token === undefined) return undefined;
      // The token goes, the white space around it does not.
      return { generated, token, damage: { start: token.start, end: token.end, text: ` ${replacement} ` } };
    })
    .filter((each) => each !== undefined);

  test('leaves the triples of all other statements as they were', () =>
    fc.assert(
      fc.property(damaged, ({ generated, damage }) => {
        const { before, after } = damagedDocuments(generated, damage);
        expect(compareStatements(before, after, damage).lost).toEqual([]);
      }),
      { numRuns },
    ));

  test('invents nothing', () =>
    fc.assert(
      fc.property(damaged, ({ generated, damage }) => {
        const { before, after } = damagedDocuments(generated, damage);
        if (after.errors.length > 0) expect(inventedTriples(before, after)).toEqual([]);
      }),
      { numRuns },
    ));

  test('is reported where it is, or at the token behind it, when it is junk', () =>
    fc.assert(
      fc.property(damaged, ({ generated, token, damage }) => {
        if (damage.text.trim() === '') return;
        const { errors } = damagedDocuments(generated, damage).after;
        const shift = damage.text.length - (damage.end - damage.start);
        const next = generated.tokens.find(({ start }) => start >= damage.end);
        expect(errors[0]!.range.end).toBeGreaterThanOrEqual(token.start);
        expect(errors[0]!.range.start).toBeLessThanOrEqual((next?.end ?? generated.text.length) + shift);
      }),
      { numRuns },
    ));
});

describe('any damage', () => {
  const damaged = fc
    .tuple(
      arbitraryTurtle({ layout: 'lines' }),
      fc.nat(),
      fc.nat({ max: 3 }),
      fc.constantFrom('', '"', "'", '"""', '<', '>', '[', ']', '(', ')', '#', '.', ';', ',', '\\', '@', '$ '),
    )
    .map(([generated, position, length, text]) => {
      const start = position % generated.text.length;
      return { generated, damage: { start, end: Math.min(start + length, generated.text.length), text } };
    });

  test('leaves the triples of the statements before it as they were', () =>
    fc.assert(
      fc.property(damaged, ({ generated, damage }) => {
        const { before, after } = damagedDocuments(generated, damage);
        const { lost } = compareStatements(before, after, damage);
        expect(lost.filter(({ start }) => start < damage.start)).toEqual([]);
      }),
      { numRuns },
    ));
});

function damagedDocuments({ text }: TurtleText, damage: Damage) {
  return { before: documentOf(text), after: documentOf(applyDamage(text, damage)) };
}

/** Tokens that neither open nor close a string, IRI or bracket. */
function isPlain({ text }: TurtleToken): boolean {
  return !/^["'<[\]()]/.test(text) && text !== '^^' && !text.startsWith('@');
}
