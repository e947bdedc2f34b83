/** How a file is written, read and tidied with the language service, as the built server answers an editor. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type {
  CompletionItem,
  CompletionList,
  DocumentSymbol,
  Location,
  LocationLink,
  SymbolInformation,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { block } from '../../testing/fixture.ts';
import { EditorSession } from './editorSession.testing.ts';

let editor: EditorSession;

beforeEach(async () => {
  editor = await EditorSession.start(files);
  expect(await editor.open('team.ttl')).toBe(1);
});

afterEach(() => editor.end());

test('what a node still needs, classes, listed values, labels and prefixes are proposed where they fit', async () => {
  await editor.type('team.ttl', 'v:memberOf ex:Q42 , ex:Q7 .', 'v:memberOf ex:Q42 , ex:Q7 ;\n  |');
  const [property] = await completion();
  expect(property).toMatchObject({ label: 'v:since' });
  await editor.type('team.ttl', '|', 'v:since |');
  const [value] = await completion();
  expect(value!.label).toBe('""^^xsd:date');
  await editor.type('team.ttl', '|', '"2022-05-01"^^xsd:date .');
  expect(await editor.validated('team.ttl')).toBe(0);

  await editor.type('team.ttl', '# end', 'ex:barbara a |\n# end');
  expect((await completion())[0]!.label).toBe('v:Engineer');
  await editor.type('team.ttl', 'ex:barbara a |', 'ex:barbara a v:Engineer ;\n  v:level |');
  expect((await completion()).slice(0, 3).map(({ label }) => label)).toEqual(
    expect.arrayContaining(['v:junior', 'v:senior', 'v:principal']),
  );
  await editor.type('team.ttl', 'v:level |', 'v:memberOf Compilers|');
  expect((await completion()).map(({ label }) => label)).toContain('ex:Q42');
  await editor.type('team.ttl', 'v:memberOf Compilers|', 'sko|');
  const skos = (await completion()).find(({ label }) => label === 'skos:');
  expect(skos!.additionalTextEdits![0]!.newText).toContain(
    '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .',
  );
});

test('the way from a name leads to its definition, its uses, the nodes of a shape, and to terms by their labels', async () => {
  const definition = await ask<readonly (Location | LocationLink)[]>(
    'definition',
    'Engineer ;\n  foaf:name "Ada',
  );
  expect(definition!.map(placeOf)).toEqual(['vocabulary.ttl:4']);
  const references = await ask<readonly Location[]>('references', 'grace a v:Engineer', {
    context: { includeDeclaration: true },
  });
  expect(references!.map(placeOf).toSorted()).toEqual(['projects.ttl:6', 'team.ttl:14', 'team.ttl:27']);

  await editor.open('shapes/team-shapes.ttl');
  const nodes = await ask<readonly (Location | LocationLink)[]>(
    'implementation',
    's:EngineerShape a',
    {},
    'shapes/team-shapes.ttl',
  );
  expect(nodes!.map(placeOf)).toEqual(['team.ttl:9', 'team.ttl:14', 'team.ttl:20']);
  const symbols = await editor.client.request<readonly DocumentSymbol[]>('textDocument/documentSymbol', {
    textDocument: { uri: editor.uri('shapes/team-shapes.ttl') },
  });
  const shape = symbols!.find(({ name }) => name === 's:EngineerShape');
  expect(shape!.children!.map(({ name, detail }) => `${name} ${detail}`).join()).toContain('foaf:name');
  const terms = await editor.client.request<readonly SymbolInformation[]>('workspace/symbol', {
    query: 'Compilers',
  });
  expect(terms!.map(({ name }) => name).join()).toContain('ex:Q42');
});

test('a name is changed in all files, or refused with the reason when another node has it', async () => {
  await expect(ask('rename', 'grace a v:Engineer', { newName: 'ada' })).rejects.toThrow(
    'Two terms would become one',
  );
  const edit = await ask<WorkspaceEdit>('rename', 'grace a v:Engineer', { newName: 'hopper' });
  await editor.apply(edit!);
  expect(editor.text('projects.ttl')).toContain('p:reviewer team:hopper .');
  expect(editor.text('team.ttl')).toMatch(/^ex:hopper a v:Engineer ;$/m);
  expect(editor.text('team.ttl')).toContain('v:lead ex:hopper .');
  expect(await editor.validated('team.ttl')).toBe(1);
});

test('a name is changed in texts that are not saved, where they have it now', async () => {
  await editor.open('projects.ttl');
  await editor.type(
    'projects.ttl',
    'p:reviewer team:grace',
    'p:friend team:alan ;\n  p:reviewer team:grace , team:ada',
  );
  await editor.type('team.ttl', '# People', '# People\nex:grace foaf:nick "Amazing Grace" .');
  const edit = await ask<WorkspaceEdit>('rename', 'ada a v:Engineer', { newName: 'lovelace' });
  const versions = edit!.documentChanges!.map(
    (change) => 'textDocument' in change && change.textDocument.version,
  );
  // Both are about the texts of the editor: an editor that has newer ones refuses the whole edit.
  expect(versions).toEqual([2, 2]);
  await editor.apply(edit!);
  expect(editor.text('projects.ttl')).toContain(
    'p:owner team:lovelace ;\n  p:friend team:alan ;\n  p:reviewer team:grace , team:lovelace .',
  );
  expect(editor.text('team.ttl')).toContain(
    'ex:grace foaf:nick "Amazing Grace" .\nex:lovelace a v:Engineer ;',
  );
  expect(readFileSync(path.join(editor.folder, 'team.ttl'), 'utf8')).toBe(files['team.ttl']);
});

test('a file is laid out anew, and prefixes that nothing uses are removed', async () => {
  await editor.open('draft.ttl');
  const edits = await editor.client.request<readonly TextEdit[]>('textDocument/formatting', {
    textDocument: { uri: editor.uri('draft.ttl') },
    options: { tabSize: 2, insertSpaces: true },
  });
  await editor.apply({
    documentChanges: [{ textDocument: { uri: editor.uri('draft.ttl'), version: 1 }, edits: [...edits!] }],
  });
  expect(editor.text('draft.ttl')).toBe(block`
    @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    @prefix v: <http://example.org/vocabulary#> .
    @prefix ex: <http://example.org/team/> .

    ex:barbara a v:Engineer ;
      v:level v:senior ;
      v:memberOf ex:Q7 .
    # She joins in May.
    ex:donald a v:Engineer ;
      v:level v:junior .
  `);
  const formatted = editor.text('draft.ttl');
  await editor.choose(await editor.quickFixes('draft.ttl', 'skos:'), 'Remove unused prefix skos:');
  expect(editor.text('draft.ttl')).toBe(formatted.split('\n').slice(1).join('\n'));
});

/** What is proposed at the bar in the text of the team, the best first. */
async function completion(): Promise<readonly CompletionItem[]> {
  const { line, character } = editor.range('team.ttl', '|').start;
  const text = editor.text('team.ttl');
  // The bar stands for the cursor, and is not in the text that is asked about.
  await editor.type('team.ttl', '|', '');
  const list = await editor.client.request<CompletionList>('textDocument/completion', {
    textDocument: { uri: editor.uri('team.ttl') },
    position: { line, character },
  });
  await editor.replace('team.ttl', text);
  return list!.items.toSorted((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1));
}

/** Asks about the place where a text begins. */
function ask<Answer>(
  feature: string,
  text: string,
  more: object = {},
  name = 'team.ttl',
): Promise<Answer | null> {
  return editor.client.request<Answer>(`textDocument/${feature}`, {
    textDocument: { uri: editor.uri(name) },
    position: editor.range(name, text).start,
    ...more,
  });
}

/** The file and the line of a place, counted from 0. */
function placeOf(place: Location | LocationLink): string {
  const [uri, range] =
    'uri' in place ? [place.uri, place.range] : [place.targetUri, place.targetSelectionRange];
  return `${uri.split('/').at(-1)}:${range.start.line}`;
}

const files = {
  'team.ttl': block`
    # shapes: shapes/team-shapes.ttl
    # context: vocabulary.ttl
    @prefix ex: <http://example.org/team/> .
    @prefix foaf: <http://xmlns.com/foaf/0.1/> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix v: <http://example.org/vocabulary#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

    # People
    ex:ada a v:Engineer ;
      foaf:name "Ada Lovelace" ;
      v:level v:senior ;
      v:since "2021-03-01"^^xsd:date ;
      v:memberOf ex:Q42 .
    ex:grace a v:Engineer ;
      foaf:name "Grace Hopper" ;
      v:level v:principal ;
      v:since "2019-10-15"^^xsd:date ;
      v:memberOf ex:Q42 .

    ex:alan a v:Engineer ;
      foaf:name "Alan Turing" ;
      v:level v:principal ;
      v:memberOf ex:Q42 , ex:Q7 .

    ex:Q42 a v:Group ;
      rdfs:label "Compilers"@en ;
      v:lead ex:grace .
    ex:Q7 a v:Group ;
      rdfs:label "Machines"@en ;
      v:lead ex:alan .
    # end
  `,
  'vocabulary.ttl': block`
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix v: <http://example.org/vocabulary#> .

    v:Engineer a owl:Class ; rdfs:label "engineer"@en .
    v:Group a owl:Class ; rdfs:label "group"@en .
    v:memberOf a owl:ObjectProperty ; rdfs:label "member of"@en ; rdfs:range v:Group .
    v:lead a owl:ObjectProperty ; rdfs:label "lead"@en .
  `,
  'shapes/team-shapes.ttl': block`
    @prefix foaf: <http://xmlns.com/foaf/0.1/> .
    @prefix s: <http://example.org/shapes/> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    @prefix v: <http://example.org/vocabulary#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

    s:EngineerShape a sh:NodeShape ;
      sh:targetClass v:Engineer ;
      sh:property [ sh:path foaf:name ; sh:datatype xsd:string ; sh:minCount 1 ] ;
      sh:property [ sh:path v:level ; sh:in ( v:junior v:senior v:principal ) ; sh:minCount 1 ] ;
      sh:property [ sh:path v:since ; sh:datatype xsd:date ; sh:minCount 1 ] ;
      sh:property [ sh:path v:memberOf ; sh:class v:Group ; sh:minCount 1 ] .
  `,
  // The same people, with other prefixes.
  'projects.ttl': block`
    # context: team.ttl

    @prefix p: <http://example.org/projects/> .
    @prefix team: <http://example.org/team/> .

    p:parser p:owner team:ada ;
      p:reviewer team:grace .
  `,
  'draft.ttl': block`
    @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    @prefix v:   <http://example.org/vocabulary#> .
    @prefix ex: <http://example.org/team/> .

    ex:barbara   a v:Engineer;v:level v:senior ;
           v:memberOf   ex:Q7 .
    # She joins in May.
    ex:donald a v:Engineer;   v:level v:junior .
  `,
};
