import type { Quad } from '@rdfjs/types';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { Parser } from 'n3';
import { RdfXmlParser } from 'rdfxml-streaming-parser';
import { tripleToNTriples } from '../../server/src/rdf/nTriples.ts';
import { readWithLibrary } from '../../server/src/rdf/readers/readWithLibrary.ts';
import { TurtleDocument } from '../../server/src/rdf/turtle/turtleDocument.ts';
import { jsonLdOf, rdfXmlOf, usualStyle } from '../../server/src/testing/libraryTexts.ts';
import { atLeast, atMost, type Bar, type Findings, type Table } from '../findings.ts';
import { LanguageServer } from '../languageServer.ts';
import { cpuRatio, cpuTimeOf, median } from '../measure.ts';
import { ms, printValue } from '../print.ts';
import { qudt10k, qudt81k } from '../workloads.ts';

const pairs = 15;
/** The library alone takes long: its time grows with the square of the nodes. */
const jsonLdPairs = 3;

/** Measures reading of each format beside the parser that others use, and typing in JSON-LD. */
export async function formats(): Promise<Findings> {
  const { data } = qudt81k();
  const rows: {
    readonly name: string;
    readonly text: string;
    readonly ratio: CpuRatio;
    readonly bar: Bar;
  }[] = [];
  const add = (name: string, text: string, ratio: CpuRatio, wanted: Bar['wanted']) => {
    const value = wanted.kind === 'atLeast' ? 1 / ratio.median : ratio.median;
    rows.push({ name, text, ratio, bar: { what: `read ${name} at 81k`, value, unit: '×', wanted } });
  };
  for (const [format, text] of Object.entries(lineFormats(data))) {
    const uri = `file:///data.${extensions[format as keyof typeof extensions]}`;
    const ratio = await cpuRatio(
      pairs,
      () => new TurtleDocument(uri, 1, text),
      () => new Parser({ format, baseIRI: uri }).parse(text),
    );
    add(format, text, ratio, atLeast(1.5));
  }
  const { graph, prefixes } = new TurtleDocument('file:///data.ttl', 1, data);
  for (const [format, text, alone] of [
    ['JSON-LD', jsonLdOf(graph, prefixes, usualStyle), readJsonLdAlone],
    ['RDF/XML', rdfXmlOf(graph, prefixes, usualStyle)!, readRdfXmlAlone],
  ] as const) {
    const ratio = await cpuRatio(
      format === 'JSON-LD' ? jsonLdPairs : pairs,
      () => readOurs(format, text),
      () => alone(text),
    );
    add(format, text, ratio, atMost(1.5));
  }
  const typing = await typeInJsonLd();
  return {
    title: 'Other formats',
    tables: [
      {
        head: ['81,303 triples', 'MB', 'ours, CPU', 'alone, CPU', 'ours / alone'],
        rows: rows.map(({ name, text, ratio }) => [
          name,
          (Buffer.byteLength(text) / 1e6).toFixed(1),
          ...cells(ratio),
        ]),
      },
      typing.table,
    ],
    bars: [...rows.map(({ bar }) => bar), typing.bar],
    notes: [
      `${pairs} pairs in turns, ${jsonLdPairs} of JSON-LD at 81k, processor time of all threads of the process: the median of the ratios, and their quartiles. Alone: N3's parser, jsonld-streaming-parser and rdfxml-streaming-parser with all quads in an array, without places.`,
    ],
  };
}

type CpuRatio = Awaited<ReturnType<typeof cpuRatio>>;

const cells = ({ ours, other, median, quartiles }: CpuRatio) => [
  ms(ours),
  ms(other),
  `${printValue(median, '×')} (${quartiles.map((each) => each.toFixed(2)).join(' to ')})`,
];

const extensions = { 'N-Triples': 'nt', 'N-Quads': 'nq', TriG: 'trig' };

/** The same triples as lines, as lines in ten graphs, and as Turtle in a block. */
function lineFormats(turtle: string): Readonly<Record<keyof typeof extensions, string>> {
  const { graph } = new TurtleDocument('file:///data.ttl', 1, turtle);
  const lines = [...graph.triples()].map(tripleToNTriples);
  const directives = turtle.split('\n').filter((line) => /^@prefix|^@base/.test(line));
  const body = turtle.split('\n').filter((line) => !/^@prefix|^@base/.test(line));
  return {
    'N-Triples': `${lines.join('\n')}\n`,
    'N-Quads': lines.map((line, at) => `${line.slice(0, -1)}<urn:graph:${at % 10}> .\n`).join(''),
    TriG: [...directives, '<urn:graph> {', ...body, '}', ''].join('\n'),
  };
}

const noContext = async () => ({ problem: 'there is none' });

function readOurs(format: 'JSON-LD' | 'RDF/XML', text: string): Promise<TurtleDocument> {
  return readWithLibrary(format, { uri: 'file:///data', version: 1, text }, noContext);
}

function readJsonLdAlone(text: string): Promise<readonly Quad[]> {
  return quadsOf(new JsonLdParser({ baseIRI: 'file:///data' }), text);
}

function readRdfXmlAlone(text: string): Promise<readonly Quad[]> {
  return quadsOf(new RdfXmlParser({ baseIRI: 'file:///data' }), text);
}

function quadsOf(parser: JsonLdParser | RdfXmlParser, text: string): Promise<readonly Quad[]> {
  const quads: Quad[] = [];
  return new Promise((resolve, reject) => {
    parser.on('data', (quad: Quad) => quads.push(quad));
    parser.on('error', reject);
    parser.on('end', () => resolve(quads));
    parser.write(text);
    parser.end();
  });
}

/** Letters typed into texts of a JSON-LD file of about 1 MB, and taken back: each change waits for its validation. */
async function typeInJsonLd(): Promise<{ readonly table: Table; readonly bar: Bar }> {
  const { data, shapes } = qudt10k();
  const { graph, prefixes } = new TurtleDocument('file:///data.ttl', 1, data);
  const text = jsonLdOf(graph, prefixes, usualStyle);
  const lines = text.split('\n');
  const labels = lines.flatMap((line, number) => (/^ +"@value": "[\w ]{3,}"/.test(line) ? [number] : []));
  const server = new LanguageServer({ data: text, shapes, name: 'data.jsonld' });
  await server.open(text);
  const ours: number[] = [];
  const alone: number[] = [];
  for (let pair = -2; pair < pairs; pair++) {
    const line = labels[Math.floor(((pair + 3) / (pairs + 3)) * labels.length)]!;
    const character = lines[line]!.indexOf('": "') + 5;
    const at = { line, character };
    const typed = await server.change({ start: at, end: at }, 'x');
    await server.change({ start: at, end: { line, character: character + 1 } }, '');
    await readJsonLdAlone(text);
    const time = await cpuTimeOf(() => readJsonLdAlone(text));
    // The first ones are those of a server that was just started.
    if (pair < 0) continue;
    ours.push(typed.cpuTime);
    alone.push(time);
  }
  await server.stop();
  const ratios = ours.map((time, pair) => time / alone[pair]!);
  return {
    table: {
      head: ['typing in JSON-LD', 'MB', 'change → diagnostics, CPU', 'library alone, CPU', 'ratio'],
      rows: [
        [
          'QUDT 10k',
          (Buffer.byteLength(text) / 1e6).toFixed(1),
          ms(median(ours)),
          ms(median(alone)),
          printValue(median(ratios), '×'),
        ],
      ],
    },
    bar: {
      what: 'keystroke → diagnostics in 1 MB of JSON-LD, against the library alone',
      value: median(ratios),
      unit: '×',
      wanted: atMost(1.5),
    },
  };
}
