import { describe, expect, test } from 'vitest';
import { tripleToNTriples } from '../nTriples.ts';
import { otherFormat } from './otherFormat.ts';
import { type GraphChoice, graphsFormat } from './textFormat.ts';
import { TurtleDocument } from './turtleDocument.ts';

const text = [
  '# four graphs',
  '<urn:a> <urn:p> <urn:one> <urn:g1> .',
  '<urn:a> <urn:p> "two"@en <urn:g2> .',
  '<urn:a> <urn:p> "3"^^<urn:t> _:g .',
  '<urn:a> <urn:p> "four" .',
  '_:b <urn:p> _:c<urn:g1>.',
].join('\n');

/** The triples of the chosen graphs, as lines. */
function triplesOf(written: string, chosen?: GraphChoice): readonly string[] {
  const { errors, graph } = TurtleDocument.as(graphsFormat('N-Quads', chosen), {
    uri: 'file:///data',
    version: 0,
    text: written,
  });
  expect(errors).toEqual([]);
  return [...graph.triples()].map((triple) => tripleToNTriples(triple).replace(/_:\w+/g, '_:'));
}

describe('N-Quads', () => {
  test('are read as the union of their graphs', () => {
    expect(triplesOf(text)).toEqual([
      '<urn:a> <urn:p> <urn:one> .',
      '<urn:a> <urn:p> "two"@en .',
      '<urn:a> <urn:p> "3"^^<urn:t> .',
      '<urn:a> <urn:p> "four" .',
      '_: <urn:p> _: .',
    ]);
  });

  test('are read as the graphs that are chosen', () => {
    expect(triplesOf(text, { unnamed: false, named: ['urn:g2'] })).toEqual(['<urn:a> <urn:p> "two"@en .']);
    expect(triplesOf(text, { unnamed: true, named: [] })).toEqual(['<urn:a> <urn:p> "four" .']);
    expect(triplesOf(text, { unnamed: true, named: ['urn:g1'] })).toEqual([
      '<urn:a> <urn:p> <urn:one> .',
      '<urn:a> <urn:p> "four" .',
      '_: <urn:p> _: .',
    ]);
  });

  test('are known by the name of the file', () => {
    const quads = '<urn:a> <urn:p> <urn:b> <urn:g> .';
    expect(new TurtleDocument('file:///data.nq', 0, quads).errors).toEqual([]);
    expect(new TurtleDocument('file:///data.ttl', 0, quads).errors).toHaveLength(1);
  });

  test('stay N-Quads when they are edited', () => {
    const document = TurtleDocument.as(graphsFormat('N-Quads', { unnamed: false, named: ['urn:g1'] }), {
      uri: 'file:///data',
      version: 0,
      text,
    });
    const after = document.changed(1, text.replace('<urn:g2>', '<urn:g1>'));
    expect(after.errors).toEqual([]);
    expect(after.graph.size).toBe(3);
  });

  test.each([
    [
      'a statement without its dot',
      '<urn:a> <urn:p> <urn:b> <urn:g>\n<urn:c> <urn:p> <urn:d> <urn:g> .',
      `2:1 Expected '.' after the name of the graph, found '<urn:c>'.`,
      2,
    ],
    [
      'a statement without the name of its graph and its dot',
      '<urn:a> <urn:p> <urn:b>\n<urn:c> <urn:p> <urn:d> <urn:g> .',
      `2:1 Expected '.' or the name of a graph after the object, found '<urn:c>'.`,
      2,
    ],
    [
      'five terms',
      '<urn:a> <urn:p> <urn:b> <urn:g> <urn:h> .\n<urn:c> <urn:p> <urn:d> <urn:g> .',
      `1:33 Expected '.' after the name of the graph, found '<urn:h>'.`,
      2,
    ],
    [
      'a literal that names a graph',
      '<urn:a> <urn:p> <urn:b> "g" .\n<urn:c> <urn:p> <urn:d> <urn:g> .',
      `1:25 Expected '.' or the name of a graph after the object, found '"g"'.`,
      2,
    ],
    [
      'a name of a graph that is no IRI',
      '<urn:a> <urn:p> <urn:b> <g h> .\n<urn:c> <urn:p> <urn:d> <urn:g> .',
      `1:27 An IRI can't hold white space. Remove it or write %20.`,
      2,
    ],
  ])('%s is an error at its place, and what is complete counts', (_, written, message, size) => {
    const document = new TurtleDocument('file:///data.nq', 0, written);
    expect(errorsOf(document)).toEqual([message]);
    expect(document.graph.size).toBe(size);
  });
});

test('a line of N-Triples without its dot has an error where the dot is missed', () => {
  const document = new TurtleDocument('file:///data.nt', 0, '<urn:a> <urn:p> "b"\n<urn:c> <urn:p> "d" .');
  expect(errorsOf(document)).toEqual(["2:1 Expected '.' after the object, found '<urn:c>'."]);
});

describe('what only Turtle has is an error at its place', () => {
  const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
  test.each([
    [
      '@prefix ex: <urn:> .',
      '1:1 N-Triples has no @prefix. Write IRIs in full, or name the file as Turtle (.ttl).',
    ],
    ['base <urn:x>', '1:1 N-Triples has no base. Write IRIs in full, or name the file as Turtle (.ttl).'],
    ['ex:a <urn:p> <urn:o> .', '1:1 N-Triples has no prefixes. Write the IRI in full.'],
    ['<urn:a> <urn:p> "1"^^xsd:int .', '1:22 N-Triples has no prefixes. Write the IRI in full.'],
    ['<a> <urn:p> <urn:o> .', '1:1 N-Triples has no relative IRIs. Write it in full.'],
    ['<urn:a> a <urn:o> .', `1:9 N-Triples has no 'a'. Write <${type}>.`],
    [
      '<urn:a> <urn:p> 1 .',
      '1:17 N-Triples has no numbers without quotes. Write the value in quotes, with ^^ and its datatype.',
    ],
    [
      '<urn:a> <urn:p> true .',
      '1:17 N-Triples has no true and false without quotes. Write the value in quotes, with ^^ and its datatype.',
    ],
    [
      '<urn:a> <urn:p> [ <urn:q> 1 ] .',
      '1:17 N-Triples has no brackets. Give the blank node a label, such as _:b1.',
    ],
    ['[] <urn:p> <urn:o> .', '1:1 N-Triples has no brackets. Give the blank node a label, such as _:b1.'],
    [
      '<urn:a> <urn:p> ( ) .',
      '1:17 N-Triples has no lists in brackets. Write each cell with rdf:first and rdf:rest.',
    ],
    [
      "<urn:a> <urn:p> 'x' .",
      String.raw`1:17 N-Triples has no such quotes. Write "…", with \n for a line end.`,
    ],
    [
      '<urn:a> <urn:p> """x"""@en .',
      String.raw`1:17 N-Triples has no such quotes. Write "…", with \n for a line end.`,
    ],
    ['<urn:a> <urn:p> <urn:b> , <urn:c> .', "1:25 N-Triples has no ','. Write a statement for each object."],
    [
      '<urn:a> <urn:p> <urn:b> ; <urn:q> <urn:c> .',
      "1:25 N-Triples has no ';'. Write a statement for each predicate.",
    ],
    ['<urn:a> <urn:p> <urn:b> ; .', "1:25 N-Triples has no ';'. Write a statement for each predicate."],
  ])('%s', (statement, message) => {
    const line = '<urn:a> <urn:p> "x" .';
    const written = `${statement}\n${line}\n`;
    expect(errorsOf(new TurtleDocument('file:///data.nt', 0, written))).toEqual([message]);
    const asQuads = new TurtleDocument('file:///data.nq', 0, written);
    expect(errorsOf(asQuads)).toEqual([message.replace('N-Triples', 'N-Quads')]);
    expect(errorsOf(new TurtleDocument('file:///data.nt', 0, `${line}\n`))).toEqual([]);
  });

  test('whole files of Turtle are named as such', () => {
    const document = new TurtleDocument('file:///data.nt', 0, '@prefix ex: <urn:> .\nex:a ex:p 1 .');
    expect(otherFormat(document)).toBe(
      'This is Turtle, in a file that is named as N-Triples. Rename it to end in .ttl.',
    );
  });
});

function errorsOf({ errors, text }: TurtleDocument): readonly string[] {
  return errors.map(({ range, message }) => {
    const { line, column } = placeOf(text, range.start);
    return `${line}:${column} ${message}`;
  });
}

function placeOf(written: string, offset: number): { readonly line: number; readonly column: number } {
  const before = written.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

describe('TriG', () => {
  const prefix = '@prefix ex: <http://e.org/> .\n';
  const read = (written: string) => new TurtleDocument('file:///data.trig', 0, prefix + written);
  const statedIn = ({ graph }: TurtleDocument) =>
    Array.from(graph.triples(), (triple) => tripleToNTriples(triple).replace(/<[^<>]*\/(\w+)>/g, '$1'));

  test.each<readonly [string, readonly string[], readonly string[]]>([
    [
      'ex:g { ex:a ex:p }\nex:h { ex:b ex:p ex:c }',
      ["Expected an object after 'ex:p', found '}'."],
      ['b p c .'],
    ],
    ['ex:g { ex:a ex:p ( ex:b }\n{ ex:b ex:p ex:c }', ["Expected ')'"], ['b p c .']],
    ['ex:g { ex:a ex:p [ ex:q ex:b }\n{ ex:b ex:p ex:c }', ["Expected ';', ',' or ']'"], ['b p c .']],
    [
      'ex:g { ex:a ex:p ex:b .\nex:h { ex:b ex:p ex:c }',
      ["A graph block can't be inside another one: is '}' missing above?"],
      ['a p b .', 'b p c .'],
    ],
    ['ex:g { ex:a ex:p ex:b', ["Expected ';', ',' or '.'", "Expected '}' at the end"], ['a p b .']],
    ['ex:g { ex:a ex:p ex:b .\n# end', ["Expected '}' at the end of the graph block."], ['a p b .']],
    ['ex:a ex:p ex:b . }\nex:b ex:p ex:c .', ["This '}' closes no graph block."], ['a p b .', 'b p c .']],
    ['ex:g { PREFIX x: <urn:> ex:a ex:p ex:b }', ["PREFIX can't be inside a graph block."], ['a p b .']],
    ['GRAPH { ex:a ex:p ex:b }', ["Expected a statement, found 'GRAPH'"], ['a p b .']],
  ])('with a mistake loses no other statement: %s', (written, messages, triples) => {
    const document = read(written);
    expect(document.errors.map(({ message }) => message)).toEqual(
      messages.map((message) => expect.stringMatching(new RegExp(message.replace(/[().]/g, '\\$&')))),
    );
    expect(statedIn(document)).toEqual(triples);
  });

  test('keeps its graph when an edit changes no triple, wherever the blocks begin', () => {
    const document = read('ex:g { ex:a ex:p 1 . ex:b ex:p [] }');
    const before = document.graph;
    const moved = document.changed(1, document.text.replace('ex:g { ex:a ex:p 1 .', 'ex:a ex:p 1 . ex:h {'));
    expect(moved.errors).toEqual([]);
    expect(moved.graph).toBe(before);
    const longer = moved.changed(2, moved.text.replace('1 .', '2 .'));
    expect(statedIn(longer)[0]).toContain('"2"');
  });

  test('finds the names of graphs where they are written', () => {
    const { sources, graphNames } = read('ex:g { ex:a ex:p ex:g } GRAPH ex:g {} [] { ex:g ex:p 1 }');
    const [name] = graphNames;
    expect(sources.written(name!).map(({ role, start }) => `${role} ${start - prefix.length}`)).toEqual([
      'graph 0',
      'object 17',
      'graph 30',
      'subject 43',
    ]);
  });
});
