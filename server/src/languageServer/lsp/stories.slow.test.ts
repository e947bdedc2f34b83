/** What users do in a file, from opening it to the repaired text, as the built server answers an editor. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type CodeLens, type Command, DiagnosticSeverity } from 'vscode-languageserver';
import { block } from '../../testing/fixture.ts';
import { triesAll } from '../../testing/runs.ts';
import { describeShared } from '../../testing/shared.ts';
import type {
  DraftedShapes,
  FixAll,
  InferredAnswer,
  RepairPlan,
  ShownPlaces,
  TriedShapes,
  VerifiedCases,
  WhyAnswer,
} from '../protocol/editor/protocol.ts';
import { EditorSession } from './editorSession.testing.ts';

let editor: EditorSession;

afterEach(() => editor.end());
test('the result of a query is repaired at its value, and a mistake in the query is shown where it is', async () => {
  editor = await EditorSession.start({ 'orders.ttl': orders, 'order-shapes.ttl': orderShapes });
  expect(await editor.open('orders.ttl')).toBe(1);
  await editor.shows('orders.ttl', ['"2026-04-07"^^xsd:date sh:sparql']);
  const { message } = await editor.problemAt('orders.ttl', '"2026-04-07"');
  expect(message).toMatch(/order-2 was shipped on "2026-04-07".*, before it was paid on "2026-04-09"/);

  // The template of the message is no explanation of its own.
  expect(await editor.hover('orders.ttl', '"2026-04-07"')).not.toContain('{$this}');

  await editor.open('order-shapes.ttl');
  await editor.type('order-shapes.ttl', 'FILTER', 'FILTR');
  const mistake = await editor.problemAt('order-shapes.ttl', 'FILTR');
  expect(mistake.message).toContain('The constraint is not checked.');
  await editor.type('order-shapes.ttl', 'FILTR', 'FILTER');
  await editor.shows('order-shapes.ttl', []);

  await editor.problemAt('orders.ttl', '"2026-04-07"');
  const fixes = await editor.quickFixes('orders.ttl', '"2026-04-07"');
  await editor.choose(fixes, fixes[0]!.title);
  expect(await editor.validated('orders.ttl')).toBe(0);
  expect(editor.text('orders.ttl')).toContain('# Both dates were noted by hand.');
});

test('rules run once a quick fix has turned them on, and what they infer is told', async () => {
  editor = await EditorSession.start({ 'building.ttl': building, 'building-shapes.ttl': buildingShapes });
  expect(await editor.open('building.ttl')).toBe(3);
  await editor.open('building-shapes.ttl');
  await editor.shows('building-shapes.ttl', ['sh:rule notChecked']);
  const fixes = await editor.quickFixes('building-shapes.ttl', 'sh:rule');
  const fix = 'Run the rules: "inference": "rules" in a new project file, shacl-repair.jsonc';
  expect(fixes.filter(({ title }) => title.includes('rules')).map(({ title }) => title)).toEqual([fix]);
  editor.client.forgetValidations();
  await editor.choose(fixes, fix);
  expect(editor.text('shacl-repair.jsonc')).toBe('{\n  "inference": "rules"\n}\n');

  expect(await editor.validated('building.ttl')).toBe(1);
  await editor.shows('building.ttl', ['ex:vav-3 sh:minCount']);
  await editor.shows('building-shapes.ttl', []);
  const inferred = await editor.client.request<InferredAnswer>('shaclRepair/inferred', {
    uri: editor.uri('building.ttl'),
  });
  expect(inferred).toMatchObject({ triples: 2, newNodes: 0, gaps: [] });
  expect(inferred!.text).toMatch(/^# 2 triples inferred by rules\n/);
  expect(inferred!.text).toContain('ex:vav-1 ex:isFedBy ex:ahu-1 .\n');
  expect(inferred!.text).toContain('ex:vav-2 ex:isFedBy ex:ahu-1 .\n');
});

test('results on nodes that no linked file describes are one problem, until the file that does is linked', async () => {
  editor = await EditorSession.start({
    'plant.ttl': plant,
    'shapes.ttl': unitShapes,
    'vocab/units.ttl': units,
  });
  expect(await editor.open('plant.ttl')).toBe(4);
  const namespace = '<http://qudt.org/vocab/unit/>';
  const grouped = [`${namespace} undescribed`, '"bar" sh:class'];
  await editor.shows('plant.ttl', grouped);
  const all = 'Show the 3 results one by one';
  const link = 'Link vocab/units.ttl, which describes all 3 nodes';
  const fixes = await editor.quickFixes('plant.ttl', namespace);
  expect(fixes.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      link,
      'Declare http://qudt.org/vocab/unit/ incomplete (sh:incompleteURIStart)',
      all,
    ]),
  );

  await editor.choose(fixes, all);
  const oneByOne = ['unit:M3-PER-HR sh:class', 'unit:M sh:class', 'unit:PA sh:class', '"bar" sh:class'];
  await editor.shows('plant.ttl', [grouped[0]!, ...oneByOne]);
  const toggled = await editor.quickFixes('plant.ttl', namespace);
  await editor.choose(toggled, 'Show the 3 results as one again');
  await editor.shows('plant.ttl', grouped);

  editor.client.forgetValidations();
  await editor.choose(await editor.quickFixes('plant.ttl', namespace), link);
  expect(await editor.validated('plant.ttl')).toBe(1);
  await editor.shows('plant.ttl', ['"bar" sh:class']);
  expect(editor.text('plant.ttl')).toContain('# context: vocab/units.ttl\n');
});

test('where no repair is likely, the menu says why and what would help; values that may stand there are a choice', async () => {
  editor = await EditorSession.start({
    'plant.ttl': tank,
    'shapes.ttl': tankShapes,
    'vocab/fluids.ttl': fluids,
  });
  expect(await editor.open('plant.ttl')).toBe(2);
  const fixes = await editor.quickFixes('plant.ttl', 'fluid:Brine');
  const reason = 'No repair found: no linked file describes fluid:Brine, so its class is unknown';
  await editor.choose(fixes, reason);
  expect(editor.client.messages.join()).toContain('Link the ontology that describes it as context.');

  await editor.choose(fixes, 'Link vocab/fluids.ttl, which describes fluid:Brine');
  expect(await editor.validated('plant.ttl')).toBe(1);
  const choices = await editor.quickFixes('plant.ttl', 'ex:filling');
  await editor.choose(choices, 'Choose: ex:open or ex:closed');
  expect(await editor.validated('plant.ttl')).toBe(0);
  expect(editor.text('plant.ttl')).toBe(
    tank
      .replace('# shapes: shapes.ttl\n', '# shapes: shapes.ttl\n# context: vocab/fluids.ttl\n')
      .replace('ex:filling', 'ex:open'),
  );
});

test('the same mistake in many places is repaired from the menu of one of them', async () => {
  editor = await EditorSession.start({ 'desks.ttl': desks, 'shapes.ttl': deskShapes });
  expect(await editor.open('desks.ttl')).toBe(41);
  const fixes = await editor.quickFixes('desks.ttl', '"103"');
  const more = 'Fix this and try 39 more: write ex:code as xsd:integer';
  expect(fixes.slice(0, 2).map(({ title }) => title)).toEqual(['Change "103" to 103 (the same text)', more]);
  await editor.choose(fixes, more);
  expect(await editor.validated('desks.ttl')).toBe(1);
  expect(editor.text('desks.ttl')).toBe(desks.replace(/"(\d+)"/g, '$1'));
});

test('the shape is changed instead of the data, as is chosen from a message', async () => {
  editor = await EditorSession.start({
    'rooms.ttl': block`
      # shapes: shapes.ttl
      @prefix ex: <http://example.org/> .
      ex:a a ex:Room ; ex:door ex:d, ex:e .
      ex:b a ex:Room ; ex:door ex:f, ex:g, ex:h .
    `,
    'shapes.ttl': block`
      @prefix ex: <http://example.org/> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .
      ex:Shape a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:door ; sh:maxCount 1 ] .
    `,
  });
  expect(await editor.open('rooms.ttl')).toBe(2);
  const offered: string[] = [];
  editor.client.choose = (titles) => {
    offered.push(...titles);
    return titles[0];
  };
  const fixes = await editor.quickFixes('rooms.ttl', 'ex:h');
  await editor.choose(fixes, 'Relax or Repair Shape… (2 results of sh:maxCount)');
  expect(offered[0]).toBe(
    'Raise sh:maxCount of ex:door from 1 to 3 (ends 2 results; 2 of 2 nodes do not conform to sh:maxCount)',
  );
  expect(editor.text('shapes.ttl')).toContain('sh:maxCount 3');
  await editor.shows('rooms.ttl', []);
});

test('a shapes file is written otherwise, with the same results at each step', async () => {
  const data = block`
    # shapes: shapes.ttl
    @prefix ex: <http://example.org/> .
    ex:a a ex:Room . ex:b a ex:Hall ; ex:door ex:d .
  `;
  const shapes = block`
    @prefix ex: <http://example.org/> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    ex:Room_ a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:door ; sh:minCount 1 ] .
    ex:Hall_ a sh:NodeShape ; sh:targetClass ex:Hall ; sh:property [ sh:path ex:door ; sh:minCount 1 ] , ex:Key .
    ex:Key sh:path ex:key ; # of the porter
      sh:minCount 1 .
  `;
  editor = await EditorSession.start({ 'rooms.ttl': data, 'shapes.ttl': shapes });
  const results = ['ex:a sh:minCount', 'ex:b sh:minCount'];
  await editor.open('rooms.ttl');
  await editor.shows('rooms.ttl', results);
  await editor.open('shapes.ttl');
  const refactor = async (place: string, title: string) =>
    editor!.choose(await editor!.refactorings('shapes.ttl', place), title);
  await refactor('door ; sh:minCount 1 ] .\nex:Hall_', 'Extract this shape and 1 alike as ex:DoorShape');
  await refactor('ex:Key .', 'Inline ex:Key, which is referred to once');
  await refactor('# of the porter', 'Name this shape ex:Hall_-key');
  await refactor('sh:path ex:door', 'Add sh:message, with what the shape asks for');
  expect(editor.text('shapes.ttl')).toBe(block`
    @prefix ex: <http://example.org/> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    ex:Room_ a sh:NodeShape ; sh:targetClass ex:Room ; sh:property ex:DoorShape .

    ex:DoorShape sh:path ex:door ; sh:minCount 1 ; sh:message "ex:door must have at least 1 value." .
    ex:Hall_ a sh:NodeShape ; sh:targetClass ex:Hall ; sh:property ex:DoorShape , ex:Hall_-key .

    ex:Hall_-key
      sh:path ex:key ; # of the porter
      sh:minCount 1 .
  `);
  await editor.validated('rooms.ttl');
  await editor.shows('rooms.ttl', results);
});

test('choices, parts and severities of shapes are written otherwise, each from its menu', async () => {
  editor = await EditorSession.start({
    'doors.ttl': block`
      # shapes: shapes.ttl
      @prefix ex: <http://example.org/> .
      ex:front a ex:Door ; ex:leadsTo ex:hall . ex:hall a ex:Hall .
      ex:back a ex:Door ; ex:leadsTo ex:yard .
      ex:trap a ex:Door .
    `,
    'shapes.ttl': block`
      @prefix ex: <http://example.org/> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .
      ex:Door_ a sh:NodeShape ; sh:targetClass ex:Door ;
        sh:property [ sh:path ex:leadsTo ; sh:minCount 1 ; sh:or ( [ sh:class ex:Room ] [ sh:class ex:Hall ] ) ] .
    `,
  });
  await editor.open('doors.ttl');
  await editor.shows('doors.ttl', ['ex:yard sh:or', 'ex:trap sh:minCount']);
  await editor.open('shapes.ttl');
  const refactor = async (place: string, title: string) => {
    await editor!.choose(await editor!.refactorings('shapes.ttl', place), title);
    await editor!.validated('doors.ttl');
  };
  await refactor('sh:or', 'Write this sh:or as sh:class ( ex:Room ex:Hall ), a list of SHACL 1.2');
  await editor.shows('doors.ttl', ['ex:yard sh:class', 'ex:trap sh:minCount']);
  await refactor('sh:minCount', 'Split off sh:minCount into its own property shape');
  await refactor('sh:minCount', 'Add sh:severity sh:Violation, which is the default');
  await refactor(
    'sh:class (',
    'Write the list sh:class ( ex:Room ex:Hall ) as sh:or, which SHACL 1.0 has as well',
  );
  await editor.shows('doors.ttl', ['ex:yard sh:or', 'ex:trap sh:minCount']);
});

test('a shape of another file gets a severity there, and is written into the file that alone refers to it', async () => {
  editor = await EditorSession.start({
    'rooms.ttl': block`
      # shapes: shapes.ttl
      # shapes: keys.ttl
      @prefix ex: <http://example.org/> .
      ex:a a ex:Room .
    `,
    'shapes.ttl': block`
      @prefix ex: <http://example.org/> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .
      ex:Room_ a sh:NodeShape ; sh:targetClass ex:Room ; sh:property ex:Key .
    `,
    'keys.ttl': block`
      @prefix ex: <http://example.org/> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .
      ex:Key sh:path ex:key ; sh:minCount 1 .
      ex:Door a ex:Thing .
    `,
  });
  await editor.open('rooms.ttl');
  await editor.shows('rooms.ttl', ['ex:a sh:minCount']);
  await editor.open('shapes.ttl');
  await editor.open('keys.ttl');
  const refactor = async (title: string) =>
    editor!.choose(await editor!.refactorings('shapes.ttl', 'ex:Key'), title);
  await refactor('Add sh:severity sh:Violation, which is the default, in keys.ttl');
  expect(editor.text('keys.ttl')).toContain('sh:minCount 1 ; sh:severity sh:Violation .');
  await editor.validated('rooms.ttl');
  await refactor('Inline ex:Key, which is referred to once, from keys.ttl');
  expect(editor.text('keys.ttl')).not.toContain('ex:Key');
  expect(editor.text('shapes.ttl')).toContain(
    'sh:property [ sh:path ex:key ; sh:minCount 1 ; sh:severity sh:Violation ] .',
  );
  await editor.validated('rooms.ttl');
  await editor.shows('rooms.ttl', ['ex:a sh:minCount']);
});

describe('like shapes of two files become one, unless a file of the workspace links the other one alone', () => {
  const title = 'Extract this shape and 1 alike as ex:KeyShape, also in halls-shapes.ttl';
  const titles = async () =>
    (await editor.refactorings('rooms-shapes.ttl', 'sh:minCount')).map((each) => each.title);
  const results = ['ex:a sh:minCount', 'ex:b sh:minCount'];
  const hall = block`
    @prefix ex: <http://example.org/> .
    ex:c a ex:Hall .
  `;
  const start = async (files: Readonly<Record<string, string>>) => {
    editor = await EditorSession.start({
      'rooms.ttl': block`
        # shapes: rooms-shapes.ttl
        # shapes: halls-shapes.ttl
        @prefix ex: <http://example.org/> .
        ex:a a ex:Room .
        ex:b a ex:Hall .
      `,
      'rooms-shapes.ttl': block`
        @prefix ex: <http://example.org/> .
        @prefix sh: <http://www.w3.org/ns/shacl#> .
        ex:Room_ a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:key ; sh:minCount 1 ] .
      `,
      'halls-shapes.ttl': block`
        @prefix ex: <http://example.org/> .
        @prefix owl: <http://www.w3.org/2002/07/owl#> .
        @prefix sh: <http://www.w3.org/ns/shacl#> .
        ex:HallShapes a owl:Ontology .
        ex:Hall_ a sh:NodeShape ; sh:targetClass ex:Hall ; sh:property [ sh:minCount 1 ; sh:path ex:key ] .
      `,
      ...files,
    });
    await editor.open('rooms.ttl');
    await editor.shows('rooms.ttl', results);
    await editor.open('rooms-shapes.ttl');
    await editor.open('halls-shapes.ttl');
  };

  test('all data has the results that it had, also data that is opened later', async () => {
    await start({ 'halls.ttl': `# shapes: *-shapes.ttl\n${hall}` });
    await editor.choose(await editor.refactorings('rooms-shapes.ttl', 'sh:minCount'), title);
    expect(editor.text('rooms-shapes.ttl')).toContain('ex:KeyShape sh:path ex:key ; sh:minCount 1 .');
    expect(editor.text('halls-shapes.ttl')).toContain('sh:targetClass ex:Hall ; sh:property ex:KeyShape .');
    await editor.validated('rooms.ttl');
    await editor.shows('rooms.ttl', results);
    await editor.open('halls.ttl');
    await editor.shows('halls.ttl', ['ex:c sh:minCount']);
  });

  test.each<readonly [string, Readonly<Record<string, string>>]>([
    ['a comment', { 'halls.ttl': `# shapes: halls-shapes.ttl\n${hall}` }],
    [
      'a project file',
      {
        'halls.ttl': hall,
        'shacl-repair.jsonc': '{ "links": [{ "data": "halls.ttl", "shapes": "halls-shapes.ttl" }] }',
      },
    ],
    [
      'sh:shapesGraph',
      {
        'halls.ttl': `${hall}<> <http://www.w3.org/ns/shacl#shapesGraph> <http://example.org/HallShapes> .\n`,
      },
    ],
  ])('%s links it', async (_, files) => {
    await start(files);
    expect(await titles()).not.toContain(title);
    await editor.open('halls.ttl');
    await editor.shows('halls.ttl', ['ex:c sh:minCount']);
    expect(await titles()).not.toContain(title);
    await editor.close('halls.ttl');
    expect(await titles()).not.toContain(title);
  });
});

test('names in data that were probably meant to be others are hints, and are changed at once', async () => {
  editor = await EditorSession.start({
    'rooms.ttl': block`
      # shapes: shapes.ttl
      @prefix ex: <http://example.org/> .
      @prefix dcterms: <http://purl.org/dc/terms/> .
      ex:a a ex:Room ; ex:flooor ex:first ; dcterms:desciption "small" .
    `,
    'shapes.ttl': block`
      @prefix ex: <http://example.org/> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .
      ex:Room_ a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:floor ; sh:maxCount 1 ] .
    `,
  });
  await editor.open('rooms.ttl');
  const ofProperty = await editor.problemAt('rooms.ttl', 'ex:flooor');
  expect(ofProperty).toMatchObject({ severity: DiagnosticSeverity.Hint, code: 'name' });
  expect(ofProperty.message).toBe('No linked file names ex:flooor. Did you mean ex:floor?');
  const ofVocabulary = await editor.problemAt('rooms.ttl', 'dcterms:desciption');
  expect(ofVocabulary.message).toContain(
    'has no property dcterms:desciption. Did you mean dcterms:description?',
  );
  const fixes = await editor.quickFixes('rooms.ttl', 'ex:flooor');
  expect(fixes.map((each) => each.title)).toContain('Change to ex:floor');
  await editor.choose(fixes, 'Fix all 2 slips in this file');
  expect(editor.text('rooms.ttl')).toContain(
    'ex:a a ex:Room ; ex:floor ex:first ; dcterms:description "small" .',
  );
  await editor.validated('rooms.ttl');
  await editor.shows('rooms.ttl', []);
});

test('a shapes file that is opened alone has its mistakes at their words, and all slips are fixed at once', async () => {
  editor = await EditorSession.start({
    'shapes.ttl': block`
      @prefix ex: <http://example.org/> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .
      @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
      ex:Shape a sh:NodeShape ; sh:targetclass ex:Room ;
        sh:property [ sh:path ex:door ; sh:cardinality 2 ; sh:node xsd:string ; sh:pattern "[A-Z" ] .
    `,
  });
  await editor.open('shapes.ttl');
  await editor.shows('shapes.ttl', [
    'sh:targetclass shapes',
    'sh:cardinality shapes',
    'xsd:string shapes',
    '[ shapes',
  ]);
  const fixes = await editor.quickFixes('shapes.ttl', 'sh:cardinality');
  await editor.choose(fixes, 'Fix all 3 slips in this file');
  expect(editor.text('shapes.ttl')).toContain(
    'sh:targetClass ex:Room ;\n  sh:property [ sh:path ex:door ; sh:minCount 2 ; sh:maxCount 2 ; sh:datatype xsd:string ; sh:pattern "[A-Z" ] .',
  );
  await editor.shows('shapes.ttl', ['[ shapes']);
});

test('shapes are drafted from data, and a suite tells what a changed shape no longer catches', async () => {
  const shapes = block`
    @prefix ex: <http://example.org/> .
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    ex:Shape a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:door ; sh:maxCount 1 ; sh:minCount 1 ] .
  `;
  editor = await EditorSession.start({
    'rooms.ttl': block`
      # shapes: shapes.ttl
      @prefix ex: <http://example.org/> .
      ex:a a ex:Room ; ex:door ex:d . ex:b a ex:Room ; ex:door ex:e . ex:c a ex:Room ; ex:door ex:f .
    `,
    'shapes.ttl': shapes,
  });
  expect(await editor.open('rooms.ttl')).toBe(0);
  const uri = editor.uri('rooms.ttl');
  const draft = await editor.client.request<DraftedShapes>('shaclRepair/draftShapes', { uri });
  expect(draft).toMatchObject({ shapes: 2, results: 0 });
  expect(draft!.text).toMatch(/sh:path ex:door ;[^\]]*sh:minCount 1/);

  const folder = editor.uri('suite');
  const options = { mode: 'cover', seed: 1, crossCheck: 'all', ifInvalid: 'refuse' } as const;
  const generated = await editor.client.generateBenchmark({ uri, folder, options });
  expect(generated).toMatchObject({ kind: 'generated' });
  const verify = async (...tested: readonly string[]) => {
    const differences: string[] = [];
    const progress = ({ verdicts }: VerifiedCases) =>
      differences.push(...verdicts.flatMap((verdict) => verdict.differences));
    const params = { uri: `${folder}/suite.json`, shapes: tested };
    const answer = await editor!.client.verifySuite(params, { progress });
    expect(answer).toEqual({ kind: 'verified' });
    return differences;
  };
  expect(await verify(shapes)).toEqual([]);
  expect(await verify(shapes.replace('sh:minCount 1', 'sh:minCount 0'))).toContain('Is no longer caught.');
});

test('above a shape stands what it finds in which file, and the shapes are tried on a file that does not link them', async () => {
  editor = await EditorSession.start({
    'rooms.ttl': block`
      # shapes: shapes.ttl
      @prefix ex: <http://example.org/> .
      ex:a a ex:Room . ex:b a ex:Room ; ex:door ex:d .
    `,
    'halls/more.ttl': block`
      @prefix ex: <http://example.org/> .
      ex:c a ex:Room . ex:d a ex:Room . ex:e a ex:Room ; ex:door ex:f .
    `,
    'shapes.ttl': block`
      @prefix ex: <http://example.org/> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .
      ex:Shape a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:door ; sh:minCount 1 ] .
    `,
  });
  await editor.open('rooms.ttl');
  await editor.open('shapes.ttl');
  const textDocument = { uri: editor.uri('shapes.ttl') };
  const lenses = await editor.client.request<readonly CodeLens[]>('textDocument/codeLens', { textDocument });
  const commands: Command[] = [];
  for (const lens of lenses!)
    commands.push((await editor.client.request<CodeLens>('codeLens/resolve', { ...lens }))!.command!);
  expect(commands.map(({ title }) => title)).toEqual([
    '2 focus nodes',
    '1 result in rooms.ttl',
    '2 of 2 constraints used',
    'Try On…',
  ]);
  expect((commands[0]!.arguments![0] as ShownPlaces).places.map(({ range }) => range.start)).toEqual(
    ['ex:a a', 'ex:b a'].map((node) => editor!.range('rooms.ttl', node).start),
  );

  const offered: string[] = [];
  editor.client.choose = (titles) => {
    offered.push(...titles);
    return titles[0];
  };
  await editor.client.request('workspace/executeCommand', commands[3]!);
  expect(editor.client.messages).toContain('more.ttl has 2 results with shapes.ttl.');
  expect(offered).toEqual(['halls/more.ttl (3 focus nodes)', 'rooms.ttl (2 focus nodes)']);
  const params = { uri: textDocument.uri, data: editor.uri('halls/more.ttl') };
  const tried = await editor.client.request<TriedShapes>('shaclRepair/tryShapes', params);
  expect(tried).toMatchObject({ summary: 'more.ttl has 2 results with shapes.ttl', results: 2 });
  expect(tried!.markdown).toContain('halls/more.ttl');
  const lacking = { ...params, data: editor.uri('lacking.ttl') };
  const { summary } = (await editor.client.request<TriedShapes>('shaclRepair/tryShapes', lacking))!;
  expect(summary).toContain('with shapes.ttl: The data file lacking.ttl does not exist');
  expect(tried!.places.map(({ uri, range }) => [uri, range.start])).toEqual(
    ['ex:c', 'ex:d a'].map((node) => [params.data, editor!.range('halls/more.ttl', node).start]),
  );
});

test('a result is explained down to the statements in files', async () => {
  const demo = path.join(import.meta.dirname, '../../../../test-fixtures/demo');
  editor = await EditorSession.start(demo);
  await editor.open('units.ttl');
  const place = editor.range('units.ttl', 'quantitykind:Lenght').start;
  const ask = () =>
    editor.client.request<WhyAnswer>('shaclRepair/why', { uri: editor.uri('units.ttl'), position: place });
  const [explained] = (await ask())!;
  expect(explained!.items.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'constraint: Asked for by sh:class of :quantityKindOfUnit: Each value of qudt:hasQuantityKind must be an instance of qudt:QuantityKind.',
    'stated: unit:YD a qudt:Unit',
    'stated: unit:YD qudt:hasQuantityKind quantitykind:Lenght',
    'missing: Not found: quantitykind:Lenght a qudt:QuantityKind, or one of its subclasses',
  ]);
  expect(explained!.items[1]!.place!.range.start.line).toBe(
    editor.range('units.ttl', 'unit:YD a qudt:Unit').start.line,
  );
  const [repair] = await editor.quickFixes('units.ttl', 'quantitykind:Lenght');
  await editor.choose([repair!], repair!.title);
  await editor.validated('units.ttl');
  expect(await ask()).toEqual([]);
});

describeShared(
  'a building with its constraints and the 54,000 triples of Brick',
  'brick-buildingmotif',
  (folder) => {
    test.runIf(triesAll)('has as many results as two other engines find', async () => {
      const [data, shapes, context] = ['mediumOffice_brick.ttl', 'mediumOffice_constraints.ttl', 'Brick.ttl'];
      editor = await openShared(folder, { data, shapes, context });
      expect(await editor.open(data)).toBe(69);
      expect(editor.problems(data)).toHaveLength(69);
    });
  },
);

describeShared(
  'ten thousand triples of units with the shapes that QUDT publishes',
  'qudt-v2.1.43-merged',
  (folder) => {
    test.runIf(triesAll)('have as many results as three other engines find', async () => {
      const data = 'qudt-10013.ttl';
      editor = await openShared(folder, { data, shapes: 'SCHEMA_QUDT_NoOWL-v2.1.ttl' });
      expect(await editor.open(data)).toBe(1641);
    });
  },
);

/** An editor on copies of shared files, linked by the settings of the workspace. */
function openShared(
  folder: string,
  { data, shapes, context }: { readonly data: string; readonly shapes: string; readonly context?: string },
): Promise<EditorSession> {
  const names = [data, shapes, ...(context === undefined ? [] : [context])];
  const files = Object.fromEntries(
    names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  );
  const link = { data, shapes: [shapes], context: context === undefined ? [] : [context] };
  return EditorSession.start(files, { links: [link] });
}

const orders = block`
  # shapes: order-shapes.ttl
  @prefix ex: <http://example.org/orders/> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

  ex:order-1 a ex:Order ;
    ex:paid "2026-03-02"^^xsd:date ;
    ex:shipped "2026-03-05"^^xsd:date .

  # Both dates were noted by hand.
  ex:order-2 a ex:Order ;
    ex:paid "2026-04-09"^^xsd:date ;
    ex:shipped "2026-04-07"^^xsd:date .
`;

const orderShapes = block`
  @prefix ex: <http://example.org/orders/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

  ex: sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/orders/"^^xsd:anyURI ] .

  ex:OrderShape a sh:NodeShape ;
    sh:targetClass ex:Order ;
    sh:sparql [
      sh:message "{$this} was shipped on {?shipped}, before it was paid on {?paid}." ;
      sh:prefixes ex: ;
      sh:select """
        SELECT $this (ex:shipped AS ?path) (?shipped AS ?value) ?shipped ?paid
        WHERE {
          $this ex:shipped ?shipped ; ex:paid ?paid .
          FILTER (?shipped < ?paid)
        }""" ;
    ] .
`;

const building = block`
  # shapes: building-shapes.ttl
  @prefix ex: <http://example.org/building/> .

  ex:ahu-1 a ex:AirHandler ;
    ex:feeds ex:vav-1, ex:vav-2 .

  ex:vav-1 a ex:TerminalUnit .
  ex:vav-2 a ex:TerminalUnit .
  ex:vav-3 a ex:TerminalUnit .
`;

const buildingShapes = block`
  @prefix ex: <http://example.org/building/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .

  ex:TerminalUnitShape a sh:NodeShape ;
    sh:targetClass ex:TerminalUnit ;
    sh:property [ sh:path ex:isFedBy ; sh:minCount 1 ; sh:class ex:AirHandler ] .

  ex:AirHandlerShape a sh:NodeShape ;
    sh:targetClass ex:AirHandler ;
    sh:rule [
      a sh:TripleRule ;
      sh:name "What feeds a unit" ;
      sh:subject [ sh:path ex:feeds ] ;
      sh:predicate ex:isFedBy ;
      sh:object sh:this ;
    ] .
`;

test("of a file's two plans, the one that changes the fewest statements is made", async () => {
  editor = await EditorSession.start({
    'valves.ttl': block`
      # shapes: shapes.ttl
      @prefix ex: <http://example.org/> .
      ex:valve ex:state "Open" ; ex:size "12" .
    `,
    'shapes.ttl': block`
      @prefix ex: <http://example.org/> .
      @prefix sh: <http://www.w3.org/ns/shacl#> .
      @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
      ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:state ;
        sh:property [ sh:path ex:state ; sh:in ( "open" "closed" ) ] ,
          [ sh:path ex:size ; sh:datatype xsd:integer ] .
    `,
  });
  expect(await editor.open('valves.ttl')).toBe(2);
  const uri = editor.uri('valves.ttl');
  const plan = await editor.client.request<RepairPlan>('shaclRepair/repairPlan', { uri });
  expect([plan!.statements, plan!.smallest!.statements, plan!.smallest!.cost > plan!.cost]).toEqual([
    4,
    1,
    true,
  ]);
  expect(plan!.smallest!.steps.map(({ title, location }) => [title, location?.uri])).toEqual([
    ['Remove "Open" as ex:state of ex:valve', uri],
  ]);
  const steps = plan!.smallest!.steps.map(({ key }) => key);
  const fixed = await editor.client.request<FixAll>('shaclRepair/fixAll', { uri, steps, plan: 'smallest' });
  await editor.apply(fixed!.edit!);
  expect(await editor.validated('valves.ttl')).toBe(0);
  expect(editor.text('valves.ttl')).toContain('ex:valve ex:size "12" .');
});

const unitPrefixes = block`
  @prefix ex: <http://example.org/ns#> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix unit: <http://qudt.org/vocab/unit/> .
`;
const plant = `# shapes: shapes.ttl\n${unitPrefixes}
ex:flow ex:unit unit:M3-PER-HR .
ex:level ex:unit unit:M .
ex:pressure ex:unit unit:PA .
ex:name ex:unit "bar" .
`;
const unitShapes = `${unitPrefixes}
ex:MeasuredShape a sh:NodeShape ;
  sh:targetSubjectsOf ex:unit ;
  sh:property [ sh:path ex:unit ; sh:class ex:Unit ] .
`;
const units = `${unitPrefixes}
unit:M3-PER-HR a ex:Unit .
unit:M a ex:Unit .
unit:PA a ex:Unit .
`;

const tankPrefixes = block`
  @prefix ex: <http://example.org/ns#> .
  @prefix fluid: <http://fluids.example/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
`;
const tank = `# shapes: shapes.ttl\n${tankPrefixes}
ex:tank ex:substance fluid:Brine ; ex:state ex:filling .
fluid:Air ex:name "air" .
`;
const tankShapes = `${tankPrefixes}
ex:SubstanceShape a sh:NodeShape ;
  sh:targetSubjectsOf ex:substance ;
  sh:property [ sh:path ex:substance ; sh:class ex:Liquid ] ;
  sh:property [ sh:path ex:state ; sh:in ( ex:open ex:closed ) ] .
`;
const fluids = `${tankPrefixes}
fluid:Brine a ex:Liquid .
`;

/** One of them cannot become a number. */
const codes = [...Array.from({ length: 40 }, (_, i) => String(100 + i)), 'unknown'];
const desks = `# shapes: shapes.ttl
@prefix ex: <http://example.org/> .

${codes.map((code, i) => `ex:desk${i} ex:code "${code}" . # from the list\n`).join('')}`;
const deskShapes = block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

  ex:DeskShape a sh:NodeShape ; sh:targetSubjectsOf ex:code ;
    sh:property [ sh:path ex:code ; sh:datatype xsd:integer ] .
`;
