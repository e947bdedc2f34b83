import type { Graph } from '../../rdf/graph.ts';
import { compareValues, literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { foldName, nameParts } from './nameSimilarity.ts';

/**
 * True for terms with the same meaning: a text in a different case, spacing, datatype or language, an equal number, the
 * start of a day and the day, a web address with https or a slash at the end.
 */
export function haveSameMeaning(a: TermId, b: TermId): boolean {
  if (terms.isBlank(a) || terms.isBlank(b)) return false;
  if (addressKey(a) !== undefined && addressKey(a) === addressKey(b)) return true;
  if (!terms.isLiteral(a) || !terms.isLiteral(b)) return false;
  const folded = foldName(terms.value(a));
  if (folded !== '' && folded === foldName(terms.value(b))) return true;
  const [left, right] = [literalValue(a), literalValue(b)];
  if (left && right && left.kind === right.kind && left.kind !== 'string')
    return compareValues(left, right) === 0;
  return dayOf(a) !== undefined && dayOf(a) === dayOf(b);
}

/**
 * True for two texts of one datatype and language that differ in more than spaces and the case of the first letter, for one
 * text in two languages, and for two addresses of which one is without encryption.
 */
export function differsInLetters(a: TermId, b: TermId): boolean {
  if (isAddress(a) && isAddress(b))
    return terms.isLiteral(a) === terms.isLiteral(b) && schemeOf(a) !== schemeOf(b);
  if (!terms.isLiteral(a) || !terms.isLiteral(b) || !/\p{L}/u.test(terms.value(a))) return false;
  if (terms.language(a) !== terms.language(b) && terms.language(a) !== '' && terms.language(b) !== '')
    return true;
  if (terms.datatype(a) !== terms.datatype(b) || terms.language(a) !== terms.language(b)) return false;
  const spelling = (text: TermId) =>
    terms
      .value(text)
      .replace(/\s+(?=\p{Lu})/gu, '^')
      .replace(/\s+/g, '')
      // A particle at the start of a name has its own case: "de Jong".
      .replace(/^.(?![^^]*\^)/u, (first) => first.toLowerCase());
  return addressKey(a) === undefined && spelling(a) !== spelling(b);
}

/** An address in a form for comparison, without differences that servers ignore. */
function addressKey(term: TermId): string | undefined {
  const text = terms.value(term);
  const email = /^(?:mailto:)?([^\s@/:]+@[^\s@/:]+)$/i.exec(text)?.[1];
  if (email !== undefined) return email.toLowerCase();
  if (!/^(?:https?:\/\/|tel:)\S+$/i.test(text)) return undefined;
  return text
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/[/#]$/, '')
    .toLowerCase();
}

function isAddress(term: TermId): boolean {
  return /^https?:/i.test(terms.value(term));
}

function schemeOf(address: TermId): string {
  return terms.value(address).replace(/:.*/s, '').toLowerCase();
}

/** A day, or the moment at which it starts. */
function dayOf(literal: TermId): string | undefined {
  return /^(\d{4}-\d\d-\d\d)(?:T00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:00)?)?$/.exec(terms.value(literal))?.[1];
}

/**
 * True when the other literal contains everything that the first one says, and more: "Report" and "Report 2021", 2021 and
 * 2021-03-05.
 */
export function saysLess(less: TermId, more: TermId): boolean {
  if (!terms.isLiteral(less) || !terms.isLiteral(more) || terms.language(less) !== terms.language(more))
    return false;
  const [short, long] = [terms.value(less).trim(), terms.value(more).trim()];
  if (/^\d{4}(?:-\d\d)?$/.test(short)) return /^\d{4}-\d\d/.test(long) && long.startsWith(`${short}-`);
  if (/^[\d.,+-]+$/.test(short)) return false;
  const [few, many] = [nameParts(short), nameParts(long)];
  const isStart = few.length > 0 && few.every((part, i) => part === many[i]);
  // An additional letter or number may be a slip or a copy.
  return isStart && many.slice(few.length).join('').length >= leastMore;
}

const leastMore = 4;

/** True for a node that is named as a copy of another one, and of which nothing else is stated: `ex:pump_2` beside `ex:pump`. */
export function isCopyOf(node: TermId, other: TermId, graph: Graph): boolean {
  if (!terms.isIri(node) || !terms.isIri(other) || node === other) return false;
  const [name, original] = [terms.value(node), terms.value(other)];
  if (!name.startsWith(original) || !/^[-_ ]?(?:copy|[2-9])$/i.test(name.slice(original.length)))
    return false;
  const own = graph.outgoing(node);
  return own.length > 0 && own.every(({ predicate, object }) => graph.has(other, predicate, object));
}
