import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../../rdf/vocab.ts';
import { labelLiterals } from '../../evidence/nearestNames.ts';
import type { Witness } from '../../values/wantedValue.ts';
import { likelyRewrite, literalWithText, type RewritePlace } from './rewrites.ts';

/** True for literals whose text can be shortened or completed without becoming invalid for the datatype. */
export function isText(literal: TermId): boolean {
  const datatype = terms.datatype(literal)!;
  if (datatype === xsd.anyURI) return false;
  const isOwn = !terms.value(datatype).startsWith(namespaces.xsd);
  return datatype === rdf.langString || isOwn || literalValue(literal)?.kind === 'string';
}

/** Other labels of the node, if the text is a label itself. */
export function* otherLabels(literal: TermId, { wanted, draft }: RewritePlace): Iterable<Witness> {
  const { focusNode } = wanted;
  const labels = labelLiterals(draft.graph, focusNode);
  if (!labels.includes(literal)) return;
  for (const label of labels) {
    if (label === literal || terms.language(label) !== terms.language(literal)) continue;
    const value = literalWithText(literal, terms.value(label));
    const words = `another label of ${draft.search.term(focusNode)}`;
    yield likelyRewrite(value, 'plausible', { kind: 'elsewhere', words });
  }
}
