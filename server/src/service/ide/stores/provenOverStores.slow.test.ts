import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../../rdf/unionGraph.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import { arbitraryHistory } from '../../../testing/arbitraryShapes.ts';
import { fixtureRoot, suppliedPrefixes } from '../../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../../testing/inMemoryFileSystem.ts';
import { queryShapes } from '../../../testing/queryShapes.ts';
import { runs, triesAll } from '../../../testing/runs.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import { defaultSettings } from '../../../workspace/project/settings.ts';
import { isLoadable, reportedLines } from '../../../workspace/store/equalsLocal.testing.ts';
import type { CodeActionInfo } from '../analysis.ts';
import { AnalysisHost } from '../analysisHost.ts';

const signal = new AbortController().signal;
const data = `${fixtureRoot}/data.ttl`;

test.each([
  ['shapes', false],
  ['shapes with queries', true],
])(
  'a repair that is offered over a store holds with all triples of the store: %s',
  async (_, queries) => {
    const counts = { offered: 0, asked: 0 };
    await fc.assert(
      fc.asyncProperty(
        arbitraryHistory(0),
        fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
        queries ? fc.subarray([...queryShapes], { minLength: 1, maxLength: 3 }) : fc.constant([]),
        async ({ start }, inFile, more) => {
          const stored = start.data.filter((each, i) => !inFile[i] && isLoadable(each));
          const text = `# shapes: shapes.ttl\n# context: <https://store.example/sparql>\n${turtle(start.data.filter((_, i) => inFile[i]))}`;
          const shapesText = turtle([...start.shapes, ...more]);
          const store = new StoreInMemory(turtle([...stored, ...start.context.filter(isLoadable)]));
          const host = await hostOn(text, shapesText, store);
          const { status } = await host.validate(data, signal);
          if (status.reasons.length > 0) return;
          const known = store.queries.length;
          const offered = await host.codeActions(data, { start: 0, end: text.length }, signal);
          counts.asked += Number(store.queries.length > known);
          const shapes = readShapes(new TurtleDocument('shapes', 0, shapesText).graph);
          const context = new TurtleDocument('store', 0, store.dump);
          const before = await reportedIn(text, context, shapes);
          for (const { title, edits } of repairsAmong(offered).slice(0, 12)) {
            counts.offered++;
            const after = await reportedIn(applyEdits(text, edits[0]!.edits), context, shapes);
            const introduced = after.filter((each) => !before.includes(each));
            expect({ title, introduced }).toEqual({ title, introduced: [] });
            expect(after.length).toBeLessThan(before.length);
          }
        },
      ),
      { numRuns: runs(75) },
    );
    expect(counts.offered).toBeGreaterThan(triesAll ? 150 : runs(60));
    // One input in twenty needs more of the store: a few inputs may have none.
    if (triesAll) expect(counts.asked).toBeGreaterThan(3);
  },
  600_000,
);

function repairsAmong(actions: readonly CodeActionInfo[]): readonly CodeActionInfo[] {
  return actions.filter(
    ({ edits, title }) =>
      edits.length === 1 &&
      edits[0]!.uri === data &&
      edits[0]!.edits.length > 0 &&
      !/^(Ignore|Link|Fill)/.test(title),
  );
}

async function hostOn(text: string, shapes: string, store: StoreInMemory): Promise<AnalysisHost> {
  const files = [
    [data, text],
    [`${fixtureRoot}/shapes.ttl`, shapes],
  ] as const;
  const host = new AnalysisHost({
    fileSystem: new InMemoryFileSystem([...files]),
    stores: { open: async () => store },
  });
  host.configure({
    folders: [{ uri: fixtureRoot, settings: defaultSettings }],
    settings: defaultSettings,
    quarantined: new Set(),
  });
  host.openDocument(data, 1, text);
  await host.validate(data, signal);
  await host.settleStores(data, async () => {}, signal);
  return host;
}

/** The results at nodes of the file, over a file with all triples of the store. */
function reportedIn(text: string, context: TurtleDocument, shapes: ShapesGraph): Promise<readonly string[]> {
  const { graph } = new TurtleDocument(data, 0, text);
  const both = new UnionGraph([graph, context.graph]);
  return reportedLines({ dataGraph: both, classGraph: both, reportedGraph: graph, shapes });
}

function turtle(statements: readonly string[]): string {
  return suppliedPrefixes + statements.join('\n');
}
