import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { type LiteralValue, literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { areTermsInOrder } from '../../components/range.ts';
import type { OrderKind } from '../../model/shape.ts';
import { pathValues } from '../../paths/pathValues.ts';
import { referenceFindsInOrder, referenceReading } from '../referenceLimits.ts';
import { aboutResults, type KnownDifference } from './knownDifference.testing.ts';

/** Differences in how sh:minInclusive, sh:lessThan and similar constraints read literals. */
export const knownComparisons: readonly KnownDifference[] = [
  comparison(
    'ill-formed literals compared',
    'compares what it can read of an ill-formed literal, such as 1 for "1.5"^^xsd:integer',
    'SPARQL 1.1, 17.3: an operator on ill-typed literals is an error, so it does not return true',
    (a, b) => !isWellFormed(a) || !isWellFormed(b),
  ),
  comparison(
    'numbers as doubles',
    'reads whole and decimal numbers as doubles, and INF not at all',
    'XPath Functions 4.3: integers and decimals are compared exactly',
    (a, b) => areOfKind('number', a, b) && !isNaNLiteral(a) && !isNaNLiteral(b),
  ),
  comparison(
    'NaN is less than anything',
    'takes sh:lessThan to hold when one of the numbers is NaN',
    'XPath Functions 4.3.2: comparing with NaN is false; SHACL 4.5.3',
    (a, b) => areOfKind('number', a, b) && (isNaNLiteral(a) || isNaNLiteral(b)),
  ),
  comparison(
    'strings in the order of a dictionary',
    'orders strings as a dictionary does, "a" before "B"',
    'XPath Functions 5.3.6 with the code point collation, SPARQL 1.1, 17.3',
    (a, b) => areOfKind('string', a, b),
  ),
  comparison(
    'text where there is none',
    'compares times, durations, text with a language and unknown datatypes as if they were strings',
    'SPARQL 1.1, 17.3 has no such operator; XSD 1.1 part 2, 3.3 orders times and durations by value',
    (a, b) =>
      referenceReading(a) === 'text' &&
      referenceReading(b) === 'text' &&
      !areOfKind('string', a, b) &&
      areWellFormed(a, b),
  ),
  comparison(
    'xsd:dateTimeStamp',
    'takes it for a string, and compares it with no xsd:dateTime',
    'XSD 1.1 part 2, 3.4.28: it is derived from xsd:dateTime',
    (a, b) => areOfKind('moment', a, b) && referenceReading(a) !== referenceReading(b),
  ),
  comparison(
    'dates of different types',
    'compares an xsd:date with an xsd:gYear and so on',
    'XSD 1.1 part 2, 3.3: their value spaces are disjoint',
    (a, b) => terms.datatype(a) !== terms.datatype(b) && areDates(a, b),
  ),
  comparison(
    'date types that it cannot read',
    'reads no xsd:gDay and no xsd:gMonthDay, and neither time zones of years nor years of more than four digits',
    'XSD 1.1 part 2, 3.3',
    (a, b) => areDates(a, b) && !isReadable(a, b),
  ),
  comparison(
    'time zones',
    'takes dates without time zone for UTC; compares no xsd:dateTime without with one with time zone',
    'XSD 1.1 part 2, D.2.1: they are comparable exactly when they are more than 14 hours apart',
    (a, b) => areOfKind('moment', a, b) && isZoned(a) !== isZoned(b),
  ),
  comparison(
    'fractions of seconds',
    'reads fractions of a second to three digits',
    'XSD 1.1 part 2, 3.3.7: as many digits as there are',
    (a, b) => areOfKind('moment', a, b) && isZoned(a) === isZoned(b) && /\.\d{4}/.test(terms.value(a)),
  ),
];

/** An entry for values that the two engines compare with different outcomes. */
function comparison(
  id: string,
  what: string,
  spec: string,
  isAbout: (a: TermId, b: TermId) => boolean,
): KnownDifference {
  const explains = (kind: OrderKind, value: TermId, other: TermId, only: 'ours' | 'theirs') => {
    if (!terms.isLiteral(value) || !terms.isLiteral(other) || !isAbout(value, other)) return false;
    const theirs = referenceFindsInOrder(kind, value, other);
    return theirs !== areTermsInOrder(kind, value, other) && theirs === (only === 'ours');
  };
  const ofRange = aboutResults(
    ['minExclusive', 'minInclusive', 'maxExclusive', 'maxInclusive'],
    ({ kind, bound }, { value }, { only }) => explains(kind, value!, bound, only),
  );
  const ofPair = aboutResults(
    ['lessThan', 'lessThanOrEquals'],
    ({ kind, compared }, { focusNode, value }, { only, pair }) =>
      pathValues(pair.input.dataGraph, focusNode, compared).some((other) =>
        explains(kind as OrderKind, value!, other, only),
      ),
  );
  return {
    id,
    side: 'rdf-validate-shacl',
    what,
    spec,
    applies: (difference, pair) => ofRange(difference, pair) || ofPair(difference, pair),
  };
}

function areOfKind(kind: LiteralValue['kind'], ...literals: readonly TermId[]): boolean {
  return literals.every((literal) => literalValue(literal)?.kind === kind);
}

function areWellFormed(...literals: readonly TermId[]): boolean {
  return literals.every(isWellFormed);
}

function areDates(a: TermId, b: TermId): boolean {
  return areOfKind('moment', a, b) && referenceReading(a) === 'date' && referenceReading(b) === 'date';
}

/** True when rdf-validate-shacl can read the literals. It finds every date that it can read equal to itself. */
function isReadable(...literals: readonly TermId[]): boolean {
  return literals.every((literal) => referenceFindsInOrder('minInclusive', literal, literal));
}

function isZoned(literal: TermId): boolean {
  const value = literalValue(literal);
  return value?.kind === 'moment' && value.zoned;
}

function isNaNLiteral(literal: TermId): boolean {
  return terms.value(literal) === 'NaN';
}
