import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../base/textEdit.ts';
import { isomorphic } from '../rdf/isomorphism.ts';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { allComponents } from '../shacl/components/index.ts';
import { builtinValidator } from '../shacl/incremental/recordedValidation.ts';
import { comparableKey, violationKey } from '../shacl/model/violation.ts';
import { referenceValidator } from '../shacl/reference/referenceEngine.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import { problemsOf, readUnit } from '../testing/checkRepair.ts';
import { runs, triesAll } from '../testing/runs.ts';
import { context, shapes, statements, unitOf } from './randomUnits.testing.ts';
import type { RepairProblem, VerifiedRepair } from './repair.ts';
import { suggestRepairs } from './search/suggestRepairs.ts';

const fixture = fc.record({ statements, context, shapes }).map(unitOf);

const signal = new AbortController().signal;

/** The first problem of each component: of some there are many, of others few. */
function oneOfEach(problems: readonly RepairProblem[]): readonly RepairProblem[] {
  const byComponent = new Map(problems.toReversed().map((each) => [each.violation.component, each]));
  return [...byComponent.values()];
}

/** The graphs of a problem after a repair. */
function inputAfter({ recorded }: RepairProblem, { verdict }: VerifiedRepair): ValidationInput {
  const { input } = recorded;
  const change = (graph: ValidationInput['dataGraph']) => new OverlayGraph(graph, verdict.delta);
  return {
    ...input,
    dataGraph: change(input.dataGraph),
    reportedGraph: change(input.reportedGraph),
    classGraph: change(input.classGraph),
  };
}

async function keysOf(input: ValidationInput): Promise<readonly string[]> {
  const { violations } = await builtinValidator().validate(input, signal);
  return violations.map(violationKey).sort((a, b) => (a < b ? -1 : 1));
}

/** The same by the other engine, undefined where that leaves something out that it is known to get wrong. */
async function referenceKeysOf(input: ValidationInput): Promise<readonly string[] | undefined> {
  const { violations, notChecked } = await referenceValidator.validate(input, signal);
  return notChecked.length > 0 ? undefined : violations.map(comparableKey);
}

test('what is offered fixes its result and introduces none, and the text states the graph that was verified', async () => {
  let offered = 0;
  const repaired = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fixture, async (text) => {
      const unit = readUnit(text);
      const problems = await problemsOf(unit);
      for (const problem of oneOfEach(problems).slice(0, 5)) {
        const { repairs, uncertainty } = await suggestRepairs(problem, { max: 4 }, signal);
        expect(repairs.length > 0 || uncertainty !== undefined).toBe(true);
        const key = violationKey(problem.violation);
        const before = new Set(await keysOf(problem.recorded.input));
        for (const verified of repairs) {
          offered++;
          repaired.add(problem.violation.component);
          const after = inputAfter(problem, verified);
          const keys = await keysOf(after);
          expect(keys).not.toContain(key);
          expect(keys.filter((each) => !before.has(each))).toEqual([]);
          for (const { document, edits } of verified.verdict.edits) {
            const edited = new TurtleDocument(document.uri, 2, applyEdits(document.text, edits));
            expect(edited.errors).toEqual([]);
            expect(isomorphic(edited.graph.triples(), after.reportedGraph.triples())).toBe(true);
          }
        }
      }
    }),
    { numRuns: runs(100) },
  );
  expect(offered).toBeGreaterThan(runs(30));
  if (triesAll) expect(repaired.size).toBeGreaterThanOrEqual(allComponents.length / 2);
});

test('an independent engine agrees that the result is gone and none is new', async () => {
  await fc.assert(
    fc.asyncProperty(fixture, async (text) => {
      for (const problem of (await problemsOf(readUnit(text))).slice(0, 2)) {
        const { repairs } = await suggestRepairs(problem, { max: 2 }, signal);
        const before = await referenceKeysOf(problem.recorded.input);
        for (const verified of repairs) {
          const after = await referenceKeysOf(inputAfter(problem, verified));
          if (before === undefined || after === undefined) continue;
          const gone = comparableKey(problem.violation);
          // That engine does not say which language is repeated: there may be others.
          if (problem.violation.language === undefined) expect(after).not.toContain(gone);
          expect(after.filter((key) => !before.includes(key))).toEqual([]);
        }
      }
    }),
    { numRuns: runs(50) },
  );
});
