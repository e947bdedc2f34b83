import { seededRandom, seedOf } from '../../../base/random.ts';
import { precisionRecall } from '../scores/graphScores.ts';
import { inSyntax, syntaxFacts } from '../syntax/graphSyntax.ts';
import type { Task, TaskEvaluation } from '../task.ts';

const namespace = 'https://example.org/crowd/';

/** T4: the person known by the most others. Published as TurtleFriendCount. */
export const friendCountTask: Task = {
  id: 'T4',
  title: 'Count friends',
  version: 1,
  sizes: [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000],
  mainScore: 'f1',
  pose({ size = 1000, seed, repeat, wording, syntax }) {
    const isPaper = wording === 'paper';
    const crowd = isPaper ? publishedCrowd(size) : drawnCrowd(size, seed, repeat);
    const words = isPaper
      ? 'Please name the person which is known by the most persons according to the following RDF graph in turtle syntax. Give just the IRI of this person with most incoming links as answer, without abbreviation or explanation.'
      : 'Which person in the graph below is known (foaf:knows) by most of the others? Answer with the full IRI of this person only, without angle brackets, and without an abbreviation or an explanation.';
    return {
      prompt: `${inSyntax(words, syntax)}

${syntaxFacts[syntax].print(crowdTurtle(crowd))}`,
      evaluate: async (answer) => evaluateFriendCount(answer, crowd),
    };
  },
};

/** People, numbered from 1, each of whom knows the next two, and one who is known by a few more. */
export interface Crowd {
  readonly people: number;
  readonly special: number;
  /** Pairs of from and to. */
  readonly links: readonly (readonly [number, number])[];
}

/** A crowd whose graph has about the given number of bytes. Each repeat has another special person. */
export function drawnCrowd(size: number, seed: number, repeat: number): Crowd {
  const people = peopleIn(size);
  const special = seededRandom(seedOf(seed, 'crowd', `${size}`, `${repeat}`)).below(people) + 1;
  return crowdOf(people, special, 3);
}

/**
 * The published graph: always the fourth person, known by three more people than the others, or by one more where six
 * know each other.
 */
export function publishedCrowd(size: number): Crowd {
  return crowdOf(peopleIn(size), 4, 3);
}

function peopleIn(size: number): number {
  return Math.max(6, Math.floor(size / 100) - 4);
}

/**
 * Adds links from the people after the next two, unless they know the special person already. The others stay known
 * by two, and the special person is known by the most.
 *
 * @param people at least 6.
 * @param extra at least 1.
 */
export function crowdOf(people: number, special: number, extra: number): Crowd {
  const at = (index: number) => ((index - 1) % people) + 1;
  const links = Array.from({ length: people }, (_, i) => i + 1).flatMap((person): [number, number][] => [
    [person, at(person + 1)],
    [person, at(person + 2)],
  ]);
  for (let i = 3; i < 3 + extra; i++) {
    const from = at(special + i);
    const isKnown = links.some(([a, b]) => a === from && b === special);
    if (from !== special && !isKnown) links.push([from, special]);
  }
  return { people, special, links };
}

export function personIri(person: number): string {
  return `${namespace}person-${person.toString(16).padStart(8, '0')}`;
}

function crowdTurtle({ people, links }: Crowd): string {
  const name = (person: number) => personIri(person).replace(namespace, 'ex:');
  const blocks = Array.from({ length: people }, (_, i) => {
    const known = links.filter(([from]) => from === i + 1).map(([, to]) => to);
    const objects = known.toSorted((a, b) => a - b).map(name);
    return `${name(i + 1)} a foaf:Person ;\n  foaf:knows ${objects.join(',\n    ')} .\n`;
  });
  return `@prefix ex: <${namespace}> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .

${blocks.join('\n')}`;
}

export function evaluateFriendCount(answer: string, { special, links }: Crowd): TaskEvaluation {
  const expected = personIri(special);
  const friends = links.filter(([from]) => from === special).map(([, to]) => personIri(to));
  const byIri = scoreOf(
    answer.match(new RegExp(`${namespace}person-[0-9a-f]{8}(?![0-9a-f])`, 'g')),
    expected,
  );
  const names = answer.match(/(?<![\w-])person-[0-9a-f]{8}(?![0-9a-f])/g)?.map((name) => namespace + name);
  const byName = scoreOf(names ?? null, expected);
  const isStrict = answer.trim() === expected;
  return {
    scores: {
      'strict.f1': Number(isStrict),
      'lenient.f1': byIri.f1,
      'recovered.f1': byName.f1,
      precision: byIri.precision,
      recall: byIri.recall,
      f1: byIri.f1,
      // A trailing line break does not count as superfluous.
      brevity: answer.length === 0 ? 0 : Math.min(1, (expected.length + 1) / answer.length),
      noSpecialFriends: Number(!friends.some((friend) => byName.mentioned.has(friend))),
    },
    info: { expected, mentioned: [...byName.mentioned] },
    feedback: feedbackOn(byIri.mentioned.size, answer),
  };
}

function scoreOf(found: readonly string[] | null, expected: string) {
  const mentioned = new Set(found ?? []);
  return { ...precisionRecall(Number(mentioned.has(expected)), mentioned.size, 1), mentioned };
}

/** Feedback about the form only, because feedback about the content would give away the answer. */
function feedbackOn(mentioned: number, answer: string): string | undefined {
  if (mentioned === 0) return 'Your answer has no full IRI of a person of the graph in it.';
  if (mentioned > 1) return 'Your answer names several people. Name the one whom most know.';
  return answer.trim().startsWith('https://') && !/\s/.test(answer.trim())
    ? undefined
    : 'Your answer contains more than the IRI.';
}
