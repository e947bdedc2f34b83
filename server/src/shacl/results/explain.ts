import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { componentOf } from '../components/index.ts';
import { messageOfSolution } from '../components/sparql.ts';
import type { ResultDetails, Words } from '../model/component.ts';
import type { Constraint, Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { type TermPrinter, wordsFor, wordsForResult } from '../model/words.ts';

/** What a constraint requires, as a sentence: "Each value of ex:p must be an instance of ex:C." */
export function explainConstraint(constraint: Constraint, shapes: ShapesGraph, term: TermPrinter): string {
  const shape = shapes.get(constraint.shape)!;
  const component = componentOf(constraint);
  return component.explain(constraint, wordsFor(shape, shapes.graph, term));
}

/** What a constraint requires of one value, as a sentence: "ex:a must be an instance of ex:C." */
export function explainRequirement(
  constraint: Constraint,
  value: string,
  shapes: ShapesGraph,
  term: TermPrinter,
): string {
  const shape = shapes.get(constraint.shape)!;
  return componentOf(constraint).explain(constraint, { ...wordsFor(shape, shapes.graph, term), each: value });
}

/** The terms and values that a message may refer to. */
export interface MessageSubject {
  readonly shape: Shape;
  readonly constraint: Constraint;
  readonly focusNode: TermId;
  readonly failure: ResultDetails;
}

/** What a component says about a result. */
export function componentMessage(
  { shape, constraint, focusNode, failure }: MessageSubject,
  words: Words,
): string {
  return componentOf(constraint).message(
    constraint,
    failure,
    wordsForResult(words, shape, focusNode, failure.value),
  );
}

/** The wording of prompts and suites for a result of a shape without sh:message. */
export function recordedMessage({ constraint, failure }: MessageSubject, words: Words): string {
  return componentOf(constraint).recordedMessage(constraint, failure, words);
}

/**
 * The messages of the author with placeholders filled in: the one that a query selected, or the values of sh:message of
 * the constraint or the shape. Empty when there are none.
 */
export function authorMessages(subject: MessageSubject, shapesGraph: Graph, words: Words): readonly TermId[] {
  const selected = messageOfSolution(subject.failure);
  if (selected !== undefined) return [selected];
  return messagesOf(subject).map((message) => {
    const text = fillTemplate(terms.value(message), subject, shapesGraph, words);
    if (text === terms.value(message)) return message;
    const language = terms.language(message);
    return language === ''
      ? terms.literal(text, terms.datatype(message))
      : terms.languageString(text, language, terms.direction(message) as '' | 'ltr' | 'rtl');
  });
}

/** The values of sh:message that apply to a result. */
function messagesOf({ shape, constraint }: MessageSubject): readonly TermId[] {
  return constraint.messages.length > 0 ? constraint.messages : shape.messages;
}

/**
 * Fills in placeholders such as `{$this}`, `{?value}`, `{$PATH}` and `{$minCount}`. They are named after parameters and
 * variables of queries, as in SHACL-SPARQL 5.3.2. A placeholder without a value is left unchanged. Filled-in values end
 * with `…` if together they would exceed `longestFilled`, because each result has its message.
 */
function fillTemplate(
  text: string,
  { shape, constraint, focusNode, failure }: MessageSubject,
  shapesGraph: Graph,
  words: Words,
): string {
  const given = constraint.kind === 'sparql' ? new Map(constraint.query.parameters) : undefined;
  const filling = (placeholder: string, name: string): string => {
    const selected = failure.solution?.get(name) ?? given?.get(name);
    if (selected !== undefined) return words.term(selected);
    if (name === 'this') return words.term(focusNode);
    if (name === 'value') return failure.value === undefined ? placeholder : words.term(failure.value);
    if (name === 'PATH' || name === 'path') return shape.path === undefined ? placeholder : words.path;
    const values = shapesGraph.objects(shape.id, terms.iri(namespaces.sh + name));
    return values.length === 0 ? placeholder : values.map((value) => words.shape(value)).join(', ');
  };
  let left = longestFilled;
  return text.replace(/\{[$?](\w+)\}/g, (placeholder, name: string) => {
    const value = filling(placeholder, name);
    const isWhole = value.length <= left;
    const shown = isWhole ? value : `${value.slice(0, left).replace(/[\uD800-\uDBFF]$/, '')}…`;
    left = isWhole ? left - value.length : 0;
    return shown;
  });
}

/** In UTF-16 units. */
const longestFilled = 10_000;
