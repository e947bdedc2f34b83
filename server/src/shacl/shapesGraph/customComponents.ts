import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, rdf, sh } from '../../rdf/vocab.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import { isTrue } from '../components/reading.ts';
import type { TermPrinter } from '../results/words.ts';
import type { Shape } from './shape.ts';
import type { Note } from './unsupported.ts';

/**
 * Constraint components that the shapes graph itself declares. Their validators are written in SPARQL or JavaScript.
 */
export class CustomComponents {
  readonly #graph: Graph;
  readonly #components: readonly {
    readonly id: TermId;
    readonly required: readonly TermId[];
    readonly parameters: readonly TermId[];
  }[];

  constructor(graph: Graph) {
    this.#graph = graph;
    const types = new ClassHierarchy(graph).subclasses(sh.ConstraintComponent);
    const ids = [...types].flatMap((type) => graph.subjects(rdf.type, type));
    this.#components = [...new Set(ids)].map((id) => {
      const declarations = graph.objects(id, sh.parameter);
      const pathsOf = (nodes: readonly TermId[]) => nodes.flatMap((node) => graph.objects(node, sh.path));
      return {
        id,
        parameters: pathsOf(declarations),
        required: pathsOf(declarations.filter((node) => !isOptional(graph, node))),
      };
    });
  }

  isParameter(predicate: TermId): boolean {
    return this.#components.some(({ parameters }) => parameters.includes(predicate));
  }

  usedBy(shape: Shape, term: TermPrinter): readonly Note[] {
    const values = (parameter: TermId) => this.#graph.objects(shape.id, parameter);
    return this.#components
      .filter(
        ({ required }) => required.length > 0 && required.every((parameter) => values(parameter).length > 0),
      )
      .map(({ id, required }) => {
        const message = `The constraint component ${term(id)} is declared in the shapes and is not evaluated.`;
        const parameter = required[0]!;
        return {
          finding: {
            severity: 'information',
            message,
            shape: shape.id,
            parameter,
            value: values(parameter)[0]!,
          },
          notChecked: { reason: `${term(shape.id)}: ${message}`, shape: shape.id, component: id },
        };
      });
  }
}

function isOptional(graph: Graph, parameter: TermId): boolean {
  return graph.objects(parameter, optional).some(isTrue);
}

const optional = terms.constant(`${namespaces.sh}optional`);
