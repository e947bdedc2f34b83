import type { TermId } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { WrittenTerm } from '../../../rdf/turtle/writtenTerms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { labelProperties } from '../../../repair/evidence/nameProperties.ts';
import type { Place } from '../../../shacl/results/locate.ts';

/** A place where a term is a subject, and how much is said about it there. */
export interface DescribingPlace extends Place {
  /** Higher where a type and a label are stated, then where more is. */
  readonly weight: number;
}

/**
 * For each document that describes a term, the subject that describes it best, the best one first; equally good ones in
 * the order of the documents. A document that says what type the term has counts more than one that has many statements
 * about it.
 */
export function describingPlaces(
  documents: readonly TurtleDocument[],
  id: TermId,
): readonly DescribingPlace[] {
  return documents.flatMap((document) => placeIn(document, id) ?? []).sort((a, b) => b.weight - a.weight);
}

/** More statements about a term in one document are not compared: a few of them have its type. */
const mostSubjects = 64;

function placeIn(document: TurtleDocument, id: TermId): DescribingPlace | undefined {
  const subjects = document.sources.described(id).slice(0, mostSubjects);
  const [first] = subjects;
  if (first === undefined) return undefined;
  const { graph } = document;
  const isTyped = graph.objects(id, rdf.type).length > 0;
  const isNamed = labelProperties.some((property) => graph.objects(id, property).length > 0);
  const weight =
    (isTyped ? 1000 : 0) + (isNamed ? 100 : 0) + Math.min(graph.outgoing(id).length, mostStatements);
  const best = isTyped ? (subjects.find((subject) => statesType(document, subject)) ?? first) : first;
  return { document, range: { start: best.start, end: best.end }, weight };
}

const mostStatements = 99;

function statesType(document: TurtleDocument, { start }: WrittenTerm): boolean {
  const statement = document.sources.statementAt(start);
  return statement?.kind === 'triples' && statement.predicates.some(({ verb }) => verb.id === rdf.type);
}
