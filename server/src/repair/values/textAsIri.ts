import { isPlausibleIri, localName, namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { type Draft, isDescribed, isDescribedInData, usesOf } from '../drafts/draft.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Support } from '../repair.ts';
import { isLanguageCode, threeLetterCode } from './languageCodes.ts';
import { constraintsOfKind } from './requirements.ts';
import type { WantedValue } from './wantedValue.ts';

/** An IRI that a text is, abbreviates or belongs to. */
export interface IriReading {
  readonly iri: TermId;
  readonly support: Extract<Support, 'attested' | 'plausible'>;
  readonly evidence: Evidence;
}

/**
 * The IRIs that a text is: written out, as a prefixed name, as an address, or as the part in which the IRIs that others
 * have at the place differ ("0000-0002-1825-0097" beside <https://orcid.org/0000-0001-5109-3700>).
 */
export function* textAsIri(given: string, wanted: WantedValue, draft: Draft): Iterable<IriReading> {
  const text = given.trim().replace(/^<(.*)>$/, '$1');
  const expanded = expandedName(text, draft.search.prefixes);
  if (expanded !== undefined) {
    yield reading(expanded, 'attested', 'the name that the text is');
  } else if (isAbsoluteIri(text)) {
    yield reading(text, 'attested', 'the IRI that the text is');
    return;
  }
  const used = irisAt(wanted, draft);
  yield* inNamespaceOfOthers(text, used, draft);
  if (/^www\.[^\s<>"{}|\\^`]+$/.test(text)) {
    yield reading(`https://${text}`, 'plausible', 'the web address that the text is');
  } else if (mailAddress.test(text) && mayBeAddress('mailto', /mail|mbox/i, used, wanted)) {
    yield reading(`mailto:${text}`, supportOfScheme('mailto', used), 'the address that the text is');
  } else if (phoneNumber.test(text) && mayBeAddress('tel', /phone|tel|fax|mobile/i, used, wanted)) {
    yield* phoneNumbers(text, used);
  } else if (/^10\.\d{4,9}\/[^\s<>"{}|\\^`]+$/.test(text)) {
    yield reading(`https://doi.org/${text}`, 'plausible', 'the DOI that the text is');
  }
}

function reading(iri: string, support: IriReading['support'], words: string): IriReading {
  return { iri: terms.iri(iri), support, evidence: { kind: 'sameText', words } };
}

/** The IRI of a prefixed name such as `brick:AHU_1`; undefined when the text is none with a known prefix. */
function expandedName(text: string, prefixes: ReadonlyMap<string, string>): string | undefined {
  const [, prefix, local] = /^([\p{L}\w.-]*):([\p{L}\w.%-]+)$/u.exec(text) ?? [];
  const namespace = prefix === undefined ? undefined : prefixes.get(prefix);
  return namespace === undefined ? undefined : namespace + local;
}

const schemes =
  /^(?:https?|ftp):\/\/[^/]|^(?:urn:[a-z0-9][a-z0-9-]*:|mailto:|tel:|doi:|did:|tag:|data:|geo:)./i;

/** True for texts that are evidently IRIs, rather than words with a colon. */
export function isAbsoluteIri(text: string): boolean {
  return schemes.test(text) && !/[\s<>"{}|\\^`]/.test(text);
}

const mailAddress = /^[^\s<>"{}|\\^`@:]+@[^\s<>"{}|\\^`@:]+\.[a-z]+$/i;
const phoneNumber = /^\+?(?=(?:\D*\d){6})[\d\s()/.-]+$/;

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

/** An address is no agent or document that has it, unless others have addresses there or the property asks for them. */
function mayBeAddress(
  scheme: string,
  names: RegExp,
  used: readonly TermId[],
  { path, requirements }: WantedValue,
): boolean {
  if (used.some((iri) => terms.value(iri).startsWith(`${scheme}:`))) return true;
  const asked = constraintsOfKind(requirements.unfolded, 'class').map((constraint) => constraint.class);
  if (path.kind === 'predicate' && names.test(localName(terms.value(path.predicate)))) return true;
  if (constraintsOfKind(requirements.unfolded, 'pattern').some(({ pattern }) => pattern.includes(scheme)))
    return true;
  return asked.length === 0 && used.length === 0 && scheme === 'mailto';
}

function supportOfScheme(scheme: string, used: readonly TermId[]): IriReading['support'] {
  return used.some((iri) => terms.value(iri).startsWith(`${scheme}:`)) ? 'attested' : 'plausible';
}

function* phoneNumbers(text: string, used: readonly TermId[]): Iterable<IriReading> {
  const digits = text.replace(/\(0\)/g, '').replace(/[^\d+]/g, '');
  // Without the country, the number would be another one elsewhere.
  const isGlobal = digits.startsWith('+');
  const others = used.map((iri) => terms.value(iri)).filter((iri) => iri.startsWith('tel:'));
  const support = isGlobal && others.length > 0 ? 'attested' : 'plausible';
  if (!isGlobal && others.length > 0 && others.every((iri) => iri.startsWith('tel:+'))) return;
  yield reading(`tel:${digits}`, support, 'the number that the text is');
}

/** The text as the last part of an IRI in a namespace that others use, if it is written as their last parts are. */
function* inNamespaceOfOthers(text: string, used: readonly TermId[], draft: Draft): Iterable<IriReading> {
  if (text.length > 80) return;
  yield* mediaTypes(text, used);
  const byNamespace = new Map<string, TermId[]>();
  for (const iri of used) {
    const namespace = namespaceOf(terms.value(iri));
    byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), iri]);
  }
  for (const [namespace, iris] of byNamespace) {
    if (iris.length < leastUses) continue;
    const names = iris.map((iri) => localName(terms.value(iri)));
    const ends = endsFor(text, names).filter((end) => isPlausibleIri(namespace + end));
    // Nodes that the data itself describes are not made up from codes.
    const isOwn = iris.some((other) => isDescribedInData(draft, other));
    for (const { end, alike } of ends.map((end) => ({ end, alike: countAlike(end, names) }))) {
      const iri = terms.iri(namespace + end);
      const exists = isDescribed(draft, iri) || iris.includes(iri);
      if (!exists && (alike < leastUses || isOwn)) continue;
      yield {
        iri,
        support: exists || alike * 2 > used.length ? 'attested' : 'plausible',
        evidence: {
          kind: 'analogy',
          words: `${alike} of ${used.length} other values are written so in <${namespace}>`,
          for: alike,
          of: used.length,
        },
      };
      break;
    }
  }
}

const leastUses = 2;

/** The text as the last part of an IRI, in the case of others, or as the code of its language where others have these. */
function endsFor(text: string, others: readonly string[]): readonly string[] {
  const isUpper = others.every((name) => name === name.toUpperCase());
  const isLower = others.every((name) => name === name.toLowerCase());
  const inCase = (end: string) => (isUpper ? end.toUpperCase() : isLower ? end.toLowerCase() : end);
  if (others.filter(isLanguageCode).length * 2 > others.length) {
    const code = threeLetterCode(text);
    return code === undefined ? [] : [inCase(code)];
  }
  return /[\s<>"{}|\\^`/#]/.test(text) ? [] : [...new Set([text, inCase(text)])];
}

/** How many names are codes like this one: with digits in the same places, or of as many capitals. */
function countAlike(code: string, names: readonly string[]): number {
  const alike = names.filter((name) => shapeOf(name) === shapeOf(code));
  const lengths = alike.map(({ length }) => length);
  const isCode = /\d/.test(code) || (/^\p{Lu}+$/u.test(code) && code.length <= longestCode);
  const isWithin =
    /\d/.test(code) || (Math.min(...lengths) <= code.length && code.length <= Math.max(...lengths));
  return isCode && isWithin ? alike.length : 0;
}

const longestCode = 8;

/** How a code is written: runs of digits and letters, and what is between them. */
function shapeOf(code: string): string {
  return code
    .replace(/(?<=\d)X$/, '9')
    .replace(/\d+/g, '9')
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/\p{L}+/gu, 'a');
}

const mediaTypeNamespace = /^https?:\/\/www\.iana\.org\/assignments\/media-types\//;

/** A media type such as text/csv, where others are those of IANA. */
function* mediaTypes(text: string, used: readonly TermId[]): Iterable<IriReading> {
  if (!/^[a-z]+\/[a-z\d][\w.+-]*$/i.test(text)) return;
  for (const iri of used) {
    const [namespace] = mediaTypeNamespace.exec(terms.value(iri)) ?? [];
    if (namespace === undefined) continue;
    yield reading(namespace + text, 'attested', 'the media type that the text is');
    return;
  }
}
