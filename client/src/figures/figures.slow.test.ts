import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { CheckReport } from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { testCell, testReport } from '../evaluation/view/testReport.ts';
import { figures } from './main.ts';

const font = readFileSync('node_modules/@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf');

const cost = {
  input: 14_000,
  output: 1100,
  estimated: false,
  usd: 0.02,
  usdPerTrial: null,
  answers: 4,
  fromCache: 0,
};
const estimate = { low: -0.01, high: 0.1, cautions: [] };
const evaluation = testReport({
  suites: ['a+ a+ a- b?'],
  runs: [{ cells: ['symbolic: 4432', testCell('model:x→é SF: 4400', { cost }), 'model:<&" MG: 2222'] }],
  more: {
    statistics: {
      seed: 1,
      resamples: 100,
      averages: [],
      comparisons: [
        {
          factor: 'model',
          reference: 'x',
          comparison: 'y',
          outcome: {
            kind: 'compared',
            datasets: ['a'],
            cautions: [],
            metrics: [
              {
                metric: 'overall',
                referenceMean: 0.5,
                comparisonMean: 0.55,
                paired: {
                  ...estimate,
                  difference: 0.05,
                  pValue: 0.01,
                  adjustedPValue: 0.02,
                  exact: true,
                  referenceMean: 0.5,
                  comparisonMean: 0.55,
                  pairs: 10,
                  blocks: 1,
                  cases: 10,
                },
                mixed: { kind: 'notSupported', reason: 'there is only one data set' },
              },
            ],
          },
        },
      ],
    },
  },
});

const some = { count: 4, mean: 0.5, low: 0.4, high: 0.6, min: 0, q1: 0.2, median: 0.5, q3: 0.8, max: 1 };
const check = {
  models: ['tiny', 'huge'].map((model) => ({
    model,
    tasks: [
      {
        task: 'T2',
        title: 'Correct a file',
        readings: { strict: some, lenient: some, recovered: null },
        sizes: [],
      },
      {
        task: 'T4',
        title: 'Count friends',
        readings: { strict: null, lenient: null, recovered: null },
        sizes: [1000, 2000].map((size) => ({ size, scores: { '0_lenient.f1': some } })),
      },
    ],
  })),
} as unknown as CheckReport;

const ofEvaluation = await figures('evaluation', evaluation, font);
const ofCheck = await figures('modelCheck', check, font);
const drawn = [...ofEvaluation, ...ofCheck];
const rates = drawn.find(({ name }) => name === 'rates')!;

test('every chart of the page of an evaluation is a figure', () => {
  expect(ofEvaluation.map(({ name, title }) => `${name}: ${title}`)).toEqual([
    'rates: Trials that reach each tier, in % of all trials',
    'strategies-syntactic: Trials with syntactic answers, in % of all trials',
    'strategies-semantic: Trials with semantic answers, in % of all trials',
    'strategies-relaxed: Trials with relaxed answers, in % of all trials',
    'strategies-isomorphic: Trials with isomorphic answers, in % of all trials',
    'tiers: How far the trials of each system get',
    'tokens: Tokens of a trial',
    'costs: Restored graphs by USD per 1,000 trials',
    'effects-overall: Differences with 95 % intervals, overall, the mean of all tiers',
    'compared-1: symbolic → model:x→é SF',
  ]);
});

test('so is every chart of the page of a model check', () => {
  expect(ofCheck.map(({ name }) => name)).toEqual(['scores', 'by-size-t4']);
});

test('where nothing was recorded, there is no figure', async () => {
  expect(await figures('evaluation', testReport({ runs: [{ cells: ['symbolic: ----'] }] }), font)).toEqual(
    [],
  );
});

const decoder = new TextDecoder('latin1');

test('the same report gives the same bytes, which say nothing of when and where they were made', async () => {
  expect(await figures('evaluation', evaluation, font)).toEqual(ofEvaluation);
  expect(await figures('modelCheck', check, font)).toEqual(ofCheck);
  for (const { svg, pdf } of drawn) {
    expect(svg).not.toMatch(/\d{4}-\d{2}-\d{2}/);
    expect(decoder.decode(pdf).match(/\(D:\d+Z\)/g)).toEqual(['(D:19700101000000Z)']);
  }
});

test('an SVG file depends on no style sheet, theme, script or address', () => {
  for (const { svg } of drawn) {
    expect(svg).not.toMatch(/var\(|color-mix|currentColor|<style|<script|href|url\(|class=|NaN|undefined/);
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toContain('://');
    expect(svg.match(/<(?!\?)[^/]/g)?.length).toBe(
      (svg.match(/<\//g)?.length ?? 0) + (svg.match(/\/>/g)?.length ?? 0),
    );
  }
});

test('names are texts, whatever they are', () => {
  expect(rates.svg).toContain('model:&#60;&#38;&#34; MG</text>');
});

/** What is in the streams of a PDF file. */
function contentsOf(pdf: Uint8Array): readonly string[] {
  return [...decoder.decode(pdf).matchAll(/\/Length (\d+)[^>]*>>\nstream\n/g)].map(
    ({ 1: length, index, 0: { length: head } }) =>
      decoder.decode(inflateSync(pdf.subarray(index + head, index + head + Number(length)))),
  );
}

test('a PDF file has its objects where it says, of the lengths that it says', () => {
  for (const { pdf } of drawn) {
    const text = decoder.decode(pdf);
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    expect(text.slice(start, start + 5)).toBe('xref\n');
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
      Number(offset),
    );
    expect(offsets.length).toBeGreaterThan(9);
    for (const [i, offset] of offsets.entries())
      expect(text.slice(offset)).toMatch(new RegExp(`^${i + 1} 0 obj\n`));
    expect(text.slice(0, start).match(/\/Length /g)?.length).toBe(contentsOf(pdf).length);
    expect(contentsOf(pdf).join('\n')).not.toMatch(/NaN|undefined|Infinity/);
  }
});

test('what is written in a PDF file can be searched: its glyphs say what they stand for', () => {
  const contents = contentsOf(rates.pdf);
  const [, given] = /beginbfrange\n<0000> <\w+> \[(.*)\]/.exec(
    contents.find((each) => each.includes('bfrange'))!,
  )!;
  const characters = [...given!.matchAll(/<(\w+)>/g)].map(([, code]) =>
    String.fromCharCode(Number.parseInt(code!, 16)),
  );
  const texts = [...contents.join('\n').matchAll(/\[(.*)\] TJ/g)].map(([, line]) =>
    [...line!.matchAll(/<(\w+)>/g)]
      .flatMap(([, codes]) => codes!.match(/.{4}/g)!)
      .map((code) => characters[Number.parseInt(code, 16)])
      .join(''),
  );
  expect(texts).toEqual(expect.arrayContaining(['symbolic', 'model:x→é SF', 'isomorphic', '66.7']));
});
