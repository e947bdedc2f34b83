import { resultList } from '../../llm/answer/answerFeedback.ts';
import type { ConversationOutcome } from '../../llm/conversation/conversationOutcome.ts';
import type { LanguageModel } from '../../llm/model/languageModel.ts';
import { hasTriple } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { verifyJointly } from '../../repair/proof/verify.ts';
import type { DocumentEdits, RepairableUnit } from '../../repair/repair.ts';
import { type AskModelOptions, type AuthoringJudgement, askModel, refusal } from '../askModel.ts';
import { type FactsWanted, factsPrompt } from './factsPrompt.ts';
import { mendFacts } from './mendFacts.ts';
import { readFacts } from './readFacts.ts';
import { outOfScopeFacts, undeclaredObjects } from './undeclaredTerms.ts';

/** Facts that may be inserted. There are no edits if the text has no facts. */
export interface Facts {
  readonly edits: readonly DocumentEdits[];
  readonly added: readonly Triple[];
  /** The new instances of the class. */
  readonly individuals: readonly TermId[];
  /** The corrections that were made to the answer, in words. */
  readonly repairs: readonly string[];
  /** IRIs that facts refer to but no file mentions. Users should check them. */
  readonly unknown: readonly TermId[];
}

const maxTriples = 2000;
const again = 'Answer again with the whole, in one fenced block of Turtle.';

/**
 * Has a model write down what a text says about instances of a class, under the shapes. An answer may only add new
 * things: no statements about existing nodes, no undeclared properties or classes, and no other meaning for a prefix.
 * Unambiguous errors are corrected, and the result is verified like a repair; the model is told about all other
 * errors. Whether the facts are what the text says is for the user to check.
 *
 * @throws ModelError when there is no answer, the signal's reason when aborted.
 */
export function extractFacts(
  unit: RepairableUnit,
  wanted: FactsWanted,
  model: LanguageModel,
  options: AskModelOptions,
  signal: AbortSignal,
): Promise<ConversationOutcome<Facts>> {
  const prefixes = unit.documents[0]?.prefixes ?? new Map<string, string>();
  const request = { prompt: factsPrompt(wanted, unit, prefixes), schema: undefined, maxTokens: 4000 };
  const judge = (answer: string) => judged(answer, unit, wanted, prefixes, signal);
  return askModel(model, request, judge, options, signal);
}

async function judged(
  answer: string,
  unit: RepairableUnit,
  { class: type }: FactsWanted,
  prefixes: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<AuthoringJudgement<Facts>> {
  const read = readFacts(answer, prefixes);
  if (read.kind === 'unreadable') return refused(read.why, read.feedback);
  const { recorded, term } = unit;
  const { input, classes } = recorded;
  const graph = input.entailment?.asserted ?? input.dataGraph;
  const facts = read.triples.filter((triple) => !hasTriple(graph, triple));
  if (facts.length === 0) return { kind: 'accepted', result: nothing };
  if (facts.length > maxTriples) return refused(`The answer has more than ${maxTriples} triples.`);
  const strays = outOfScopeFacts(facts, unit);
  if (strays.length > 0) return refused(`The answer goes too far. ${strays.slice(0, maxListed).join(' ')}`);
  const subclasses = classes.subclasses(type);
  const individuals = facts
    .filter(({ predicate, object }) => predicate === rdf.type && subclasses.has(object))
    .map(({ subject }) => subject);
  if (individuals.length === 0) return refused(`The answer describes no ${term(type)}.`);
  const { added, repairs, left } = await mendFacts(unit, facts, signal);
  const [first] = left;
  if (first) {
    const message = first.messages[0] === undefined ? '' : `: ${terms.value(first.messages[0])}`;
    const why = `The facts in the answer do not conform to the shapes${message}`;
    return refused(why, `What you wrote does not conform to the shapes:\n\n${resultList(left, unit)}`);
  }
  const delta = { added, removed: [] };
  const verdict = await verifyJointly({ ...unit, newStatements: 'atEnd' }, [], delta, signal);
  if (verdict.kind !== 'fixes') {
    return refused(
      'reason' in verdict ? verdict.reason : 'The facts in the answer do not conform to the shapes.',
    );
  }
  const unknown = undeclaredObjects(added, unit);
  return { kind: 'accepted', result: { edits: verdict.edits, added, individuals, repairs, unknown } };
}

const nothing: Facts = { edits: [], added: [], individuals: [], repairs: [], unknown: [] };

const maxListed = 5;

function refused(reason: string, feedback = reason): AuthoringJudgement<never> {
  return refusal(reason, `${feedback}\n\n${again}`);
}
