import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CheckReport } from '../../../server/src/protocol/editor/protocol.ts';
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

test('every chart of the page of an evaluation is a figure', () => {
  expect(figures('evaluation', evaluation, font).map(({ name, title }) => `${name}: ${title}`)).toEqual([
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
  expect(figures('modelCheck', check, font).map(({ name }) => name)).toEqual(['scores', 'by-size-t4']);
});

test('where nothing was recorded, there is no figure', () => {
  expect(figures('evaluation', testReport({ runs: [{ cells: ['symbolic: ----'] }] }), font)).toEqual([]);
});

const all = () => [...figures('evaluation', evaluation, font), ...figures('modelCheck', check, font)];

test('the same report gives the same bytes, which say nothing of when and where they were made', () => {
  const drawn = all();
  expect(all()).toEqual(drawn);
  for (const { svg, pdf } of drawn)
    expect(svg + pdf).not.toMatch(/\d{4}-\d{2}-\d{2}|CreationDate|ModDate|\/ID/);
});

test('an SVG file depends on no style sheet, theme, script or address', () => {
  for (const { svg } of all()) {
    expect(svg).not.toMatch(/var\(|color-mix|currentColor|<style|<script|href|url\(|class=|NaN|undefined/);
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toContain('://');
    expect(svg.match(/<(?!\?)[^/]/g)?.length).toBe(
      (svg.match(/<\//g)?.length ?? 0) + (svg.match(/\/>/g)?.length ?? 0),
    );
  }
});

test('names are texts, whatever they are', () => {
  const { svg } = figures('evaluation', evaluation, font).find(({ name }) => name === 'rates')!;
  expect(svg).toContain('model:&#60;&#38;&#34; MG</text>');
});

test('a PDF file has its objects where it says, of the lengths that it says', () => {
  for (const { pdf } of all()) {
    expect(pdf).toMatch(/^[\n\x20-\x7e]*$/);
    expect(pdf).not.toMatch(/NaN|undefined|Infinity/);
    const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
    expect(pdf.slice(start, start + 5)).toBe('xref\n');
    const offsets = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
      Number(offset),
    );
    expect(offsets.length).toBe(10);
    for (const [i, offset] of offsets.entries())
      expect(pdf.slice(offset)).toMatch(new RegExp(`^${i + 1} 0 obj\n`));
    for (const { 1: length, index, 0: head } of pdf.matchAll(/\/Length (\d+)[^\n]*>>\nstream\n/g)) {
      expect(pdf.slice(index + head.length + Number(length))).toMatch(/^\nendstream/);
    }
  }
});

test('what is written in a PDF file can be searched: its glyphs say what they stand for', () => {
  const { pdf } = figures('evaluation', evaluation, font).find(({ name }) => name === 'rates')!;
  const characters = new Map(
    [...pdf.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)].map(([, code, text]) => [
      code!,
      String.fromCharCode(Number.parseInt(text!, 16)),
    ]),
  );
  const texts = [...pdf.matchAll(/<([0-9a-f]+)> Tj/g)].map(([, codes]) =>
    codes!
      .match(/.{4}/g)!
      .map((code) => characters.get(code))
      .join(''),
  );
  expect(texts).toEqual(expect.arrayContaining(['symbolic', 'model:x→é SF', 'isomorphic', '66.7']));
});
