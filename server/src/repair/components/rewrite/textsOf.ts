import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocab.ts';
import { type Draft, isDescribed, usesOf } from '../../drafts/draft.ts';
import { constraintsOfKind } from '../../drafts/requirements.ts';
import type { Witness } from '../../drafts/wantedValue.ts';
import { foldName } from '../../evidence/nameSimilarity.ts';
import { namesSaid } from '../../evidence/nearestNames.ts';
import { isOwnTerm } from '../../evidence/ownTerms.ts';
import { hasKnownScheme } from '../../values/textAsIri.ts';
import { likelyRewrite, type RewritePlace } from './rewrites.ts';

const maxLabels = 4;

/**
 * Literals that can replace a node: the text of others that is its name, its label, its IRI, and its name, which says the
 * same only if the data made it from a text. Where others have IRIs as texts, this one gets one, too.
 */
export function* textsOf(node: TermId, at: RewritePlace): Iterable<Witness> {
  const { wanted, draft } = at;
  const { graph, search } = draft;
  const datatype = constraintsOfKind(wanted.requirements.unfolded, 'datatype')[0]?.datatype;
  const labels = namesSaid(graph, node);
  const label = `the label of ${terms.isBlank(node) ? 'the node' : search.term(node)}`;
  const labelTexts = labels.slice(0, maxLabels).map((literal) => {
    const isKept = datatype === undefined || datatype === rdf.langString;
    const value = isKept ? literal : terms.literal(terms.value(literal), datatype);
    return likelyRewrite(value, 'plausible', { kind: 'derived', words: label });
  });
  if (terms.isBlank(node)) {
    yield* labelTexts;
    const said = graph.outgoing(node).filter(({ object }) => terms.isLiteral(object));
    const [only] = said;
    if (only && said.length === 1 && !labels.includes(only.object)) {
      const words = `the ${search.term(only.predicate)} of the node`;
      yield likelyRewrite(only.object, 'plausible', { kind: 'derived', words });
    }
    return;
  }
  const iri = terms.value(node);
  const asText = { kind: 'sameText', words: 'the IRI as text' } as const;
  if (datatype === xsd.anyURI) {
    yield likelyRewrite(terms.literal(iri, datatype), 'attested', asText);
    return;
  }
  const plain = datatype ?? xsd.string;
  const others = textsAt(at);
  const name = localName(iri);
  const like = others.filter((text) => foldName(terms.value(text)) === foldName(name));
  const [same] = like;
  if (same !== undefined && name !== '') {
    const words = `${like.length} of ${others.length} other texts are its name`;
    yield likelyRewrite(same, 'attested', { kind: 'reuse', words, for: like.length, of: others.length });
  }
  const areIris = others.length > 0 && others.every((text) => hasKnownScheme(terms.value(text)));
  if (areIris) yield likelyRewrite(terms.literal(iri, plain), 'attested', asText);
  yield* labelTexts;
  const found = addressIn(iri);
  const areBare =
    others.some((text) => bareAddress.test(terms.value(text))) &&
    !others.some((text) => hasKnownScheme(terms.value(text)));
  if (found !== undefined) {
    const { address, isWhole } = found;
    const words = areBare ? 'the address as text, as others have theirs' : 'the address as text';
    const lost = { kind: 'lostText', words: 'the rest of the text besides the address is lost' } as const;
    yield likelyRewrite(terms.literal(address, plain), areBare && isWhole ? 'attested' : 'plausible', [
      { kind: 'sameText', words },
      ...(isWhole ? [] : [lost]),
    ]);
    if (areBare) return;
  }
  // The path of a relative IRI, by which it became an absolute one, is not what was written.
  const isRelative = iri.startsWith('file:') && iri.startsWith(search.folder ?? '');
  const iriText =
    areIris || isRelative ? [] : [likelyRewrite(terms.literal(iri, plain), 'plausible', asText)];
  const hasName = found === undefined && labels.length === 0 && name !== '';
  const nameText = hasName ? [nameAsText(node, spelledLike(name, others), plain, draft)] : [];
  // A name of the data's own without further information was made from the text.
  const isMade = isOwnTerm(draft, node, wanted.focusNode) && !isDescribed(draft, node);
  yield* isMade ? [...nameText, ...iriText] : [...iriText, ...nameText];
}

/** The mail address or telephone number (RFC 6068, RFC 3966) of an IRI, and whether the IRI contains nothing else. */
function addressIn(iri: string): { readonly address: string; readonly isWhole: boolean } | undefined {
  const [, encoded, rest] = /^(?:mailto|tel):([^?;,]+)(.*)$/is.exec(iri) ?? [];
  if (encoded === undefined) return undefined;
  try {
    return { address: decodeURIComponent(encoded), isWhole: rest === '' };
  } catch {
    // A percent sign that encodes nothing.
    return { address: encoded, isWhole: rest === '' };
  }
}

const bareAddress = /^(?:[^\s@:]+@[^\s@:]+|\+?[\d\s()./-]{5,})$/;

function nameAsText(node: TermId, name: string, datatype: TermId, draft: Draft): Witness {
  const words = `the name of ${draft.search.term(node)} as text`;
  return likelyRewrite(terms.literal(name, datatype), 'plausible', { kind: 'sameName', words });
}

/** A name with spaces for underscores, if the texts of others have spaces and no underscores. */
function spelledLike(name: string, others: readonly TermId[]): string {
  const texts = others.map((other) => terms.value(other));
  const isSpaced = texts.some((text) => text.includes(' ')) && !texts.some((text) => text.includes('_'));
  return isSpaced ? name.replace(/_+/g, ' ') : name;
}

const maxUses = 200;

/** The texts that others have at the place. */
function textsAt({ wanted, draft }: RewritePlace): readonly TermId[] {
  const { path, focusNode } = wanted;
  if (path.kind !== 'predicate') return [];
  return usesOf(draft, path.predicate, maxUses).flatMap(({ subject, object }) =>
    subject !== focusNode && terms.isLiteral(object) ? [object] : [],
  );
}
