import fc from 'fast-check';
import { expect } from 'vitest';
import { applyEdits } from '../base/textEdit.ts';
import { isomorphic } from '../rdf/isomorphism.ts';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import type { TermId } from '../rdf/terms.ts';
import type { RepairProblem, VerifiedRepair } from '../repair/repair.ts';
import { suggestRepairs } from '../repair/search/suggestRepairs.ts';
import { builtinValidator } from '../shacl/builtinValidator.ts';
import { referenceValidator } from '../shacl/reference/referenceEngine.ts';
import { violationKey } from '../shacl/results/violation.ts';
import type { ValidationInput, Validator } from '../shacl/validationUnit.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import { arbitraryCase, type ShapesCase } from './arbitraryShapes.ts';
import { problemsOf, type RepairUnit, readUnit } from './checkRepair.ts';
import { seed } from './seed.ts';

/** What a run of the laws has seen, so that a test can ask for enough of it. */
export interface LawsSeen {
  results: number;
  /** Results with a repair that is not only for want of a better one. */
  repaired: number;
  offered: number;
  /** Offers that the reference engine could check completely, before and after. */
  confirmed: number;
  readonly components: Set<TermId>;
}

const signal = new AbortController().signal;

/**
 * Over random shapes and data: what is offered makes its result go away and no new one come, as two engines see it
 * that share no code, and the edited texts state exactly the graph that was verified, with all their comments.
 */
export async function checkRepairLaws(runs: number): Promise<LawsSeen> {
  const seen = nothingSeen();
  await drawCases(runs, seed, seen);
  return seen;
}

/**
 * The same, over cases that are drawn until so many components have had a repair: some are violated so seldom that
 * a fixed number of cases has all of them by chance only.
 *
 * @param runs how many cases are drawn at least, and each time when that was not enough.
 * @param mostDraws after so many times a component that is still missing can't be repaired any more.
 */
export async function checkRepairLawsUntil(
  components: number,
  { runs, mostDraws }: { readonly runs: number; readonly mostDraws: number },
): Promise<LawsSeen> {
  const seen = nothingSeen();
  for (let draw = 0; draw < mostDraws && (draw === 0 || seen.components.size < components); draw++) {
    await drawCases(runs, seed + draw, seen);
  }
  return seen;
}

function nothingSeen(): LawsSeen {
  return { results: 0, repaired: 0, offered: 0, confirmed: 0, components: new Set() };
}

async function drawCases(runs: number, seed: number, seen: LawsSeen): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitraryCase(), async (shapesCase) => {
      const unit = unitOf(shapesCase);
      for (const problem of (await problemsOf(unit)).slice(0, 2)) {
        seen.results++;
        const { repairs, reason } = await suggestRepairs(problem, { max: 3 }, signal);
        const real = repairs.filter(({ verdict }) => !verdict.degenerate);
        expect(real.length > 0 || reason !== undefined).toBe(true);
        if (real.length > 0) {
          seen.repaired++;
          seen.components.add(problem.violation.component);
        }
        for (const verified of repairs) {
          seen.offered++;
          await checkOffer(problem, verified, seen);
        }
      }
    }),
    { numRuns: runs, seed },
  );
}

/** Checks one offer by two engines and by its text. */
export async function checkOffer(
  problem: RepairProblem,
  { verdict }: VerifiedRepair,
  seen: Pick<LawsSeen, 'confirmed'>,
): Promise<void> {
  const { input } = problem.recorded;
  const change = (graph: ValidationInput['dataGraph']) => new OverlayGraph(graph, verdict.delta);
  const after = {
    ...input,
    dataGraph: change(input.dataGraph),
    reportedGraph: change(input.reportedGraph),
    classGraph: change(input.classGraph),
  };
  const key = violationKey(problem.violation);
  await checkResults(builtinValidator(), input, after, key);
  if (await checkResults(referenceValidator, input, after, key)) seen.confirmed++;
  for (const { document, edits } of verdict.edits) {
    const text = applyEdits(document.text, edits);
    const edited = new TurtleDocument(document.uri, 2, text);
    expect(edited.errors).toEqual([]);
    expect(isomorphic(edited.graph.triples(), after.reportedGraph.triples())).toBe(true);
    expect(comments(text)).toEqual(comments(document.text));
  }
}

/** False where the engine could not check everything: then its results may come and go for other reasons. */
async function checkResults(
  engine: Validator,
  before: ValidationInput,
  after: ValidationInput,
  key: string,
): Promise<boolean> {
  const was = await engine.validate(before, signal);
  if (was.notChecked.length > 0) return false;
  const is = await engine.validate(after, signal);
  if (is.notChecked.length > 0) return false;
  const old = new Set(was.violations.map(violationKey));
  const found = is.violations.map(violationKey);
  expect(found.filter((each) => each === key || !old.has(each))).toEqual([]);
  return true;
}

/** Each statement on a line of its own, with a comment. */
export function unitOf({ data, context, shapes }: ShapesCase): RepairUnit {
  const file = (name: string, statements: readonly string[]) =>
    `#- /${name}.ttl\n${statements.map((statement, i) => `${statement} # ${name} ${i}`).join('\n')}\n`;
  return readUnit(file('data', data) + file('context', context) + file('shapes', shapes));
}

function comments(text: string): readonly string[] {
  return [...text.matchAll(/# data \d+/g)].map(([comment]) => comment).sort((a, b) => (a < b ? -1 : 1));
}
