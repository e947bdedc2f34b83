import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seededRandom, shuffled } from '../../../base/random.ts';
import { parse } from '../../../repair/llm/answer/turtleReadings.ts';
import { evaluateCorrection } from '../questions/errorsTask.ts';
import { officeCast, officeTurtle } from '../questions/officeGraph.ts';
import { syntaxFacts } from '../syntax/graphSyntax.ts';
import {
  compareMatched,
  compareNormalised,
  dropLines,
  normalisedTriples,
  precisionRecall,
  sequenceRatio,
} from './graphScores.ts';

const correct = officeTurtle(officeCast(0));
const broken = syntaxFacts.turtle.withErrors(correct);
const triples = (text: string) => [...parse(text).graph.triples()];
const normalised = (text: string) => normalisedTriples(triples(text));
const rounded = (value: number | null | undefined) =>
  value == null ? value : Math.round(value * 1000) / 1000;

describe('the file with two errors', () => {
  const scoresOf = async (answer: string) =>
    (await evaluateCorrection(answer, { correct, broken, syntax: 'turtle' })).scores;

  test('corrected has 29 triples, 27 of them different without the names of blank nodes', async () => {
    expect([triples(correct).length, normalised(correct).size]).toEqual([29, 27]);
    expect(await scoresOf(correct)).toMatchObject({
      'strict.f1': 1,
      'lenient.f1': 1,
      'recovered.f1': 1,
      'strict.isomorphic': 1,
      'strict.matchedF1': 1,
      diffRatio: 1,
      normDiffRatio: 1,
      onlyTurtle: 1,
      'lenient.parsableTripleRatio': 1,
    });
  });

  test('unchanged is worth nothing unless it is recovered', async () => {
    const { errors } = parse(broken);
    expect(parse(broken).lines.positionAt(errors[0]!.range.start).line + 1).toBe(10);
    expect(await scoresOf(broken)).toMatchObject({ 'strict.f1': 0, 'lenient.f1': 0, diffRatio: 0 });
    expect(rounded((await scoresOf(broken))['recovered.f1'])).toBe(0.941);
    const dropped = dropLines(broken);
    expect([triples(dropped.text).length, dropped.droppedLines > 10]).toEqual([0, true]);
  });

  test('in a fence between sentences is strictly nothing', async () => {
    const wrapped = `Here is the corrected file:\n\`\`\`turtle\n${correct}\`\`\`\nI fixed two errors.`;
    expect(await scoresOf(wrapped)).toMatchObject({ 'strict.f1': 0, 'lenient.f1': 1, 'recovered.f1': 1 });
    expect((await scoresOf(wrapped)).compatF1).toBe(1);
    const dropped = dropLines(wrapped);
    expect([
      dropped.droppedLines,
      compareNormalised(normalised(dropped.text), normalised(correct)).f1,
    ]).toEqual([4, 1]);
  });

  test('not answered is far below the question', async () => {
    const scores = await scoresOf('');
    expect(scores).toMatchObject({ 'recovered.f1': 0, 'recovered.precision': null, diffRatioRaw: 0 });
    expect(scores.diffRatio).toBeLessThan(-300);
  });
});

test('the files of the golden are these', () => {
  const golden = new URL('../../../../../../shared/golden/t2-own.json', import.meta.url);
  let text: string;
  try {
    text = readFileSync(golden, 'utf8');
  } catch {
    // Kept beside the repository, not in it.
    return;
  }
  expect(JSON.parse(text)).toEqual({ ok: correct, broken });
});

test('an empty line counts as a triple in published scores only', () => {
  const answer = new Set(['1', '2', '3'].map((each) => `_:b <p> "${each}" .`));
  const reference = new Set(['1', '2', '4', '5'].map((each) => `_:b <p> "${each}" .`));
  expect(compareNormalised(answer, reference)).toMatchObject({ precision: 2 / 3, recall: 2 / 4 });
  const compat = compareNormalised(answer, reference, { compatEmptyLine: true });
  expect([compat.precision, compat.recall]).toEqual([3 / 4, 3 / 5]);
});

test('precision is not defined where nothing was found', () => {
  expect(precisionRecall(0, 0, 5)).toEqual({ precision: null, recall: 0, f1: 0 });
  expect(precisionRecall(0, 3, 5)).toEqual({ precision: 0, recall: 0, f1: 0 });
  expect(rounded(precisionRecall(5, 7, 5).f1)).toBe(0.833);
});

test('onlyTurtle falls with the characters that are deleted', () => {
  expect(rounded(dropLines('```turtle\n<a:a> <a:b> 1 .').onlyTurtle)).toBe(0.1);
  expect(rounded(dropLines(`${'Here is the corrected Turtle:'}\n<a:a> <a:b> 1 .`).onlyTurtle)).toBe(0.033);
});

// The values are those of difflib.SequenceMatcher(None, first, second).ratio() of Python 3.11.
test.each([
  ['', '', 1],
  ['abcd', 'bcde', 0.75],
  ['private Thread currentThread;', 'private volatile Thread currentThread;', 0.8656716417910447],
  ['a', '', 0],
  [broken, correct, 0.9984825493171472],
  [correct, correct, 1],
  ['', correct, 0],
  [correct.slice(200) + correct.slice(0, 200), correct, 0.12121212121212122],
  [`Sure!\n${correct.replaceAll('foaf', 'f')}`, correct, 0.9847094801223242],
])('texts are as alike as difflib says (%#)', (first, second, ratio) => {
  expect(sequenceRatio(first, second)).toBeCloseTo(ratio, 12);
});

describe('blank nodes', () => {
  test('are told apart by what is said of them', () => {
    const two = '<a:x> <a:p> [ <a:q> 1 ; <a:r> 2 ] , [ <a:q> 3 ; <a:r> 4 ] .';
    const swapped = '<a:x> <a:p> [ <a:q> 1 ; <a:r> 4 ] , [ <a:q> 3 ; <a:r> 2 ] .';
    expect(compareNormalised(normalised(swapped), normalised(two)).f1).toBe(1);
    const { f1 } = compareMatched(triples(swapped), triples(two));
    expect(rounded(f1)).toBe(0.667);
  });

  test('may have any names', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = seededRandom(seed);
      const labels = [...shuffled(['a', 'b', 'c', 'd', 'e', 'f'], random)];
      const statements = Array.from({ length: 12 }, () => {
        const node = () => random.below(6);
        const object = random.below(3) === 0 ? `"${random.below(3)}"` : `_:${node()}`;
        return [`_:${node()}`, `<a:p${random.below(3)}>`, object] as const;
      });
      const text = (name: (label: string) => string) =>
        statements
          .map((terms) => `${terms.map((term) => term.replace(/^_:(\d)$/, (_, n) => name(n))).join(' ')} .`)
          .join('\n');
      const first = text((n) => `_:n${n}`);
      const renamed = text((n) => `_:${labels[Number(n)]}`);
      const other = text((n) => `_:n${n}`).replaceAll('<a:p1>', '<a:p2>');
      expect(compareMatched(triples(first), triples(first)).f1).toBe(1);
      expect(compareMatched(triples(renamed), triples(first)).f1).toBe(1);
      expect(compareNormalised(normalised(renamed), normalised(first)).f1).toBe(1);
      // Renaming the answer changes neither score.
      const against = (answer: string) => [
        compareNormalised(normalised(answer), normalised(other)).f1,
        compareMatched(triples(answer), triples(other)).f1,
      ];
      expect(against(renamed)).toEqual(against(first));
    }
  });
});
