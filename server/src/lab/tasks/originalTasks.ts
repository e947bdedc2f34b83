import { sha256 } from '../../base/sha256.ts';
import { parse } from '../../repair/llm/answer/turtleReadings.ts';
import { evaluateConnection, isWay } from './questions/connectionTask.ts';
import { evaluateCorrection } from './questions/errorsTask.ts';
import { evaluateFacts } from './questions/factsTask.ts';
import type { PosedTask, TaskId } from './task.ts';

/**
 * The files of the published tasks that have some, by task; those of T3 and T4 are generated. They must not enter training
 * data, so that they are in no repository of ours: users bring their own copy.
 */
export const originalFiles = {
  T1: ['prompt.txt', 'graph.ttl', 'expected.txt'],
  T2: ['prompt.txt', 'broken.ttl', 'correct.ttl'],
  T5: ['prompt.txt', 'reference.ttl'],
} as const satisfies Partial<Record<TaskId, readonly string[]>>;

type OriginalId = keyof typeof originalFiles;

/** Published tasks, with the questions of a local copy. */
export interface OriginalTasks {
  /** A hash of all files that were read: a run can't be resumed with other files. */
  readonly sha256: string;
  readonly posed: ReadonlyMap<TaskId, PosedTask>;
}

export type OriginalReading =
  | { readonly kind: 'read'; readonly tasks: OriginalTasks }
  /** In sentences, each about a file. */
  | { readonly kind: 'unusable'; readonly problems: readonly string[] };

/**
 * Reads the files of tasks, and checks that they belong together.
 *
 * @param read the text of a file by its path in the folder, such as `T1/graph.ttl`; undefined if there is none.
 */
export async function readOriginalTasks(
  ids: readonly TaskId[],
  read: (path: string) => Promise<string | undefined>,
): Promise<OriginalReading> {
  const problems: string[] = [];
  const posed = new Map<TaskId, PosedTask>();
  const contents: [string, string][] = [];
  for (const id of ids.filter((each): each is OriginalId => Object.hasOwn(originalFiles, each))) {
    const texts: Record<string, string> = {};
    for (const name of originalFiles[id]) {
      const text = (await read(`${id}/${name}`))?.replace(/\r\n?/g, '\n');
      if (text === undefined) problems.push(`${id}/${name} is missing.`);
      else if (text.trim() === '') problems.push(`${id}/${name} is empty.`);
      else texts[name] = text;
    }
    if (Object.keys(texts).length < originalFiles[id].length) continue;
    contents.push(...Object.entries(texts).map(([name, text]): [string, string] => [`${id}/${name}`, text]));
    const task = originals[id](texts, (file, problem) => problems.push(`${id}/${file} ${problem}.`));
    posed.set(id, { ...task, prompt: texts['prompt.txt']!.trimEnd() });
  }
  return problems.length > 0
    ? { kind: 'unusable', problems }
    : { kind: 'read', tasks: { sha256: sha256(JSON.stringify(contents)), posed } };
}

type Texts = Readonly<Record<string, string>>;
type Tell = (file: string, problem: string) => void;

const originals: Readonly<Record<OriginalId, (texts: Texts, tell: Tell) => Pick<PosedTask, 'evaluate'>>> = {
  T1(texts, tell) {
    const { 'prompt.txt': prompt = '', 'graph.ttl': turtle = '', 'expected.txt': list = '' } = texts;
    const expected = list
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    expectTurtle('graph.ttl', turtle, tell);
    expectInside('prompt.txt', prompt, 'graph.ttl', turtle, tell);
    if (expected.length < 2 || !isWay(turtle, expected)) {
      tell(
        'expected.txt',
        'is not a path through graph.ttl: give the IRIs on it, one per line, from the first to the last',
      );
    }
    return { evaluate: async (answer) => evaluateConnection(answer, { turtle, expected }) };
  },
  T2(texts, tell) {
    const { 'prompt.txt': prompt = '', 'broken.ttl': broken = '', 'correct.ttl': correct = '' } = texts;
    expectTurtle('correct.ttl', correct, tell);
    if (parse(broken).errors.length === 0) tell('broken.ttl', 'has no syntax error');
    expectInside('prompt.txt', prompt, 'broken.ttl', broken, tell);
    return { evaluate: (answer) => evaluateCorrection(answer, { correct, broken, syntax: 'turtle' }) };
  },
  T5(texts, tell) {
    const { 'reference.ttl': reference = '' } = texts;
    expectTurtle('reference.ttl', reference, tell);
    return { evaluate: (answer, signal) => evaluateFacts(answer, { reference, shapes: undefined }, signal) };
  },
};

function expectTurtle(file: string, text: string, tell: Tell): void {
  const { errors, lines, graph } = parse(text);
  const [first] = errors;
  if (first)
    tell(
      file,
      `is not Turtle: line ${lines.positionAt(first.range.start).line + 1}, ${first.message.replace(/\.$/, '')}`,
    );
  else if (graph.size === 0) tell(file, 'has no triples');
}

function expectInside(file: string, prompt: string, insideFile: string, inside: string, tell: Tell): void {
  if (!prompt.includes(inside.trim())) tell(file, `does not have the text of ${insideFile} in it`);
}
