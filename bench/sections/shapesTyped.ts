import type { Position } from 'vscode-languageserver';
import { atMost, type Findings } from '../findings.ts';
import { LanguageServer, type Validation } from '../languageServer.ts';
import { median, percentile } from '../measure.ts';
import { ms } from '../print.ts';
import { qudt81k, qudtOwnShapes, type Workload } from '../workloads.ts';

/** How many values of the shapes lose their last character and get it again. */
const values = 40;

/** Measures how soon the results of an open data file follow its shapes, which are open as well, as they are typed. */
export async function shapesTyped(): Promise<Findings> {
  const measured = [await typeIn(qudtOwnShapes()), await typeIn(qudt81k())];
  return {
    title: 'Results of an open data file while its shapes are typed',
    tables: [
      {
        head: [
          `${2 * values} changes`,
          'p50',
          'p95',
          'slowest',
          'CPU p50',
          'CPU p95',
          'CPU slowest',
          'results, at most',
        ],
        rows: measured.map(({ name, validations }) => {
          const times = validations.map(({ time }) => time);
          const cpu = validations.map(({ cpuTime }) => cpuTime);
          return [
            name,
            ...[times, cpu].flatMap((all) => [
              ms(median(all)),
              ms(percentile(all, 95)),
              ms(Math.max(...all)),
            ]),
            String(Math.max(...validations.map(({ results }) => results))),
          ];
        }),
      },
    ],
    bars: measured.map(({ name, validations }) => ({
      what: `${name}: change of the shapes → validated, p95 of the CPU time`,
      value: percentile(
        validations.map(({ cpuTime }) => cpuTime),
        95,
      ),
      unit: 'ms',
      wanted: atMost(150),
    })),
    notes: [
      'From the change of the shapes to the validation of the data, through stdio and both server processes. The last character of a value of the shapes is deleted and typed again, for values at equal distances. CPU is the processor time of all threads of the server until then, on Linux. Debounce is 0.',
    ],
  };
}

async function typeIn({ name, ...workload }: Workload) {
  // Shapes that say something of the data as well, such as QUDT's schema, are context.
  const server = new LanguageServer({ ...workload, shapesAreContext: workload.context === undefined });
  await server.open(workload.data);
  await server.openBeside('shapes.ttl', workload.shapes);
  const validations: Validation[] = [];
  let version = 1;
  const all = lastCharacters(workload.shapes);
  for (let i = 0; i < values; i++) {
    const { start, character } = all[Math.floor(((i + 0.5) * all.length) / values)]!;
    const end = { ...start, character: start.character + 1 };
    for (const [range, text] of [
      [{ start, end }, ''],
      [{ start, end: start }, character],
    ] as const) {
      await server.idle();
      validations.push(await server.changeShapes(++version, range, text));
    }
  }
  await server.stop();
  return { name, validations };
}

/** The last characters of names, numbers and texts behind a property of SHACL, where what is left is Turtle. */
function lastCharacters(text: string): readonly { readonly start: Position; readonly character: string }[] {
  return text.split('\n').flatMap((content, line) => {
    if (content.startsWith('#')) return [];
    const objects = content.matchAll(/\bsh:\w+ ((?:\w*:\w+|\d+(?:\.\d+)?|"(?:[^"\\]|\\.)+"))(?= )/dg);
    return [...objects].flatMap(({ indices }) => {
      const [, end] = indices![1]!;
      const at = content[end - 1] === '"' ? end - 2 : end - 1;
      const character = content[at]!;
      return /\w/.test(character) ? [{ start: { line, character: at }, character }] : [];
    });
  });
}
