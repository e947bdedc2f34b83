import { completeVocabularies } from '../../rdf/completeVocabularies.ts';
import { terms } from '../../rdf/terms.ts';
import type { Candidate } from './suggestion.ts';
import type { TermNames } from './termNames.ts';

/**
 * Terms of well-known vocabularies that no linked file need describe, once something is typed of them: `foaf:na` or a part of
 * the local name. They come behind all terms of the linked files.
 */
export function vocabularyCandidates(
  typed: string,
  kind: 'property' | 'class' | undefined,
  names: TermNames,
): readonly Candidate[] {
  if (kind === undefined || typed.startsWith('<')) return [];
  const colon = typed.indexOf(':');
  const local = typed.slice(colon + 1).toLowerCase();
  const prefix = typed.slice(0, Math.max(colon, 0));
  if (colon < 0 && local.length < leastTyped) return [];
  const asked = colon < 0 ? undefined : names.namespace(prefix);
  if (colon >= 0 && asked === undefined) return [];
  const found: Candidate[] = [];
  for (const [namespace, all] of vocabularies) {
    if (asked !== undefined && namespace !== asked) continue;
    for (const name of all) {
      const isClass = /^[A-Z]/.test(name);
      if (isClass !== (kind === 'class') || !name.toLowerCase().includes(local)) continue;
      found.push({ kind, of: { term: terms.iri(namespace + name) }, score: -60 });
    }
  }
  return found;
}

/** Fewer letters occur in most names. */
const leastTyped = 3;

/** The terms that data use of vocabularies of which more exist than is worth listing. */
const usual: readonly (readonly [namespace: string, names: string])[] = [
  [
    'http://purl.org/dc/terms/',
    'abstract accessRights accrualPeriodicity alternative audience available bibliographicCitation conformsTo contributor coverage ' +
      'created creator date dateAccepted dateCopyrighted dateSubmitted description extent format hasFormat hasPart hasVersion identifier ' +
      'isFormatOf isPartOf isReferencedBy isReplacedBy isRequiredBy isVersionOf issued language license mediator medium modified ' +
      'provenance publisher references relation replaces requires rights rightsHolder source spatial subject tableOfContents temporal title ' +
      'type valid Agent BibliographicResource LicenseDocument Location PeriodOfTime RightsStatement Standard',
  ],
  [
    'http://xmlns.com/foaf/0.1/',
    'Agent Document Group Image OnlineAccount Organization Person Project account accountName age based_near birthday depiction ' +
      'familyName firstName givenName gender homepage img interest knows lastName logo made maker mbox member name nick page phone ' +
      'primaryTopic publications title topic',
  ],
  [
    'http://www.w3.org/ns/prov#',
    'Activity Agent Association Attribution Bundle Collection Entity Generation Organization Person Plan Role SoftwareAgent Usage ' +
      'actedOnBehalfOf agent alternateOf atLocation atTime endedAtTime entity generated generatedAtTime hadMember hadPlan hadPrimarySource ' +
      'hadRole influenced invalidatedAtTime qualifiedAssociation qualifiedAttribution specializationOf startedAtTime used value ' +
      'wasAssociatedWith wasAttributedTo wasDerivedFrom wasEndedBy wasGeneratedBy wasInfluencedBy wasInformedBy wasQuotedFrom ' +
      'wasRevisionOf wasStartedBy',
  ],
  [
    'http://www.w3.org/ns/dcat#',
    'Catalog CatalogRecord DataService Dataset DatasetSeries Distribution Relationship Resource Role accessService accessURL byteSize catalog ' +
      'compressFormat contactPoint dataset distribution downloadURL endDate endpointDescription endpointURL hadRole inSeries keyword ' +
      'landingPage mediaType packageFormat qualifiedRelation record resource servesDataset service spatialResolutionInMeters startDate ' +
      'temporalResolution theme themeTaxonomy version',
  ],
  [
    'http://schema.org/',
    'CreativeWork Dataset Event Offer Organization Person Place PostalAddress Product Thing address addressCountry addressLocality ' +
      'affiliation author birthDate creator dateCreated dateModified datePublished description email endDate familyName geo givenName identifier ' +
      'image jobTitle keywords knows latitude license location longitude member memberOf name offers parent postalCode price publisher sameAs ' +
      'startDate streetAddress telephone url worksFor',
  ],
];

const vocabularies: ReadonlyMap<string, Iterable<string>> = new Map<string, Iterable<string>>([
  ...completeVocabularies,
  ...usual.map(([namespace, names]) => [namespace, names.split(' ')] as const),
]);
