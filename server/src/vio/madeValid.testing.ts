import { localName } from '../rdf/iri.ts';
import { terms } from '../rdf/terms.ts';
import { recordValidation } from '../shacl/incremental/recordedValidation.ts';
import { inputOf } from '../shacl/reference/differential/tally.testing.ts';
import type { ShapesCase } from '../testing/arbitraryShapes.ts';

/** Removes what violates the shapes from a case: first triples, then shapes. */
export async function madeValid(shapesCase: ShapesCase): Promise<ShapesCase> {
  let valid = shapesCase;
  let violated = await violatedShapes(valid);
  for (const fact of shapesCase.data) {
    if (violated.length === 0) return valid;
    const less = { ...valid, data: valid.data.filter((other) => other !== fact) };
    const left = await violatedShapes(less);
    if (left.length < violated.length) [valid, violated] = [less, left];
  }
  if (violated.length === 0) return valid;
  const isKept = (statement: string) =>
    !violated.some((name) => new RegExp(`(^|\\. )ex:${name} `).test(statement));
  return madeValid({ ...valid, shapes: valid.shapes.filter(isKept) });
}

/** The local name of the root shape of each result. */
async function violatedShapes(shapesCase: ShapesCase): Promise<readonly string[]> {
  const { result } = await recordValidation(inputOf(shapesCase));
  return result.violations.map(({ rootShape }) => localName(terms.value(rootShape)));
}
