import { withoutMarks, withoutThinking } from './answerWrapping.ts';
import { readLooseJson } from './readLooseJson.ts';

/** The first JSON object of an answer, whatever surrounds it. The model's reasoning does not count. */
export function answeredObject(answer: string): object | undefined {
  const said = withoutThinking(withoutMarks(answer)) ?? '';
  const start = said.indexOf('{');
  const json = start < 0 ? undefined : readLooseJson(said, start)?.value;
  return typeof json === 'object' && json !== null ? json : undefined;
}
