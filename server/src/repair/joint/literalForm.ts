import { type TermId, terms } from '../../rdf/terms.ts';
import type { TermPrinter } from '../../shacl/results/words.ts';

/** What a literal is apart from its text: its datatype, or its language and direction. */
export function literalForm(literal: TermId): string {
  const language = terms.language(literal);
  if (language === '') return String(terms.datatype(literal));
  return `@${language} ${terms.direction(literal)}`;
}

/** The literal with a text and the form of another one. */
export function withForm(text: string, form: string): TermId {
  if (!form.startsWith('@')) return terms.literal(text, Number(form));
  const [language = '', direction = ''] = form.slice(1).split(' ');
  return terms.languageString(text, language, direction === 'ltr' || direction === 'rtl' ? direction : '');
}

/** For example xsd:integer, or @en. */
export function formInWords(form: string, term: TermPrinter): string {
  return form.startsWith('@') ? form.trim() : term(Number(form));
}
