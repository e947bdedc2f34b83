import { expect, test } from 'vitest';
import type { CompletionList } from 'vscode-languageserver';
import { noVocabularies } from '../../service/language/vocabularies/vocabularies.ts';
import { analysedFixture } from '../../testing/analysedFixture.ts';
import { block } from '../../testing/fixture.ts';
import { languageClient } from '../protocol/methods/languageClient.ts';
import type { MethodCall } from '../protocol/methods/methods.ts';
import { answerMethod } from './methods.ts';
import type { RequestContext } from './requestContext.ts';

const { host, file } = await analysedFixture(block`
  # A file of two statements
  ex:alice a ex:Person ;
    ex:name "Alice" .
  ex:bob a ex:Person .
`);
const { uri } = file.document;

test('an open document is answered for in lines and characters', async () => {
  const textDocument = { uri };
  expect(await answer(uri, { method: 'textDocument/foldingRange', params: { textDocument } })).toEqual([
    { startLine: 2, endLine: 3 },
  ]);
});

test('for a document that is not open the answer is null', async () => {
  const textDocument = { uri: 'file:///workspace/other.ttl' };
  expect(
    await answer(textDocument.uri, { method: 'textDocument/foldingRange', params: { textDocument } }),
  ).toBeNull();
});

const vocabularies = async () => noVocabularies;

function answer(asked: string, call: MethodCall): Promise<unknown> {
  const client = languageClient({ locale: 'en', capabilities: {} });
  const context = { host, client, lines: (each: string) => host.lines(each), vocabularies } as RequestContext;
  return answerMethod({ ...call, uri: asked, client }, context, new AbortController().signal);
}

test('suggestions are edits of the typed token, and their terms are documented when asked', async () => {
  const textDocument = { uri };
  const position = { line: 4, character: 11 };
  const list = (await answer(uri, {
    method: 'textDocument/completion',
    params: { textDocument, position },
  })) as CompletionList;
  const person = list.items.find(({ label }) => label === 'ex:Person')!;
  expect(person).toMatchObject({
    sortText: '0000',
    filterText: 'ex:Person',
    insertTextFormat: 1,
    textEdit: {
      range: { start: { line: 4, character: 9 }, end: { line: 4, character: 18 } },
      newText: 'ex:Person',
    },
  });
  expect(await answer(uri, { method: 'completionItem/resolve', params: person })).toMatchObject({
    documentation: { kind: 'plaintext', value: 'http://example.org/ns#Person' },
  });
});
