import { expect, test } from 'vitest';
import { analysedFixture } from '../../../testing/analysedFixture.ts';
import { block } from '../../../testing/fixture.ts';
import { languageClient } from '../../protocol/methods/languageClient.ts';
import { methods } from '../../protocol/methods/methods.ts';
import { answerMethod } from '../methods.ts';
import type { RequestContext } from '../requestContext.ts';

test('links follow files that are moved, by edits of the files where they are now', async () => {
  const { host } = await analysedFixture(block`
    #- /data/a.ttl
    # shapes: ../shapes.ttl
    <a> a <C> .
    #- /data/b.ttl
    # shapes: ../*.ttl
    <b> a <C> .
    #- /shapes.ttl
    <S> a <Shape> .
  `);
  const folder = 'file:///workspace';
  const params = {
    files: [{ oldUri: `${folder}/shapes.ttl`, newUri: `${folder}/shapes/all.ttl` }],
  };
  const client = languageClient({ capabilities: {}, locale: 'en' });
  const context = { host, client, capabilities: { documentChanges: true } } as RequestContext;
  const method = 'workspace/willRenameFiles';
  const answer = await answerMethod(
    { uri: '', method, params, client },
    context,
    new AbortController().signal,
  );
  const told: string[] = [];
  const { reply } = methods[method];
  expect(reply!(answer as Parameters<NonNullable<typeof reply>>[0], (message) => told.push(message))).toEqual(
    {
      documentChanges: [
        {
          textDocument: { uri: `${folder}/data/a.ttl`, version: 1 },
          edits: [
            {
              range: { start: { line: 0, character: 10 }, end: { line: 0, character: 23 } },
              newText: '../shapes/all.ttl',
            },
          ],
        },
      ],
    },
  );
  expect(told).toEqual([
    "'../*.ttl' in b.ttl is a pattern and stays as it is. It no longer matches shapes.ttl.",
  ]);
});
