import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import type { LanguageModel, ModelRequest } from '../../../repair/llm/model/languageModel.ts';
import { hostOf } from '../../../testing/check.ts';
import { type Fixture, parseFixture } from '../../../testing/fixture.ts';
import { ScriptedModel } from '../../../testing/scriptedModel.ts';
import type { RepairPartInfo } from '../analysis.ts';
import { unitReport } from '../unitReport.ts';

const signal = new AbortController().signal;

test('repairs in different places can be told apart', async () => {
  expect(
    await partsBy(
      {
        r1: 'DELETE DATA { ex:r1 ex:floor "Ground" } ; INSERT DATA { ex:r1 ex:floor "ground" }',
        r2: 'DELETE DATA { ex:r2 ex:floor "UPPER" }',
      },
      `
ex:r1 a ex:Room ; ex:floor "Ground" . # one
ex:r2 a ex:Room ; ex:floor "UPPER" . # two
`,
    ),
  ).toMatchInlineSnapshot(`
    "Change "Ground" to "ground" (1)
    - ex:r1 a ex:Room ; ex:floor "Ground" . # one
    + ex:r1 a ex:Room ; ex:floor "ground" . # one

    Remove "UPPER" as ex:floor of ex:r2 (1)
    - ex:r2 a ex:Room ; ex:floor "UPPER" . # two
    + ex:r2 a ex:Room . # two

    2 repaired"
  `);
});

test('what one repair changes in two places cannot', async () => {
  expect(
    await partsBy(
      { r1: 'DELETE DATA { ex:r1 ex:floor "Ground" } ; INSERT DATA { ex:r3 ex:above ex:r1 }' },
      `
ex:r1 a ex:Room ; ex:floor "Ground" .
ex:r2 a ex:Room .
ex:r3 a ex:Room .
`,
    ),
  ).toMatchInlineSnapshot(`
    "Remove "Ground" as ex:floor of ex:r1 and add ex:r1 as ex:above of ex:r3 (1)
    - ex:r1 a ex:Room ; ex:floor "Ground" .
    - ex:r3 a ex:Room .
    + ex:r1 a ex:Room .
    + ex:r3 a ex:Room ; ex:above ex:r1 .

    1 repaired"
  `);
});

test('repairs that clash are parts of their own where each holds alone', async () => {
  expect(
    await partsBy(
      {
        Ground: 'DELETE DATA { ex:r1 ex:floor "Ground" } ; INSERT DATA { ex:r1 ex:floor "ground" }',
        UPPER: 'DELETE DATA { ex:r1 ex:floor "UPPER" } ; INSERT DATA { ex:r1 ex:floor "upper" }',
      },
      `
ex:r1 a ex:Room ; ex:floor "Ground" , "UPPER" .
`,
    ),
  ).toMatchInlineSnapshot(`
    "Change "Ground" to "ground" (1)
    - ex:r1 a ex:Room ; ex:floor "Ground" , "UPPER" .
    + ex:r1 a ex:Room ; ex:floor "ground" , "UPPER" .

    Change "UPPER" to "upper" (1)
    - ex:r1 a ex:Room ; ex:floor "Ground" , "UPPER" .
    + ex:r1 a ex:Room ; ex:floor "Ground" , "upper" .

    2 repaired"
  `);
});

test('repairs whose edits touch are one part', async () => {
  expect(
    await partsBy(
      {
        Ground: 'DELETE DATA { ex:r1 ex:floor "Ground" }',
        UPPER: 'DELETE DATA { ex:r1 ex:floor "UPPER" }',
      },
      `
ex:r1 a ex:Room ; ex:floor "Ground" , "UPPER" .
`,
    ),
  ).toMatchInlineSnapshot(`
    "2 changes that belong together: Remove "Ground" as ex:floor of ex:r1; Remove "UPPER" as ex:floor of ex:r1 (2)
    - ex:r1 a ex:Room ; ex:floor "Ground" , "UPPER" .
    + ex:r1 a ex:Room .

    2 repaired"
  `);
});

test('no part needs a prefix that another one declares', async () => {
  expect(
    await partsBy(
      {
        a: 'INSERT DATA { ex:a skos:prefLabel "A" }',
        b: 'INSERT DATA { ex:b skos:prefLabel "B" }',
      },
      `
ex:a a ex:Concept .
ex:between a ex:Thing .
ex:b a ex:Concept .
`,
    ),
  ).toMatchInlineSnapshot(`
    "Add "A" as <http://www.w3.org/2004/02/skos/core#prefLabel> of ex:a (1)
    - ex:a a ex:Concept .
    + ex:a a ex:Concept ;
    +   <http://www.w3.org/2004/02/skos/core#prefLabel> "A" .

    Add "B" as <http://www.w3.org/2004/02/skos/core#prefLabel> of ex:b (1)
    - ex:b a ex:Concept .
    + ex:b a ex:Concept ;
    +   <http://www.w3.org/2004/02/skos/core#prefLabel> "B" .

    2 repaired"
  `);
});

const shapes = `
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:floor ; sh:in ( "ground" "upper" ) ] ;
  sh:property [ sh:path ex:above ; sh:class ex:Room ] .
ex:ConceptShape a sh:NodeShape ; sh:targetClass ex:Concept ;
  sh:property [ sh:path <http://www.w3.org/2004/02/skos/core#prefLabel> ; sh:minCount 1 ] .
`;

/** The text with each part alone, as lines that differ, and what is left when all are made. */
async function partsBy(answers: Readonly<Record<string, string>>, data: string): Promise<string> {
  const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl${data}${shapes}`);
  const host = hostOf(fixture);
  const { uri } = fixture.files[0]!;
  const { results } = unitReport(await host.analysis(uri, signal));
  const options = {
    strategy: 'SF+',
    maxRounds: 1,
    candidates: 1,
    choose: false,
    temperature: 0,
    model: new ModelWithAnswers(answers),
    onRequest: () => {},
  } as const;
  const keys = results.map(({ key }) => key);
  const { repairs } = await host.repairWithModel(uri, keys, options, signal);
  const { parts, repaired, left } = repairs;
  return [
    ...parts.map((part) => `${part.title} (${part.repaired})\n${changed(part, fixture)}`),
    `${repaired} repaired`,
    ...left.map(({ message, why }) => `left: ${message} -- ${why}`),
  ].join('\n\n');
}

function changed({ edits: { uri, edits } }: RepairPartInfo, { files }: Fixture): string {
  expect(edits).toHaveLength(1);
  const { text } = files.find((file) => file.uri === uri)!;
  const before = text.split('\n');
  const after = applyEdits(text, edits).split('\n');
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ].join('\n');
}

/** Answers by the value or, where there is none, the local name of the focus node that it is asked about. */
class ModelWithAnswers implements LanguageModel {
  readonly id = 'scripted';
  readonly #answers: Readonly<Record<string, string>>;

  constructor(answers: Readonly<Record<string, string>>) {
    this.#answers = answers;
  }

  async complete(request: ModelRequest, signal: AbortSignal) {
    const { text } = request.messages[0]!;
    const [, value = ''] = /^Value: "(.*)"/m.exec(text) ?? [];
    const [, node = ''] = /^Focus node: <.*?([^#/>]*)>/m.exec(text) ?? [];
    const answer = JSON.stringify({ answer: this.#answers[value] ?? this.#answers[node] ?? 'none' });
    return new ScriptedModel(answer).complete(request, signal);
  }
}
