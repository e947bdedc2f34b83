import type { GraphDelta } from '../../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import type { LoadedSuite } from '../../../vio/suite/readSuite.ts';
import { type SuiteNames, skolemPrefix } from '../../../vio/suite/suiteNames.ts';
import { termPrinter } from '../termPrinter.ts';

/** Prints the terms of a suite's files for people. */
export class SuiteTerms {
  /** Prefers the prefixes of the graph to those of the shapes. */
  readonly print: TermPrinter;
  /** Prefers the prefixes of the shapes. */
  readonly printInShapes: TermPrinter;
  readonly #names: SuiteNames;
  readonly #printed = new Map<string, string>();

  constructor({ graph, manifest, names }: Pick<LoadedSuite, 'graph' | 'manifest' | 'names'>) {
    this.print = termPrinter([graph.prefixes, manifest.prefixes]);
    this.printInShapes = termPrinter([manifest.prefixes, graph.prefixes]);
    this.#names = names.graph;
  }

  /** Prints a term that is given as N-Triples. */
  printed(nTriples: string): string {
    let text = this.#printed.get(nTriples);
    if (text === undefined) {
      const label = new RegExp(`^<${skolemPrefix}(\\w+)>$`).exec(nTriples)?.[1];
      text = label === undefined ? this.print(readTerm(nTriples) ?? terms.literal(nTriples)) : `_:${label}`;
      this.#printed.set(nTriples, text);
    }
    return text;
  }

  /** Prints the triples of a case's change as Turtle statements. */
  statements(triples: readonly Triple[], change: GraphDelta): readonly string[] {
    const names = this.#names.forChange(change);
    const print = (term: TermId) => (terms.isBlank(term) ? `_:${names.label(term)}` : this.print(term));
    return triples.map(({ subject, predicate, object }) => {
      const verb = predicate === rdf.type ? 'a' : print(predicate);
      return `${print(subject)} ${verb} ${print(object)} .`;
    });
  }
}

function readTerm(nTriples: string): TermId | undefined {
  if (/^<[^\\>]*>$/.test(nTriples)) return terms.iri(nTriples.slice(1, -1));
  const { graph } = new TurtleDocument('urn:x-suite', 0, `<urn:x-s> <urn:x-p> ${nTriples} .`);
  const [triple] = graph.triples();
  return triple?.object;
}
