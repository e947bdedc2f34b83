import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  CodeLens,
  CompletionList,
  DocumentSymbol,
  Hover,
  InlayHint,
  MarkupContent,
} from 'vscode-languageserver';
import { escapeInvisibleLine } from '../../base/visibleText.ts';
import { block } from '../../testing/fixture.ts';
import { TestClient } from '../../testing/testClient.ts';
import { showPlacesCommand, tryShapesCommand, whyCommand } from '../protocol/editor/protocol.ts';

/*
 * A stranger's labels, comments, messages and names of files are full of markup. Whatever an editor shows of them is text: it
 * runs no command but ours, leads to no address that they name, and does not reverse the direction of reading.
 */

const hostile = [
  '[click](command:workbench.action.terminal.new)',
  '![x](http://evil.example/a.png)',
  '<a href=\\"command:evil\\">a</a><img src=x onerror=alert(1)>',
  '$(alert) <command:evil> http://evil.example www.evil.example',
  'a\\u202Etxt.exe\\u0007\\u001B[31m',
  '``` [b](command:evil) ```',
  '[c]: command:evil\\n\\n[c]',
  '| a | b |\\n|---|---|\\n# heading',
];
/** A name that file systems allow. */
const shapesName = 'shapes $(alert) [x](command:evil).ttl';

const files = {
  'data.ttl': block`
    # shapes: shapes*.ttl
    # context: ontology.ttl
    @prefix ex: <http://example.org/> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    ${hostile.map((_, i) => `ex:Q${i} a ex:C${i} ; ex:p${i} ex:Q${i} ; ex:age "x" .`).join('\n')}
  `,
  [shapesName]: block`
    @prefix ex: <http://example.org/> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    ${hostile
      .map(
        (text, i) => `ex:S${i} a sh:NodeShape ; sh:targetClass ex:C${i} ; sh:name "${text}" ;
      sh:property [ sh:path ex:age ; sh:datatype xsd:integer ; sh:message "${text}" ; sh:description "${text}" ] .`,
      )
      .join('\n')}
  `,
  'ontology.ttl': block`
    @prefix ex: <http://example.org/> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    ${hostile
      .map(
        (text, i) => `ex:Q${i} rdfs:label "${text}" ; rdfs:comment "${text}" .
    ex:C${i} a owl:Class ; rdfs:label "${text}" ; rdfs:comment "${text}" ; rdfs:subClassOf ex:Top${i} .
    ex:p${i} a owl:ObjectProperty ; rdfs:label "${text}" ; rdfs:comment "${text}" ; owl:inverseOf <http://example.org/%5Bx%5D(command:evil)> .`,
      )
      .join('\n')}
  `,
} as const;

const markdown = { contentFormat: ['markdown' as const], documentationFormat: ['markdown' as const] };

let folder: string;
let client: TestClient;
const uri = (name: string) => pathToFileURL(path.join(folder, name)).href;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'shacl-repair-labels-')));
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const settings = { inlayHints: ['labels', 'datatypes', 'inverses', 'types'], usesLens: 'subjects' };
  client = await TestClient.start(
    fileURLToPath(new URL('../../../../dist/server.js', import.meta.url)),
    uri('.'),
    settings,
    { capabilities: { textDocument: { hover: markdown, completion: { completionItem: markdown } } } },
  );
  for (const [name, text] of Object.entries(files)) {
    await client.open(uri(name), text);
    await client.validated(uri(name), 60_000);
  }
}, 120_000);
afterAll(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
}, 60_000);

const ask = (method: string, name: string, more: object) =>
  client.request(`textDocument/${method}`, { textDocument: { uri: uri(name) }, ...more });

function expectPlain(text: string): void {
  expect(escapeInvisibleLine(text)).toBe(text);
}

test('inlay hints are plain texts without commands', async () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
  const hints = (await ask('inlayHint', 'data.ttl', { range })) as InlayHint[];
  expect(hints.length).toBeGreaterThanOrEqual(2 * hostile.length);
  for (const { label, tooltip, textEdits, ...hint } of hints) {
    // Parts of labels could have commands, and only they, and Markdown is an object.
    expect([typeof label, tooltip, textEdits, hint]).toEqual([
      'string',
      undefined,
      undefined,
      { position: expect.anything(), paddingLeft: true },
    ]);
    expectPlain(label as string);
  }
});

test('lines above terms run our commands alone', async () => {
  const seen = new Set<string>();
  for (const name of Object.keys(files)) {
    const lenses = (await ask('codeLens', name, {})) as CodeLens[];
    for (const lens of lenses) {
      const { command } = (await client.request('codeLens/resolve', lens)) as CodeLens;
      seen.add(command!.command);
      expectPlain(command!.title);
    }
  }
  expect(seen).toEqual(new Set(['', showPlacesCommand, tryShapesCommand]));
});

test('Markdown leads to nothing that a file names', async () => {
  const seen: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    for (const [line, content] of text.split('\n').entries()) {
      for (const { index: character } of content.matchAll(/(?<=ex:)\w|"(?=x")/g)) {
        const hover = (await ask('hover', name, { position: { line, character } })) as Hover | null;
        if (!hover) continue;
        const { kind, value } = hover.contents as MarkupContent;
        expect(kind).toBe('markdown');
        seen.push(value);
      }
    }
  }
  expect(seen.length).toBeGreaterThan(5 * hostile.length);
  expect(new Set(seen.flatMap(foreignMarkup))).toEqual(new Set());
});

test('names and documentation of suggestions and symbols are plain or escaped', async () => {
  const line = files['data.ttl'].split('\n').length;
  await client.replace(uri('data.ttl'), `${files['data.ttl']}\nex:new a `);
  const position = { line, character: 'ex:new a '.length };
  const { items } = (await ask('completion', 'data.ttl', { position })) as CompletionList;
  expect(items.length).toBeGreaterThanOrEqual(hostile.length);
  for (const item of items) {
    const { label, labelDetails, documentation, detail } = (await client.request(
      'completionItem/resolve',
      item,
    )) as (typeof items)[number];
    for (const each of [label, detail, labelDetails?.detail, labelDetails?.description])
      expectPlain(each ?? '');
    const markdown = typeof documentation === 'string' ? documentation : (documentation?.value ?? '');
    expect(foreignMarkup(markdown)).toEqual([]);
  }
  const symbols = (await ask('documentSymbol', shapesName, {})) as DocumentSymbol[];
  expect(symbols.length).toBeGreaterThanOrEqual(hostile.length);
  for (const { name, detail } of symbols) for (const each of [name, detail ?? '']) expectPlain(each);
});

test('markup is seen where it is not escaped', () => {
  for (const text of hostile.slice(0, 4)) expect(foreignMarkup(JSON.parse(`"${text}"`))).not.toEqual([]);
});

/** What a text in Markdown leads to or shows that is neither ours nor of the specifications. */
function foreignMarkup(markdown: string): readonly string[] {
  expect(markdown).not.toMatch(/[\u202e\u0007\u001b]/);
  const text = markdown.replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '').replace(/\\[!-/:-@[-`{-~]/g, '');
  const ours = [`command:${whyCommand}?`, 'https://www.w3.org/', pathToFileURL(folder).href];
  const targets = [...text.matchAll(/\]\(([^)\s]*)/g)].map(([, target]) => target!);
  const rest = text.replace(/\]\([^)\s]*\)/g, '');
  return [
    ...targets.filter((target) => !ours.some((start) => target.startsWith(start))),
    ...(rest.match(/<[A-Za-z/!?][^>\s]*|!\[|https?:\/\/evil\S*|www\.\S*|^#+ heading/gm) ?? []),
  ];
}
