import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('without any settings the documented defaults hold', () => {
  expect(readSettings([undefined, null, {}])).toMatchInlineSnapshot(`
    {
      "problems": [],
      "settings": {
        "core": {
          "engine": "builtin",
          "format": {
            "alignObjects": false,
            "alignPrefixes": false,
            "dot": "lineEnd",
            "indent": "  ",
            "keepOnOneLine": "brackets",
            "objects": "keepLines",
            "predicates": "indented",
            "semicolons": "lineEnd",
            "sortPrefixes": false,
          },
          "inference": "none",
          "inlayHints": [],
          "links": [],
          "maxSuggestions": 5,
          "ontologies": {},
          "subClassOfFrom": [
            "data",
            "context",
            "shapes",
          ],
          "usesLens": "off",
        },
        "debounce": 150,
        "model": {
          "baseUrl": "https://api.openai.com/v1",
          "candidates": 1,
          "choose": false,
          "id": "",
          "limits": {
            "concurrency": 4,
            "maxCost": undefined,
            "prices": [],
            "requestsPerMinute": undefined,
          },
          "maxRounds": 3,
          "provider": "none",
          "strategy": "SF+",
          "temperature": 0,
          "timeout": 120000,
        },
        "programs": [],
        "timeout": 10000,
        "validates": "onType",
      },
    }
  `);
});

test('the first layer that gives a value wins, value by value', () => {
  const client = { validation: { engine: 'rdf-validate-shacl' } };
  const initial = { validation: { engine: 'builtin', debounce: 20 }, 'repair.maxSuggestions': 2 };
  const { settings } = readSettings([client, initial]);
  expect(settings).toMatchObject({
    debounce: 20,
    core: { engine: 'rdf-validate-shacl', maxSuggestions: 2 },
  });
});

test('a link may leave out its context and give one path instead of a list', () => {
  const { settings } = readSettings([{ links: [{ data: '*.ttl', shapes: 'shapes.ttl' }] }]);
  expect(settings.core.links).toEqual([{ data: '*.ttl', shapes: ['shapes.ttl'], context: [] }]);
});

test('a value of the wrong type is named and ignored', () => {
  const { settings, problems } = readSettings([{ links: [{ shapes: [] }], validation: { engine: 'fast' } }]);
  expect(settings.core).toMatchObject({ links: [], engine: 'builtin' });
  expect(problems).toEqual([
    'The setting shaclRepair.links can\'t be [{"shapes":[]}]; it is ignored.',
    'The setting shaclRepair.validation.engine can\'t be "fast"; it is ignored.',
  ]);
});

test('a time-out may be given in seconds', () => {
  expect(readSettings([{ validation: { timeout: 2 } }]).settings.timeout).toBe(2000);
  expect(readSettings([{ validation: { timeout: 2500 } }]).settings.timeout).toBe(2500);
});

test('a strategy or price that there is none of is named and ignored', () => {
  const { settings, problems } = readSettings([
    {
      model: { provider: 'openai', id: ' gpt ', strategy: 'XL', candidates: 1.5, prices: [{ model: 'gpt' }] },
    },
  ]);
  expect(settings.model).toMatchObject({
    provider: 'openai',
    id: 'gpt',
    strategy: 'SF+',
    candidates: 1,
    limits: { prices: [] },
  });
  expect(problems).toEqual([
    'The setting shaclRepair.model.strategy can\'t be "XL"; it is ignored.',
    "The setting shaclRepair.model.candidates can't be 1.5; it is ignored.",
    expect.stringMatching(/^The setting shaclRepair.model.prices, entry 1: .*; it is ignored.$/),
  ]);
});

test('a model may be shown choices, several times, and not for too much', () => {
  const model = { strategy: 'choose:MG', candidates: 3, concurrency: 1, requestsPerMinute: 10, maxCost: 0.5 };
  const { settings, problems } = readSettings([{ model }]);
  expect(problems).toEqual([]);
  expect(settings.model).toMatchObject({
    strategy: 'MG',
    choose: true,
    candidates: 3,
    limits: { concurrency: 1, requestsPerMinute: 10, maxCost: 0.5 },
  });
});
