import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { hostOf } from '../../../testing/check.ts';
import { block, type Fixture, parseFixture, suppliedPrefixes } from '../../../testing/fixture.ts';
import type { GroupToggle } from '../analysis.ts';

const never = new AbortController().signal;
const prefixes = `${suppliedPrefixes} @prefix unit: <http://qudt.org/vocab/unit/> .`;
const shapes = block`
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:unit ; sh:property [ sh:path ex:unit ; sh:class ex:Unit ] .`;
const data = block`
  #- /data.ttl shapes:/shapes.ttl
  ${prefixes}
  ex:a ex:unit unit:M , unit:K .`;

/** The fixes at the prefix of the first file, with what the file is after each, and what is left then. */
async function fixes(text: string): Promise<readonly string[]> {
  const fixture = parseFixture(text);
  const [{ uri, text: before }] = fixture.files as [Fixture['files'][number]];
  const host = hostOf(fixture);
  const at = before.indexOf('<http://qudt.org');
  const actions = await host.codeActions(uri, { start: at, end: at }, never);
  const lines: string[] = [];
  for (const [i, { title, edits, keys }] of actions.entries()) {
    expect(keys).toEqual(['undescribed http://qudt.org/vocab/unit/']);
    const [edit] = edits;
    if (edit === undefined) {
      lines.push(title);
      continue;
    }
    expect(edit).toMatchObject({ uri, version: 1 });
    const after = applyEdits(before, edit.edits);
    const again = hostOf(fixture);
    again.openDocument(uri, 2 + i, after);
    const { placed } = await again.analysis(uri, never);
    const added = after.split('\n').filter((line) => !before.includes(line));
    lines.push(`${title}: ${added.join(' / ')}: ${placed.length} left`);
  }
  return lines;
}

const declared = (text: string) =>
  `Declare http://qudt.org/vocab/unit/ incomplete (sh:incompleteURIStart): ${text}: 0 left`;
const blank = '[] sh:incompleteURIStart "http://qudt.org/vocab/unit/"^^xsd:anyURI .';

test('without a file that describes the nodes, they can be declared incomplete or shown', async () =>
  expect(await fixes(`${data}\n${shapes}`)).toEqual([declared(blank), 'Show the 2 results one by one']));

test('the declaration belongs to the ontology, where the file has one', async () =>
  expect(await fixes(`${data}\n<http://x.org/> a owl:Ontology .\n${shapes}`)).toEqual([
    declared(
      '<http://x.org/> a owl:Ontology ; /  sh:incompleteURIStart "http://qudt.org/vocab/unit/"^^xsd:anyURI .',
    ),
    'Show the 2 results one by one',
  ]));

test('files that describe the nodes can be linked, those with most of them first', async () => {
  const files = block`
    #- /vocabularies/one.ttl
    ${prefixes} unit:M a ex:Unit .
    #- /vocabularies/both.ttl
    ${prefixes} unit:M a ex:Unit . unit:K a ex:Unit .
    #- /vocabularies/others.ttl
    ${prefixes} unit:X a ex:Unit .
    #- /vocabularies/mentions.ttl
    ${prefixes} ex:b ex:p unit:M , unit:K .`;
  expect((await fixes(`${data}\n${shapes}\n${files}`)).slice(0, 3)).toEqual([
    'Link vocabularies/both.ttl, which describes all 2 nodes: # context: vocabularies/both.ttl: 0 left',
    'Link vocabularies/one.ttl, which describes 1 of 2 nodes: # context: vocabularies/one.ttl: 1 left',
    declared(blank),
  ]);
});

test('a link joins the links that are there', async () => {
  const text = `# shapes: shapes.ttl\r\n\r\n${prefixes}\r\nex:a ex:unit unit:M , unit:K .\r\n`;
  const fixture = parseFixture(
    `${data}\n${shapes}\n#- /units.ttl\n${prefixes} unit:M a ex:Unit . unit:K a ex:Unit .`,
  );
  const [{ uri }] = fixture.files as [Fixture['files'][number]];
  const host = hostOf(fixture, { links: [] });
  host.openDocument(uri, 1, text);
  const at = text.indexOf('<http://qudt.org');
  const [link] = await host.codeActions(uri, { start: at, end: at }, never);
  expect(applyEdits(text, link!.edits[0]!.edits)).toBe(
    text.replace('shapes.ttl\r\n', 'shapes.ttl\r\n# context: units.ttl\r\n'),
  );
});

test('a link goes into the project file that links the file', async () => {
  const project = '{ "links": [{ "data": "*.ttl", "shapes": "shapes.ttl" }] }';
  const fixture = parseFixture(block`
    ${data}
    ${shapes}
    #- /units.ttl
    ${prefixes} unit:M a ex:Unit . unit:K a ex:Unit .
  `);
  const [{ uri, text }] = fixture.files as [Fixture['files'][number]];
  const host = hostOf(fixture, { links: [] });
  const projectUri = uri.replace('data.ttl', 'shacl-repair.jsonc');
  host.openDocument(projectUri, 1, project);
  const at = text.indexOf('<http://qudt.org');
  const [link] = await host.codeActions(uri, { start: at, end: at }, never);
  expect(link!.edits[0]!.uri).toBe(projectUri);
  const linked = applyEdits(project, link!.edits[0]!.edits);
  expect(linked).toContain('{ "data": "data.ttl", "context": ["units.ttl"] }');
  host.openDocument(projectUri, 2, linked);
  expect((await host.validate(uri, never)).status).toMatchObject({ verdict: 'conforms' });
});

test('the results are shown one by one, and as one again', async () => {
  const fixture = parseFixture(`${data}\n${shapes}`);
  const [{ uri, text }] = fixture.files as [Fixture['files'][number]];
  const host = hostOf(fixture);
  const shown = async () =>
    (await host.validate(uri, never)).diagnostics
      .get(uri)
      ?.map(({ code, severity }) => `${code} ${severity}`);
  const asOne = ['undescribed error', 'sh:class hint', 'sh:class hint'];
  expect(await shown()).toEqual(asOne);
  const at = text.indexOf('<http://qudt.org');
  const toggle = async () => (await host.codeActions(uri, { start: at, end: at }, never)).at(-1)!;
  host.toggleGroup((await toggle()).command as GroupToggle);
  expect(await shown()).toEqual(['undescribed information', 'sh:class error', 'sh:class error']);
  const back = await toggle();
  expect(back.title).toBe('Show the 2 results as one again');
  host.toggleGroup(back.command as GroupToggle);
  expect(await shown()).toEqual(asOne);
});

test('a namespace that the shapes spell otherwise is declared as they do', async () => {
  const fixture = parseFixture(block`
    #- /data.ttl shapes:/shapes.ttl
    ${suppliedPrefixes} @prefix schema: <https://schema.org/> .
    ex:a a ex:Thing ; schema:name "A" .
    ex:b a ex:Thing ; schema:name "B" .
    #- /shapes.ttl
    ${suppliedPrefixes} @prefix schema: <http://schema.org/> .
    ex:S a sh:NodeShape ; sh:targetClass ex:Thing ; sh:property [ sh:path schema:name ; sh:minCount 1 ] .`);
  const [{ uri, text }] = fixture.files as [Fixture['files'][number]];
  const host = hostOf(fixture);
  const at = text.indexOf('<https://schema.org');
  const actions = await host.codeActions(uri, { start: at, end: at }, never);
  expect(actions.map(({ title }) => title)).toEqual([
    'Declare schema: as http://schema.org/, as the shapes do: ends 2 results',
    'Show the 2 results one by one',
  ]);
  const node = text.indexOf('ex:b a');
  const atNode = await host.codeActions(uri, { start: node, end: node }, never);
  // The repair of the result makes the same edit, and is not listed beside it.
  const here = atNode.filter(({ edits }) => edits[0]?.edits[0]?.newText === '<http://schema.org/>');
  expect(here).toMatchObject([{ title: actions[0]!.title, isPreferred: true }]);
  const after = applyEdits(text, actions[0]!.edits[0]!.edits);
  expect(after).toBe(text.replace('<https://schema.org/>', '<http://schema.org/>'));
  host.openDocument(uri, 2, after);
  expect((await host.analysis(uri, never)).placed).toEqual([]);
});

test('what comes to light is told with it, and it is not preferred', async () => {
  const fixture = parseFixture(block`
    #- /data.ttl shapes:/shapes.ttl
    ${suppliedPrefixes} @prefix schema: <https://schema.org/> .
    ex:a a ex:Thing ; schema:name "A" .
    ex:b a ex:Thing ; schema:name 2 .
    #- /shapes.ttl
    ${suppliedPrefixes} @prefix schema: <http://schema.org/> .
    ex:S a sh:NodeShape ; sh:targetClass ex:Thing ;
      sh:property [ sh:path schema:name ; sh:minCount 1 ; sh:datatype xsd:string ] .`);
  const [{ uri, text }] = fixture.files as [Fixture['files'][number]];
  const at = text.indexOf('<https://schema.org');
  const [action] = await hostOf(fixture).codeActions(uri, { start: at, end: at }, never);
  expect(action).toMatchObject({
    title: 'Declare schema: as http://schema.org/, as the shapes do: ends 2 results, 1 more to do',
    isPreferred: false,
  });
});

test('a misnamed property is renamed in all places of its file', async () => {
  const fixture = parseFixture(block`
    #- /data.ttl shapes:/shapes.ttl
    ${suppliedPrefixes}
    ex:a a ex:Thing ; ex:titel "A", "a" . # first
    ex:b a ex:Thing ; ex:titel "B" .
    ex:c a ex:Thing ; ex:titel "C" .
    #- /shapes.ttl
    ${suppliedPrefixes}
    ex:S a sh:NodeShape ; sh:targetClass ex:Thing ; sh:property [ sh:path ex:title ; sh:minCount 1 ] .`);
  const [{ uri, text }] = fixture.files as [Fixture['files'][number]];
  const host = hostOf(fixture);
  const at = text.indexOf('ex:titel');
  const actions = await host.codeActions(uri, { start: at, end: at }, never);
  const titles = actions.map(({ title }) => title);
  const rename = 'Rename ex:titel to ex:title in this file, as the shapes have it: ends 3 results';
  expect(titles).toContain(rename);
  expect(titles).toContain('Show the 3 results one by one');
  const { edits } = actions[titles.indexOf(rename)]!;
  const after = applyEdits(text, edits[0]!.edits);
  expect(after).toBe(text.replaceAll('ex:titel', 'ex:title'));
  host.openDocument(uri, 2, after);
  expect((await host.analysis(uri, never)).placed).toEqual([]);
});

test('a misnamed property is renamed in RDF/XML, elements and attributes alike', async () => {
  const host = hostOf(
    parseFixture(block`
      #- /other.ttl
      ex:x ex:y ex:z .
      #- /shapes.ttl
      ${suppliedPrefixes}
      ex:S a sh:NodeShape ; sh:targetClass ex:Thing ; sh:property [ sh:path ex:title ; sh:minCount 1 ] .`),
  );
  const uri = 'file:///workspace/data.rdf';
  const text = block`
    <!-- shapes: shapes.ttl -->
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://example.org/ns#">
      <ex:Thing rdf:about="http://example.org/ns#a"><ex:titel>A</ex:titel><ex:titel>a</ex:titel></ex:Thing>
      <ex:Thing rdf:about="http://example.org/ns#b" ex:titel="B"/>
      <ex:Thing rdf:about="http://example.org/ns#c"><ex:titel>C</ex:titel></ex:Thing>
    </rdf:RDF>`;
  host.openDocument(uri, 1, text);
  await host.analysis(uri, never);
  const at = text.indexOf('ex:titel');
  const actions = await host.codeActions(uri, { start: at, end: at }, never);
  const rename = actions.find(({ title }) => title.startsWith('Rename ex:titel to ex:title in this file'));
  expect(applyEdits(text, rename!.edits[0]!.edits)).toBe(text.replaceAll('ex:titel', 'ex:title'));
});

test.each([
  [
    'a value',
    'sh:in ( "Open" "Closed" )',
    '"Opne"',
    '"Open"',
    'Change "Opne" to "Open" at 3 nodes: ends 3 results',
  ],
  [
    'a class',
    'sh:class ex:Gate',
    '[ a ex:Gaet ]',
    '[ a ex:Gate ]',
    'Rename ex:Gaet to ex:Gate in this file, as the shapes have it: ends 3 results',
  ],
])(
  '%s that is the same mistake at several nodes is repaired once',
  async (_, constraint, wrong, right, title) => {
    const fixture = parseFixture(block`
    #- /data.ttl shapes:/shapes.ttl
    ${suppliedPrefixes}
    ex:a a ex:Thing ; ex:p ${wrong} .
    ex:b a ex:Thing ; ex:p ${wrong} .
    ex:c a ex:Thing ; ex:p ${wrong} .
    #- /shapes.ttl
    ${suppliedPrefixes}
    ex:S a sh:NodeShape ; sh:targetClass ex:Thing ; sh:property [ sh:path ex:p ; ${constraint} ] .`);
    const [{ uri, text }] = fixture.files as [Fixture['files'][number]];
    const host = hostOf(fixture);
    const { groups } = await host.analysis(uri, never);
    const actions = await host.codeActions(uri, groups[0]!.place.range, never);
    const { edits } = actions.find((action) => action.title === title)!;
    expect(applyEdits(text, edits[0]!.edits)).toBe(text.replaceAll(wrong, right));
  },
);
