import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DataFactory, Parser, type Quad, type Term, Writer } from 'n3';
import type { Position } from './driver.ts';
import { eventually } from './eventually.ts';
import { after, copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const value = '0.3048';

/** The demo in other formats: what is wrong is seen where it is written, explained, repaired there, and saved. */
export default {
  name: 'dataFiles',
  isLong: true,

  async prepare(folder, inputs) {
    await copyDemo(folder, inputs);
    const prefixes: Record<string, string> = {};
    const turtle = await readFile(path.join(folder, 'units.ttl'), 'utf8');
    const quads = new Parser().parse(turtle, null, (prefix, { value: iri }) => {
      prefixes[prefix] = iri;
    });
    const links = [
      { data: ['units.*'], shapes: ['shapes/unit-shapes.ttl'], context: ['ontology/qudt-excerpt.ttl'] },
    ];
    const files = {
      'units.jsonld': asJsonLd(quads, prefixes),
      'units.rdf': asRdfXml(quads, prefixes),
      'units.trig': await written(quads, 'TriG', prefixes),
      'units.nq': await written(quads, 'N-Quads'),
      'units.nt': await written(quads, 'N-Triples'),
      'plain.json': '{ "unit": "M" }\n',
      'shacl-repair.jsonc': JSON.stringify({ links }),
    };
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  },

  async run(stage: Stage): Promise<void> {
    const { driver, folder } = stage;
    await driver.openFile('units.ttl');
    const count = await driver.resultCount();
    for (const { name, mistake } of [
      { name: 'units.jsonld', mistake: `"${value}"` },
      { name: 'units.rdf', mistake: value },
      { name: 'units.trig', mistake: `"${value}"` },
      { name: 'units.nq', mistake: `"${value}"` },
      { name: 'units.nt', mistake: `"${value}"` },
    ]) {
      await driver.openFile(name);
      await driver.waitForResults(count);
      const place = await find(path.join(folder, name), mistake);
      await driver.goTo(place);
      assert.deepEqual(await driver.waitForUnderline('error', mistake), { ...place, text: mistake });
      await driver.screenshot(`dataFiles-1-${name}`);
      const hover = await driver.hover(after(place, 2), 'conversion multiplier');
      assert.match(hover, /unit-shapes\.ttl/);
      await driver.screenshot(`dataFiles-2-${name}-hover`);
      await repair(stage, name, after(place, 2));
    }
    await driver.openFile('plain.json');
    assert.deepEqual(
      (await driver.problems()).filter(({ file }) => file === 'plain.json'),
      [],
    );
    await driver.screenshot('dataFiles-5-plain');
  },
} satisfies Scenario;

/** Takes the first quick fix, which changes the line of the mistake alone, and saves the file. */
async function repair({ driver, folder }: Stage, name: string, place: Position): Promise<void> {
  const file = path.join(folder, name);
  const [count, before] = [await driver.resultCount(), await readFile(file, 'utf8')];
  const [first] = await driver.openQuickFixes(place);
  assert.match(first!, /^Change "0\.3048"/);
  await driver.screenshot(`dataFiles-3-${name}-fixes`);
  await driver.chooseQuickFix(first!);
  await driver.waitForNoUnderline('error', place.line);
  await eventually('there are fewer results', async () => (await driver.resultCount()) < count);
  await driver.screenshot(`dataFiles-4-${name}-repaired`);
  await driver.save();
  const lines = before.split('\n');
  const left = new Set((await readFile(file, 'utf8')).split('\n'));
  assert.deepEqual(
    lines.filter((line) => !left.has(line)),
    [lines[place.line - 1]],
  );
}

/** As n3 writes it; in TriG and N-Quads, in a graph with a name. */
function written(
  quads: readonly Quad[],
  format: 'TriG' | 'N-Quads' | 'N-Triples',
  prefixes?: Readonly<Record<string, string>>,
): Promise<string> {
  const writer = new Writer({ format, ...(prefixes && { prefixes }) });
  const graph = format === 'N-Triples' ? DataFactory.defaultGraph() : DataFactory.namedNode('urn:units');
  for (const { subject, predicate, object } of quads) writer.addQuad(subject, predicate, object, graph);
  return new Promise((resolve, reject) => {
    writer.end((error, text) => (error ? reject(error) : resolve(text)));
  });
}

function asJsonLd(quads: readonly Quad[], prefixes: Readonly<Record<string, string>>): string {
  const short = shortener(prefixes);
  const idOf = ({ termType, value: iri }: Term) => (termType === 'BlankNode' ? `_:${iri}` : short(iri));
  const jsonOf = (term: Quad['object']) => {
    if (term.termType !== 'Literal') return { '@id': idOf(term) };
    if (term.language) return { '@value': term.value, '@language': term.language };
    const datatype = short(term.datatype.value);
    return datatype === 'xsd:string' ? term.value : { '@value': term.value, '@type': datatype };
  };
  const nodes = [...grouped(quads, ({ subject }) => idOf(subject))].map(([id, about]) => ({
    '@id': id,
    ...Object.fromEntries(
      [...grouped(about, ({ predicate }) => short(predicate.value))].map(([predicate, stated]) => {
        if (predicate === 'rdf:type') return ['@type', stated.map(({ object }) => idOf(object))];
        const values = stated.map(({ object }) => jsonOf(object));
        return [predicate, values.length === 1 ? values[0] : values];
      }),
    ),
  }));
  return `${JSON.stringify({ '@context': prefixes, '@graph': nodes }, undefined, 2)}\n`;
}

function asRdfXml(quads: readonly Quad[], prefixes: Readonly<Record<string, string>>): string {
  const short = shortener(prefixes);
  const named = (attribute: string, { termType, value: iri }: Term) =>
    termType === 'BlankNode' ? `rdf:nodeID="${iri}"` : `rdf:${attribute}="${escaped(iri)}"`;
  const property = ({ predicate, object }: Quad) => {
    const name = short(predicate.value);
    if (object.termType !== 'Literal') return `    <${name} ${named('resource', object)}/>`;
    const { language, datatype } = object;
    const kind = language
      ? ` xml:lang="${language}"`
      : short(datatype.value) === 'xsd:string'
        ? ''
        : ` rdf:datatype="${datatype.value}"`;
    return `    <${name}${kind}>${escaped(object.value)}</${name}>`;
  };
  const nodes = [...grouped(quads, ({ subject }) => subject.id)].flatMap(([, about]) => [
    `  <rdf:Description ${named('about', about[0]!.subject)}>`,
    ...about.map(property),
    '  </rdf:Description>',
  ]);
  const declared = { ...prefixes, rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#' };
  const namespaces = Object.entries(declared).map(([prefix, iri]) => `  xmlns:${prefix}="${iri}"`);
  return ['<?xml version="1.0"?>', '<rdf:RDF', `${namespaces.join('\n')}>`, ...nodes, '</rdf:RDF>', ''].join(
    '\n',
  );
}

function shortener(prefixes: Readonly<Record<string, string>>): (iri: string) => string {
  const all = Object.entries({ ...prefixes, rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#' });
  return (iri) => {
    const [prefix, start] = all.find(([, each]) => iri.startsWith(each)) ?? [];
    return start === undefined ? iri : `${prefix}:${iri.slice(start.length)}`;
  };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

function grouped<T>(all: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}
