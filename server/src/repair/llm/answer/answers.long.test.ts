import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { OverlayGraph } from '../../../rdf/overlayGraph.ts';
import type { Triple } from '../../../rdf/terms.ts';
import { violationKey } from '../../../shacl/model/violation.ts';
import { referenceValidator } from '../../../shacl/reference/referenceEngine.ts';
import type { ValidationInput } from '../../../shacl/validationUnit.ts';
import { printUpdate } from '../../../sparql/updateText.ts';
import { arbitraryCase } from '../../../testing/arbitraryShapes.ts';
import { problemsOf, readUnit } from '../../../testing/checkRepair.ts';
import { checkOffer, unitOf } from '../../../testing/checkRepairLaws.ts';
import { runs, someOf } from '../../../testing/runs.ts';
import { ScriptedModel } from '../../../testing/scriptedModel.ts';
import type { RepairProblem } from '../../repair.ts';
import { suggestRepairs } from '../../search/suggestRepairs.ts';
import { defaultModelOptions, type ModelRepairOutcome, repairWithModel } from '../repairWithModel.ts';

const signal = new AbortController().signal;

/** How models wrap what they answer; by turns. */
const envelopes: readonly ((update: string) => string)[] = [
  (update) => JSON.stringify({ why: 'w', answer: update }),
  (update) => `\`\`\`json\n${JSON.stringify({ answer: update }, undefined, 2)}\n\`\`\``,
  (update) => `<think>…</think>Here: {"Answer": ${JSON.stringify(update)},}`,
  (update) => `{"answer": "${update.replace(/["\\]/g, '\\$&')}"}`,
  (update) => update,
];

interface Seen {
  answers: number;
  offered: number;
  /** Offers that both engines could check. */
  confirmed: number;
  /** Answers that the other engine, on a copy of the graph, calls fixing. */
  fixing: number;
  /** Those of them that are not offered, and why. */
  readonly missed: string[];
}

/** Gives a problem an answer, checks what is offered, and counts. */
async function check(problem: RepairProblem, change: GraphDelta, seen: Seen): Promise<void> {
  const text = envelopes[seen.answers++ % envelopes.length]!(printUpdate(change));
  const options = { ...defaultModelOptions, maxRounds: 1 };
  const result = await repairWithModel(problem, new ScriptedModel(text), options, signal);
  for (const each of result.offered) {
    seen.offered++;
    await checkOffer(problem, each, seen);
  }
  if (!(await isFixing(problem, change))) return;
  seen.fixing++;
  if (result.offered.length === 0) seen.missed.push(`${printUpdate(change)}\n${reasonIn(result)}`);
}

function reasonIn({ refused }: ModelRepairOutcome): string {
  return refused.map(({ verdict }) => JSON.stringify(verdict)).join();
}

/** By the other engine, on a copy of the graph; false where that could not check everything. */
async function isFixing({ recorded, violation }: RepairProblem, change: GraphDelta): Promise<boolean> {
  const { input } = recorded;
  const on = (graph: ValidationInput['dataGraph']) => new OverlayGraph(graph, change);
  const { dataGraph, reportedGraph, classGraph } = input;
  const changed = {
    ...input,
    dataGraph: on(dataGraph),
    reportedGraph: on(reportedGraph),
    classGraph: on(classGraph),
  };
  const before = await referenceValidator.validate(input, signal);
  const after = await referenceValidator.validate(changed, signal);
  if (before.notChecked.length + after.notChecked.length > 0) return false;
  const old = new Set(before.violations.map(violationKey));
  const key = violationKey(violation);
  const left = after.violations.map(violationKey);
  return old.has(key) && left.every((each) => each !== key && old.has(each));
}

/** Good answers, parts of them, both at once, and changes of single triples. */
async function answersTo(problem: RepairProblem, max: number): Promise<readonly GraphDelta[]> {
  const { repairs } = await suggestRepairs(problem, { max }, signal);
  const good = repairs.map(({ verdict }) => verdict.delta);
  const parts = good.flatMap(({ added, removed }) => [
    { added: added.slice(1), removed },
    { added, removed: removed.slice(1) },
  ]);
  const triples = [...problem.recorded.input.reportedGraph.triples()];
  const objects = triples.map(({ object }) => object);
  const single = triples.slice(0, 2 * max).flatMap((triple, i): readonly GraphDelta[] => {
    const other = { ...triple, object: objects[(i * 7 + 3) % objects.length]! };
    const isNew = !triples.some((each) => isSame(each, other));
    return [{ added: [], removed: [triple] }, ...(isNew ? [{ added: [other], removed: [triple] }] : [])];
  });
  return [...good, ...parts, ...single].filter(({ added, removed }) => added.length + removed.length > 0);
}

function isSame(a: Triple, b: Triple): boolean {
  return a.subject === b.subject && a.predicate === b.predicate && a.object === b.object;
}

const newCount = (): Seen => ({ answers: 0, offered: 0, confirmed: 0, fixing: 0, missed: [] });

describe('what is offered holds by two engines, and what holds is offered', () => {
  const folder = fileURLToPath(new URL('../../../../../test-fixtures/repairs/', import.meta.url));
  const seen = newCount();

  test.each(someOf(readdirSync(folder)))('%s', async (name) => {
    for (const problem of await problemsOf(readUnit(readFileSync(folder + name, 'utf8')))) {
      for (const change of await answersTo(problem, 6)) await check(problem, change, seen);
    }
  });

  test('of all of these', () => {
    expect(seen.answers).toBeGreaterThan(runs(300));
    expect(seen.confirmed).toBeGreaterThan(runs(100));
    expect(seen.missed.length / seen.fixing).toBeLessThan(0.05);
  });
});

test('what is offered holds over random shapes and data', async () => {
  const seen = newCount();
  await fc.assert(
    fc.asyncProperty(arbitraryCase(), async (shapesCase) => {
      const [problem] = await problemsOf(unitOf(shapesCase));
      if (problem === undefined) return;
      for (const change of (await answersTo(problem, 1)).slice(0, 4)) await check(problem, change, seen);
    }),
    { numRuns: runs(60) },
  );
  expect(seen.answers).toBeGreaterThan(runs(60));
});
