import { mostFrequent } from '../../base/mostFrequent.ts';
import { iriSkeleton, isRespelling, localName, namespaceOf } from '../../rdf/iri.ts';
import { foldName, propertyDistance, typoDistance } from './nameSimilarity.ts';

/**
 * How the namespaces of two IRIs relate, for judging whether one IRI was meant by the other:
 * - `same`: they are the same, so a near local name is a typo.
 * - `respelt`: one is a slip of the other, such as https for http, # for /, a letter or a version.
 * - `sameSite`: different namespaces of one publisher.
 * - `foreign`: namespaces of different publishers. What has the same name in both need not be the same thing.
 */
export type NamespaceRelation = 'same' | 'respelt' | 'sameSite' | 'foreign';

export function namespaceRelation(from: string, to: string): NamespaceRelation {
  const [one, other] = [namespaceOf(from), namespaceOf(to)];
  if (one === other) return 'same';
  if (isRespelling(from, to)) return 'respelt';
  if (localName(from) === localName(to) && isNearNamespace(one, other)) return 'respelt';
  return siteOf(from) === siteOf(to) ? 'sameSite' : 'foreign';
}

/** Whether one property may have been typed for another one: a slip in the namespace or in the name. */
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
  return withoutVersion === otherWithoutVersion || Number.isFinite(typoDistance(one, other));
}

/**
 * Who publishes an IRI, as far as it tells: its host, and for hosts that many share also the first steps of its path;
 * for other schemes, what comes before the last colon.
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

/** The site that most of the IRIs are of. */
export function usualSite(iris: readonly string[]): string | undefined {
  return mostFrequent(iris.map(siteOf).sort());
}
