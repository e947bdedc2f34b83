import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { hostOf } from '../../../testing/check.ts';
import { block, parseFixture, suppliedPrefixes } from '../../../testing/fixture.ts';
import type { CodeActionInfo } from '../analysis.ts';
import { menuTitle } from '../analysis.ts';

const fluids = `${suppliedPrefixes} @prefix fluid: <http://fluids.example/> .`;
const never = new AbortController().signal;

/** The quick fixes at `$0` of the first file that are not about ignoring results, each with the changed lines. */
async function menu(text: string): Promise<readonly string[]> {
  const fixture = parseFixture(text);
  const [file] = fixture.files;
  const { uri, cursor } = file!;
  const actions = await hostOf(fixture).codeActions(uri, { start: cursor!, end: cursor! }, never);
  const shown = actions.filter(({ title }) => !/^(Ignore|Exclude|Declare|Set the severity)/.test(title));
  return shown.map((action) => `${menuTitle(action)}${outcome(action, file!.text)}`);
}

function outcome({ edits: [edits], command }: CodeActionInfo, text: string): string {
  if (command?.kind === 'say') return ` !`;
  if (command?.kind === 'showPlace') return ` @ ${command.uri.split('/').at(-1)}`;
  if (edits === undefined) return '';
  const after = applyEdits(text, edits.edits).split('\n');
  const changed = after.filter((line) => !text.split('\n').includes(line));
  const filledIn = edits.edits.flatMap(({ newText, placeholders = [] }) =>
    placeholders.map(({ start, end, choices }) => choices?.join('|') ?? newText.slice(start, end)),
  );
  return `: ${changed.join(' / ')}${filledIn.length > 0 ? ` [${filledIn.join(', ')}]` : ''}`;
}

describe('nodes that no linked file describes', () => {
  const data = block`
    #- /data.ttl shapes:/shapes.ttl
    ${fluids}
    ex:tank ex:substance $0fluid:brine .
    fluid:note ex:label "Note" .`;
  const shapes = block`
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:substance ; sh:property [ sh:path ex:substance ; sh:class ex:Liquid ] .`;
  const why = 'No repair found: no linked file describes fluid:brine, so its class is unknown !';

  test('a file of the workspace that describes them can be linked', async () =>
    expect(
      await menu(`${data}\n${shapes}\n#- /vocabularies/fluids.ttl\n${fluids} fluid:brine a ex:Liquid .`),
    ).toEqual([
      why,
      'Link vocabularies/fluids.ttl, which describes fluid:brine: # context: vocabularies/fluids.ttl',
      'Fill in another value for fluid:brine:  [fluid:brine]',
      'Look at sh:class in the shape @ shapes.ttl',
    ]));

  test('where no file does, the path is to be filled in', async () =>
    expect(
      await menu(`${data}\n${shapes}\n#- /other.ttl\n${fluids} ex:tap ex:carries fluid:brine .`),
    ).toEqual([
      why,
      'Link a file that describes fluid:brine…: # context: ontology.ttl [ontology.ttl]',
      'Fill in another value for fluid:brine:  [fluid:brine]',
      'Look at sh:class in the shape @ shapes.ttl',
    ]));
});

describe('two that are about as likely', () => {
  const shapes = block`
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:state ; sh:property [ sh:path ex:state ; sh:in ( ex:open ex:closed ) ] .`;

  test('are one choice, which is made in the text', async () =>
    expect(
      await menu(`#- /data.ttl shapes:/shapes.ttl\nex:valve ex:state $0ex:filling .\n${shapes}`),
    ).toEqual([
      'Change ex:filling to ex:open (possible: allowed by sh:in): ex:valve ex:state ex:open .',
      'Change ex:filling to ex:closed (possible: allowed by sh:in): ex:valve ex:state ex:closed .',
      'Remove ex:filling as ex:state of ex:valve: ',
      "You decide: the files don't say whether ex:open or ex:closed is meant !",
      'Choose: ex:open or ex:closed: ex:valve ex:state ex:open . [ex:open|ex:closed]',
      'Fill in another value for ex:filling:  [ex:filling]',
    ]));
});

test('a missing value of a class without instances: a file that has some', async () =>
  expect(
    await menu(block`
      #- /data.ttl shapes:/shapes.ttl
      $0ex:pump a ex:Pump .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:Pump ;
        sh:property [ sh:path ex:maker ; sh:minCount 1 ; sh:class ex:Firm ] .
      #- /firms.ttl
      ex:acme a ex:Firm . ex:bolt a ex:Forge . ex:Forge rdfs:subClassOf ex:Firm .`),
  ).toEqual([
    'Add new ex:Firm_1 (a ex:Firm) as ex:maker of ex:pump: ex:pump a ex:Pump ; /   ex:maker ex:Firm_1 . / ex:Firm_1 a ex:Firm . [ex:Firm_1, ex:Firm_1]',
    'Fill it in: no linked file has an instance of ex:Firm !',
    'Link firms.ttl, which has 2 instances of ex:Firm: # context: firms.ttl',
  ]));

test('the class for which an implied value is refused can be written anew', async () =>
  expect(
    await menu(block`
      #- /data.ttl shapes:/shapes.ttl context:/context.ttl
      ${fluids}
      $0ex:in a ex:Inlet .
      ex:p a fluid:Pump ; ex:inlet ex:in .
      #- /context.ttl
      ${fluids}
      ex:inletOf owl:inverseOf ex:inlet . fluid:HeatPump a owl:Class ; rdfs:subClassOf fluid:Machine .
      #- /shapes.ttl
      ${fluids}
      ex:S a sh:NodeShape ; sh:targetClass ex:Inlet ;
        sh:property [ sh:path ex:inletOf ; sh:minCount 1 ; sh:class fluid:Machine ; sh:maxCount 0 ] .`),
  ).toEqual([
    'No repair found: the value would be ex:p (implied by ex:inlet (owl:inverseOf ex:inletOf)), which is no fluid:Machine, because no linked file describes its class fluid:Pump !',
    'Fill in another class than fluid:Pump for ex:p:  [fluid:Pump]',
    'Look at sh:minCount in the shape @ shapes.ttl',
  ]));

test('that a value is to be filled in and what it is stand in one bracket', async () =>
  expect(
    await menu(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:a ex:age $0-1 .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:age ; sh:property [ sh:path ex:age ; sh:minInclusive 0 ] .`),
  ).toContain('Change -1 to 0 (to be filled in; the bound of sh:minInclusive): ex:a ex:age 0 . [0]'));
