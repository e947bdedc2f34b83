import fc from 'fast-check';
import { expect } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { isomorphic } from '../../../rdf/isomorphism.ts';
import { OverlayGraph } from '../../../rdf/overlayGraph.ts';
import { terms } from '../../../rdf/terms.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { builtinValidator } from '../../../shacl/incremental/recordedValidation.ts';
import { violationKey } from '../../../shacl/model/violation.ts';
import { referenceValidator } from '../../../shacl/reference/referenceEngine.ts';
import type { ValidationInput, Validator } from '../../../shacl/validationUnit.ts';
import { arbitraryCase } from '../../../testing/arbitraryShapes.ts';
import { validated } from '../../../testing/checkRepair.ts';
import { unitOf } from '../../../testing/checkRepairLaws.ts';
import { sampleFor } from './checkSample.testing.ts';

const signal = new AbortController().signal;

/** What a run of the laws has seen, so that a test can ask for enough of it. */
export interface SamplesSeen {
  asked: number;
  made: number;
  /** Samples that the reference engine could check completely, before and after. */
  confirmed: number;
}

/**
 * Over random shapes and data: a sample adds individuals of its class and brings no result, as two engines see it that
 * share no code; the text with it states what it stated and the sample; and where there is none, there is a reason.
 */
export async function checkSampleLaws(runs: number): Promise<SamplesSeen> {
  const seen: SamplesSeen = { asked: 0, made: 0, confirmed: 0 };
  await fc.assert(
    fc.asyncProperty(
      arbitraryCase(),
      fc.constantFrom('ex:C', 'ex:D', 'ex:E'),
      fc.constantFrom('required' as const, 'described' as const),
      async (shapesCase, type, includes) => {
        const unit = unitOf(shapesCase);
        const { recorded } = await validated(unit);
        seen.asked++;
        const samples = await sampleFor({ class: type, count: 2, includes }, unit);
        if (samples.kind === 'unmet') {
          expect(samples.reasons).not.toEqual([]);
          return;
        }
        seen.made++;
        const { individuals, fix } = samples.sample;
        const { input } = recorded;
        const after = changed(input, fix.change);
        expect(fix.change.removed).toEqual([]);
        for (const node of individuals) {
          expect(input.dataGraph.outgoing(node)).toEqual([]);
          expect(after.dataGraph.objects(node, rdf.type).map((id) => terms.value(id))).toContainEqual(
            expect.stringMatching(new RegExp(`#${type.slice(3)}$`)),
          );
        }
        for (const { subject } of fix.change.added) expect(input.dataGraph.outgoing(subject)).toEqual([]);
        expect((await introduced(builtinValidator(), input, after)) ?? []).toEqual([]);
        const other = await introduced(referenceValidator, input, after);
        if (other) {
          expect(other).toEqual([]);
          seen.confirmed++;
        }
        for (const { document, edits } of samples.edits) {
          const edited = new TurtleDocument(document.uri, 2, applyEdits(document.text, edits));
          expect(edited.errors).toEqual([]);
          expect(isomorphic(edited.graph.triples(), after.reportedGraph.triples())).toBe(true);
        }
      },
    ),
    { numRuns: runs },
  );
  return seen;
}

function changed(
  input: ValidationInput,
  delta: ConstructorParameters<typeof OverlayGraph>[1],
): ValidationInput {
  const change = (graph: ValidationInput['dataGraph']) => new OverlayGraph(graph, delta);
  return {
    ...input,
    dataGraph: change(input.dataGraph),
    reportedGraph: change(input.reportedGraph),
    classGraph: change(input.classGraph),
  };
}

/** The keys of results that come; undefined where the engine could not check everything. */
async function introduced(
  engine: Validator,
  before: ValidationInput,
  after: ValidationInput,
): Promise<readonly string[] | undefined> {
  const was = await engine.validate(before, signal);
  const is = await engine.validate(after, signal);
  if (was.notChecked.length + is.notChecked.length > 0) return undefined;
  const old = new Set(was.violations.map(violationKey));
  return is.violations.map(violationKey).filter((key) => !old.has(key));
}
