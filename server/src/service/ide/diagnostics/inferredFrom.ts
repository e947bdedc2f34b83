import { statedPremises } from '../../../shacl/entailment/entailment.ts';
import { inferredEvidence } from '../../../shacl/entailment/inferredEvidence.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import { triplePlace } from '../../../shacl/results/locate.ts';
import { explainDerivation } from '../../../shacl/rules/explainDerivation.ts';
import type { FileDiagnostic } from '../analysis.ts';
import type { UnitGraphs } from '../unitGraphs.ts';
import { isOfStore } from './storeEvidence.ts';

/** Related information is shown as a list; a longer one would hide what matters. */
const shownDetails = 8;

/** The stated triples from which others were inferred, each with the rule. */
export function inferredFrom(
  violation: Violation,
  { input, data, context }: UnitGraphs,
  print: TermPrinter,
): FileDiagnostic['related'] {
  return inferredEvidence(violation, input)
    .slice(0, shownDetails)
    .flatMap((triple) => {
      const steps = input.entailment?.derivation(triple);
      const [stated] = steps ? statedPremises(steps) : [];
      const place =
        stated && triplePlace(stated, [...data, ...context.filter((document) => !isOfStore(document))]);
      const message = steps && explainDerivation(steps, print, input.shapes.graph);
      return place && message ? [{ place: { uri: place.document.uri, range: place.range }, message }] : [];
    });
}
