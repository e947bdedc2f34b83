import { shortestWays, stepsFrom } from '../../../rdf/findConnection.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { parse } from '../../../repair/llm/answer/turtleReadings.ts';
import { type PrecisionRecall, precisionRecall } from '../scores/graphScores.ts';
import { inSyntax, syntaxFacts } from '../syntax/graphSyntax.ts';
import type { Task, TaskEvaluation } from '../task.ts';
import { officeCast, officeTurtle } from './officeGraph.ts';

/** T1: the IRIs on the shortest path between two people. Published as TurtleConnectionExplainStatic. */
export const connectionTask: Task = {
  id: 'T1',
  title: 'Find a connection',
  version: 1,
  sizes: [],
  mainScore: 'f1',
  pose({ seed, wording, syntax }) {
    const cast = officeCast(seed);
    const [from, to] = cast.people;
    const turtle = officeTurtle(cast);
    const expected = connectionIn(turtle, `${cast.namespace}${from.name}`, `${cast.namespace}${to.name}`);
    const named = (name: string) => (syntax === 'turtle' ? `:${name}` : name);
    const words =
      wording === 'paper'
        ? `For the following turtle find the shortest non trivial connection from ${from.firstName} to ${to.firstName}. Please summarize the connection with just a list of resource IRIs, one per line, starting with ${expected[0]} and ending with ${expected.at(-1)} . Please leave out rdf:type infos, leave out explanatory text and answer with just the IRI lines.`
        : `How are ${named(from.name)} and ${named(to.name)} connected in the graph below? Find the shortest connection that does not use rdf:type. Answer with the IRIs on it only, from ${expected[0]} to ${expected.at(-1)}, both included, in this order: one full IRI per line, without angle brackets, blank nodes left out, and no explanation.`;
    return {
      prompt: `${inSyntax(words, syntax)}

${syntaxFacts[syntax].print(turtle)}`,
      evaluate: async (answer) => evaluateConnection(answer, { turtle, expected }),
    };
  },
};

/** What answers to a connection task are compared with. */
export interface ExpectedConnection {
  readonly turtle: string;
  /** The IRIs in order, including both ends. */
  readonly expected: readonly string[];
}

/** @throws RangeError unless there is exactly one shortest way. */
export function connectionIn(turtle: string, from: string, to: string): readonly string[] {
  const start = terms.iri(from);
  const [way, ...others] = shortestWays(parse(turtle).graph, start, terms.iri(to));
  if (way === undefined || others.length > 0)
    throw new RangeError(`There is not exactly one shortest connection between ${from} and ${to}`);
  const nodes = [start, ...way.map((step) => step.to)];
  return nodes.filter((node) => !terms.isBlank(node)).map((node) => terms.value(node));
}

/** The published scores, whether the answer is a valid path, and whether it is the right one. */
export function evaluateConnection(answer: string, { turtle, expected }: ExpectedConnection): TaskEvaluation {
  const lines = answer.split('\n');
  const suffixes = lines.flatMap((line) => (line.includes('http') ? [line.slice(line.indexOf('http'))] : []));
  const list = listScore(suffixes, lines.length, expected);
  const trimmed = listScore(
    suffixes.map((each) => each.trimEnd()),
    lines.length,
    expected,
  );
  const mentioned = irisIn(answer);
  const http = listScore(mentioned, new Set(mentioned).size, expected);
  const short = shortScore(answer, expected);
  const plain = answer.trimEnd().split('\n');
  const strict = listScore(plain, plain.length, expected);
  const path = mentioned.map((iri) => terms.iri(iri));
  const connected = isConnected(parse(turtle).graph, path);
  const ends = mentioned[0] === expected[0] && mentioned.at(-1) === expected.at(-1) && mentioned.length > 1;
  const ordered = mentioned.join(' ') === expected.join(' ');
  return {
    scores: {
      'strict.f1': strict.f1,
      'lenient.f1': http.f1,
      'recovered.f1': short.f1,
      ...named('list', list),
      ...named('listTrim', trimmed),
      ...named('textHttp', http),
      ...named('textShort', short),
      lineBrevity: suffixes.length / lines.length,
      orderedPath: Number(ordered),
      validPath: Number(ends && connected),
    },
    info: { lines: lines.length, mentioned },
    feedback: feedbackOn(plain, mentioned, ends, connected),
  };
}

/** Whether each node is linked with the next one, directly or through one blank node. */
/** True when each of these nodes of a Turtle file is connected with the next, through at most one blank node. */
export function isWay(turtle: string, iris: readonly string[]): boolean {
  return isConnected(
    parse(turtle).graph,
    iris.map((iri) => terms.iri(iri)),
  );
}

function isConnected(graph: Graph, nodes: readonly TermId[]): boolean {
  const neighbours = (node: TermId) => new Set([...stepsFrom(graph, node)].map((step) => step.to));
  return nodes.slice(1).every((node, i) => {
    const near = neighbours(nodes[i]!);
    if (near.has(node)) return true;
    return [...near].some((each) => terms.isBlank(each) && neighbours(each).has(node));
  });
}

function listScore(found: readonly string[], count: number, expected: readonly string[]): PrecisionRecall {
  const hits = new Set(found.filter((each) => expected.includes(each))).size;
  return precisionRecall(hits, count, expected.length);
}

/** The IRIs in a text, in order, without enclosing or sentence-ending punctuation. */
function irisIn(text: string): readonly string[] {
  const found = text.match(/https?:\/\/[^\s<>"'`()[\]{}|\\,;*]+/g) ?? [];
  return found.map((each) => each.replace(/[.:!?]+$/, ''));
}

/** Only expected names are searched for, so every name that is found is right. */
function shortScore(answer: string, expected: readonly string[]): PrecisionRecall {
  const names = expected.map((iri) => iri.replace(/^.*[/#]/, ''));
  const hits = names.filter((name) =>
    new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`).test(answer),
  ).length;
  return precisionRecall(hits, hits, expected.length);
}

function named(name: string, { precision, recall, f1 }: PrecisionRecall) {
  return { [`${name}Precision`]: precision, [`${name}Recall`]: recall, [`${name}F1`]: f1 };
}

function feedbackOn(
  lines: readonly string[],
  mentioned: readonly string[],
  ends: boolean,
  connected: boolean,
): string | undefined {
  const wrong = lines.filter((line) => !/^https?:\/\/[^\s<>]+$/.test(line)).length;
  if (mentioned.length === 0) return 'Your answer has no IRI in it.';
  if (!ends) return 'The IRIs in your answer do not lead from the first person to the second one.';
  if (!connected) return 'Some of the IRIs in your answer are not connected with the next one in the graph.';
  if (wrong > 0)
    return `${wrong} of the ${lines.length} lines of your answer are not an IRI and nothing else.`;
  return undefined;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
