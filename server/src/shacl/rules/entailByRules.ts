import { yieldToEventLoop } from '../../base/abort.ts';
import type { Entailment, EntailmentInput } from '../entailment/entailment.ts';
import { loadEnginesFor } from '../loadEngines.ts';
import { hasRules } from '../shapesGraph/declaredRules.ts';
import type { RuleRegime } from '../shapesGraph/regimes.ts';
import { loadQueryEngine } from '../sparql/queryEngine.ts';
import { RuleEntailment } from './ruleEntailment.ts';

/** Infers what follows by the rules of the shapes, if possible from the differences to an earlier entailment. */
export async function entailByRules(
  input: EntailmentInput,
  regime: RuleRegime,
  previous: Entailment | undefined,
): Promise<Entailment> {
  // Changes of an entailment are followed without waiting, so this comes before.
  if (hasRules(input.shapes.graph)) {
    await loadQueryEngine();
    await loadEnginesFor(input.shapes);
    // Loading holds up nobody, and what comes now is one piece.
    await yieldToEventLoop();
  }
  return previous instanceof RuleEntailment && previous.regime === regime
    ? previous.updated(input)
    : RuleEntailment.of(input, regime);
}
