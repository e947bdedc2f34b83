import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import type { Failure, Words } from '../components/component.ts';
import { componentOf } from '../components/index.ts';
import type { Constraint, Shape } from '../shapesGraph/shape.ts';
import { wordsForResult } from './words.ts';

/** The terms and values that a message may refer to. */
export interface MessageSubject {
  readonly shape: Shape;
  readonly constraint: Constraint;
  readonly focusNode: TermId;
  readonly failure: Failure;
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

/** What prompts and suites say about a result of a shape without sh:message. */
export function recordedMessage({ constraint, failure }: MessageSubject, words: Words): string {
  return componentOf(constraint).recordedMessage(constraint, failure, words);
}

/** The sh:message values of the shape with placeholders filled in. */
export function authorMessages(subject: MessageSubject, shapesGraph: Graph, words: Words): readonly TermId[] {
  return subject.shape.messages.map((message) => {
    const text = fillTemplate(terms.value(message), subject, shapesGraph, words);
    if (text === terms.value(message)) return message;
    const language = terms.language(message);
    return language === ''
      ? terms.literal(text, terms.datatype(message))
      : terms.languageString(text, language, terms.direction(message) as '' | 'ltr' | 'rtl');
  });
}

/**
 * Fills in placeholders such as `{$this}`, `{?value}`, `{$PATH}` and `{$minCount}`. They are named after parameters, as
 * in SHACL-SPARQL 5.2.1. A placeholder without a value is left as it is.
 */
function fillTemplate(
  text: string,
  { shape, focusNode, failure }: MessageSubject,
  shapesGraph: Graph,
  words: Words,
): string {
  return text.replace(/\{[$?](\w+)\}/g, (placeholder, name: string) => {
    if (name === 'this') return words.term(focusNode);
    if (name === 'value') return failure.value === undefined ? placeholder : words.term(failure.value);
    if (name === 'PATH' || name === 'path') return shape.path === undefined ? placeholder : words.path;
    const values = shapesGraph.objects(shape.id, terms.iri(namespaces.sh + name));
    return values.length === 0 ? placeholder : values.map((value) => words.shape(value)).join(', ');
  });
}
