import { expect, test } from 'vitest';
import type { CallHierarchyItem, CodeLens, LinkedEditingRanges } from 'vscode-languageserver';
import { analysedFixture } from '../../../testing/analysedFixture.ts';
import { block } from '../../../testing/fixture.ts';
import { languageClient } from '../../protocol/methods/languageClient.ts';
import type { MethodCall } from '../../protocol/methods/methods.ts';
import { answerMethod } from '../methods.ts';
import type { RequestContext } from '../requestContext.ts';

const { host, file } = await analysedFixture(block`
  #- /data.ttl shapes:/shapes.ttl
  PREFIX ex: <http://example.org/>
  ex:alice a ex:Person ; ex:knows ex:bob .
  ex:bob a ex:Person .
  _:b.ê-1 ex:knows _:b.ê-1 .
  #- /shapes.ttl
  PREFIX ex: <http://example.org/>
  PREFIX sh: <http://www.w3.org/ns/shacl#>
  ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person .
`);
const { uri } = file.document;
const textDocument = { uri };
/** In `ex:bob`, the object of the second line. */
const position = { line: 1, character: 36 };
const bob = { start: { line: 2, character: 0 }, end: { line: 2, character: 6 } };

test('places of other lines and files are answered in lines and characters', async () => {
  expect(await answer({ method: 'textDocument/definition', params: { textDocument, position } })).toEqual([
    { uri, range: bob },
  ]);
  const context = { includeDeclaration: false };
  expect(
    await answer({ method: 'textDocument/references', params: { textDocument, position, context } }),
  ).toEqual([{ uri, range: { start: { line: 1, character: 32 }, end: { line: 1, character: 38 } } }]);
  expect(
    await answer({ method: 'textDocument/documentHighlight', params: { textDocument, position } }),
  ).toMatchObject([{ kind: 2 }, { kind: 3, range: bob }]);
});

test('the places of a label are linked while it is a label, as a pattern without flags says', async () => {
  const at = { textDocument, position: { line: 3, character: 4 } };
  const { ranges, wordPattern } = (await answer({
    method: 'textDocument/linkedEditingRange',
    params: at,
  })) as LinkedEditingRanges;
  expect(ranges.map(({ start, end }) => [start.character, end.character])).toEqual([
    [0, 7],
    [17, 24],
  ]);
  // VS Code's client compiles it without flags, and edits no other place once it doesn't match all of the label.
  const matched = (label: string) => new RegExp(wordPattern!).exec(label)?.[0];
  for (const label of ['_:b.ê-1', '_:standups', '_:1_a', '_:日本', '_:']) expect(matched(label)).toBe(label);
  for (const label of ['_:a b', '_:a;', '_:a.', '_:a,_:a', '_:a)']) expect(matched(label)).not.toBe(label);
});

test('symbols are found in all files of the workspace', async () =>
  expect(await answer({ method: 'workspace/symbol', params: { query: 'person' } })).toMatchObject([
    { name: 'ex:PersonShape', location: { uri: 'file:///workspace/shapes.ttl' } },
  ]));

test('an item of a hierarchy leads on', async () => {
  const [item] = (await answer({
    method: 'textDocument/prepareCallHierarchy',
    params: { textDocument, position },
  })) as [CallHierarchyItem];
  expect(item).toMatchObject({ name: 'ex:bob', uri, selectionRange: bob });
  expect(await answer({ method: 'callHierarchy/incomingCalls', params: { item } }, uri)).toMatchObject([
    { from: { name: 'ex:alice', detail: 'ex:knows' }, fromRanges: [{ start: { line: 1, character: 32 } }] },
  ]);
});

test('tokens follow each other by lines and characters', async () =>
  expect(
    await answer({ method: 'textDocument/semanticTokens/range', params: { textDocument, range: bob } }),
  ).toEqual({ data: [2, 0, 2, 0, 0, 0, 3, 3, 3, 0] }));

test('a line above a shape is counted when it is shown', async () => {
  const shapes = 'file:///workspace/shapes.ttl';
  host.openDocument(shapes, 1, file.documents.find((each) => each.uri === shapes)!.text);
  const asked = { textDocument: { uri: shapes } };
  const [lens] = (await answer({ method: 'textDocument/codeLens', params: asked }, shapes)) as [CodeLens];
  expect(await answer({ method: 'codeLens/resolve', params: lens }, shapes)).toMatchObject({
    command: { title: '2 focus nodes', command: 'shaclRepair.showPlaces' },
  });
});

const english = { capabilities: {}, locale: 'en' };

function answer(call: MethodCall, asked = uri): Promise<unknown> {
  const client = languageClient(english);
  const context = { host, client, lines: (each: string) => host.lines(each) } as RequestContext;
  return answerMethod({ ...call, uri: asked, client }, context, new AbortController().signal);
}
