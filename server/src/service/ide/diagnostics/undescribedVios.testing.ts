import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { planEdits } from '../../../rdf/edits/planEdits.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { InMemoryFileSystem } from '../../../testing/inMemoryFileSystem.ts';
import { generated } from '../../../testing/vios.ts';
import { defaultSettings } from '../../../workspace/project/settings.ts';
import { AnalysisHost } from '../analysisHost.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { vioProblem } from '../vioProblem.ts';

const never = new AbortController().signal;
const root = 'file:///workspace/';

export interface DataSet {
  readonly data: string;
  readonly shapes: readonly string[];
  /** What is taken away. */
  readonly context: string;
  /** True to repair the data before the suite is made: from what is violated already, nothing is derived. */
  readonly isRepaired?: true;
}

/** What became of the violations in the cases of a suite. */
export interface Fate {
  readonly cases: number;
  /** The results with the ontology, each of which has to be a result without it. */
  readonly violations: number;
  /** Those of them that the cases induce, rather than what was wrong with the data before. */
  readonly induced: number;
  /** Those that are in a group. */
  readonly grouped: number;
  /** The results whose node is a target no more, because the ontology says of what its class is a subclass. */
  readonly noTargets: number;
}

/**
 * Makes a suite with an ontology linked, then checks for the data and each case that no violation is hidden when the
 * ontology is not linked: each stays a result, in a group or not, and groups are about undescribed nodes only.
 */
export async function withoutContext({ data, shapes, context, isRepaired }: DataSet): Promise<Fate> {
  const [name, contextName] = [basename(data), basename(context)];
  const shapesNames = shapes.map((path) => basename(path));
  const text = readFileSync(data, 'utf8').replace(/^# (shapes|context):.*\n/gm, '');
  const fileSystem = new InMemoryFileSystem([
    ...[...shapes, context].map((path) => [root + basename(path), readFileSync(path, 'utf8')] as const),
  ]);
  const uri = root + name;
  const hostWith = (linked: readonly string[]) => {
    const settings = { ...defaultSettings, links: [{ data: name, shapes: shapesNames, context: linked }] };
    const host = new AnalysisHost({ fileSystem });
    host.configure({ folders: [{ uri: root, settings }], settings, quarantined: new Set() });
    host.openDocument(uri, 1, text);
    return host;
  };
  const [whole, alone] = [hostWith([contextName, ...shapesNames]), hostWith(shapesNames)];
  const start = await whole.analysis(uri, never);
  const valid = isRepaired ? (await whole.makeValid(start, never)).analysis : start;
  const [document] = valid.graphs.data;
  const suite = await generated(await vioProblem(valid, never), { crossCheck: 'none' });
  const changed = suite.cases.flatMap(({ change }) => {
    const plan = planEdits(document!, change);
    return plan.kind === 'edits' ? [applyEdits(document!.text, plan.edits)] : [];
  });
  const before = new Set(valid.placed.map(({ key }) => key));
  const counts = { cases: changed.length, violations: 0, induced: 0, grouped: 0, noTargets: 0 };
  for (const [i, each] of [text, ...changed].entries()) {
    for (const host of [whole, alone]) host.openDocument(uri, 2 + i, each);
    const undescribed = await alone.analysis(uri, never);
    const shown = new Map(undescribed.placed.map((placed) => [placed.key, placed]));
    for (const { key, violation } of (await whole.analysis(uri, never)).placed) {
      // Without its superclasses, a node may be no target any more, as SHACL has it.
      if (!isTarget(violation, undescribed)) {
        counts.noTargets++;
        continue;
      }
      // A query finds nothing where the ontology says nothing.
      if (violation.constraint.kind === 'sparql') continue;
      expect(shown.has(key), key).toBe(true);
      counts.violations++;
      if (!before.has(key)) counts.induced++;
      if (shown.get(key)?.restsOn !== undefined) counts.grouped++;
    }
    expectUndescribed(undescribed);
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
