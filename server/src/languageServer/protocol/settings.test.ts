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
          "rdf": "1.2",
          "shacl": "1.2",
          "subClassOfFrom": [
            "data",
            "context",
            "shapes",
          ],
          "usesLens": "off",
        },
        "debounce": 150,
        "judgesDiskChanges": false,
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
      "values": Map {
        "links" => {
          "isGiven": false,
          "value": [],
        },
        "ontologies" => {
          "isGiven": false,
          "value": {},
        },
        "validation.engine" => {
          "isGiven": false,
          "value": "builtin",
        },
        "validation.subClassOfFrom" => {
          "isGiven": false,
          "value": [
            "data",
            "context",
            "shapes",
          ],
        },
        "validation.inference" => {
          "isGiven": false,
          "value": "none",
        },
        "validation.rdf" => {
          "isGiven": false,
          "value": "1.2",
        },
        "validation.shacl" => {
          "isGiven": false,
          "value": "1.2",
        },
        "repair.maxSuggestions" => {
          "isGiven": false,
          "value": 5,
        },
        "inlayHints" => {
          "isGiven": false,
          "value": [],
        },
        "codeLens.uses" => {
          "isGiven": false,
          "value": "off",
        },
        "format.indent" => {
          "isGiven": false,
          "value": "  ",
        },
        "format.predicates" => {
          "isGiven": false,
          "value": "indented",
        },
        "format.alignObjects" => {
          "isGiven": false,
          "value": false,
        },
        "format.objects" => {
          "isGiven": false,
          "value": "keepLines",
        },
        "format.semicolons" => {
          "isGiven": false,
          "value": "lineEnd",
        },
        "format.dot" => {
          "isGiven": false,
          "value": "lineEnd",
        },
        "format.keepOnOneLine" => {
          "isGiven": false,
          "value": "brackets",
        },
        "format.sortPrefixes" => {
          "isGiven": false,
          "value": false,
        },
        "format.alignPrefixes" => {
          "isGiven": false,
          "value": false,
        },
        "validation.debounce" => {
          "isGiven": false,
          "value": 150,
        },
        "validation.run" => {
          "isGiven": false,
          "value": "onType",
        },
        "validation.changesOnDisk" => {
          "isGiven": false,
          "value": false,
        },
        "validation.timeout" => {
          "isGiven": false,
          "value": 10000,
        },
        "model.provider" => {
          "isGiven": false,
          "value": "none",
        },
        "model.id" => {
          "isGiven": false,
          "value": "",
        },
        "model.baseUrl" => {
          "isGiven": false,
          "value": "",
        },
        "model.strategy" => {
          "isGiven": false,
          "value": {
            "choose": false,
            "strategy": "SF+",
          },
        },
        "model.candidates" => {
          "isGiven": false,
          "value": 1,
        },
        "model.maxRounds" => {
          "isGiven": false,
          "value": 3,
        },
        "model.temperature" => {
          "isGiven": false,
          "value": 0,
        },
        "model.timeout" => {
          "isGiven": false,
          "value": 120000,
        },
        "model.concurrency" => {
          "isGiven": false,
          "value": 4,
        },
        "model.requestsPerMinute" => {
          "isGiven": false,
          "value": undefined,
        },
        "model.maxCost" => {
          "isGiven": false,
          "value": undefined,
        },
        "evaluation.programs" => {
          "isGiven": false,
          "value": [],
        },
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
