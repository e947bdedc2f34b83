import { isPlausibleIri, localName, namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { type Draft, isDescribed, isDescribedInData, usesOf } from '../drafts/draft.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Support } from '../repair.ts';
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

/** The text after the namespace that the IRIs of others have, if it is written as their last parts are. */
function* inNamespaceOfOthers(text: string, used: readonly TermId[], draft: Draft): Iterable<IriReading> {
  if (text.length > 80 || /[\s<>"{}|\\^`/#]/.test(text)) return;
  const byNamespace = new Map<string, TermId[]>();
  for (const iri of used) {
    const namespace = namespaceOf(terms.value(iri));
    byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), iri]);
  }
  for (const [namespace, iris] of byNamespace) {
    const iri = namespace + text;
    if (iris.length < leastUses || !isPlausibleIri(iri)) continue;
    const alike = iris.filter((other) => shapeOf(localName(terms.value(other))) === shapeOf(text)).length;
    const exists = isDescribed(draft, terms.iri(iri)) || used.includes(terms.iri(iri));
    // Nodes that the data itself describes are not made up from codes.
    const isOwn = iris.some((other) => isDescribedInData(draft, other));
    if (!exists && (alike < leastUses || isOwn)) continue;
    const isUsual = alike * 2 > used.length && (exists || /\d/.test(text));
    yield {
      iri: terms.iri(iri),
      support: isUsual ? 'attested' : 'plausible',
      evidence: {
        kind: 'analogy',
        words: `${alike} of ${used.length} other values are written so in <${namespace}>`,
        for: alike,
        of: used.length,
      },
    };
  }
}

const leastUses = 2;

/** How a code is written: runs of digits, letters in their case and number, and what is between them. */
function shapeOf(code: string): string {
  return /\d/.test(code)
    ? code
        .replace(/(?<=\d)X$/, '9')
        .replace(/\d+/g, '9')
        .replace(/\p{L}+/gu, 'a')
    : code.replace(/\p{Lu}/gu, 'A').replace(/\p{Ll}/gu, 'a');
}
