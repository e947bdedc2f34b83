import type { Graph } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { type ReadingName, readingNames } from '../../../repair/llm/answer/turtleReadings.ts';
import { shapesFeedback, syntaxFeedback } from '../feedback/syntaxFeedback.ts';
import { type GraphSyntax, inSyntax, syntaxFacts } from '../syntax/graphSyntax.ts';
import { byReading, type Task, type TaskEvaluation, type TaskScores } from '../task.ts';

const foaf = 'http://xmlns.com/foaf/0.1/';

/** T3: a graph of people who know each other. Published as SyntheticDatasetGeneration. */
export const sampleTask: Task = {
  id: 'T3',
  title: 'Make up a graph',
  version: 1,
  sizes: [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000],
  mainScore: 'closeness',
  pose({ size = 1000, wording, syntax }) {
    const count = peopleIn(size);
    const words =
      wording === 'paper'
        ? // The class is misspelt as published.
          `Create a knowledge graph in turtle format that consists of ${count} different objects of type foaf:person . Each should have at least 2 and at most ${count - 1} connections to other persons via foaf:knows . Give no extra text.`
        : `Write a knowledge graph in Turtle with ${count} different people. Each of them is a foaf:Person and is connected by foaf:knows with at least 2 and at most ${count - 1} other people of the graph. Write down all ${count}, without leaving any out. ${syntax === 'ntriples' ? `The namespace foaf: is ${foaf}.` : `Use the prefix foaf: for <${foaf}>.`} Answer with the Turtle only: no explanation, and nothing around it.`;
    return {
      prompt: inSyntax(words, syntax),
      evaluate: (answer, signal) => evaluateSample(answer, count, signal, syntax),
    };
  },
};

/** The number of people that are asked for, at least 3. */
export function peopleIn(size: number): number {
  return Math.max(3, Math.floor(size / 100));
}

/** The people in a graph. */
interface People {
  readonly persons: number;
  /** 0 if the number is as requested, -1 if there are none, above 0 if there are too many. */
  readonly personsRelativeError: number;
  readonly minFriendsOk: 0 | 1;
  readonly maxFriendsOk: 0 | 1;
  readonly wrongClassCase: number;
  readonly untypedPersons: number;
  readonly danglingObjects: number;
}

export async function evaluateSample(
  answer: string,
  count: number,
  signal: AbortSignal,
  syntax: GraphSyntax = 'turtle',
): Promise<TaskEvaluation> {
  const readings = await syntaxFacts[syntax].read(answer);
  const people = countPeople(readings.recovered.graph, count);
  const { personsRelativeError, minFriendsOk, maxFriendsOk } = people;
  const scores = (name: ReadingName): TaskScores => {
    const { graph, parses, lostStatements } = readings[name];
    const counted = countPeople(graph, count);
    return {
      closeness: Math.max(0, 1 - Math.abs(counted.personsRelativeError)),
      personsRelativeError: counted.personsRelativeError,
      parses: Number(parses),
      lostStatements,
    };
  };
  const { lenient } = readings;
  const violations = lenient.parses ? await shapesFeedback(lenient.graph, shapes(count), signal) : undefined;
  return {
    scores: {
      ...byReading(scores, readingNames),
      personsRelativeError,
      absoluteError: Math.abs(personsRelativeError),
      minFriendsOk,
      maxFriendsOk,
      violations: violations?.count ?? null,
    },
    info: {
      persons: people.persons,
      wrongClassCase: people.wrongClassCase,
      untypedPersons: people.untypedPersons,
      danglingObjects: people.danglingObjects,
      ellipsis: hasEllipsis(lenient.text),
      errors: readings.errors,
    },
    feedback:
      syntaxFeedback(readings, syntax) ?? countFeedback(people.persons, count) ?? violations?.feedback,
  };
}

function countPeople(graph: Graph, count: number): People {
  const [person, misspelt, knows] = ['Person', 'person', 'knows'].map((name) => terms.iri(foaf + name));
  const typed = new Set(graph.subjects(rdf.type, person!));
  const friends = [...typed].map(
    (subject) => new Set(graph.objects(subject, knows!).filter((each) => each !== subject)).size,
  );
  const links = graph.withPredicate(knows!);
  const untyped = new Set(links.map(({ subject }) => subject).filter((each) => !typed.has(each)));
  const dangling = new Set(links.map(({ object }) => object).filter((each: TermId) => !typed.has(each)));
  const all = (isRight: (each: number) => boolean) => (typed.size > 0 && friends.every(isRight) ? 1 : 0);
  return {
    persons: typed.size,
    personsRelativeError: (typed.size - count) / count,
    minFriendsOk: all((each) => each >= 2),
    maxFriendsOk: all((each) => each <= count - 1),
    wrongClassCase: graph.subjects(rdf.type, misspelt!).length,
    untypedPersons: untyped.size,
    danglingObjects: dangling.size,
  };
}

/** True for `...`, or a comment that says that something was left out. */
function hasEllipsis(text: string): boolean {
  return /\.\.\.|…|#.*\b(?:and so on|continue|repeat|remaining|etc|omitted|more)\b/i.test(text);
}

function countFeedback(persons: number, count: number): string | undefined {
  return persons === count
    ? undefined
    : `Your graph has ${persons} instances of foaf:Person. It should have ${count}.`;
}

function shapes(count: number): string {
  return `PREFIX sh: <http://www.w3.org/ns/shacl#>
PREFIX foaf: <${foaf}>
[ a sh:NodeShape ; sh:targetClass foaf:Person ;
  sh:property [ sh:path foaf:knows ; sh:class foaf:Person ; sh:minCount 2 ; sh:maxCount ${count - 1} ] ] .
`;
}
