import type { Entailment, EntailmentInput } from './entailment/entailment.ts';
import { derivesValues } from './shapesGraph/declaredRules.ts';
import { type Inference, isRuleRegime, type Regime } from './shapesGraph/regimes.ts';

/**
 * Infers what follows from a graph, if possible from the differences to an earlier entailment; undefined where nothing is
 * to be inferred. The values that shapes derive (sh:values of SHACL 1.2) follow in any regime. The inference code is loaded
 * on demand; most files never need it.
 */
export function entail(input: EntailmentInput, regime: Regime, previous?: Entailment): Promise<Entailment>;
export function entail(
  input: EntailmentInput,
  regime: Inference,
  previous?: Entailment,
): Promise<Entailment | undefined>;
export async function entail(
  input: EntailmentInput,
  regime: Inference,
  previous?: Entailment,
): Promise<Entailment | undefined> {
  if (isRuleRegime(regime) || derivesValues(input.shapes.graph)) {
    const { entailByRules } = await import('./rules/ruleEntailment.ts');
    return entailByRules(input, regime, previous);
  }
  if (regime === 'none') return undefined;
  const { SchemaEntailment } = await import('./entailment/schemaEntailment.ts');
  return previous instanceof SchemaEntailment && previous.regime === regime
    ? previous.updated(input.asserted, input.schema)
    : SchemaEntailment.of(input.asserted, input.schema, regime);
}
