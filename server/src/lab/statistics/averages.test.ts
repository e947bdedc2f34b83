import { expect, test } from 'vitest';
import { type Average, averagesOf, cellsOf } from './averages.ts';
import { observationsFrom } from './observations.testing.ts';

test('each cell weighs the same, however many cases it has', () => {
  const cells = observationsFrom(`
    hvac gpt MF semantic    a+ b- c- d-
    hvac gpt MF isomorphism a- b- c- d-
    qudt gpt MF semantic    u+
    qudt gpt MF isomorphism u+
    hvac gpt SG semantic    a+ b+ c+ d+
    hvac gpt SG isomorphism a+ b+ c- d-`);
  expect(lines(averagesOf(cellsOf(cells), ['semantic', 'isomorphism']))).toMatchInlineSnapshot(`
    [
      "all : 75.00 50.00 62.50 (3)",
      "manifest M: 62.50 50.00 56.25 (2)",
      "manifest S: 100.00 50.00 75.00 (1)",
      "graph G: 100.00 50.00 75.00 (1)",
      "graph F: 62.50 50.00 56.25 (2)",
      "strategy MF: 62.50 50.00 56.25 (2)",
      "strategy SG: 100.00 50.00 75.00 (1)",
      "model gpt: 75.00 50.00 62.50 (3)",
      "dataset hvac: 62.50 25.00 43.75 (2)",
      "dataset qudt: 100.00 100.00 100.00 (1)",
    ]
  `);
});

test('controls count only where no model was asked', () => {
  const controls = `
    hvac noop   - semantic a- b-
    hvac oracle - semantic a+ b+`;
  const prompted = `${controls}
    hvac gpt SF semantic a+ b-`;
  const all = (text: string) => lines(averagesOf(cellsOf(observationsFrom(text)), ['semantic'])).slice(0, 1);
  expect([all(controls), all(prompted)]).toMatchInlineSnapshot(`
    [
      [
        "all : 50.00 50.00 (2)",
      ],
      [
        "all : 50.00 50.00 (1)",
      ],
    ]
  `);
});

function lines(averages: readonly Average[]): readonly string[] {
  return averages.map(
    ({ factor, level, cells, means }) =>
      `${factor} ${level}: ${Object.values(means)
        .map((share) => (100 * share).toFixed(2))
        .join(' ')} (${cells})`,
  );
}
