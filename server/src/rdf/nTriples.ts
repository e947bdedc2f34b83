import { type TermId, type Triple, terms } from './terms.ts';
import { xsd } from './vocab.ts';

/** Prints a term as N-Triples. Blank nodes get labels that are stable within the process. */
export function termToNTriples(id: TermId): string {
  switch (terms.kind(id)) {
    case 'iri':
      return `<${escapeIri(terms.value(id))}>`;
    case 'blank':
      return `_:${blankNodeLabel(id)}`;
    case 'literal': {
      const text = `"${escapeString(terms.value(id))}"`;
      const language = terms.language(id);
      const direction = terms.direction(id);
      if (language) return `${text}@${language}${direction ? `--${direction}` : ''}`;
      const datatype = terms.datatype(id)!;
      return datatype === xsd.string ? text : `${text}^^${termToNTriples(datatype)}`;
    }
    case 'triple': {
      const { subject, predicate, object } = terms.triple(id)!;
      return `<<( ${termToNTriples(subject)} ${termToNTriples(predicate)} ${termToNTriples(object)} )>>`;
    }
  }
}

/** Returns the label of a blank node outside the process, of ASCII letters and digits only. */
export function blankNodeLabel(id: TermId): string {
  return terms.value(id).replace(/[^A-Za-z0-9]/g, (c) => `x${c.charCodeAt(0).toString(16)}x`);
}

/** Prints a triple as one N-Triples line, without the line end. */
export function tripleToNTriples({ subject, predicate, object }: Triple): string {
  return `${termToNTriples(subject)} ${termToNTriples(predicate)} ${termToNTriples(object)} .`;
}

/** Escapes a lexical form for a single-line quoted string. Lone surrogates, control characters and U+FFFE and U+FFFF become \u escapes. */
export function escapeString(lexical: string): string {
  return lexical.replace(/["\\\n\r\t\b\f]|[\u0000-\u001f\u007f]|[\ud800-\udfff\ufffe\uffff]/gu, (c) => {
    switch (c) {
      case '\n':
        return '\\n';
      case '\r':
        return '\\r';
      case '\t':
        return '\\t';
      case '\b':
        return '\\b';
      case '\f':
        return '\\f';
      case '"':
      case '\\':
        return `\\${c}`;
      default:
        return unicodeEscape(c);
    }
  });
}

/** Escapes the characters that an IRIREF token must not contain. */
export function escapeIri(value: string): string {
  return value.replace(/[\u0000-\u0020<>"{}|^`\\]|[\ud800-\udfff]/gu, unicodeEscape);
}

/** The escape of a character of one UTF-16 code unit, such as `\u000A`. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
