import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';

/** True for what people write until they know better: "TBD", "n/a", "-", ex:TODO, -9999. */
export function isPlaceholderValue(value: TermId): boolean {
  if (terms.isLiteral(value)) return isPlaceholderText(terms.value(value));
  return terms.isIri(value) && placeholderName.test(localName(terms.value(value)));
}

/** True for texts that say nothing. */
export function isPlaceholderText(text: string): boolean {
  return placeholderText.test(text.trim());
}

const placeholderText = new RegExp(
  `^(?:${[
    String.raw`[\s.\-–—_*?/#]*`,
    'x{2,}',
    String.raw`n\s?[./]?\s?a\.?|k\.\s?a\.`,
    'none|null|nil|nan|undefined|unknown|unspecified|unbekannt|inconnu|desconocido|keine angabe',
    'tb[acds]|to ?do|fix ?me|change ?me|replace ?me',
    'to be (?:added|announced|completed|confirmed|decided|defined|determined|done|filled in|specified).*',
    'not? (?:available|applicable|known|specified|value|data|title|name|description|label|information)',
    'lorem ipsum.*|placeholder|dummy|untitled|unnamed|no title|missing',
    String.raw`(?:insert|enter|add|your) .{0,40}\bhere`,
    // JSON and numbers in brackets say something, as does the name of a column in braces: {Label} is a template.
    String.raw`(?=[^"]*\p{L}|.\s*.$)(?:<[^<>"]*>|\[[^[\]"]*\]|\{(?![\w.-]+\})[^{}"]*\})`,
    String.raw`https?://(?:www\.)?example\.(?:com|net|org)/?`,
    '-?9{4,}|0{4,}|-999|0000-00-00.*',
  ].join('|')})$`,
  'iu',
);

const placeholderName =
  /^(?:tb[acd]|to-?_?do|fix-?_?me|dummy|placeholder|change-?_?me|x{3,}|undefined|null|none|unknown|n-?a)$/i;
