import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Reply,
  type ScriptedEndpoint,
  says,
  scriptedEndpoint,
} from '../../server/src/testing/scriptedEndpoint.ts';
import { ConnectionPage } from './connectionPage.ts';
import { eventually } from './eventually.ts';
import { find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';
import { showNarrow, showThemes } from './themes.ts';

const prefixes = `@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix org: <http://www.w3.org/ns/org#> .
`;

const company = `# shapes: shapes.ttl
${prefixes}
ex:anne a ex:Person ;
  rdfs:label "Anne" ;
  ex:born "1984-05-02"^^xsd:date .

ex:bob a ex:Person ;
  rdfs:label "Bob" ;
  ex:born "1979-11-23"^^xsd:date .

[] a org:Membership ; org:member ex:anne ; org:organization ex:research .
[] a org:Membership ; org:member ex:bob ; org:organization ex:marketing .

ex:research a org:OrganizationalUnit ; org:unitOf ex:wonderOrg .
ex:marketing a org:OrganizationalUnit ; org:unitOf ex:wonderOrg .
ex:wonderOrg a org:Organization ; rdfs:label "Wonder Inc." .
ex:island a ex:Place .
`;

const shapes = `${prefixes}
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path rdfs:label ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:string ] ,
    [ sh:path ex:born ; sh:minCount 1 ; sh:datatype xsd:date ] ,
    [ sh:path ex:worksFor ; sh:minCount 1 ; sh:class org:Organization ] ,
    [ sh:path ex:height ; sh:maxCount 1 ; sh:datatype xsd:decimal ; sh:minInclusive 0.5 ; sh:maxInclusive 2.5 ] .
`;

const minutes = 'Carla Ruiz, born on 1990-01-31 and 1.71 m tall, joins Wonder Inc.';

const carla = `ex:carla a ex:Person ;
  rdfs:label "Carla Ruiz" ;
  ex:born "1990-01-31"^^xsd:date ;
  ex:height "1.71" ;
  ex:worksFor ex:wonderOrg .`;

let endpoint: ScriptedEndpoint;

/** The connection of two nodes, sample data, and facts from a text, from the command to the saved file. */
export default {
  name: 'authoring',
  isLong: true,

  async prepare(folder: string): Promise<void> {
    await writeFile(path.join(folder, 'company.ttl'), company);
    await writeFile(path.join(folder, 'shapes.ttl'), shapes);
    await writeFile(path.join(folder, 'minutes.txt'), minutes);
  },

  async setUp() {
    endpoint = await scriptedEndpoint(reply);
    const settings = {
      'shaclRepair.model.provider': 'openai',
      'shaclRepair.model.id': 'gpt-test',
      'shaclRepair.model.baseUrl': endpoint.baseUrl,
    };
    return { settings, end: () => endpoint.close() };
  },

  async run(stage: Stage): Promise<void> {
    const { driver, folder } = stage;
    const file = path.join(folder, 'company.ttl');
    await driver.openFile('company.ttl');
    await driver.goTo(await find(file, 'ex:anne a'));
    await driver.waitForResults(2);
    await connect(stage, file);
    await sample(stage, file);
    await extract(stage, file);
  },
} satisfies Scenario;

async function connect(stage: Stage, file: string): Promise<void> {
  const { driver } = stage;
  const { page } = driver;
  const connection = new ConnectionPage(page);
  await driver.runCommand('SHACL Repair: Explain Connection');
  await page.locator('.quick-input-title', { hasText: 'From ex:anne To' }).waitFor();
  await driver.filterQuickPick('bob', 'ex:bob');
  await driver.screenshot('authoring-1-pick');
  await driver.accept(connection.heading('ex:anne and ex:bob'));
  await connection.text('connected by 6 triples. There is one shortest path.');
  await showThemes(stage, 'authoring-2');
  await showNarrow(stage, 'authoring-2');

  await connection.button('Ask gpt-test to Describe It').click();
  await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Allow' }).click();
  await connection.text('Anne and Bob belong to different units of Wonder Inc.');
  await driver.screenshot('authoring-5-words');

  await connection.link('ex:research — org:unitOf → ex:wonderOrg').click();
  const { line } = await find(file, 'org:unitOf ex:wonderOrg .\nex:marketing');
  await driver.statusBarItem(new RegExp(`Ln ${line}, .*\\(\\d+ selected\\)`));

  await driver.focusEditor();
  await driver.goTo(await find(file, 'ex:anne a'));
  await driver.runCommand('SHACL Repair: Explain Connection');
  await page.locator('.quick-input-title', { hasText: 'From ex:anne To' }).waitFor();
  await driver.filterQuickPick('island', 'ex:island');
  const apart = 'are not connected: all 6 other nodes that can be reached from ex:anne were searched';
  await driver.accept(connection.textAnywhere(apart));
  await driver.screenshot('authoring-6-apart');
}

async function sample({ driver }: Stage, file: string): Promise<void> {
  const { page } = driver;
  const before = await readFile(file, 'utf8');
  await driver.focusEditor();
  await driver.runCommand('SHACL Repair: Generate Sample Data');
  await driver.choose('ex:Person');
  await page.locator('.quick-input-title', { hasText: 'How Many' }).waitFor();
  await driver.accept(driver.quickPickRow('Everything the shapes describe'));
  await driver.screenshot('authoring-7-includes');
  await driver.accept(driver.quickPickRow('Insert'));
  await driver.screenshot('authoring-8-preview');
  await driver.accept(page.locator('.tab.active.dirty', { hasText: 'company.ttl' }).first());
  await driver.screenshot('authoring-9-inserted');
  await driver.focusEditor();
  // Two tabs are active, one beside the other: what is saved is seen in the file.
  await page.keyboard.press('Control+s');
  const after = await eventually('the file is saved', async () => {
    const text = await readFile(file, 'utf8');
    return text.includes('ex:Person_3') ? text : undefined;
  });
  assert.ok(after.startsWith(before.trimEnd()), 'Something that was there is changed.');
  assert.equal(after.match(/^ex:Person_\d a ex:Person ; rdfs:label /gm)?.length, 3);
  await driver.waitForResults(2);
}

async function extract({ driver }: Stage, file: string): Promise<void> {
  const { page } = driver;
  const before = await readFile(file, 'utf8');
  await driver.openFile('minutes.txt');
  await driver.focusEditor();
  await page.keyboard.press('Control+a');
  await driver.runCommand('SHACL Repair: Extract Facts from Selection');
  await driver.choose('company.ttl');
  await driver.choose('ex:Person');
  await driver.waitForQuickPick('Insert');
  await driver.screenshot('authoring-10-facts');
  const items = await driver.quickPickItems();
  assert.ok(items.some((item) => item.includes('Corrected: Change "1.71" to 1.71')));
  await driver.accept(page.locator('.tab.active.dirty', { hasText: 'company.ttl' }).first());
  await driver.focusEditor();
  // Two tabs are active, one beside the other: what is saved is seen in the file.
  await page.keyboard.press('Control+s');
  const after = await eventually('the file is saved', async () => {
    const text = await readFile(file, 'utf8');
    return text.includes('ex:carla') ? text : undefined;
  });
  assert.ok(after.startsWith(before.trimEnd()), 'Something that was there is changed.');
  assert.match(after, /ex:carla a ex:Person .* ex:worksFor ex:wonderOrg ; ex:height 1\.71 \./);
  assert.ok(endpoint.requests.at(-1)!.body.messages[0]!.content.includes(minutes));
  await driver.screenshot('authoring-11-inserted');
}

const reply: Reply = (request, response) => {
  const asked = request.body.messages[0]!.content;
  if (asked.includes('how two things')) {
    says(JSON.stringify({ text: 'Anne and Bob belong to different units of Wonder Inc.' }))(
      request,
      response,
    );
  } else says(`\`\`\`turtle\n${carla}\n\`\`\``)(request, response);
};
