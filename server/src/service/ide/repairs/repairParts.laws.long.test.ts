import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { violationKey } from '../../../shacl/model/violation.ts';
import { arbitraryCase } from '../../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../../testing/fixture.ts';
import { analyser, linked, repairEverything, type UnitTexts } from '../../../testing/repairEverything.ts';
import { type RepairPart, repairParts } from '../model/modelFixAll.ts';
import { resultNames, surplus } from './resultNames.testing.ts';

const signal = new AbortController().signal;

const units: fc.Arbitrary<UnitTexts> = arbitraryCase().map(({ data, context, shapes }) => {
  const file = (name: string, statements: readonly string[]) =>
    [`file:///${name}.ttl`, `${suppliedPrefixes}${statements.join('\n')}\n`] as const;
  return {
    data: ['file:///data.ttl'],
    context: ['file:///context.ttl'],
    shapes: ['file:///shapes.ttl'],
    texts: new Map([file('data', data), file('context', context), file('shapes', shapes)]),
  };
});

test('whichever parts are made, what they repair is gone, nothing else has come, and the text is sound', async () => {
  let made = 0;
  let joined = 0;
  await fc.assert(
    fc.asyncProperty(units, fc.infiniteStream(fc.boolean()), async (unit, coin) => {
      const { repaired } = await repairEverything(unit);
      const start = await analyser()(linked(unit));
      const { parts, leftOut } = await repairParts(start, repaired, signal);
      expect(parts.flatMap(({ repairs }) => repairs).length + leftOut.size).toBe(repaired.length);
      joined += parts.filter(({ repairs }) => repairs.length > 1).length;
      const choices = [...parts.map((part) => [part]), parts, parts.filter(() => coin.next().value)];
      for (const chosen of choices) {
        const after = await analyser()(linked(withParts(unit, chosen)));
        expect(surplus(resultNames(after), resultNames(start))).toEqual([]);
        const keys = new Set(after.result.violations.map(violationKey));
        for (const { gone } of chosen) for (const key of gone) expect(keys).not.toContain(key);
        made += chosen.length;
      }
    }),
    { numRuns: Number(process.env.PART_RUNS ?? 40) },
  );
  expect(made).toBeGreaterThan(50);
  expect(joined).toBeGreaterThan(5);
});

function withParts(unit: UnitTexts, parts: readonly RepairPart[]): UnitTexts {
  const texts = new Map(unit.texts);
  for (const [uri, text] of unit.texts) {
    const edits = parts.filter(({ document }) => document.uri === uri).map(({ edit }) => edit);
    texts.set(uri, applyEdits(text, edits));
    expect(new TurtleDocument(uri, 1, texts.get(uri)!).errors).toEqual([]);
  }
  return { ...unit, texts };
}
