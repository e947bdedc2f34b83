import { counted } from '../../base/counted.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { type Component, noFailures, type ResultDetails } from '../model/component.ts';
import { none, readBoolean } from '../model/reading.ts';
import { noLimit } from './commonFacts.ts';

/** SHACL 4.4.5: one result for each language that is used more than once. */
export const uniqueLangComponent: Component<'uniqueLang'> = {
  kind: 'uniqueLang',
  iri: sh.UniqueLangConstraintComponent,
  parameter: sh.uniqueLang,
  takes: 'boolean',
  meaning: 'No two values are texts in the same language.',
  refinements: [],
  propertyShapesOnly: true,
  single: true,
  read(value) {
    const reading = readBoolean(value);
    if (reading.kind === 'illFormed') return reading;
    return reading.boolean ? { kind: 'constraint', parameters: {} } : none;
  },
  prepare: () => ({ kind: 'focus', failures: (_, values) => repeatedLanguages(values) }),
  message: (_, { language = '', found = 0 }, { focusNode, path }) =>
    `${focusNode} has ${counted(found, 'value')} of ${path} in the language ${language}, but at most 1 is allowed`,
  recordedMessage: (_, { language = '', found = 0 }, { path }) =>
    `The language ${language} is used by ${found} values of ${path}`,
  explain: (_, { path }) => `${path} must have at most one value per language.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'valuesOfLanguage',
  referenceLimit: noLimit,
  reads: () => ({ kind: 'languages' }),
  refersTo: undefined,
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'none',
};

function repeatedLanguages(values: readonly TermId[]): readonly ResultDetails[] {
  if (values.length < 2) return noFailures;
  const languages = values.map((value) => terms.language(value)).filter((language) => language !== '');
  // The term dictionary spells tags that differ only in case alike, so equal tags are equal strings.
  if (languages.length < 2 || new Set(languages).size === languages.length) return noFailures;
  const counts = new Map<string, number>();
  for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .filter(([, found]) => found > 1)
    .map(([language, found]) => ({ language: language.toLowerCase(), found }));
}
