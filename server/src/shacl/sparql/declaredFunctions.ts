import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { FunctionDeclaration } from '../model/shape.ts';
import { declaredOf, type Parameter } from './parameters.ts';
import { readQueryBody } from './readQueryBody.ts';

/** The functions of a shapes graph that are instances of sh:SPARQLFunction (SHACL Advanced Features 5). */
export const declaredFunctions: (graph: Graph) => readonly FunctionDeclaration[] = memoized((graph) =>
  declaredOf(graph, sh.SPARQLFunction)
    .filter(({ id }) => terms.isIri(id))
    .map(({ id, parameters }) => ({
      id,
      parameters: inOrder(graph, parameters).map(({ name, isOptional }) => ({ name, isOptional })),
      body: bodyOf(graph, id),
    })),
);

function bodyOf(graph: Graph, id: TermId): FunctionDeclaration['body'] {
  const form = graph.objects(id, sh.ask).length > 0 ? 'ask' : 'select';
  return readQueryBody(graph, id, form);
}

/** By sh:order, which is 0 where it is not given, and then by name (SHACL Advanced Features 5.2). */
function inOrder(graph: Graph, parameters: readonly Parameter[]): readonly Parameter[] {
  const order = ({ node }: Parameter) => {
    const [value] = graph.objects(node, sh.order);
    return value === undefined ? 0 : Number(terms.value(value));
  };
  return parameters.toSorted((a, b) => order(a) - order(b) || (a.name < b.name ? -1 : 1));
}
