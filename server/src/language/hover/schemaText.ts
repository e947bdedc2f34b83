import { type TermId, terms } from '../../rdf/terms.ts';
import { rdfs } from '../../rdf/vocab.ts';
import { type LabelSource, vocabularyTerm } from '../labels/labels.ts';

/** What a property is for and what a class is below, as the files say or else a well-known vocabulary: sentences. */
export function schemaText(
  id: TermId,
  source: LabelSource,
  print: (term: TermId) => string,
): readonly string[] {
  const known = vocabularyTerm(id, source);
  const sentence = (words: string, predicate: TermId, iris: readonly string[] = []) => {
    const stated = source.graphs.flatMap((graph) => graph.objects(id, predicate));
    const named = new Set([...stated, ...(stated.length > 0 ? [] : iris.map((iri) => terms.iri(iri)))]);
    const shown = [...named].filter((each) => terms.isIri(each) && each !== id).map(print);
    if (shown.length === 0) return [];
    const more = shown.length > mostNames ? ` and ${shown.length - mostNames} more` : '';
    return [`${words} ${shown.slice(0, mostNames).join(', ')}${more}.`];
  };
  return [
    ...sentence('Subclass of', rdfs.subClassOf, known?.kind === 'class' ? known.broader : []),
    ...sentence('Subproperty of', rdfs.subPropertyOf, known?.kind === 'property' ? known.broader : []),
    ...sentence('Domain', rdfs.domain, known?.domains),
    ...sentence('Range', rdfs.range, known?.ranges),
  ];
}

const mostNames = 5;
