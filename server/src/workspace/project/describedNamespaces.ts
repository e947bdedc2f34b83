import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';

/**
 * Finds the namespaces of which some files describe a node. It searches the triples of a file when a namespace is
 * requested, and builds on what is known about an earlier version of the file.
 */
export class DescribedNamespaces {
  readonly #documents: readonly TurtleDocument[];
  readonly #earlier: ReadonlyMap<string, Graph>;

  /** @param previous the findings about earlier versions. */
  constructor(documents: readonly TurtleDocument[], previous?: DescribedNamespaces) {
    this.#documents = documents;
    const earlier = previous === undefined ? [] : previous.#documents;
    this.#earlier = new Map(earlier.map(({ uri, graph }) => [uri, graph]));
  }

  /** Whether one of the files has a triple whose subject is in the namespace. */
  includes(namespace: string): boolean {
    return this.#documents.some(({ uri, graph }) => this.#describes(graph, uri, namespace));
  }

  #describes(graph: Graph, uri: string, namespace: string): boolean {
    const known = answersAbout(graph);
    let answer = known.get(namespace);
    if (answer === undefined) {
      answer = this.#fromEarlier(graph, uri, namespace) ?? hasSubjectIn(graph.triples(), namespace);
      known.set(namespace, answer);
    }
    return answer;
  }

  /** Undefined when the change since the earlier version leaves it open. */
  #fromEarlier(graph: Graph, uri: string, namespace: string): boolean | undefined {
    const earlier = this.#earlier.get(uri);
    const before = earlier && answersAbout(earlier).get(namespace);
    if (earlier === undefined || before === undefined) return undefined;
    const { added, removed } = graphDifference(earlier, graph);
    if (hasSubjectIn(added, namespace)) return true;
    return before && hasSubjectIn(removed, namespace) ? undefined : before;
  }
}

const answersAbout = memoized((_: Graph) => new Map<string, boolean>());

function hasSubjectIn(triples: Iterable<Triple>, namespace: string): boolean {
  let last = -1;
  for (const { subject } of triples) {
    if (subject === last) continue;
    last = subject;
    if (terms.isIri(subject) && terms.value(subject).startsWith(namespace)) return true;
  }
  return false;
}
