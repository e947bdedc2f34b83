import { languageMatcher, matchesLanguageRange } from '../../rdf/literals/languageRange.ts';
import { terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { Component } from '../model/component.ts';
import { illFormed, readMembers } from '../model/reading.ts';
import { judgesTerms } from './commonFacts.ts';
import { listed } from './phrases.ts';

/** SHACL 4.4.4. */
export const languageInComponent: Component<'languageIn'> = {
  kind: 'languageIn',
  iri: sh.LanguageInConstraintComponent,
  parameter: sh.languageIn,
  takes: 'languageList',
  meaning: 'Each value is a text in one of the languages of a list.',
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  read(value, { graph }) {
    const reading = readMembers(graph, value);
    if (reading.kind === 'illFormed') return reading;
    return reading.members.every((member) => terms.isLiteral(member))
      ? {
          kind: 'constraint',
          parameters: { languages: reading.members.map((member) => terms.value(member)) },
        }
      : illFormed('A member of the list is not a language tag such as "en".');
  },
  prepare({ languages }) {
    const matches = languageMatcher(languages);
    // Data contain few different language tags, so one verdict per tag is kept.
    const verdicts = new Map<string, boolean>();
    return {
      kind: 'value',
      accepts(value) {
        const tag = terms.language(value);
        let verdict = verdicts.get(tag);
        if (verdict === undefined) {
          verdict = matches(tag);
          verdicts.set(tag, verdict);
        }
        return verdict;
      },
    };
  },
  message({ languages }, { value }, { subject, found }) {
    const allowed = `${languages.length > 1 ? 'one of ' : ''}${listed(languages, String)}`;
    if (value === undefined || !terms.isLiteral(value))
      return `${subject} is not text with a language tag${found}`;
    const tag = terms.language(value);
    if (languages.length === 0) return `${subject} is text, but no language is allowed${found}`;
    return tag === ''
      ? `${subject} has no language tag, but needs ${allowed}${found}`
      : `${subject} is in the language ${tag}, not in ${allowed}${found}`;
  },
  recordedMessage({ languages }, { value }) {
    const tag = value === undefined ? '' : terms.language(value);
    const found = tag === '' ? 'Value has no language tag' : `The language ${tag} is not allowed`;
    return `${found}, allowed are ${listed(languages, String) || 'none'}`;
  },
  explain: ({ languages }, { each }) =>
    `${each} must be text in one of these languages: ${listed(languages, String) || 'none'}.`,
  ...judgesTerms,
  literalsOnly: () => true,
  referenceLimit({ languages }, { data }) {
    const isMisjudged = [...data.languages].some((tag) => {
      const theirs = languages.some((range) => tag.startsWith(range));
      return theirs !== languages.some((range) => matchesLanguageRange(tag, range));
    });
    return isMisjudged ? 'it compares language tags of the data letter by letter' : undefined;
  },
};
