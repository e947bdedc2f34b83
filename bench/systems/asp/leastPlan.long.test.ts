import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GraphDelta } from '../../../server/src/rdf/graph.ts';
import { TurtleDocument } from '../../../server/src/rdf/turtle/turtleDocument.ts';
import { changeSize } from '../../../server/src/repair/drafts/change.ts';
import { candidatesFor, choosePlan, type PlanStep } from '../../../server/src/repair/joint/repairPlan.ts';
import { changedInput } from '../../../server/src/shacl/incremental/changedInput.ts';
import { recordValidation } from '../../../server/src/shacl/incremental/recordedValidation.ts';
import { violationKey } from '../../../server/src/shacl/model/violation.ts';
import { arbitraryCase } from '../../../server/src/testing/arbitraryShapes.ts';
import { problemsOf } from '../../../server/src/testing/checkRepair.ts';
import { suppliedPrefixes } from '../../../server/src/testing/fixture.ts';
import { runs } from '../../../server/src/testing/runs.ts';
import { describeClingo } from '../clingo.testing.ts';
import { solve } from './clingo.ts';

const { signal } = new AbortController();

interface Cost {
  readonly left: number;
  readonly cost: number;
}

function costOf(steps: readonly PlanStep[], goals: ReadonlySet<string>): Cost {
  const ended = new Set(steps.flatMap(({ ends }) => [...ends]));
  return {
    left: [...goals].filter((goal) => !ended.has(goal)).length,
    cost: steps.reduce((sum, { cost }) => sum + cost, 0),
  };
}

/**
 * The cost of the best irredundant set of candidates that holds: clingo proposes, validation from scratch judges, and a set that
 * does not hold is excluded, until one does. Undefined when that takes too long.
 */
async function optimum(
  candidates: readonly PlanStep[],
  goals: ReadonlySet<string>,
  holds: (chosen: readonly PlanStep[]) => Promise<boolean>,
): Promise<Cost | undefined> {
  const numbers = new Map([...goals].map((goal, i) => [goal, i]));
  const facts = candidates.flatMap(({ cost, ends }, i) => [
    `candidate(${i}). cost(${i},${cost}).`,
    ...[...ends].flatMap((key) => (numbers.has(key) ? [`ends(${i},${numbers.get(key)}).`] : [])),
  ]);
  const rules = [
    `goal(0..${goals.size - 1}).`,
    '{ chosen(C) } :- candidate(C).',
    'reached(R) :- chosen(C), ends(C,R).',
    'needed(C) :- chosen(C), ends(C,R), 1 = #count { D : chosen(D), ends(D,R) }.',
    ':- chosen(C), not needed(C).',
    ':~ goal(R), not reached(R). [1@2,R]',
    ':~ chosen(C), cost(C,W). [W@1,C]',
    '#show chosen/1.',
  ];
  const excluded: string[] = [];
  for (let attempt = 0; attempt < 60; attempt++) {
    const solution = await solve([...facts, ...rules, ...excluded].join('\n'), 10);
    if (solution.kind !== 'optimum') return undefined;
    const chosen = new Set(solution.atoms.map((atom) => Number(/\d+/.exec(atom)![0])));
    const steps = candidates.filter((_, i) => chosen.has(i));
    if (await holds(steps)) return costOf(steps, goals);
    const literals = candidates.map((_, i) => `${chosen.has(i) ? '' : 'not '}chosen(${i})`);
    excluded.push(`:- ${literals.join(', ')}.`);
  }
  return undefined;
}

describeClingo('plans for random units', () => {
  test('cost as much as the best that clingo finds', { timeout: 3_000_000 }, async () => {
    const wanted = runs(300);
    let compared = 0;
    let conflicting = 0;
    let smaller = 0;
    const text = (lines: readonly string[]) => `${suppliedPrefixes}${lines.join('\n')}`;
    await fc.assert(
      fc.asyncProperty(arbitraryCase(), async ({ data, shapes }) => {
        if (compared >= wanted) return;
        const documents = [new TurtleDocument('file:///data.ttl', 1, text(data))];
        const schema = [new TurtleDocument('file:///shapes.ttl', 1, text(shapes))];
        if (documents[0]!.errors.length + schema[0]!.errors.length > 0) return;
        const problems = await problemsOf({ documents, shapes: schema, context: [] });
        if (problems.length < 2 || problems.length > 6) return;
        const { recorded } = problems[0]!;
        const found = await candidatesFor(problems, signal);
        const reachable = new Set(found.candidates.flatMap(({ ends }) => [...ends]));
        const goals = new Set(
          problems.map(({ violation }) => violationKey(violation)).filter((key) => reachable.has(key)),
        );
        if (goals.size < 2) return;
        const before = new Set(recorded.result.violations.map(violationKey));
        const holds = async (steps: readonly PlanStep[]) => {
          const deltas = steps.map(({ chosen }) => chosen.verdict.delta);
          const delta: GraphDelta = {
            added: deltas.flatMap(({ added }) => added),
            removed: deltas.flatMap(({ removed }) => removed),
          };
          const after = await recordValidation(changedInput(recorded.input, delta).input);
          const left = new Set(after.result.violations.map(violationKey));
          const ended = steps.flatMap(({ ends }) => [...ends]);
          return [...left].every((key) => before.has(key)) && ended.every((key) => !left.has(key));
        };
        const best = await optimum(found.candidates, goals, holds);
        if (best === undefined) return;
        const plan = await choosePlan(problems, found, signal);
        if (!plan.isLeast) return;
        expect(await holds(plan.steps)).toBe(true);
        expect(costOf(plan.steps, goals)).toEqual(best);
        compared++;
        if (best.left > 0) conflicting++;
        // The same with what the fewest changed statements cost.
        const sizeOf = ({ chosen }: PlanStep) => changeSize(chosen.verdict.delta);
        const sized = found.candidates.map((step) => ({ ...step, cost: sizeOf(step) }));
        const fewest = await optimum(sized, goals, holds);
        const smallest = await plan.smallest(signal);
        if (fewest === undefined || !smallest.isLeast) return;
        expect(await holds(smallest.steps)).toBe(true);
        const sizes = smallest.steps.map((step) => ({ ...step, cost: sizeOf(step) }));
        expect(costOf(sizes, goals)).toEqual(fewest);
        if (
          fewest.cost <
          costOf(
            plan.steps.map((step) => ({ ...step, cost: sizeOf(step) })),
            goals,
          ).cost
        )
          smaller++;
      }),
      { numRuns: 40 * wanted },
    );
    expect(compared).toBe(wanted);
    expect(conflicting).toBeGreaterThan(0);
    expect(smaller).toBeGreaterThan(0);
    console.log(
      `${compared} plans cost as much as clingo's; in ${conflicting}, results are left for conflicts; ${smaller} have one of fewer statements`,
    );
  });
});
