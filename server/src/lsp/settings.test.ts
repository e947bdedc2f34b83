import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('without any settings the documented defaults hold', () => {
  expect(readSettings([undefined, null, {}])).toMatchInlineSnapshot(`
    {
      "problems": [],
      "settings": {
        "core": {
          "engine": "builtin",
          "inference": "none",
          "links": [],
          "maxSuggestions": 5,
          "subClassOfFrom": [
            "data",
            "context",
            "shapes",
          ],
        },
        "debounce": 150,
        "model": {
          "baseUrl": "https://api.openai.com/v1",
          "id": "",
          "maxRounds": 3,
          "prices": [],
          "provider": "none",
          "strategy": "SF+",
          "temperature": 0,
          "timeout": 120000,
        },
        "timeout": 10000,
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
    { model: { provider: 'openai', id: ' gpt ', strategy: 'XL', prices: [{ model: 'gpt' }] } },
  ]);
  expect(settings.model).toMatchObject({ provider: 'openai', id: 'gpt', strategy: 'SF+', prices: [] });
  expect(problems).toEqual([
    'The setting shaclRepair.model.strategy can\'t be "XL"; it is ignored.',
    expect.stringMatching(/^The setting shaclRepair.model.prices, entry 1: .*; it is ignored.$/),
  ]);
});
