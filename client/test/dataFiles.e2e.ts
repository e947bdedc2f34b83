import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Parser, type Quad, type Term } from 'n3';
import { after, copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const value = '0.3048';

/** The demo as JSON-LD and RDF/XML: what is wrong is seen where it is written, explained, and mended by hand. */
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
      'plain.json': '{ "unit": "M" }\n',
      'shacl-repair.jsonc': JSON.stringify({ links }),
    };
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  },

  async run(stage: Stage): Promise<void> {
    const { driver, folder } = stage;
    await driver.openFile('units.ttl');
    const count = await driver.resultCount();
    for (const { name, written } of [
      { name: 'units.jsonld', written: `"${value}"` },
      { name: 'units.rdf', written: value },
    ]) {
      await driver.openFile(name);
      await driver.waitForResults(count);
      const place = await find(path.join(folder, name), written);
      await driver.goTo(place);
      assert.deepEqual(await driver.waitForUnderline('error', written), { ...place, text: written });
      await driver.screenshot(`dataFiles-1-${name}`);
      const hover = await driver.hover(after(place, 2), 'conversion multiplier');
      assert.match(hover, /unit-shapes\.ttl/);
      await driver.screenshot(`dataFiles-2-${name}-hover`);
      const titles = await driver.openQuickFixes(after(place, 2));
      assert.doesNotMatch(titles.join('\n'), /Only by hand/);
      await driver.screenshot(`dataFiles-3-${name}-fixes`);
      await driver.page.keyboard.press('Escape');
      await mend(stage, name);
    }
    await driver.openFile('plain.json');
    assert.deepEqual(
      (await driver.problems()).filter(({ file }) => file === 'plain.json'),
      [],
    );
    await driver.screenshot('dataFiles-5-plain');
  },
} satisfies Scenario;

async function mend({ driver, folder }: Stage, name: string): Promise<void> {
  const count = await driver.resultCount();
  const place = await find(path.join(folder, name), 'Lenght');
  await driver.replace(place, 'Lenght'.length, 'Length');
  await driver.waitForNoUnderline('error', place.line);
  assert.ok((await driver.resultCount()) < count);
  await driver.screenshot(`dataFiles-4-${name}-mended`);
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
