import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { planEdits } from '../../edits/planEdits.ts';
import { defaultSettings } from '../../project/settings.ts';
import type { Violation } from '../../shacl/results/violation.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';
import { describeShared } from '../../testing/shared.ts';
import { generated } from '../../testing/vios.ts';
import { AnalysisHost } from '../analysisHost.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { vioProblem } from '../vioProblem.ts';

const never = new AbortController().signal;
const root = 'file:///workspace/';

/* Taking away a file that describes values hides no violation: each stays a result, in a group or not. */

test('violations of the demo, without its vocabulary', async () => {
  const { cases, violations, grouped } = await withoutContext({
    data: 'test-fixtures/demo/units.ttl',
    shapes: 'test-fixtures/demo/shapes/unit-shapes.ttl',
    context: 'test-fixtures/demo/ontology/qudt-excerpt.ttl',
  });
  expect(cases).toBeGreaterThan(30);
  expect(violations).toBeGreaterThan(600);
  expect(grouped).toBeGreaterThan(50);
});

describeShared('violations of a 223P model, without QUDT', '.', (folder) => {
  test('guideline36-2021-A-1', async () => {
    const { cases, violations } = await withoutContext({
      data: `${folder}/223p/compiled/guideline36-2021-A-1.ttl`,
      shapes: `${folder}/223p/223p.ttl`,
      context: `${folder}/qudt-v2.1.43-merged/qudt-all-81303.ttl`,
    });
    expect(cases).toBeGreaterThan(100);
    expect(violations).toBeGreaterThan(1000);
  });
});

interface DataSet {
  readonly data: string;
  readonly shapes: string;
  readonly context: string;
}

/** What becomes of each violation of a suite when the ontology is not linked. */
async function withoutContext({ data, shapes, context }: DataSet) {
  const [name, shapesName, contextName] = [data, shapes, context].map((path) => basename(path)) as [
    string,
    string,
    string,
  ];
  const text = readFileSync(data, 'utf8').replace(/^# (shapes|context):.*\n/gm, '');
  const fileSystem = new InMemoryFileSystem([
    [root + shapesName, readFileSync(shapes, 'utf8')],
    [root + contextName, readFileSync(context, 'utf8')],
  ]);
  const uri = root + name;
  const hostWith = (linked: readonly string[]) => {
    const settings = { ...defaultSettings, links: [{ data: name, shapes: [shapesName], context: linked }] };
    const host = new AnalysisHost({ fileSystem });
    host.configure({ folders: [{ uri: root, settings }], settings, quarantined: new Set() });
    host.openDocument(uri, 1, text);
    return host;
  };
  const [whole, alone] = [hostWith([contextName, shapesName]), hostWith([shapesName])];
  const valid = await whole.analysis(uri, never);
  const suite = await generated(await vioProblem(valid, never), { crossCheck: 'none' });
  const counts = { cases: 0, violations: 0, grouped: 0 };
  for (const [i, { change }] of suite.cases.entries()) {
    const plan = planEdits(valid.graphs.data[0]!, change);
    if (plan.kind !== 'edits') continue;
    const changed = applyEdits(text, plan.edits);
    for (const host of [whole, alone]) host.openDocument(uri, 2 + i, changed);
    const undescribed = await alone.analysis(uri, never);
    const shown = new Map(undescribed.placed.map((placed) => [placed.key, placed]));
    for (const { key, violation } of (await whole.analysis(uri, never)).placed) {
      // Without its superclasses, a node may be no target any more, as SHACL has it.
      if (!isTarget(violation, undescribed)) continue;
      expect(shown.has(key), key).toBe(true);
      counts.violations++;
      if (shown.get(key)?.restsOn !== undefined) counts.grouped++;
    }
    expectUndescribed(undescribed);
    counts.cases++;
  }
  return counts;
}

function isTarget({ rootShape, rootFocusNode }: Violation, { graphs, evaluator }: UnitAnalysis): boolean {
  const shape = graphs.input.shapes.get(rootShape);
  return shape !== undefined && evaluator.isTarget(shape, rootFocusNode);
}

/** No result of a group rests on a node that a linked file describes. */
function expectUndescribed({ groups, graphs }: UnitAnalysis): void {
  for (const { nodes } of groups) {
    for (const node of nodes) {
      for (const { graph } of graphs.linked.documents.values()) expect(graph.outgoing(node)).toEqual([]);
    }
  }
}
