/** Golden repairs in JSON-LD and RDF/XML: what is repaired in Turtle is repaired there, with an isomorphic graph. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isomorphic } from '../../../rdf/isomorphism.ts';
import { readWithLibrary } from '../../../rdf/readers/readWithLibrary.ts';
import { type LibraryFormat, TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { bestRepair } from '../../../repair/search/repairChoice.ts';
import { jsonLdOf, rdfXmlOf, type TextStyle, usualStyle } from '../../../testing/libraryTexts.ts';
import { analyser, linked } from '../../../testing/repairEverything.ts';
import { runs, someOf } from '../../../testing/runs.ts';
import { describeShared } from '../../../testing/shared.ts';
import { fixAll } from './fixAll.ts';

interface GoldenCase {
  readonly id: string;
  readonly class?: string;
  readonly data: string;
  readonly shapes: string;
  readonly context?: string;
}

const { signal } = new AbortController();
const dataUri = 'http://e.org/files/data';

/** The data after the best repair of each result; `data` is the document that is repaired. */
async function repaired({ shapes, context }: GoldenCase, data: TurtleDocument) {
  const texts = new Map([
    ['file:///shapes.ttl', shapes],
    ...(context ? [['file:///context.ttl', context] as const] : []),
  ]);
  const unit = linked({
    data: [data.uri],
    shapes: ['file:///shapes.ttl'],
    context: context ? ['file:///context.ttl'] : [],
    texts,
  });
  const withData = { ...unit, documents: new Map([...unit.documents, [data.uri, data]]) };
  const analyse = analyser();
  const start = await analyse(withData);
  return fixAll(
    start,
    { isAsked: () => true, choose: bestRepair({ acceptPlaceholders: true }), analyse },
    signal,
  );
}

/** The lines of a text that are not in another one. */
function changedLines(before: string, after: string): number {
  const left = new Map<string, number>();
  for (const line of after.split('\n')) left.set(line, (left.get(line) ?? 0) + 1);
  return before.split('\n').filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  }).length;
}

describeShared('golden repairs', '../golden/expert-repairs.json', (path) => {
  const cases = ['expert-repairs.json', 'expert-repairs-2.json', 'expert-repairs-3.json'].flatMap(
    (name) => JSON.parse(readFileSync(path.replace('expert-repairs.json', name), 'utf8')) as GoldenCase[],
  );
  const styles: readonly TextStyle[] = [
    usualStyle,
    { ...usualStyle, isNested: true, isCompact: true },
    { ...usualStyle, isShort: false, hasPrefixes: false },
  ];

  test.each(['JSON-LD', 'RDF/XML'] as const)('%s', async (format: LibraryFormat) => {
    const counts = { same: 0, printed: 0, other: [] as string[], lines: 0, triples: 0 };
    const chosen = someOf(cases);
    for (const [i, golden] of chosen.entries()) {
      const turtle = new TurtleDocument(dataUri, 1, golden.data);
      const inTurtle = await repaired(golden, turtle);
      const wanted = inTurtle.after.graphs.linked.documents.get(dataUri)!;
      const print = format === 'JSON-LD' ? jsonLdOf : rdfXmlOf;
      // A prefixed name in angle brackets is one where the prefix is declared.
      const style = golden.class?.startsWith('L ') ? usualStyle : styles[i % styles.length]!;
      const text = print(turtle.graph, turtle.prefixes, style);
      if (text === undefined) continue;
      const document = await readWithLibrary(format, { uri: dataUri, version: 1, text }, async () => ({
        problem: 'none',
      }));
      expect(document.errors).toEqual([]);
      // An IRI such as <ex:a> beside a prefix ex: has no text in JSON-LD.
      if (!isomorphic(document.graph.triples(), turtle.graph.triples())) continue;
      counts.printed++;
      const result = await repaired(golden, document);
      const found = result.after.graphs.linked.documents.get(dataUri)!;
      expect(found.errors).toEqual([]);
      if (!isomorphic(found.graph.triples(), wanted.graph.triples())) {
        counts.other.push(
          `${golden.id}: ${result.repaired.length} of ${inTurtle.repaired.length} ${result.left.map((l) => l.why).join()}`,
        );
        continue;
      }
      counts.same++;
      counts.lines += changedLines(text, found.text);
      counts.triples += result.repaired.reduce(
        (sum, { chosen: { verdict } }) => sum + verdict.delta.added.length + verdict.delta.removed.length,
        0,
      );
    }
    expect(counts.other).toEqual([]);
    // The rest has IRIs that a prefix hides, or properties that are no names of elements.
    expect(counts.same).toBeGreaterThanOrEqual(chosen.length - runs(3));
    // An edit touches the lines of what it changes: mostly one for each triple.
    expect(counts.lines).toBeLessThan(1.5 * counts.triples);
  });
});
