import { seededRandom } from '../../base/random.ts';
import { changeLines, vioProblem } from '../../testing/vios.ts';
import { MistakeData } from './mistakeData.ts';
import { type MistakeName, mistakeOperators } from './operators/index.ts';

/**
 * All changes that an operator makes at any statement, with many random numbers: `- ex:a ex:p ex:b, + ex:a ex:p "b"`.
 * Whether they violate anything does not matter.
 */
export async function changesBy(
  operator: MistakeName,
  data: string,
  {
    shapes = '',
    context = '',
    prefixes = {},
  }: { shapes?: string; context?: string; prefixes?: Readonly<Record<string, string>> } = {},
): Promise<readonly string[]> {
  const problem = await vioProblem(shapes, data, context);
  const unit = new MistakeData({ ...problem, prefixes: new Map(Object.entries(prefixes)) });
  const found = new Set<string>();
  for (const triple of unit.sites()) {
    for (let seed = 0; seed < 60; seed++) {
      const change = mistakeOperators[operator].at(triple, unit, seededRandom(seed));
      if (change) found.add(changeLines({ change }).map(shortened).join(', '));
    }
  }
  return [...found].toSorted();
}

function shortened(line: string): string {
  return line
    .replaceAll('<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>', 'a')
    .replaceAll(/<http:\/\/example\.org\/ns#(\w+)>/g, 'ex:$1')
    .replaceAll(/<http:\/\/www\.w3\.org\/2001\/XMLSchema#(\w+)>/g, 'xsd:$1')
    .replace(/ \.$/, '');
}
