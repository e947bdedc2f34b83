import { seeded } from '../edits.ts';
import { atMost, type Findings } from '../findings.ts';
import { type Answer, LanguageServer } from '../languageServer.ts';
import { median, percentile } from '../measure.ts';
import { ms } from '../print.ts';

const fileCount = 50;
const nodesInFile = 200;

/** How often the class is renamed. */
const count = 20;

const prefixes = `@prefix ex: <http://example.org/ns#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const shapes = `${prefixes}ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] ;
  sh:property [ sh:path ex:knows ; sh:class ex:Person ] .
`;

/** Measures renaming a class that all files of a workspace use. */
export async function rename(): Promise<Findings> {
  const [data, ...rest] = workspace();
  const others = Object.fromEntries(rest.map((text, i) => [`other${i}.ttl`, text]));
  const server = new LanguageServer({ data: data!, shapes, others });
  await server.open(data!);
  const answers: Answer[] = [];
  for (let i = 0; i < count; i++) answers.push(await renameBehindKeystroke(server, i % 2 === 0));
  await server.stop();
  const [first, ...later] = answers as [Answer, ...Answer[]];
  const times = later.map(({ time }) => time);
  const cpu = later.map(({ cpuTime }) => cpuTime);
  return {
    title: `Renaming a class in ${fileCount} files`,
    tables: [
      {
        head: [
          'textDocument/rename, behind a keystroke',
          'first',
          'p50',
          'p95',
          'slowest',
          'CPU first',
          'CPU p50',
          'CPU p95',
        ],
        rows: [
          [
            `${fileCount} files of ${nodesInFile} nodes, and their shapes`,
            ms(first.time),
            ms(median(times)),
            ms(percentile(times, 95)),
            ms(Math.max(...times)),
            ms(first.cpuTime),
            ms(median(cpu)),
            ms(percentile(cpu, 95)),
          ],
        ],
      },
    ],
    bars: [
      { what: `rename in ${fileCount} files, first`, value: first.time, unit: 'ms', wanted: atMost(1000) },
      {
        what: `rename in ${fileCount} files, p95`,
        value: percentile(times, 95),
        unit: 'ms',
        wanted: atMost(1000),
      },
    ],
    notes: [
      'From the change of the text to the edit of all files, through stdio and both server processes. The first time, the files that are not open are read.',
    ],
  };
}

/** Asks for the edit at the class of the first node; a letter was typed in another line, or taken back. */
async function renameBehindKeystroke(server: LanguageServer, isTyped: boolean): Promise<Answer> {
  const line = prefixes.split('\n').length - 1;
  const position = { line, character: 'ex:node-0-0 a ex:'.length };
  const start = { line: line + 1, character: 0 };
  const range = { start, end: { ...start, character: isTyped ? 0 : 1 } };
  const params = { position, newName: 'ex:Human' };
  const answer = await server.askWhileTyping(range, isTyped ? ' ' : '', 'textDocument/rename', params);
  const { documentChanges } = answer.answer as { readonly documentChanges: readonly unknown[] };
  // The shapes are one more.
  if (documentChanges.length !== fileCount + 1)
    throw new Error(`${documentChanges.length} files were renamed`);
  return answer;
}

/** Files of nodes that know each other. */
function workspace(): readonly string[] {
  const random = seeded(1);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const node = (file: number, i: number) => `ex:node-${file}-${i} a ex:Person ;
    ex:age ${upTo(90)} ;
    ex:knows ex:node-${upTo(fileCount)}-${upTo(nodesInFile)} .
`;
  return Array.from(
    { length: fileCount },
    (_, file) => prefixes + Array.from({ length: nodesInFile }, (__, i) => node(file, i)).join(''),
  );
}
