import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type HostileDocument, hostileDocuments } from '../../server/src/testing/hostileDocuments.ts';
import { atMost, type Findings } from '../findings.ts';
import { LanguageServer } from '../languageServer.ts';
import { percentile } from '../measure.ts';
import { ms } from '../print.ts';

const strokes = 200;
/** The pause between two keystrokes, in ms. */
const pause = 60;
/** How long the document is looked at before the other one is opened, in ms. */
const reading = 5000;

/** Measures typing and requests in a document while a hostile document is open beside it. */
export async function hostileNeighbours(): Promise<Findings> {
  const measured = [];
  for (const hostile of [undefined, ...hostileDocuments]) {
    const times = await typingBeside(hostile, strokes);
    measured.push({ what: hostile?.what ?? 'nothing', ...times });
  }
  return {
    title: 'Typing beside hostile documents',
    tables: [
      {
        head: ['beside', `${strokes} keystrokes, p50`, 'p95', 'slowest', '20 hovers, p50', 'slowest'],
        rows: measured.map(({ what, keystrokes, hovers }) => [
          what,
          ms(percentile(keystrokes, 50)),
          ms(percentile(keystrokes, 95)),
          ms(Math.max(...keystrokes)),
          ms(percentile(hovers, 50)),
          ms(Math.max(...hovers)),
        ]),
      },
    ],
    bars: measured.flatMap(({ what, keystrokes, hovers }) => [
      {
        what: `keystroke → diagnostics beside ${what}, p95`,
        value: percentile(keystrokes, 95),
        unit: 'ms' as const,
        wanted: atMost(100),
      },
      {
        what: `hover beside ${what}, slowest`,
        value: Math.max(...hovers),
        unit: 'ms' as const,
        wanted: atMost(300),
      },
    ]),
    notes: [
      `The document is open for ${reading / 1000} s. Then a keystroke each ${pause} ms after the last one was answered, from the moment on in which the other document is opened; it is edited once on the way. Each tenth keystroke is followed by a hover.`,
    ],
  };
}

/** Times of keystrokes and hovers in a document, from the moment on in which a hostile one is opened beside it; in ms. */
export async function typingBeside(hostile: HostileDocument | undefined, strokes: number) {
  const server = new LanguageServer({ data, shapes });
  await server.open(data);
  for (let i = 0; i < 20; i++) await stroke(server, i);
  await delay(reading);
  if (hostile) await openBeside(server, hostile);
  const keystrokes: number[] = [];
  const hovers: number[] = [];
  for (let i = 0; i < strokes; i++) {
    keystrokes.push(await stroke(server, i));
    if (i % 10 === 9) hovers.push(await server.hover({ line: 4, character: 56 }));
    if (hostile && i === strokes / 2) {
      const start = { line: 2, character: 0 };
      await server.changeBeside('hostile.ttl', 2, { start, end: start }, '# edited\n');
    }
    await delay(pause);
  }
  await server.stop();
  return { keystrokes, hovers };
}

/** Types a letter into a name, or deletes it again. */
async function stroke(server: LanguageServer, index: number): Promise<number> {
  const start = { line: 4, character: 31 };
  const isTyped = index % 2 === 0;
  const end = isTyped ? start : { line: 4, character: 32 };
  return (await server.change({ start, end }, isTyped ? 'x' : '')).time;
}

async function openBeside(server: LanguageServer, { text, files = {}, pipes = [] }: HostileDocument) {
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(server.folder, name), content);
  for (const name of pipes) execFileSync('mkfifo', [path.join(server.folder, name)]);
  await server.openBeside('hostile.ttl', text);
}

const prefixes = `@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

`;

const data = `${prefixes}${Array.from({ length: 1000 }, (_, i) => `ex:person${1000 + i} a ex:Person ; ex:name "Name ${i}" ; ex:age "old" .`).join('\n')}\n`;

const shapes = `${prefixes}ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:maxLength 20 ] ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] .
`;
