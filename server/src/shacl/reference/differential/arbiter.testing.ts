import type { DatasetCore, Term } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { Validator } from 'shacl-engine';
import { fromRdfjs, RdfjsView } from '../../../rdf/rdfjsView.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { Evaluator } from '../../evaluator.ts';
import type { ValidationInput } from '../../validationUnit.ts';
import type { Result } from './result.testing.ts';

/** A result that only one of two engines reports, to be judged by a third engine. */
export interface Dispute {
  readonly input: ValidationInput;
  readonly ours: Evaluator;
  readonly result: Result;
}

/** The members of shacl-engine's results that its type declarations lack. */
interface EngineResult {
  readonly focusNode: { readonly term: Term };
  readonly constraintComponent: Term;
  readonly value: { readonly term: Term } | undefined;
  readonly shape: { readonly ptr: { readonly term: Term } };
}

interface Engine {
  validate(
    data: { readonly dataset: DatasetCore; readonly terms: readonly Term[] },
    shapes: readonly { readonly terms: readonly Term[] }[],
  ): Promise<{ readonly results: readonly EngineResult[] }>;
}

/**
 * Whether shacl-engine reports a disputed result as often as the built-in engine does; undefined when it stops. Its
 * answer is only an opinion: it has defects of its own and reads literals with the same package as rdf-validate-shacl.
 */
export async function sidesWithUs({ input, ours, result }: Dispute): Promise<boolean | undefined> {
  const { sourceShape, focusNode } = result;
  const shapes = new RdfjsView(input.shapes.graph);
  const data = new RdfjsView(input.dataGraph);
  try {
    const engine = new Validator(shapes, { factory: DataFactory }) as unknown as Engine;
    const { results } = await engine.validate({ dataset: data, terms: [data.term(focusNode)] }, [
      { terms: [shapes.term(sourceShape)] },
    ]);
    const found = results.filter(
      ({ shape, constraintComponent, value }) =>
        fromRdfjs(shape.ptr.term) === sourceShape &&
        isDisputed(result, fromRdfjs(constraintComponent), value && fromRdfjs(value.term)),
    );
    const own = ours
      .validateNode(focusNode, sourceShape)
      .filter((violation) => violation.sourceShape === sourceShape)
      .filter(({ component, value }) => isDisputed(result, component, value));
    return found.length === own.length;
  } catch {
    // When shacl-engine stops, it has no opinion.
    return undefined;
  }
}

function isDisputed(result: Result, component: TermId | undefined, value: TermId | undefined): boolean {
  return component === result.component && value === result.value;
}
