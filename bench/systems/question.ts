import type { CommandInput, CommandResult } from '../../server/src/lab/evaluation/systems/commandSystem.ts';
import { type Graph, IndexedGraph } from '../../server/src/rdf/graph.ts';
import { termToNTriples } from '../../server/src/rdf/nTriples.ts';
import { type TermId, terms } from '../../server/src/rdf/terms.ts';
import { TurtleDocument } from '../../server/src/rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../server/src/rdf/unionGraph.ts';
import {
  type RecordedValidation,
  recordValidation,
} from '../../server/src/shacl/incremental/recordedValidation.ts';
import { printPath } from '../../server/src/shacl/model/path.ts';
import type { Violation } from '../../server/src/shacl/model/violation.ts';
import { readShapes } from '../../server/src/shacl/shapesGraph/readShapes.ts';
import { decodeIri, encodedIri, isSkolemIri } from '../../server/src/sparql/termCodec.ts';
import { Refusal } from './refusal.ts';

/** What a repair system is asked: an invalid graph, validated, and the results that have to go. */
export interface Question {
  readonly recorded: RecordedValidation;
  /** All results of the case. A repair removes them and causes no other. */
  readonly results: readonly Violation[];
  /** The one of `results` that the system is asked about. */
  readonly asked: Violation;
}

/**
 * Reads what `evaluate --system command:` writes to a program. Blank nodes are blank nodes again, with names that
 * updates know.
 *
 * @throws Refusal when graph and shapes do not give the results that are reported.
 */
export async function readQuestion({
  graph,
  context,
  shapes,
  result,
  report,
}: CommandInput): Promise<Question> {
  const reportedGraph = decodedGraph('file:///graph.ttl', graph);
  const dataGraph = new UnionGraph([reportedGraph, decodedGraph('file:///context.ttl', context)]);
  const shapesGraph = decodedGraph('file:///shapes.ttl', shapes);
  const recorded = await recordValidation({
    dataGraph,
    reportedGraph,
    classGraph: new UnionGraph([dataGraph, shapesGraph]),
    shapes: readShapes(shapesGraph),
  });
  const found = new Map(recorded.result.violations.map((violation) => [keyOf(violation), violation]));
  const wanted = (reported: CommandResult) => {
    const own = found.get(reportedKey(reported));
    if (own === undefined) throw new Refusal(`the given graph has no result ${reportedKey(reported)}`);
    return own;
  };
  return { recorded, results: report.map(wanted), asked: wanted(result) };
}

function decodedGraph(uri: string, text: string): Graph {
  const document = new TurtleDocument(uri, 1, text);
  const [error] = document.errors;
  if (error) throw new Refusal(`${uri} can't be read: ${error.message}`);
  return new IndexedGraph(
    [...document.graph.triples()].map(({ subject, predicate, object }) => ({
      subject: decoded(subject),
      predicate,
      object: decoded(object),
    })),
  );
}

function decoded(term: TermId): TermId {
  return terms.isIri(term) && isSkolemIri(terms.value(term)) ? decodeIri(terms.value(term)) : term;
}

function reportedKey({ focusNode, path, value, sourceShape, component }: CommandResult): string {
  return [focusNode, path ?? '-', value ?? '-', sourceShape, component].join(' ');
}

function keyOf({ focusNode, path, value, sourceShape, component }: Violation): string {
  return reportedKey({
    focusNode: name(focusNode),
    path: path ? printPath(path, termToNTriples) : null,
    value: value === undefined ? null : name(value),
    sourceShape: name(sourceShape),
    component: name(component),
    severity: '',
    messages: [],
  });
}

function name(term: TermId): string {
  const iri = encodedIri(term);
  return iri === undefined ? termToNTriples(term) : `<${iri}>`;
}
