import type { Quad } from '@rdfjs/types';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { Parser } from 'n3';
import { RdfXmlParser } from 'rdfxml-streaming-parser';
import type { Position, Range } from 'vscode-languageserver';
import { tripleToNTriples } from '../../server/src/rdf/nTriples.ts';
import { readWithLibrary } from '../../server/src/rdf/readers/readWithLibrary.ts';
import { TurtleDocument } from '../../server/src/rdf/turtle/turtleDocument.ts';
import { jsonLdOf, rdfXmlOf, usualStyle } from '../../server/src/testing/libraryTexts.ts';
import { atLeast, atMost, type Bar, type Findings, type SectionOptions } from '../findings.ts';
import { LanguageServer } from '../languageServer.ts';
import { type CpuRatio, cpuRatio, cpuTimeOf, ratioOf } from '../measure.ts';
import { ms, printValue } from '../print.ts';
import { qudt10k, qudt81k } from '../workloads.ts';

const pairs = 15;

/** Measures reading of each format beside the parser that others use, and typing in JSON-LD: all of it, or one row. */
export async function formats({ only }: SectionOptions): Promise<Findings> {
  const rows = { ...readers(), ...typists() };
  const names = Object.keys(rows);
  if (only !== undefined && !names.includes(only))
    throw new Error(`There is no row ${only}. There are: ${names.join(', ')}.`);
  const measured: Measured[] = [];
  for (const [name, measure] of Object.entries(rows))
    if ((only ?? name) === name) measured.push(await measure(name));
  const head = ['', 'MB', 'ours', 'other', 'ours / other'];
  return {
    title: 'Other formats',
    tables: [{ head, rows: measured.map(({ row }) => row) }],
    bars: measured.map(({ bar }) => bar),
    notes: [
      `${pairs} pairs in turns: the median of the ratios, and their quartiles. Reading 81,303 triples: processor time of all threads of the process; the other is N3's parser, jsonld-streaming-parser or rdfxml-streaming-parser with all quads in an array, without places. A keystroke in JSON-LD: processor time of all processes of the server until its diagnostics; the other is the library alone. A keystroke beside JSON-LD: time until the diagnostics of a small Turtle file, just after a keystroke in the JSON-LD file; the other is the same without one.`,
    ],
  };
}

interface Measured {
  readonly row: readonly string[];
  readonly bar: Bar;
}

type Measurement = (name: string) => Promise<Measured>;

function measured(name: string, text: string, ratio: CpuRatio, bar: Omit<Bar, 'unit' | 'value'>): Measured {
  const { ours, other, median, quartiles } = ratio;
  return {
    row: [
      name,
      (Buffer.byteLength(text) / 1e6).toFixed(1),
      ms(ours),
      ms(other),
      `${printValue(median, '×')} (${quartiles.map((each) => each.toFixed(2)).join(' to ')})`,
    ],
    bar: { ...bar, value: bar.wanted.kind === 'atLeast' ? 1 / median : median, unit: '×' },
  };
}

function readers(): Readonly<Record<string, Measurement>> {
  const { data } = qudt81k();
  const read = async (
    name: string,
    text: string,
    works: readonly [() => unknown, () => unknown],
    wanted: Bar['wanted'],
  ) => measured(name, text, await cpuRatio(pairs, ...works), { what: `read ${name} at 81k`, wanted });
  const ofLines = (format: keyof typeof extensions) => (name: string) => {
    const uri = `file:///data.${extensions[format]}`;
    const text = lineFormats(data)[format];
    const n3 = () => new Parser({ format, baseIRI: uri }).parse(text);
    return read(name, text, [() => new TurtleDocument(uri, 1, text), n3], atLeast(1.5));
  };
  const ofLibrary = (format: 'JSON-LD' | 'RDF/XML') => (name: string) => {
    const { graph, prefixes } = new TurtleDocument('file:///data.ttl', 1, data);
    const [text, alone] =
      format === 'JSON-LD'
        ? ([jsonLdOf(graph, prefixes, usualStyle), readJsonLdAlone] as const)
        : ([rdfXmlOf(graph, prefixes, usualStyle)!, readRdfXmlAlone] as const);
    return read(name, text, [() => readOurs(format, text), () => alone(text)], atMost(1.5));
  };
  return {
    'N-Triples': ofLines('N-Triples'),
    'N-Quads': ofLines('N-Quads'),
    TriG: ofLines('TriG'),
    'RDF/XML': ofLibrary('RDF/XML'),
    'JSON-LD': ofLibrary('JSON-LD'),
  };
}

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

function typists(): Readonly<Record<string, Measurement>> {
  return { keystroke: typeInJsonLd, beside: typeBesideJsonLd };
}

/** A JSON-LD file of about 1 MB, and where letters are typed into texts of it. */
function jsonLdToType(): {
  readonly text: string;
  readonly shapes: string;
  readonly place: (pair: number) => Position;
} {
  const { data, shapes } = qudt10k();
  const { graph, prefixes } = new TurtleDocument('file:///data.ttl', 1, data);
  const text = jsonLdOf(graph, prefixes, usualStyle);
  const lines = text.split('\n');
  const labels = lines.flatMap((line, number) => (/^ +"@value": "[\w ]{3,}"/.test(line) ? [number] : []));
  const place = (pair: number) => {
    const line = labels[Math.floor(((pair + unmeasured + 1) / (pairs + unmeasured + 1)) * labels.length)]!;
    return { line, character: lines[line]!.indexOf('": "') + 5 };
  };
  return { text, shapes, place };
}

/** How many pairs a server that was just started gets before. */
const unmeasured = 4;

function typed({ line, character }: Position): Range {
  return { start: { line, character }, end: { line, character: character + 1 } };
}

/** Letters are typed and taken back: each change waits for its validation. */
async function typeInJsonLd(name: string): Promise<Measured> {
  const { text, shapes, place } = jsonLdToType();
  const server = new LanguageServer({ data: text, shapes, name: 'data.jsonld' });
  await server.open(text);
  const ours: number[] = [];
  const alone: number[] = [];
  for (let pair = -unmeasured; pair < pairs; pair++) {
    const at = place(pair);
    const { cpuTime } = await server.change({ start: at, end: at }, 'x');
    await server.change(typed(at), '');
    await readJsonLdAlone(text);
    const time = await cpuTimeOf(() => readJsonLdAlone(text));
    if (pair < 0) continue;
    ours.push(cpuTime);
    alone.push(time);
  }
  await server.stop();
  return measured(name, text, ratioOf(ours, alone), {
    what: 'keystroke → diagnostics in 10,000 triples of JSON-LD, against the library alone',
    wanted: atMost(1.5),
  });
}

/** Letters are typed into a small Turtle file, with and without one in the JSON-LD file just before. */
async function typeBesideJsonLd(name: string): Promise<Measured> {
  const { text, shapes, place } = jsonLdToType();
  const data = '@prefix ex: <http://example.org/> .\nex:a ex:b "c" .\n';
  const others = { 'beside.jsonld': text };
  const server = new LanguageServer({ data, shapes, others, linked: Object.keys(others) });
  await server.open(data);
  await server.openBeside('beside.jsonld', text);
  const ours: number[] = [];
  const alone: number[] = [];
  const here = { line: 1, character: 11 };
  const type = async () => {
    const { time } = await server.change({ start: here, end: here }, 'x');
    await server.change(typed(here), '');
    return time;
  };
  let version = 1;
  for (let pair = -unmeasured; pair < pairs; pair++) {
    await server.idle();
    const withoutOther = await type();
    const at = place(pair);
    await server.changeBeside('beside.jsonld', ++version, { start: at, end: at }, 'x');
    const withOther = await type();
    if (pair < 0) continue;
    ours.push(withOther);
    alone.push(withoutOther);
  }
  await server.stop();
  return measured(name, text, ratioOf(ours, alone), {
    what: 'keystroke → diagnostics beside 10,000 triples of JSON-LD being typed in, against no such typing',
    wanted: atMost(1.5),
  });
}
