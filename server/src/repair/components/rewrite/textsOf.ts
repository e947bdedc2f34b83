import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocab.ts';
import { labelLiterals } from '../../evidence/nearestNames.ts';
import { constraintsOfKind } from '../../values/requirements.ts';
import type { Witness } from '../../values/wantedValue.ts';
import { likelyRewrite, type RewritePlace } from './rewrites.ts';

const maxLabels = 4;

/** Literals that can replace a node: its label, its name or its IRI. */
export function* textsOf(node: TermId, { wanted, draft }: RewritePlace): Iterable<Witness> {
  const { graph, search } = draft;
  const datatype = constraintsOfKind(wanted.requirements.unfolded, 'datatype')[0]?.datatype;
  const labels = labelLiterals(graph, node);
  for (const label of labels.slice(0, maxLabels)) {
    const isKept = datatype === undefined || datatype === rdf.langString;
    const value = isKept ? label : terms.literal(terms.value(label), datatype);
    yield likelyRewrite(
      value,
      'plausible',
      `the label of ${terms.isBlank(node) ? 'the node' : search.term(node)}`,
    );
  }
  if (terms.isBlank(node)) {
    const said = graph.outgoing(node).filter(({ object }) => terms.isLiteral(object));
    const [only] = said;
    if (only && said.length === 1 && !labels.includes(only.object)) {
      yield likelyRewrite(only.object, 'plausible', `the ${search.term(only.predicate)} of the node`);
    }
    return;
  }
  const iri = terms.value(node);
  if (datatype === xsd.anyURI) {
    yield likelyRewrite(terms.literal(iri, datatype), 'attested', 'the IRI as text');
    return;
  }
  const plain = datatype ?? xsd.string;
  const address = /^(?:mailto|tel):(.+)$/.exec(iri)?.[1];
  const name = localName(iri);
  if (address !== undefined)
    yield likelyRewrite(terms.literal(address, plain), 'plausible', 'the address as text');
  else if (labels.length === 0 && name !== '') {
    yield likelyRewrite(terms.literal(name, plain), 'plausible', `the name of ${search.term(node)} as text`);
  }
  yield likelyRewrite(terms.literal(iri, plain), 'plausible', 'the IRI as text');
}
