import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { localName } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { readAnswer } from '../../../repair/llm/answer/readAnswer.ts';
import type { ModelRequest } from '../../../repair/llm/model/languageModel.ts';
import { type PromptTemplate, promptVersions } from '../../../repair/llm/prompt/prompt.ts';
import { strategies } from '../../../repair/llm/prompt/strategy.ts';
import { printUpdate } from '../../../sparql/updateText.ts';
import { fixtureRoot } from '../../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../../testing/inMemoryFileSystem.ts';
import { runInMemory } from '../../../testing/runInMemory.ts';
import { ScriptedModel } from '../../../testing/scriptedModel.ts';
import { type ScoredAnswer, score } from '../scores/scores.ts';
import { EvaluatedSuite, openSuite } from '../suite/evaluatedSuite.ts';
import { modelSystem } from './modelSystem.ts';

/**
 * Answers of models that nobody has to ask: the same from the same seed, of three qualities, for cases of the three suites at
 * hand. A model can write only what its prompt shows, so what strategies and prompts leave out costs answers.
 */
const seed = 7;
const casesOfSuite = 5;

/** Of 100 answers, how many are what is wanted, are written in another form, change too little, and are no update; the others delete the focus node. */
const qualities = {
  strong: { right: 70, loose: 20, half: 5, broken: 3 },
  middling: { right: 40, loose: 20, half: 15, broken: 15 },
  weak: { right: 10, loose: 10, half: 30, broken: 30 },
} as const;
type Quality = keyof typeof qualities;

const fixtures = fileURLToPath(new URL('../../../../../test-fixtures', import.meta.url));
const signal = new AbortController().signal;

const options = {
  responseFormat: 'json',
  rounds: 1,
  temperature: 0,
  maxTokens: 2000,
  bare: false,
  seed,
  choices: undefined,
} as const;

async function suiteOf(data: string, shapes: string): Promise<EvaluatedSuite> {
  const textOf = (file: string) => readFileSync(path.join(fixtures, file), 'utf8');
  const { code, err, files } = await runInMemory(
    `generate data.ttl --shapes shapes.ttl --cross-check none --seed ${seed} --out suite`,
    { files: '', texts: { '/data.ttl': textOf(data), '/shapes.ttl': textOf(shapes) } },
  );
  expect(code, err).toBe(0);
  const entries = [...files].map(([name, text]) => [`${fixtureRoot}${name}`, text] as const);
  const reading = await openSuite(`${fixtureRoot}/suite`, new InMemoryFileSystem(entries), signal);
  if (reading.kind === 'unreadable') throw new Error(JSON.stringify(reading.problems));
  return EvaluatedSuite.of(reading.suite, {}, signal);
}

/** What a model of a quality says about a case whose wanted change is known. */
function answerTo(
  request: ModelRequest,
  wanted: { readonly added: readonly Triple[]; readonly removed: readonly Triple[] },
  { quality, name, focus }: { readonly quality: Quality; readonly name: string; readonly focus: TermId },
): string {
  const [{ text }] = request.messages as [ModelRequest['messages'][number]];
  const shown = (term: TermId) => {
    if (terms.isBlank(term)) return term;
    const written = terms.isLiteral(term) ? terms.value(term) : localName(terms.value(term));
    return text.includes(written) ? term : terms.iri(`http://example.org/invented#${name.length}`);
  };
  const seen = ({ subject, predicate, object }: Triple): Triple => ({
    subject: shown(subject),
    predicate: shown(predicate),
    object: shown(object),
  });
  const change = { added: wanted.added.map(seen), removed: wanted.removed.map(seen) };
  const update = printUpdate(change);
  const { right, loose, half, broken } = qualities[quality];
  const drawn = createHash('sha256').update(`${seed} ${quality} ${name}`).digest().readUInt16BE() % 100;
  const [key = 'answer'] = Object.keys(request.schema!.schema.properties as object).slice(-1);
  const enveloped = (answer: string) => JSON.stringify({ [key]: answer });
  if (drawn < right) return enveloped(update);
  if (drawn < right + loose) return `Here is the repair:\n\`\`\`sparql\n${update}\n\`\`\``;
  if (drawn < right + loose + half) return enveloped(printUpdate({ added: change.added, removed: [] }));
  if (drawn < right + loose + half + broken) return enveloped(update.slice(0, -3));
  return enveloped(`DELETE WHERE { <${terms.value(focus)}> ?p ?o }`);
}

test('strategies and prompts are compared on answers that nobody was asked for', async () => {
  const suites = [
    await suiteOf('hvac/dual-duct-box.ttl', 'hvac/dual-duct-box-manifest.ttl'),
    await suiteOf('university/university.ttl', 'university/university-shapes.ttl'),
    await suiteOf('heldout/library.ttl', 'heldout/library-shapes.ttl'),
  ];
  const names = Object.keys(qualities) as Quality[];
  const counts = new Map<string, number[]>();
  for (const suite of suites) {
    const { cases } = suite.suite;
    const every = Math.ceil(cases.length / casesOfSuite);
    for (const each of cases.filter((_, i) => i % every === 0)) {
      const task = await suite.task(each, signal);
      const { added: removed, removed: added } = each.change;
      const focus = task.problem.violation.focusNode;
      const name = `${suite.suite.description.name} ${each.json.id}`;
      const scores = new Map<string | undefined, Promise<ScoredAnswer>>();
      for (const template of Object.keys(promptVersions) as PromptTemplate[]) {
        for (const strategy of strategies) {
          const approach = `${template} ${strategy}`;
          const system = modelSystem('scripted', new ScriptedModel(''), {
            ...options,
            template,
            strategy,
            shapesPrefixes: suite.prefixes,
          });
          const request = await system.firstRequest!(task, signal);
          const row = counts.get(approach) ?? names.map(() => 0);
          counts.set(approach, row);
          for (const [i, quality] of names.entries()) {
            const answer = answerTo(request, { added, removed }, { quality, name, focus });
            const keys = Object.keys(request.schema!.schema.properties as object);
            const read = await readAnswer(answer, { keys, prefixes: suite.prefixes });
            const text = read.kind === 'option' ? undefined : read.text;
            const known = scores.get(text) ?? score(text, suite.scored(each, task), signal);
            scores.set(text, known);
            if ((await known).scores.isomorphism) row[i]!++;
          }
        }
      }
    }
  }
  expect(
    [...counts].map(([approach, row]) => `${approach}: ${row.join(' ')}`).join('\n'),
  ).toMatchInlineSnapshot(`
    "replication MG: 10 5 3
    replication MF: 9 4 2
    replication MF+: 9 4 2
    replication SG: 6 4 2
    replication SF: 5 3 1
    replication SF+: 5 3 1
    replication SnG: 6 4 2
    replication SnF: 5 3 1
    replication SnF+: 5 3 1
    product MG: 10 5 3
    product MF: 9 4 2
    product MF+: 9 4 2
    product SG: 6 4 2
    product SF: 5 3 1
    product SF+: 5 3 1
    product SnG: 6 4 2
    product SnF: 5 3 1
    product SnF+: 5 3 1"
  `);
});
