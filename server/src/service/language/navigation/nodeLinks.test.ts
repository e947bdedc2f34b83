import { expect, test } from 'vitest';
import { analysedFixture } from '../../../testing/analysedFixture.ts';
import { block } from '../../../testing/fixture.ts';
import { symbolAt } from '../occurrences/symbolAt.ts';
import { documentLinks } from './documentLinks.ts';
import { incomingLinks, type NodeLinks, outgoingLinks } from './nodeLinks.ts';

const fixture = block`
  #- /data.ttl context:/site.ttl
  ex:room$0 a ex:Room ; ex:partOf ex:floor ; ex:has [ ex:sensor ex:t1 , _:x ] .
  ex:hall ex:next ex:room ; ex:doors ( [ ex:to ex:room ] ) .
  #- /site.ttl
  ex:floor a ex:Floor ; ex:has ex:room .
`;

test('incoming links come from named nodes, also by way of brackets and lists', async () =>
  expect(await links(incomingLinks)).toEqual([
    'ex:hall ex:next, ex:to: ex:room ex:room',
    'ex:floor ex:has: ex:room',
  ]));

test('outgoing links lead through brackets to nodes', async () =>
  expect(await links(outgoingLinks)).toEqual([
    'ex:Room rdf:type: ex:Room',
    'ex:floor ex:partOf: ex:floor',
    'ex:t1 ex:sensor: ex:t1',
    '_:x ex:sensor: _:x',
  ]));

test('the files of headers and imports and addresses of the web are links', async () => {
  const { file } = await analysedFixture(block`
    #- /data.ttl
    # shapes: shapes/person.ttl
    # context: more/*.ttl
    <> owl:imports <http://example.org/units> ; rdfs:seeAlso <https://example.org/page> , <urn:x> .
    #- /units.ttl
    <http://example.org/units> a owl:Ontology .
  `);
  const shown = documentLinks(file).map(
    ({ range, target }) => `${file.document.text.slice(range.start, range.end)} → ${target}`,
  );
  expect(shown).toEqual([
    'shapes/person.ttl → file:///workspace/shapes/person.ttl',
    'http://example.org/units → file:///workspace/units.ttl',
    'https://example.org/page → https://example.org/page',
  ]);
});

async function links(find: typeof incomingLinks): Promise<readonly string[]> {
  const { file, offset } = await analysedFixture(fixture);
  const symbol = symbolAt(file.document, offset);
  const found: readonly NodeLinks[] = symbol?.kind === 'term' ? find(symbol.id, file.documents) : [];
  return found.map(({ node, predicates, ranges }) => {
    const { text } = node.document;
    const source = find === outgoingLinks ? file.document.text : text;
    const written = ranges.map(({ start, end }) => source.slice(start, end)).join(' ');
    return `${node.name} ${predicates.join(', ')}: ${written}`;
  });
}
