import fc from 'fast-check';
import { expect } from 'vitest';
import { applyEdits } from '../base/textEdit.ts';
import { isomorphic } from '../rdf/isomorphism.ts';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import type { TermId } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import type { RepairProblem, VerifiedRepair } from '../repair/repair.ts';
import { suggestRepairs } from '../repair/search/suggestRepairs.ts';
import { builtinValidator } from '../shacl/incremental/recordedValidation.ts';
import { violationKey } from '../shacl/model/violation.ts';
import { referenceValidator } from '../shacl/reference/referenceEngine.ts';
import type { ValidationInput, Validator } from '../shacl/validationUnit.ts';
import { arbitraryCase, type ShapesCase } from './arbitraryShapes.ts';
import { problemsOf, type RepairUnit, readUnit } from './checkRepair.ts';
import { seed } from './seed.ts';

/** Counts of what a run of the laws covered, so that a test can require enough of it. */
export interface LawsSeen {
  results: number;
  /** Results with a repair that is not degenerate. */
  repaired: number;
  offered: number;
  /** Offers that the reference engine could check completely, before and after the repair. */
  confirmed: number;
  readonly components: Set<TermId>;
}

const signal = new AbortController().signal;

/**
 * Checks the laws of repairs on random shapes and data. Each offer removes its result and introduces no other,
 * according to two engines that share no code. The edited texts state exactly the verified graph and keep all comments.
 */
export async function checkRepairLaws(runs: number): Promise<LawsSeen> {
  const seen = nothingSeen();
  await drawCases(runs, seed, seen);
  return seen;
}

/**
 * The same, on cases that are drawn until enough components have had a repair. Some components are violated so rarely
 * that a fixed number of cases may not contain them.
 *
 * @param runs the smallest number of cases, and the number that each further draw adds.
 * @param mostDraws after this many draws, a component that is still missing counts as not repairable.
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
        const { repairs, uncertainty } = await suggestRepairs(problem, { max: 3 }, signal);
        const real = repairs.filter(({ verdict }) => !verdict.degenerate);
        expect(real.length > 0 || uncertainty !== undefined).toBe(true);
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

/** Checks one offer with two engines and by its text. */
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

/** False when the engine could not check everything. Its results may then appear or disappear for other reasons. */
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

/** Puts each statement on its own line, with a comment. */
export function unitOf({ data, context, shapes }: ShapesCase): RepairUnit {
  const file = (name: string, statements: readonly string[]) =>
    `#- /${name}.ttl\n${statements.map((statement, i) => `${statement} # ${name} ${i}`).join('\n')}\n`;
  return readUnit(file('data', data) + file('context', context) + file('shapes', shapes));
}

function comments(text: string): readonly string[] {
  return [...text.matchAll(/# data \d+/g)].map(([comment]) => comment).sort((a, b) => (a < b ? -1 : 1));
}
