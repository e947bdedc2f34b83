import { counted } from '../../base/counted.ts';
import { andList } from '../../base/wordSearch.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, rdfs, sh, shRules } from '../../rdf/vocab.ts';
import type { EntailmentStep, RuleStep } from '../entailment/entailment.ts';
import type { SchemaStep } from '../entailment/steps.ts';
import type { TermPrinter } from '../model/words.ts';

/**
 * Writes a derivation as sentences: "ex:bob a ex:Person is inferred from ex:ann ex:knows ex:bob, because ex:knows
 * rdfs:range ex:Person (rdfs3)."
 *
 * @param shapesGraph has the names of its rules.
 */
export function explainDerivation(
  steps: readonly EntailmentStep[],
  print: TermPrinter,
  shapesGraph: Graph,
): string {
  const say = ({ subject, predicate, object }: Triple) =>
    `${print(subject)} ${predicate === rdf.type ? 'a' : print(predicate)} ${print(object)}`;
  if (steps.every((step) => step.kind === 'schema')) return explainSchemaSteps(steps, say);
  const shown = steps.toReversed().slice(0, shownSteps);
  const sentences = shown.map((step) =>
    step.kind === 'schema'
      ? explainSchemaSteps([step], say)
      : explainRuleStep(step, say, ruleName(shapesGraph, step.rule, print)),
  );
  const left = steps.length - shown.length;
  return [...sentences, ...(left > 0 ? [`${counted(left, 'more step')} lead there.`] : [])].join(' ');
}

/** Longer derivations are explained from their end, up to this length. */
const shownSteps = 3;
const shownPremises = 4;

function explainRuleStep(
  { premises, conclusion }: RuleStep,
  say: (triple: Triple) => string,
  name: string | undefined,
): string {
  const inferred = `${say(conclusion)} is inferred by ${name ?? 'a rule of the shapes'}`;
  if (premises.length === 0) return `${inferred}.`;
  const shown = premises.slice(0, shownPremises).map(say);
  const left = premises.length - shown.length;
  return `${inferred} from ${andList([...shown, ...(left > 0 ? [counted(left, 'more triple')] : [])])}.`;
}

function explainSchemaSteps(steps: readonly SchemaStep[], say: (triple: Triple) => string): string {
  const reasons = steps.map(({ rule, schema }) => {
    // OWL rules have the same name as the term in the schema triple, so only RDFS rules are named.
    const name = rule.startsWith('rdfs') ? ` (${rule})` : '';
    return `${say(schema)}${name}`;
  });
  const [first, last] = [steps[0]!, steps.at(-1)!];
  return `${say(last.conclusion)} is inferred from ${say(first.premise)}, because ${andList(reasons)}.`;
}

/**
 * The name of a rule in messages: "the rule “…”" with its name, label or comment, or else its IRI; undefined for a blank
 * node without a description. A property shape that derives values is named by its property.
 */
export function ruleName(graph: Graph, rule: TermId, print: TermPrinter): string | undefined {
  const [path] = graph.objects(rule, shRules.values).length > 0 ? graph.objects(rule, sh.path) : [];
  if (path !== undefined) return `sh:values of ${print(path)}`;
  const name = ownName(graph, rule, print);
  return name === undefined ? undefined : `the rule “${name}”`;
}

function ownName(graph: Graph, rule: TermId, print: TermPrinter): string | undefined {
  for (const property of [sh.name, rdfs.label]) {
    const [name] = graph.objects(rule, property);
    if (name !== undefined) return terms.value(name);
  }
  if (!terms.isBlank(rule)) return print(rule);
  const [comment] = graph.objects(rule, rdfs.comment);
  return comment === undefined ? undefined : terms.value(comment).replace(/\.$/, '');
}
