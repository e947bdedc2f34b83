import { isPlausibleIri, namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { type Draft, isDescribed, isDescribedInData, usesOf } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { constraintsOfKind } from '../drafts/requirements.ts';
import { nameOfProperty, type WantedValue } from '../drafts/wantedValue.ts';
import { codeLike, countryCodes } from '../evidence/codeLists.ts';
import { foldName } from '../evidence/nameSimilarity.ts';
import type { Support } from '../repair.ts';

/** An IRI that a text is, abbreviates or belongs to. */
export interface IriReading {
  readonly iri: TermId;
  readonly support: Extract<Support, 'attested' | 'plausible'>;
  readonly evidence: EvidenceItem;
}

/**
 * The IRIs that a text stands for: written out, as a prefixed name, as an address, or as the part in which the IRIs that others
 * have at the place differ ("0000-0002-1825-0097" beside <https://orcid.org/0000-0001-5109-3700>).
 */
export function* textAsIri(given: string, wanted: WantedValue, draft: Draft): Iterable<IriReading> {
  const text = given.trim().replace(/^<(.*)>$/, '$1');
  const expanded = expandedName(text, draft.search.prefixes);
  if (expanded !== undefined) {
    yield reading(expanded, 'attested', 'the name that the text spells out');
  } else if (hasKnownScheme(text)) {
    yield reading(text, 'attested', 'the IRI that the text spells out');
    return;
  }
  const used = irisAt(wanted, draft);
  const licence = creativeCommons(text, used, wanted);
  if (licence !== undefined) yield licence;
  yield* inNamespaceOfOthers(text, used, wanted, draft);
  yield* inKnownNamespaces(text, wanted, draft);
  if (/^www\.[^\s<>"{}|\\^`]+$/.test(text) || (isWebAddress(text) && isAddressAsked(wanted))) {
    yield reading(`https://${text}`, 'plausible', 'the web address that the text spells out');
  } else if (isMailAddress(text) && mayBeAddress('mailto', /mail|mbox/i, used, wanted)) {
    yield reading(`mailto:${text}`, supportOfScheme('mailto', used), 'the address that the text spells out');
  } else if (phoneNumber.test(text) && mayBeAddress('tel', /phone|tel|fax|mobile/i, used, wanted)) {
    yield* phoneNumbers(text, used);
  } else if (/^10\.\d{4,9}\/[^\s<>"{}|\\^`]+$/.test(text)) {
    yield reading(`https://doi.org/${text}`, 'plausible', 'the DOI that the text spells out');
  }
}

/**
 * Those that were published: a work can't be kept from changes and be shared alike, and version 4.0 is the last. Only that
 * is called international; 3.0 is not ported, and those before it are generic.
 */
const licenceNamed =
  /^cc[-_ ]?(by(?:[-_ ]nc)?(?:[-_ ](?:sa|nd))?|by[-_ ]nd[-_ ]nc)[-_ ]v?(?:(4\.0)(?:[-_ ]international)?|(3\.0)(?:[-_ ]unported)?|([12]\.0|2\.5)(?:[-_ ]generic)?)$/i;

const commons = /^https?:\/\/creativecommons\.org\//;

/** The licence of Creative Commons that a text names with its version, where licences are required: "CC BY-SA 4.0". */
function creativeCommons(
  text: string,
  used: readonly TermId[],
  { path, requirements }: WantedValue,
): IriReading | undefined {
  const others = used.map((iri) => terms.value(iri)).filter((iri) => commons.test(iri));
  // Where licences are described, this one would have to be described, too.
  if (others.length === 0 && constraintsOfKind(requirements.unfolded, 'class').length > 0) return undefined;
  const isAsked = path.kind === 'predicate' && /licen[cs]e|rights/i.test(terms.value(path.predicate));
  if (others.length === 0 && !isAsked) return undefined;
  const [, kind, ...versions] = licenceNamed.exec(text) ?? [];
  const version = versions.find(Boolean);
  const isZero = /^cc[-_ ]?(?:0|zero)(?:[-_ ]v?1\.0)?$/i.test(text);
  if (kind === undefined && !isZero) return undefined;
  const name = isZero
    ? 'publicdomain/zero/1.0'
    : `licenses/${inOrder(kind!.toLowerCase().replace(/[_ ]/g, '-'), version)}/${version}`;
  const same = others.find((iri) => iri.replace(commons, '').replace(/\/(?:deed.*)?$/, '') === name);
  // In the form that others have: with http or https, with or without the last slash.
  const [base] = commons.exec(others[0] ?? '') ?? ['https://creativecommons.org/'];
  const end = others.length === 0 || others.some((iri) => iri.endsWith('/')) ? '/' : '';
  const words = 'the licence that the text names';
  return reading(same ?? base + name + end, same ? 'attested' : 'plausible', words);
}

/** The conditions in the order of the address, which changed after the first version. */
function inOrder(kind: string, version: string | undefined): string {
  return kind.replace(/nc-nd|nd-nc/, version === '1.0' ? 'nd-nc' : 'nc-nd');
}

/** True for a web address without its scheme: `data.example.org/maps`, neither `Dr.Smith` nor `notes.txt`. */
export function isWebAddress(text: string): boolean {
  const [, end = '', path = ''] = domain.exec(text) ?? [];
  const isKnown = domainEnd.test(end) || (end.length === 2 && countryCodes(end).length > 0) || path !== '';
  return isKnown && (end === end.toLowerCase() || text === text.toUpperCase()) && !fileName.test(text);
}

const domain = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+([a-z]{2,})(\/[^\s<>"{}|\\^`]*)?$/i;

/** The usual domains that are no country's, with those that are kept for examples. What else stands behind a point may be a name. */
const domainEnd =
  /^(?:com|org|net|edu|gov|mil|int|info|biz|eu|name|museum|coop|pro|app|dev|blog|shop|online|site|website|tech|cloud|science|academy|foundation|institute|gmbh|berlin|hamburg|koeln|bayern|wien|swiss|paris|brussels|vlaanderen|amsterdam|cat|gal|eus|bzh|scot|wales|example|test|localhost)$/i;

const fileName =
  /^[^/]*\.(?:md|txt|html?|php|pdf|docx?|xlsx?|csv|tsv|json|jsonld|xml|ttl|rdf|nt|owl|ya?ml|zip|png|jpe?g|gif|svg|py|js|ts|sh)$/i;

/** True where the property is named for addresses, or a pattern asks for their start. */
function isAddressAsked(wanted: WantedValue): boolean {
  return (
    /ur[il]s?$|(?:home|landing)?page$|website$|link$/i.test(nameOfProperty(wanted)) ||
    constraintsOfKind(wanted.requirements.unfolded, 'pattern').some(({ pattern }) =>
      /^\^https?/.test(pattern),
    )
  );
}

function reading(iri: string, support: IriReading['support'], words: string): IriReading {
  return { iri: terms.iri(iri), support, evidence: { kind: 'sameText', words } };
}

/** The IRI of a prefixed name such as `brick:AHU_1`; undefined when the text is not one with a known prefix. */
export function expandedName(text: string, prefixes: ReadonlyMap<string, string>): string | undefined {
  const [, prefix, local] = /^([\p{L}\w.-]*):([\p{L}\w.%-]+)$/u.exec(text) ?? [];
  const namespace = prefix === undefined ? undefined : prefixes.get(prefix);
  return namespace === undefined ? undefined : namespace + local;
}

const schemes =
  /^(?:https?|ftp):\/\/[^/]|^(?:urn:[a-z0-9][a-z0-9-]*:|mailto:|tel:|doi:|did:|tag:|data:|geo:)./i;

/** True for texts that are evidently IRIs, rather than words with a colon. */
export function hasKnownScheme(text: string): boolean {
  return schemes.test(text) && !/[\s<>"{}|\\^`]/.test(text);
}

const mailAddress = /^[^\s<>"{}|\\^`@:]+@[^\s<>"{}|\\^`@:]+\.[a-z]+$/i;
/** True for texts such as "desk@town.example". */
export function isMailAddress(text: string): boolean {
  return mailAddress.test(text.trim());
}

/** At least six digits, with the signs between them. */
export const phoneNumber = /^\+?(?=(?:\D*\d){6})[\d\s()/.-]+$/;

/** The IRIs that others have at the place. */
function irisAt({ path, focusNode }: WantedValue, draft: Draft): readonly TermId[] {
  const step = path.kind === 'inverse' ? path.path : path;
  if (step.kind !== 'predicate') return [];
  const ends = usesOf(draft, step.predicate, maxUses).flatMap(({ subject, object }) =>
    path.kind === 'inverse' ? [subject] : subject === focusNode ? [] : [object],
  );
  return [...new Set(ends)].filter((term) => terms.isIri(term));
}

const maxUses = 200;

/** An address is not an agent or document that has it, unless others have addresses there or the property asks for them. */
function mayBeAddress(scheme: string, names: RegExp, used: readonly TermId[], wanted: WantedValue): boolean {
  if (used.some((iri) => terms.value(iri).startsWith(`${scheme}:`))) return true;
  const { requirements } = wanted;
  const asked = constraintsOfKind(requirements.unfolded, 'class').map((constraint) => constraint.class);
  if (names.test(nameOfProperty(wanted))) return true;
  if (constraintsOfKind(requirements.unfolded, 'pattern').some(({ pattern }) => pattern.includes(scheme)))
    return true;
  return asked.length === 0 && used.length === 0 && scheme === 'mailto';
}

function supportOfScheme(scheme: string, used: readonly TermId[]): IriReading['support'] {
  return used.some((iri) => terms.value(iri).startsWith(`${scheme}:`)) ? 'attested' : 'plausible';
}

function* phoneNumbers(text: string, used: readonly TermId[]): Iterable<IriReading> {
  const digits = text.replace(/\(0\)/g, '').replace(/[^\d+]/g, '');
  // Without the country, the number would be a different one elsewhere.
  const isGlobal = digits.startsWith('+');
  const others = used.map((iri) => terms.value(iri)).filter((iri) => iri.startsWith('tel:'));
  const support = isGlobal && others.length > 0 ? 'attested' : 'plausible';
  if (!isGlobal && others.length > 0 && others.every((iri) => iri.startsWith('tel:+'))) return;
  yield reading(`tel:${digits}`, support, 'the number that the text spells out');
}

/** The nodes with the text as their name in the namespaces for which the file has prefixes. */
function* inKnownNamespaces(text: string, { focusNode }: WantedValue, draft: Draft): Iterable<IriReading> {
  if (!/^[\p{L}\p{N}_.-]+$/u.test(text)) return;
  const found = [...new Set(draft.search.prefixes.values())]
    .map((namespace) => terms.iri(namespace + text))
    .filter((iri) => iri !== focusNode && isDescribed(draft, iri));
  for (const iri of found.slice(0, leastUses)) {
    yield {
      iri,
      support: found.length === 1 ? 'attested' : 'plausible',
      evidence: { kind: 'label', words: `${draft.search.term(iri)} is named so`, for: 1, of: 1 },
    };
  }
}

/** The IRI in use, or the next of the list, that a text names where the IRIs of others are of one list. */
function* inNamespaceOfOthers(
  text: string,
  used: readonly TermId[],
  wanted: WantedValue,
  draft: Draft,
): Iterable<IriReading> {
  if (text.length > 80 || /[\s<>"{}|\\^`#:]/.test(text)) return;
  yield* mediaTypes(text, used);
  const byNamespace = new Map<string, string[]>();
  for (const iri of used) {
    const [base, name] = splitLike(terms.value(iri), text);
    byNamespace.set(base, [...(byNamespace.get(base) ?? []), name]);
  }
  const about = nameOfProperty(wanted);
  for (const [base, names] of byNamespace) {
    const same = names.find((name) => foldName(name) === foldName(text));
    const code = same ?? codeLike(text, names, base + about);
    if (code !== undefined) {
      const isUsed = names.includes(code);
      yield {
        iri: terms.iri(base + code),
        support: isUsed || isDescribed(draft, terms.iri(base + code)) ? 'attested' : 'plausible',
        evidence: {
          kind: isUsed ? 'reuse' : 'analogy',
          words: isUsed
            ? 'others have it there, and the text names it'
            : `${names.length} of ${used.length} other values are codes of that list`,
          for: names.length,
          of: used.length,
        },
      };
    } else yield* nextOfList(text, base, names, used, draft);
  }
}

/** An IRI of a list that is not in use yet, for a text that is written like the names in use. */
function* nextOfList(
  text: string,
  base: string,
  names: readonly string[],
  used: readonly TermId[],
  draft: Draft,
): Iterable<IriReading> {
  const iri = terms.iri(base + text);
  if (names.length < leastUses || !isPlausibleIri(terms.value(iri))) return;
  const alike = names.filter((name) => shapeOf(name) === shapeOf(text)).length;
  const lengths = names.map(({ length }) => length);
  const isAsLong =
    text.includes('/') ||
    (text.length >= Math.min(...lengths) - 1 && text.length <= Math.max(...lengths) + 1);
  const exists = isDescribed(draft, iri);
  // Nodes that the data itself describes are not created from codes.
  const isOwn = names.some((name) => isDescribedInData(draft, terms.iri(base + name)));
  if (!exists && (alike < leastUses || !isAsLong || isOwn)) return;
  const isUsual = alike * 2 > used.length && (exists || /\d/.test(text));
  yield {
    iri,
    support: isUsual ? 'attested' : 'plausible',
    evidence: {
      kind: 'analogy',
      words: `${alike} of ${used.length} other values are written this way in <${base}>`,
      for: alike,
      of: used.length,
    },
  };
}

const leastUses = 2;

const mediaTypeNamespace = /^https?:\/\/www\.iana\.org\/assignments\/media-types\//;

/** A media type such as text/csv, where others are those of IANA. */
function* mediaTypes(text: string, used: readonly TermId[]): Iterable<IriReading> {
  if (!/^[a-z]+\/[a-z\d][\w.+-]*$/i.test(text)) return;
  for (const iri of used) {
    const [namespace] = mediaTypeNamespace.exec(terms.value(iri)) ?? [];
    if (namespace === undefined) continue;
    yield reading(namespace + text, 'attested', 'the media type that the text spells out');
    return;
  }
}

/** An IRI in two, the second with as many steps as the text: "text/csv" is meant to follow `…/media-types/`. */
function splitLike(iri: string, text: string): readonly [base: string, name: string] {
  let base = namespaceOf(iri);
  for (let steps = text.split('/').length - 1; steps > 0; steps--) base = namespaceOf(base.slice(0, -1));
  return [base, iri.slice(base.length)];
}

/** How a code is written: runs of digits or capitals, other letters in their case and number, and what is between them. */
function shapeOf(code: string): string {
  if (/^\p{Lu}+$/u.test(code)) return 'A+';
  // Such as text/csv and application/json.
  if (code.includes('/')) return code.replace(/[^/]+/g, 'a');
  return /\d/.test(code)
    ? code
        .replace(/(?<=\d)X$/, '9')
        .replace(/\d+/g, '9')
        .replace(/\p{L}+/gu, 'a')
    : code.replace(/\p{Lu}/gu, 'A').replace(/\p{Ll}/gu, 'a');
}
