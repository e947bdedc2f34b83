import { expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { fetchPatterns } from './fetchPatterns.ts';

const never = new AbortController().signal;

test.each([
  ['lists in lists', '['.repeat(1_000_000), 'Its answer is nested too deeply.'],
  [
    'two million empty rows',
    `{"head":{"vars":["s"]},"results":{"bindings":[${'{},'.repeat(2_000_000)}{}]}}`,
    'Its answer has far more than it was asked for.',
  ],
  [
    'one endless text',
    `{"head":{},"results":{"bindings":[{"n":{"type":"literal","value":"${'x'.repeat(9_000_000)}"}}]}}`,
    'Its answer has a text of more than 8 MB.',
  ],
  [
    'nine million letters',
    'x'.repeat(9_000_000),
    'Its response is invalid or truncated JSON. Raise the time that it gives a query.',
  ],
])('a store that answers with %s is asked four times, however much is wanted', async (_, answer, reason) => {
  let queries = 0;
  const store = {
    url: 'https://store.example/sparql',
    select: async () => {
      queries++;
      return answer;
    },
  };
  const subjects = Array.from({ length: 5000 }, (_, i) => terms.iri(`urn:large:${i}`));
  const { answers, gaps } = await fetchPatterns(
    store,
    [{ subjects, predicates: undefined, objects: undefined }],
    never,
  );
  expect(answers).toEqual([]);
  expect(gaps[0]).toContain(`${reason} It is not asked again, after 4 such answers.`);
  expect(queries).toBe(4);
});
