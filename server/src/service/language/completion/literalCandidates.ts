import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../../rdf/vocab.ts';
import { spread } from './peers.ts';
import type { CompletionCandidate, CompletionPlace } from './suggestion.ts';

/** At most this many of the values of a predicate are examined. */
const maxValues = 500;

/** Datatypes for the literal at a place: those that shapes require, those of other values, then all of XML Schema. */
export function datatypeCandidates({
  predicate,
  asked,
  world,
}: CompletionPlace): readonly CompletionCandidate[] {
  const scores = new Map<TermId, number>();
  const add = (id: TermId, score: number) => scores.set(id, (scores.get(id) ?? 0) + score);
  for (const constraint of asked.properties.get(predicate)?.constraints ?? []) {
    if (constraint.kind === 'datatype' && constraint.datatype !== rdf.langString) add(constraint.datatype, 3);
  }
  const values = spread(world.withPredicate(predicate), maxValues);
  for (const { object } of values) {
    const datatype = terms.datatype(object);
    // A text with a language is written with its tag.
    if (datatype !== undefined && datatype !== rdf.langString) add(datatype, 1 / values.length);
  }
  for (const [rank, id] of usualDatatypes.entries()) add(id, 0.01 * (1 - rank / usualDatatypes.length));
  return Array.from(scores, ([term, score]) => ({ kind: 'datatype', of: { term }, score }));
}

/** Language tags for the text at a place: those that shapes list, those of other values, then those of the files. */
export function languageCandidates({
  node,
  predicate,
  asked,
  world,
}: CompletionPlace): readonly CompletionCandidate[] {
  const scores = new Map<string, number>();
  const add = (tag: string, score: number) => {
    if (tag !== '') scores.set(tag, (scores.get(tag) ?? 0) + score);
  };
  for (const constraint of asked.properties.get(predicate)?.constraints ?? []) {
    if (constraint.kind !== 'languageIn') continue;
    for (const [rank, tag] of constraint.languages.entries()) add(tag, 2 - rank / 100);
  }
  const values = spread(world.withPredicate(predicate), maxValues);
  for (const { object } of values) add(terms.language(object), 1 / values.length);
  for (const tag of usualLanguages) add(tag, 0.01);
  for (const { predicate: stated, object } of node.facts) {
    // A text in the same language is there already.
    if (stated === predicate && object !== undefined) add(terms.language(object), -1);
  }
  return Array.from(scores, ([tag, score]) => ({ kind: 'value', of: { text: `@${tag}` }, score }));
}

const usualDatatypes: readonly TermId[] = [
  xsd.string,
  xsd.integer,
  xsd.decimal,
  xsd.date,
  xsd.dateTime,
  xsd.boolean,
  xsd.double,
  xsd.gYear,
  xsd.anyURI,
  xsd.float,
  xsd.time,
  ...[
    'duration',
    'dayTimeDuration',
    'yearMonthDuration',
    'gYearMonth',
    'nonNegativeInteger',
    'positiveInteger',
    'int',
    'long',
    'short',
    'byte',
    'dateTimeStamp',
    'hexBinary',
    'base64Binary',
    'language',
    'token',
    'normalizedString',
  ].map((name) => terms.constant(namespaces.xsd + name)),
  terms.constant(`${namespaces.rdf}HTML`),
  terms.constant(`${namespaces.rdf}JSON`),
];

const usualLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'zh', 'ja'];
