import { counted } from '../../base/counted.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { compareTerms } from '../../rdf/termOrder.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { printBlocks, printPrologue } from '../../rdf/turtle/printBlocks.ts';
import { type PrintOptions, printTerm } from '../../rdf/turtle/printTerm.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { rdf } from '../../rdf/vocab.ts';
import { entail } from '../../shacl/entail.ts';
import { isMadeByRule } from '../../shacl/rules/newNodes.ts';
import type { Inference } from '../../shacl/shapesGraph/regimes.ts';
import type { UnitGraphs } from './unitGraphs.ts';

/** What is inferred from data files, as a Turtle file of its own. */
export interface InferredTurtle {
  readonly text: string;
  readonly triples: number;
  /** How many blank nodes rules made; they are in the text. */
  readonly newNodes: number;
  /** Why less was inferred than follows, in sentences. */
  readonly gaps: readonly string[];
  /** How many triples are left out because they are about blank nodes of the data, which no other file can name. */
  readonly unnameable: number;
}

/**
 * Writes what is inferred from the data of units, and would not be inferred from their context alone. The same triples give
 * the same text, in whatever order they are stated.
 */
export async function inferredTurtle(units: readonly UnitGraphs[]): Promise<InferredTurtle> {
  const all = new Map<string, Triple>();
  for (const unit of units) {
    for (const triple of await inferredFromData(unit)) all.set(tripleKey(triple), triple);
  }
  const isNameable = (term: TermId): boolean => {
    const inner = terms.triple(term);
    if (inner) return [inner.subject, inner.object].every(isNameable);
    return !terms.isBlank(term) || isMadeByRule(term);
  };
  const nameable = [...all.values()].filter(
    ({ subject, object }) => isNameable(subject) && isNameable(object),
  );
  const sorted = nameable.toSorted(inOrder);
  const labels = new Map<TermId, string>();
  const label = (node: TermId) => {
    const known = labels.get(node) ?? `inferred${labels.size + 1}`;
    labels.set(node, known);
    return known;
  };
  const prefixes = new Map(
    units.flatMap(({ data, context }) => [...context, ...data]).flatMap((file) => [...file.prefixes]),
  );
  const blocks = [...printBlocks(sorted, { prefixes, label })].map(({ text }) => text);
  const used = new Set(sorted.flatMap((triple) => prefixesIn(triple, { prefixes, label })));
  const prologue = printPrologue({ prefixes: new Map([...prefixes].filter(([prefix]) => used.has(prefix))) });
  const regimes = new Set<Inference>(units.flatMap(({ input }) => input.entailment?.regime ?? []));
  const header = `# ${counted(sorted.length, 'triple')} inferred by ${[...regimes].join(', ') || 'nothing'}\n`;
  return {
    text: [`${header}${prologue}`, ...blocks].join('\n'),
    triples: sorted.length,
    newNodes: labels.size,
    gaps: [
      ...new Set(units.flatMap(({ input }) => input.entailment?.gaps ?? []).map(({ reason }) => reason)),
    ],
    unnameable: all.size - sorted.length,
  };
}

/** The prefixes that a printed triple needs. */
function prefixesIn({ subject, predicate, object }: Triple, options: PrintOptions): readonly string[] {
  return [subject, ...(predicate === rdf.type ? [] : [predicate]), object].flatMap((term) => {
    const inner = terms.triple(term);
    if (inner) return prefixesIn(inner, options);
    const iri = terms.isLiteral(term) ? terms.datatype(term) : term;
    if (iri === undefined || !terms.isIri(iri)) return [];
    const name = printTerm(iri, options);
    if (terms.isLiteral(term) && !printTerm(term, options).endsWith(`^^${name}`)) return [];
    return name.startsWith('<') ? [] : [name.slice(0, name.indexOf(':'))];
  });
}

/** A unit with what the rules of its shapes infer, if nothing is inferred in it. */
export async function withRuleInferences(unit: UnitGraphs): Promise<UnitGraphs> {
  const { input } = unit;
  if (input.entailment !== undefined && input.entailment.regime !== 'none') return unit;
  const { shapes, classGraph } = input;
  const asserted = input.entailment?.asserted ?? input.dataGraph;
  const entailment = await entail({ asserted, schema: shapes.graph, shapes, classGraph }, 'rules');
  return entailment === undefined
    ? unit
    : { ...unit, input: { ...input, dataGraph: entailment.graph, entailment } };
}

async function inferredFromData({ input, context, data }: UnitGraphs): Promise<readonly Triple[]> {
  const { entailment, shapes, classGraph } = input;
  if (entailment === undefined) return [];
  // Derived values are only visible to shapes and rules, and are not part of the inferred result.
  const inferred = [...entailment.inferred.triples()].filter((each) => !entailment.isDerivedValue(each));
  const others = context.filter((document) => !data.includes(document));
  if (others.length === 0) return inferred;
  const asserted = new UnionGraph(others.map(({ graph }) => graph));
  const schema = shapes.graph;
  const alone = await entail({ asserted, schema, shapes, classGraph }, entailment.regime);
  return inferred.filter(({ subject, predicate, object }) => !alone?.graph.has(subject, predicate, object));
}

/** By text; new blank nodes, which have none, stay in the order in which they were made. */
function inOrder(one: Triple, other: Triple): number {
  return (
    compareNodes(one.subject, other.subject) ||
    compareTerms(one.predicate, other.predicate) ||
    compareNodes(one.object, other.object)
  );
}

/** New blank nodes by what they are made from, so that all triples of one node are adjacent. */
function compareNodes(one: TermId, other: TermId): number {
  if (!terms.isBlank(one) || !terms.isBlank(other) || one === other) return compareTerms(one, other);
  return terms.value(one) < terms.value(other) ? -1 : 1;
}
