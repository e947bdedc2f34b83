import { mostFrequent } from '../../base/mostFrequent.ts';
import { iriSkeleton, isRespelling, localName, namespaceOf } from '../../rdf/iri.ts';
import { foldName, onlyDifference, propertyDistance, typoDistance, writtenParts } from './nameSimilarity.ts';

/**
 * How the namespaces of two IRIs relate, for judging whether one IRI was meant by the other:
 * - `same`: they are the same, so a near local name is a typo.
 * - `respelt`: one is a slip of the other, such as https for http, # for /, a letter or a version.
 * - `sameSite`: different namespaces of one publisher.
 * - `foreign`: namespaces of different publishers. Terms of the same name in both need not mean the same.
 */
export type NamespaceRelation = 'same' | 'respelt' | 'sameSite' | 'foreign';

export function namespaceRelation(from: string, to: string): NamespaceRelation {
  const [one, other] = [namespaceOf(from), namespaceOf(to)];
  if (one === other) return 'same';
  if (isRespelling(from, to)) return 'respelt';
  if (localName(from) === localName(to) && isNearNamespace(one, other)) return 'respelt';
  return siteOf(from) === siteOf(to) ? 'sameSite' : 'foreign';
}

/** Whether one property may have been typed by mistake for another one: a slip in the namespace or in the name. */
export function isNearProperty(from: string, to: string): boolean {
  if (isRespelling(from, to)) return true;
  const relation = namespaceRelation(from, to);
  const [name, other] = [localName(from), localName(to)];
  return (
    (relation === 'same' || relation === 'respelt') &&
    (foldName(name) === foldName(other) || Number.isFinite(propertyDistance(name, other)))
  );
}

function isNearNamespace(one: string, other: string): boolean {
  const [withoutVersion, otherWithoutVersion] = [one, other].map((namespace) =>
    iriSkeleton(namespace.replace(/\/v?\d+(?:[.-]\d+)*(?=[/#])/g, '/')),
  );
  const words = wordsThatDiffer(one, other);
  return withoutVersion === otherWithoutVersion || (words !== undefined && isSlipInside(...words));
}

/**
 * True for namespaces of the same name that differ in one word or number of it, by more than a slip: terms of the same name
 * in /north/ and in /south/, or in /v1/ and in /v2/, may well be different.
 */
export function areInSiblings(from: string, to: string): boolean {
  const words = wordsThatDiffer(namespaceOf(from), namespaceOf(to));
  return words !== undefined && !isRespelling(from, to) && !isSlipInside(...words);
}

/** The only word or number in which two names differ. */
function wordsThatDiffer(one: string, other: string): readonly [string, string] | undefined {
  return onlyDifference(writtenParts(one), writtenParts(other));
}

/**
 * True for one letter too many, missing, wrong or swapped with the next one, inside a word in which that is unlikely to
 * make another word.
 */
function isSlipInside(one: string, other: string): boolean {
  return (
    Math.min(one.length, other.length) >= leastWord &&
    one[0] === other[0] &&
    one.at(-1) === other.at(-1) &&
    typoDistance(one, other) === 1
  );
}

const leastWord = 6;

/**
 * The publisher of an IRI, as far as the IRI shows it: its host, and for hosts that many share also the first steps of its
 * path; for other schemes, what comes before the last colon.
 */
export function siteOf(iri: string): string {
  const [, host, path = ''] = /^[a-z][a-z\d+.-]*:\/\/(?:www\.)?([^/?#]*)(.*)$/i.exec(iri) ?? [];
  if (host === undefined) return namespaceOf(iri);
  if (!sharedHosts.test(host)) return host.toLowerCase();
  return host.toLowerCase() + namespaceOf(path).replace(/[#/]+$/, '');
}

/** Hosts that name things for many publishers. */
const sharedHosts =
  /^(?:w3\.org|w3id\.org|purl\.(?:org|oclc\.org)|xmlns\.com|vocab\.org|doi\.org|github\.com)$/i;

/** The site of most of the IRIs. */
export function usualSite(iris: readonly string[]): string | undefined {
  return mostFrequent(iris.map(siteOf).sort());
}
