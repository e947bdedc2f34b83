import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { isOfNoLiteral } from '../../../rdf/literals/lexicalForms.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, rdfs, sh, xsd } from '../../../rdf/vocab.ts';
import { noChange } from '../../drafts/change.ts';
import { isDescribed, usesOf } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { emptyFix, type Fix, fixOfChange } from '../../drafts/fix.ts';
import { mintBlankNode, mintIri, mintNamed } from '../../drafts/mint.ts';
import { renameNode } from '../../drafts/renameNode.ts';
import { constraintsOfKind } from '../../drafts/requirements.ts';
import type { Witness } from '../../drafts/wantedValue.ts';
import { nodesLabelled } from '../../evidence/nearestNames.ts';
import { convertLiteral } from '../../values/convertLiteral.ts';
import type { ConversionPlace } from '../../values/readings/reading.ts';
import { sampleRegex } from '../../values/sampleRegex.ts';
import { hasKnownScheme, textAsIri } from '../../values/textAsIri.ts';
import { unitAt } from '../../values/units/unitAt.ts';
import { inLanguagesOf } from './languagesAt.ts';
import { likelyRewrite, type RewritePlace, type Rewrites, rewriteAs } from './rewrites.ts';
import { textsOf } from './textsOf.ts';

/** The IRI, literal or blank node that a value of another kind represents. */
export const nodeKindRewrites: Rewrites<'nodeKind'> = {
  *meant({ nodeKind }, value, at) {
    const takesIri = nodeKind === sh.IRI || nodeKind === sh.BlankNodeOrIRI || nodeKind === sh.IRIOrLiteral;
    const takesLiteral =
      nodeKind === sh.Literal || nodeKind === sh.IRIOrLiteral || nodeKind === sh.BlankNodeOrLiteral;
    if (terms.isLiteral(value)) {
      if (takesIri) yield* irisFor(value, at);
      else yield* blankNodeFor(value, at);
      return;
    }
    if (takesLiteral) yield* textsOf(value, at);
    if (takesIri) yield* namedByType(value, at);
    else if (!takesLiteral || nodeKind === sh.BlankNodeOrLiteral) yield* unnamed(value, at);
  },
};

/** The IRIs that a text is, abbreviates or names. */
function* irisFor(literal: TermId, { wanted, draft }: RewritePlace): Iterable<Witness> {
  const { search, graph } = draft;
  const text = terms
    .value(literal)
    .trim()
    .replace(/^<(.*)>$/, '$1');
  for (const { iri, support, evidence } of textAsIri(text, wanted, draft)) {
    yield likelyRewrite(iri, support, evidence);
  }
  if (hasKnownScheme(text)) return;
  const { path, focusNode } = wanted;
  const labelled = nodesLabelled(graph, text, path.kind === 'predicate' ? path.predicate : undefined).filter(
    (node) => terms.isIri(node) && node !== focusNode,
  );
  for (const node of labelled.slice(0, maxNodes)) {
    const isClear = labelled.length === 1;
    yield likelyRewrite(node, isClear ? 'attested' : 'plausible', {
      kind: 'label',
      words: `${search.term(node)} is labelled so`,
    });
  }
  if (labelled.length > 0) return;
  const named = namedSo(text, wanted.focusNode, draft.graph);
  if (named !== undefined) {
    const words = `${search.term(named)} is named so`;
    yield likelyRewrite(named, 'attested', { kind: 'label', words });
  }
  const minted = mintNamed(text, wanted.focusNode, draft);
  if (minted !== undefined) yield { value: minted, fix: { ...emptyFix, ...forUser(minted) } };
}

const maxNodes = 3;

/** A node of the unit whose local name is the text, in the namespace of another node. */
function namedSo(text: string, beside: TermId, graph: RewritePlace['draft']['graph']): TermId | undefined {
  if (!terms.isIri(beside) || !/^[\p{L}\p{N}_.-]+$/u.test(text)) return undefined;
  const iri = terms.value(beside);
  const node = terms.iri(iri.slice(0, iri.length - localName(iri).length) + text);
  return node !== beside && graph.outgoing(node).length > 0 ? node : undefined;
}

function forUser(node: TermId): Partial<Fix> {
  return { support: 'placeholder', minted: [node], placeholders: terms.isIri(node) ? [node] : [] };
}

/** A new blank node labelled with the text. */
function* blankNodeFor(literal: TermId, { draft }: RewritePlace): Iterable<Witness> {
  const node = mintBlankNode(draft);
  const label = { subject: node, predicate: rdfs.label, object: literal };
  yield {
    value: node,
    fix: { ...emptyFix, ...forUser(node), change: { added: [label], removed: [] } },
  };
}

/** Names a blank node: after its type with a number, or as required by a pattern. */
export function* namedByType(node: TermId, { wanted, draft }: RewritePlace): Iterable<Witness> {
  if (!terms.isBlank(node)) return;
  const { graph } = draft;
  const { unfolded } = wanted.requirements;
  const [type] = graph.objects(node, rdf.type).filter((id) => terms.isIri(id));
  const { path, focusNode } = wanted;
  const kind =
    type ??
    constraintsOfKind(unfolded, 'class')[0]?.class ??
    (path.kind === 'predicate' ? path.predicate : undefined);
  const usual = mintIri(kind === undefined ? 'Node' : localName(terms.value(kind)), focusNode, draft);
  const samples = constraintsOfKind(unfolded, 'pattern').flatMap(
    ({ pattern, flags }) => sampleRegex(pattern, flags) ?? [],
  );
  for (const iri of [usual, ...samples.flatMap((sample) => namedBySample(sample, usual))]) {
    if (iri !== usual && isDescribed(draft, iri)) continue;
    const change = renameNode(draft, node, iri);
    if (change) yield { value: iri, fix: { ...emptyFix, ...forUser(iri), change } };
  }
}

/** IRIs that contain what a pattern requires. */
function namedBySample(sample: string, usual: TermId): readonly TermId[] {
  if (/[\s<>"{}|\\^`]/.test(sample)) return [];
  const iri = terms.value(usual);
  const inNamespace = namespaceOf(iri) + sample.replace(/^[/#]/, '');
  return [...(hasKnownScheme(sample) ? [sample, sample + localName(iri)] : []), inNamespace].map((text) =>
    terms.iri(text),
  );
}

/** Turns a named node into a blank node. */
function* unnamed(node: TermId, { draft }: RewritePlace): Iterable<Witness> {
  if (!terms.isIri(node)) return;
  const blank = mintBlankNode(draft);
  if (!isDescribed(draft, node)) {
    const lost = { kind: 'lostText', words: `${draft.search.term(node)} is given up` } as const;
    yield { value: blank, fix: { ...fixOfChange(noChange, 'plausible', lost), minted: [blank] } };
    return;
  }
  const change = renameNode(draft, node, blank);
  if (change === undefined) return;
  yield { value: blank, fix: { ...emptyFix, support: 'plausible', minted: [blank], change } };
}

/** What the place of a literal indicates about the numbers there. */
export function conversionPlace({ wanted, draft }: RewritePlace): ConversionPlace {
  const { path } = wanted;
  const name = path.kind === 'predicate' ? localName(terms.value(path.predicate)) : undefined;
  return { unit: () => unitAt(wanted, draft), name };
}

/** The same text, or what it evidently means, with the required datatype. */
export const datatypeRewrites: Rewrites<'datatype'> = {
  *meant({ datatype }, value, at) {
    if (isOfNoLiteral(datatype)) return;
    if (!terms.isLiteral(value)) yield* textsOf(value, at);
    else if (datatype === rdf.langString) yield* inLanguagesOf(value, at);
    else {
      for (const each of convertLiteral(value, datatype, conversionPlace(at))) {
        const zoned = datatype === xsd.dateTime ? inZoneOfOthers(each.value, value, at) : undefined;
        if (zoned)
          yield rewriteAs({ ...each, value: zoned.value, evidence: [...each.evidence, zoned.evidence] });
        const rival =
          datatype === xsd.string ? (withLettersElsewhere(value, at) ?? amongNames(value, at)) : undefined;
        if (areAllTagged(value, at)) yield rewriteAs({ ...each, support: 'plausible' });
        else if (rival)
          yield rewriteAs({ ...each, support: 'plausible', evidence: [...each.evidence, rival] });
        else yield rewriteAs(zoned && each.support === 'attested' ? { ...each, support: 'plausible' } : each);
      }
    }
  },
};

/** True where the texts of a property are in several languages: rather than all of them, its shape may be mistaken. */
function areAllTagged(value: TermId, { wanted: { path }, draft }: RewritePlace): boolean {
  if (terms.language(value) === '' || path.kind !== 'predicate') return false;
  const languages = usesOf(draft, path.predicate, maxUses).map(({ object }) => terms.language(object));
  return !languages.includes('') && new Set(languages).size > 1;
}

const maxUses = 200;

const isCode = /(?=.*\p{L}).*\d/u;

/** Why a number is hardly all of a code, where the codes of most others have letters: 1002 beside C-1001. */
function withLettersElsewhere(
  value: TermId,
  { wanted: { path }, draft }: RewritePlace,
): EvidenceItem | undefined {
  if (path.kind !== 'predicate' || literalValue(value)?.kind !== 'number') return undefined;
  const others = usesOf(draft, path.predicate, maxOthers).filter(({ object }) => object !== value);
  // Other numbers have no letters either, so only texts count.
  const texts = others.filter(({ object }) => literalValue(object)?.kind !== 'number');
  const codes = texts.filter(({ object }) => terms.isLiteral(object) && isCode.test(terms.value(object)));
  if (codes.length < 2 || codes.length * 2 <= texts.length) return undefined;
  return { kind: 'competing', words: `${codes.length} of ${texts.length} other texts have letters` };
}

/** Why a number is hardly the text that is meant, where an alternative lists names: 1 beside "MD5" and "SHA1". */
function amongNames(value: TermId, { wanted, draft }: RewritePlace): EvidenceItem | undefined {
  if (literalValue(value)?.kind !== 'number') return undefined;
  const alternatives = wanted.requirements.shapes
    .flatMap(({ constraints }) => constraints)
    .flatMap((each) => (each.kind === 'or' || each.kind === 'xone' ? each.shapeRefs : []));
  const names = alternatives
    .flatMap((shape) => draft.search.recorded.input.shapes.get(shape)?.constraints ?? [])
    .flatMap((each) => (each.kind === 'in' ? each.members : []));
  const areNames = names.every((name) => terms.isLiteral(name) && /\p{L}/u.test(terms.value(name)));
  return names.length > 0 && areNames ? { kind: 'competing', words: 'names are listed there' } : undefined;
}

/** What the value would be with one of the datatypes, in order of preference. */
export const datatypeInRewrites: Rewrites<'datatypeIn'> = {
  *meant(constraint, value, at) {
    for (const datatype of constraint.datatypes) {
      yield* datatypeRewrites.meant({ ...constraint, kind: 'datatype', datatype }, value, at);
    }
  },
};

/**
 * A time without a time zone, with the one that all others of the property have: without it, it can't be compared with
 * them.
 */
function inZoneOfOthers(
  moment: TermId,
  refused: TermId,
  { wanted: { path }, draft }: RewritePlace,
): { readonly value: TermId; readonly evidence: EvidenceItem } | undefined {
  if (path.kind !== 'predicate' || zoneOf(moment) !== '') return undefined;
  const others = usesOf(draft, path.predicate, maxOthers).filter(({ object }) => object !== refused);
  const zones = new Set(others.map(({ object }) => zoneOf(object)));
  const [zone = ''] = zones;
  if (zones.size !== 1 || zone === '' || others.length < 2) return undefined;
  const words = `all others are in the time zone ${zone}`;
  return {
    value: terms.literal(terms.value(moment) + zone, xsd.dateTime),
    evidence: { kind: 'usual', words, for: others.length, of: others.length },
  };
}

const maxOthers = 200;

/** Empty where none is stated; undefined for a value that is not a date with a time. */
function zoneOf(value: TermId): string | undefined {
  if (!terms.isLiteral(value) || terms.datatype(value) !== xsd.dateTime) return undefined;
  const found = /^-?[\d-]+T[\d:.]+(Z|[+-]\d\d:\d\d)?$/.exec(terms.value(value));
  return found ? (found[1] ?? '') : undefined;
}
