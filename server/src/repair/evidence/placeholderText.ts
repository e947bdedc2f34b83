import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { nameParts } from './nameSimilarity.ts';

/**
 * True for what people write until they know better: "TBD", "n/a", "-", ex:TODO, -9999.
 *
 * @param property the name of the property of which it is the value: "{title}" says nothing as a title.
 */
export function isPlaceholderValue(value: TermId, property: string): boolean {
  if (!terms.isLiteral(value))
    return terms.isIri(value) && placeholderName.test(localName(terms.value(value)));
  const text = terms.value(value).trim();
  const [, ...parts] = brackets.exec(text) ?? [];
  const inner = parts.find((part) => part !== undefined)?.trim();
  if (inner === undefined) return placeholderText.test(text);
  // Templates name columns in brackets: {First Name}.
  if (templates.test(property)) return false;
  if (inner === '' || (/\p{L}/u.test(inner) && (placeholderText.test(inner) || requests.test(inner))))
    return true;
  const [asked, words] = [nameParts(property), nameParts(inner)];
  return asked.length > 0 && asked.every((word) => words.includes(word));
}

/** JSON is none. */
const brackets = /^(?:<+([^<>"]*)>+|\[+([^[\]"]*)\]+|\{+([^{}"]*)\}+)$/;
const templates = /template|column|format|pattern|regex|mask|quer(?:y|ies)|expression/i;
const requests = /^(?:please|insert|enter|add|fill in|type in|your|title goes)\b/i;

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
    String.raw`https?://(?:www\.)?example\.(?:com|net|org)/?`,
    '-?9{4,}|0{4,}|-999|0000-00-00.*',
  ].join('|')})$`,
  'iu',
);

const placeholderName =
  /^(?:tb[acd]|to-?_?do|fix-?_?me|dummy|placeholder|change-?_?me|x{3,}|undefined|null|none|unknown|n-?a)$/i;
