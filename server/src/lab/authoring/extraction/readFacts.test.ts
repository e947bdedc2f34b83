import { expect, test } from 'vitest';
import { readFacts } from './readFacts.ts';

const prefixes = new Map([['ex', 'http://example.org/']]);

test.each<[answer: string, why: string]>([
  ['', 'The answer has no Turtle in it.'],
  ['# I found nothing.', 'The answer has no Turtle in it.'],
  [
    '@prefix ex: <http://other.example/> . ex:a ex:p ex:b .',
    'The answer declares the prefix ex: for <http://other.example/>, which stands for <http://example.org/> in the file.',
  ],
])('%j is not read', (answer, why) => {
  expect(readFacts(answer, prefixes)).toMatchObject({ kind: 'unreadable', why });
});

test('an empty block has no facts', () => {
  expect(readFacts('```turtle\n```', prefixes)).toEqual({ kind: 'facts', triples: [] });
});
