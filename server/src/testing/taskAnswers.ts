import { seededRandom, seedOf } from '../base/random.ts';
import { connectionIn } from '../lab/tasks/questions/connectionTask.ts';
import { machineOf, sheetText, sheetTurtle } from '../lab/tasks/questions/factsTask.ts';
import { officeCast, officeTurtle } from '../lab/tasks/questions/officeGraph.ts';
import { faultyFile } from '../lab/tasks/questions/smallFilesTask.ts';
import { terms } from '../rdf/terms.ts';
import { parse } from '../repair/llm/answer/turtleReadings.ts';
import { block } from './fixture.ts';

/** A perfect model's answer to the prompt of a task with the fixtures of seed 0. */
export function rightAnswer(prompt: string): string {
  const office = officeTurtle(officeCast(0));
  if (prompt.includes('shortest connection')) {
    const [, from, to] = /from (\S+) to (\S+), both/.exec(prompt)!;
    return connectionIn(office, from!, to!).join('\n');
  }
  if (prompt.includes('fenced code block')) return mended(prompt);
  if (prompt.includes('syntax errors')) return office;
  if (prompt.includes('different people')) return ring(Number(/with (\d+) different/.exec(prompt)![1]));
  if (prompt.includes('known (foaf:knows)')) return mostKnown(prompt.slice(prompt.indexOf('@prefix')));
  if (prompt.includes(sheetText(machineOf(0)))) return sheetTurtle(machineOf(0));
  throw new Error(`no task asks: ${prompt.slice(0, 100)}`);
}

function ring(count: number): string {
  const people = Array.from(
    { length: count },
    (_, i) => `:p${i} a foaf:Person ; foaf:knows :p${(i + 1) % count}, :p${(i + 2) % count} .`,
  );
  return block`
    @prefix : <https://example.org/> .
    @prefix foaf: <http://xmlns.com/foaf/0.1/> .
    ${people.join('\n')}
  `;
}

function mostKnown(turtle: string): string {
  const counts = new Map<number, number>();
  for (const { object } of parse(turtle).graph.withPredicate(terms.iri('http://xmlns.com/foaf/0.1/knows'))) {
    counts.set(object, (counts.get(object) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return terms.value(most![0]);
}

/**
 * An imperfect model's answer. It may be surrounded by sentences or be in a fence, and it lacks some lines; of a larger
 * graph it lacks more. The same seed makes the same mistakes.
 */
export function imperfectAnswer(prompt: string, seed: number): string {
  const random = seededRandom(seedOf(seed, prompt));
  const chance = (percent: number) => random.below(100) < percent;
  const lines = rightAnswer(prompt).split('\n');
  const people = lines.filter((line) => line.includes('a foaf:Person ;')).length;
  const kept = prompt.includes('different people')
    ? lines.slice(0, 2 + Math.round(people * (1 - people / 120 - random.below(20) / 100)))
    : lines.filter(() => !chance(6));
  const answer = chance(15) ? kept.join('\n').replace(/person-\w{8}/, 'person-00000002') : kept.join('\n');
  switch (random.below(4)) {
    case 0:
      return `Here is the answer:\n\n${answer}`;
    case 1:
      return `\`\`\`turtle\n${answer}\n\`\`\`\nI hope this helps.`;
    default:
      return answer;
  }
}

/** The file of the prompt with its error corrected. */
function mended(prompt: string): string {
  for (let repeat = 1; repeat <= 1000; repeat++) {
    const { correct, fault } = faultyFile(0, repeat);
    if (prompt.includes(fault.text)) return `\`\`\`turtle\n${correct}\`\`\``;
  }
  throw new Error(`no repeat has this file: ${prompt}`);
}
