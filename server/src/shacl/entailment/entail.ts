import { RuleEntailment } from '../rules/ruleEntailment.ts';
import type { Entailment, EntailmentInput } from './entailment.ts';
import type { Regime } from './inference.ts';
import { isRuleRegime } from './regimes.ts';
import { SchemaEntailment } from './schemaEntailment.ts';

/** Infers what follows from a graph, if possible from the differences to an earlier entailment. */
export function entail(input: EntailmentInput, regime: Regime, previous?: Entailment): Entailment {
  if (isRuleRegime(regime)) {
    return previous instanceof RuleEntailment && previous.regime === regime
      ? previous.updated(input)
      : RuleEntailment.of(input, regime);
  }
  return previous instanceof SchemaEntailment && previous.regime === regime
    ? previous.updated(input.asserted, input.schema)
    : SchemaEntailment.of(input.asserted, input.schema, regime);
}
