import { expect, test } from 'vitest';
import { displayMethods } from './displayMethods.ts';

test.each([
  [
    'one that shows a part of a file is offered parts alone',
    { range: true, full: { delta: true } },
    { range: true },
  ],
  ['one that asks for all is offered what differs', { full: { delta: true } }, { full: { delta: true } }],
  ['one that can do no more is offered all', { full: true }, { full: { delta: false } }],
])('of the clients that colour names, %s', (_, requests, offered) => {
  const { capabilities } = displayMethods['textDocument/semanticTokens/full'];
  const semanticTokens = { requests, tokenTypes: [], tokenModifiers: [], formats: [] };
  expect(capabilities!({ textDocument: { semanticTokens } }).semanticTokensProvider).toEqual({
    legend: expect.anything(),
    ...offered,
  });
});
