import { expect, test } from 'vitest';
import { IndexedGraph } from '../../rdf/graph.ts';
import { SortedGraph } from '../../rdf/sortedGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { misspeltDataNames } from '../../shacl/lint/misspeltDataNames.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import { knownTerms } from '../language/completion/knownTerms.ts';
import { termPrinter } from './termPrinter.ts';

/*
 * What is kept from version to version of a document is right also after the terms were forgotten that its text does not
 * have any more, and other terms got their ids.
 */

const prefix = '@prefix ex: <http://example.org/> .\n';
const nodes = Array.from(
  { length: 1000 },
  (_, i) =>
    `ex:n${i} a ex:${i === 5 ? 'Typo' : 'Thing'} ; ex:size ${i} ; ex:${i === 5 ? 'nmae' : 'name'} "v${i}" .`,
);

/** A document with an edit for each word to change. */
class Edited {
  document = new TurtleDocument('file:///data.ttl', 1, `${prefix}${nodes.join('\n')}\n`);

  change(before: string, after: string): void {
    const { document } = this;
    const text = document.text.replace(before, after);
    this.document = document.changed(document.version + 1, text);
    expect(this.document.graph.size).toBeGreaterThan(0);
  }
}

/** Forgets what the document does not have, and gives the ids to other terms. */
function forget(document: TurtleDocument): void {
  terms.literal('half-typed');
  expect(terms.sweep((keep) => document.forTerms(keep))).toBeGreaterThan(0);
  for (let i = 0; i < 200; i++) terms.literal(`other ${i}`);
}

const printed = (id: TermId) => `${terms.kind(id)} ${terms.value(id)}`;

/** What is known of a document, in words. */
function knownOf({ graph }: TurtleDocument) {
  const { classes, properties } = knownTerms(graph);
  const counts = (known: ReadonlyMap<TermId, number>) =>
    [...known].map(([id, count]) => `${printed(id)} ${count}`).toSorted((a, b) => (a < b ? -1 : 1));
  const sample = SortedGraph.of(graph)
    .sample(terms.iri('http://example.org/name'), 20)
    .map(({ subject, object }) => `${printed(subject)} ${printed(object)}`);
  return { classes: counts(classes), properties: counts(properties), sample };
}

test.each([true, false])('samples and counts (asked before: %s)', (isAsked) => {
  const edited = new Edited();
  if (isAsked) knownOf(edited.document);
  edited.change('ex:Typo', 'ex:Thing');
  edited.change('ex:nmae', 'ex:name');
  edited.change('"v8"', '"w8"');
  if (isAsked) knownOf(edited.document);
  for (const word of ['v20', 'v21', 'v22']) {
    forget(edited.document);
    edited.change(`"${word}"`, `"${word}x"`);
    expect(knownOf(edited.document)).toEqual(
      knownOf(new TurtleDocument('file:///other.ttl', 1, edited.document.text)),
    );
  }
});

test('names that are probably misspelt', () => {
  const print = termPrinter([new Map([['ex', 'http://example.org/']])]);
  const hints = (text: string) => {
    const shapes = new TurtleDocument(
      'file:///shapes.ttl',
      1,
      `${prefix}@prefix sh: <http://www.w3.org/ns/shacl#> . ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:surname ] .`,
    );
    const data = new TurtleDocument('file:///data.ttl', 1, prefix + text);
    const found = misspeltDataNames(data, {
      shapes: readShapes(shapes.graph, print),
      dataGraph: new IndexedGraph([...data.graph.triples()]),
    });
    return { shapes, messages: found.map(({ message }) => message) };
  };
  const { shapes, messages } = hints('ex:a ex:surnmae "A" .');
  expect(messages).toEqual(['No linked file names ex:surnmae. Did you mean ex:surname?']);
  terms.sweep((keep) => shapes.forTerms(keep));
  const others = Array.from({ length: 5000 }, (_, i) => `ex:a ex:other${i} "A" .`);
  expect(hints(others.join('\n')).messages).toEqual([]);
});
