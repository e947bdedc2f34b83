import { describe, expect, test } from 'vitest';
import { projectFileSchema, readProjectFile } from './projectFile.ts';

const uri = 'file:///project/shacl-repair.jsonc';

test('all that can be said', () => {
  const file = readProjectFile(
    uri,
    `{
      "$schema": "https://example.org/schema.json",
      // Buildings and people.
      "links": [
        { "data": ["buildings/**/*.ttl", "office.ttl"], "shapes": "shapes/*.ttl", "context": ["brick.ttl"] },
        { "data": "people.ttl", },
      ],
      "inference": "rdfs",
      "failOn": "warning",
      "allow": ["not-checked", "no-targets"],
      "severity": { "sh:minCount": "info", "<http://example.org/S>": "off" },
      "baseline": "known.json",
      "ontologies": { "http://example.org/o": "o.ttl" },
    }`,
  );
  expect(file.problems).toEqual([]);
  expect(file).toMatchObject({
    folderUri: 'file:///project',
    links: [
      {
        data: [{ value: 'buildings/**/*.ttl' }, { value: 'office.ttl' }],
        shapes: [{ value: 'shapes/*.ttl' }],
        context: [{ value: 'brick.ttl' }],
      },
      { data: [{ value: 'people.ttl' }], shapes: [], context: [] },
    ],
    inference: 'rdfs',
    failOn: 'warning',
    allow: ['not-checked', 'no-targets'],
    severity: [
      { key: { value: 'sh:minCount' }, level: 'info' },
      { key: { value: '<http://example.org/S>' }, level: 'off' },
    ],
    baseline: { value: 'known.json' },
  });
  expect([...file.ontologies]).toMatchObject([['http://example.org/o', { value: 'o.ttl' }]]);
});

test('an empty object says nothing', () => {
  expect(readProjectFile(uri, '{}')).toMatchObject({ links: [], failOn: undefined, problems: [] });
});

describe('what is wrong is said at its place, and the rest counts', () => {
  test.each([
    ['{ "failon": "info" }', ['"failon"', '"failon" is not known here. Did you mean "failOn"?']],
    [
      '{ "colour": "red" }',
      [
        '"colour"',
        '"colour" is not known here. Known are $schema, links, inference, rdf, shacl, failOn, allow, severity, baseline and ontologies.',
      ],
    ],
    [
      '{ "failOn": "warnings" }',
      [
        '"warnings"',
        '"warnings" is not known here. Did you mean "warning"? Write "violation", "warning" or "info".',
      ],
    ],
    ['{ "links": {} }', ['{}', 'Write a list here, in brackets: [ … ].']],
    ['{ "links": [ "a.ttl" ] }', ['"a.ttl"', 'Write an object here, in braces: { "data": … }.']],
    ['{ "links": [ { "shapes": "a.ttl" } ] }', ['{ "shapes": "a.ttl" }', '"data" is missing here.']],
    ['{ "links": [ { "data": "a.ttl", "shapes": 1 } ] }', ['1', 'Write a text here, in double quotes.']],
    ['{ "severity": "off" }', ['"off"', 'Write names with values here, in braces: { "name": … }.']],
    ['[]', ['[]', 'Write an object here, in braces: { "$schema": … }.']],
    [
      '{ "failOn": "info" "allow": "link" }',
      [
        '"',
        'This is not JSON, so nothing of the file is used. Look for a missing comma, quote or bracket here or just before.',
      ],
    ],
    ['', ['', 'This file is empty. Write { } with what your project needs.']],
  ])('%s', (text, expected) => {
    const { problems } = readProjectFile(uri, text);
    expect(problems.map(({ range, message }) => [text.slice(range.start, range.end), message])).toEqual([
      expected,
    ]);
  });

  test('the rest counts', () => {
    const text = '{ "failOn": "warning", "allow": ["link", "lnk"], "links": [{}, { "data": "a.ttl" }] }';
    const { problems, ...file } = readProjectFile(uri, text);
    expect(problems).toHaveLength(2);
    expect(file).toMatchObject({
      failOn: 'warning',
      allow: ['link'],
      links: [{ data: [{ value: 'a.ttl' }] }],
    });
  });
});

test('the schema that editors use is that of what is read; npm run docs writes it', async () => {
  const schema = `${JSON.stringify(projectFileSchema(), null, 2)}\n`;
  await expect(schema).toMatchFileSnapshot('../../../../client/shacl-repair.schema.json');
});
