import type { Entailment, EntailmentInput } from './entailment/entailment.ts';
import { isRuleRegime, type Regime } from './shapesGraph/regimes.ts';

/**
 * Infers what follows from a graph, if possible from the differences to an earlier entailment. What infers is loaded when a
 * regime asks for it; most files never load it.
 */
export async function entail(
  input: EntailmentInput,
  regime: Regime,
  previous?: Entailment,
): Promise<Entailment> {
  if (isRuleRegime(regime)) {
    const { entailByRules } = await import('./rules/ruleEntailment.ts');
    return entailByRules(input, regime, previous);
  }
  const { SchemaEntailment } = await import('./entailment/schemaEntailment.ts');
  return previous instanceof SchemaEntailment && previous.regime === regime
    ? previous.updated(input.asserted, input.schema)
    : SchemaEntailment.of(input.asserted, input.schema, regime);
}
