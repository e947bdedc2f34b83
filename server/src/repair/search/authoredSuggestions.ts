import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdfs, sh } from '../../rdf/vocab.ts';
import { componentByIri } from '../../shacl/components/index.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import {
  type AuthoredSuggestion,
  propertySuggestionGenerator,
  readSuggestion,
  suggestion,
  suggestionGenerator,
} from '../../shacl/shapesGraph/suggestionGenerators.ts';
import { budgetUnder } from '../../shacl/sparql/queryEngine.ts';
import { applyUpdate, defaultLimits } from '../../sparql/applyUpdate.ts';
import { readSelect } from '../../sparql/readOperation.ts';
import { isNewBlankNode } from '../../sparql/termCodec.ts';
import { printUpdate, readUpdate } from '../../sparql/updateText.ts';
import { changeSize } from '../drafts/change.ts';
import type { ProposedRepair, RejectedRepair, RepairProblem, RepairSource } from '../repair.ts';
import { scoreOf } from '../scorecard/scorecard.ts';
import { changeTitle } from './changeTitle.ts';

/** The values of variables and placeholders, by name. */
type Values = ReadonlyMap<string, TermId>;

/** How many suggestions one generator may make for a result. */
const maxSolutions = 5;
/** After this many ms, no further suggestion is computed. */
const patience = 4000;

/**
 * Repairs that the authors of the shapes suggest (shacl/shapesGraph/suggestionGenerators.ts). Each is evaluated on the
 * unchanged graph and proposed as a ground update, to be proven like any other.
 */
export const authoredRepairs: RepairSource = {
  name: 'authored',
  async *propose(problem, signal) {
    const end = performance.now() + patience;
    const { shapes } = problem.recorded.input;
    const given = valuesOf(problem, shapes.graph);
    for (const each of suggestionsFor(shapes.graph, problem.violation)) {
      const solutions = await announced(problem, () => solutionsOf(each, given, problem));
      if (typeof solutions === 'string') {
        yield rejected(each, given, solutions, problem);
        continue;
      }
      for (const values of solutions) {
        if (performance.now() > end) return true;
        yield await announced(problem, () => proposal(each, values, problem, signal));
      }
    }
    return false;
  },
};

/**
 * The suggestions of the shapes graph for a result. Those stated nearest to the result come first, and among these,
 * those with the highest sh:order.
 */
function suggestionsFor(graph: Graph, violation: Violation): readonly AuthoredSuggestion[] {
  const { sourceShape, component, constraint, path } = violation;
  const isProperty = path !== undefined;
  const authors = [
    ...(component === sh.SPARQLConstraintComponent ? [constraint.parameterValue] : []),
    sourceShape,
    component,
  ];
  return authors.flatMap((author) => {
    const nodes = [
      suggestion,
      suggestionGenerator,
      ...(isProperty ? [propertySuggestionGenerator] : []),
    ].flatMap((property) => graph.objects(author, property));
    return [...new Set(nodes)]
      .sort((a, b) => orderOf(graph, b) - orderOf(graph, a))
      .flatMap((node) => {
        const read = readSuggestion(graph, node);
        return 'message' in read ? [] : [{ ...read, author, messages: messagesOf(graph, node) }];
      });
  });
}

function messagesOf(graph: Graph, node: TermId): readonly TermId[] {
  const messages = graph.objects(node, sh.message);
  return messages.length > 0 ? messages : graph.objects(node, rdfs.label);
}

function orderOf(graph: Graph, node: TermId): number {
  const [order] = graph.objects(node, sh.order);
  return (order !== undefined && Number(terms.value(order))) || 0;
}

/** Announces the constraint while its suggestions are computed, so that it is skipped if that never ends. */
async function announced<T>({ recorded, violation }: RepairProblem, work: () => Promise<T>): Promise<T> {
  const { probe } = recorded.options;
  if (probe === undefined) return work();
  const before = probe.enter(probe.numberOf(violation.constraint));
  try {
    return await work();
  } finally {
    probe.leave(before);
  }
}

/** The pre-bound values: SHACL-SPARQL's variables, those of DASH, and the parameters by their local names. */
function valuesOf({ violation }: RepairProblem, shapesGraph: Graph): Values {
  const { focusNode, path, value, sourceShape, component, constraint } = violation;
  const values = new Map([
    [localName(constraint.parameter), constraint.parameterValue],
    ['sourceShape', sourceShape],
    ['currentShape', sourceShape],
    ['sourceConstraintComponent', component],
    ['this', focusNode],
    ['focusNode', focusNode],
  ]);
  for (const refinement of componentByIri.get(component)?.refinements ?? []) {
    const [only, ...others] = shapesGraph.objects(sourceShape, refinement);
    if (only !== undefined && others.length === 0) values.set(localName(refinement), only);
  }
  if (value !== undefined) values.set('value', value);
  if (path?.kind === 'predicate') values.set('predicate', path.predicate).set('PATH', path.predicate);
  return values;
}

function localName(iri: TermId): string {
  return /\w*$/.exec(terms.value(iri))![0];
}

/** The values of a suggestion's variables, for each way to apply it; or a sentence that explains why there is none. */
async function solutionsOf(
  suggestion: AuthoredSuggestion,
  given: Values,
  problem: RepairProblem,
): Promise<readonly Values[] | string> {
  if (suggestion.kind !== 'update' || suggestion.select === undefined) return [given];
  const read = await readSelect(suggestion.select, { prefixes: suggestion.prefixes, values: given });
  if (read.kind === 'refused') return read.reason;
  const { milliseconds } = defaultLimits;
  const limits = budgetUnder(problem.recorded.options, { most: maxSolutions, milliseconds });
  const solutions = read.solutions(statedGraph(problem), limits);
  return typeof solutions === 'string'
    ? solutions
    : solutions.map((solution) => new Map([...solution, ...given]));
}

/** The graph that updates change: stated triples without inferred ones. */
function statedGraph({ recorded }: RepairProblem): Graph {
  const { entailment, dataGraph } = recorded.input;
  return entailment?.asserted ?? dataGraph;
}

async function proposal(
  suggestion: AuthoredSuggestion,
  values: Values,
  problem: RepairProblem,
  signal: AbortSignal,
): Promise<ProposedRepair | RejectedRepair> {
  const change = await changeOf(suggestion, values, problem, signal);
  if (typeof change === 'string') return rejected(suggestion, values, change, problem);
  return repairOf(suggestion, values, change, problem);
}

/** The effect of a suggestion on the graph, or why it has none. */
async function changeOf(
  suggestion: AuthoredSuggestion,
  values: Values,
  problem: RepairProblem,
  signal: AbortSignal,
): Promise<GraphDelta | string> {
  if (suggestion.kind === 'change') return suggestion.change;
  const read = await readUpdate(suggestion.update, { prefixes: suggestion.prefixes, values });
  if (read.kind === 'refused') return read.reason;
  const limits = budgetUnder(problem.recorded.options, defaultLimits);
  const applied = await applyUpdate(statedGraph(problem), read.update, signal, limits);
  return applied.kind === 'refused' ? applied.reason : applied.delta;
}

function repairOf(
  suggestion: AuthoredSuggestion,
  values: Values,
  change: GraphDelta,
  problem: RepairProblem,
): ProposedRepair {
  const { violation, term } = problem;
  const authors = [suggestion.author, violation.sourceShape, violation.rootShape];
  const author = authors.find((node) => terms.isIri(node));
  const words = `suggested by ${author === undefined ? 'the shape' : term(author)}`;
  return {
    title: titleIn(suggestion, values, change, problem),
    update: printUpdate(change),
    origin: 'symbolic',
    support: 'authored',
    evidence: words,
    reasons: [{ kind: 'authored', words }],
    score: scoreOf([{ support: 'authored', evidence: [] }]),
    placeholders: [],
  };
}

function rejected(
  suggestion: AuthoredSuggestion,
  values: Values,
  reason: string,
  problem: RepairProblem,
): RejectedRepair {
  const repair = repairOf(suggestion, values, { added: [], removed: [] }, problem);
  return { repair, verdict: { kind: 'invalidUpdate', reason } };
}

/**
 * The author's message with its placeholders filled in, as in SHACL 5.2.1; without a message, a description of the
 * change.
 */
function titleIn(
  { messages, author }: AuthoredSuggestion,
  values: Values,
  change: GraphDelta,
  { term }: RepairProblem,
): string {
  const message = messages.find((text) => /^(en|$)/.test(terms.language(text))) ?? messages[0];
  if (message !== undefined) {
    const text = terms.value(message).replace(/\{[$?](\w+)\}/g, (placeholder, name: string) => {
      const value = values.get(name);
      return value === undefined ? placeholder : term(value);
    });
    return shortened(text.replace(/\s+/g, ' ').trim());
  }
  const minted = change.added.flatMap(({ subject, object }) => [subject, object]).filter(isNewBlankNode);
  return changeSize(change) > 0
    ? changeTitle(change, { minted, placeholders: [] }, term)
    : `the suggestion of ${terms.isIri(author) ? term(author) : 'the shape'}`;
}

/** Shortens a title to one line of a menu. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= maxTitle ? text : `${characters.slice(0, maxTitle - 1).join('')}…`;
}

const maxTitle = 160;
