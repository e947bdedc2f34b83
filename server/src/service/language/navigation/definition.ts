import { type TermId, terms } from '../../../rdf/terms.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { WrittenTerm } from '../../../rdf/turtle/writtenTerms.ts';
import { rdf, rdfs, sh } from '../../../rdf/vocab.ts';
import { labelProperties } from '../../../repair/evidence/nameProperties.ts';
import type { Place } from '../../../shacl/results/locate.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import {
  isWrite,
  type Occurrence,
  occurrencesInFiles,
  prefixOccurrences,
  termOccurrences,
} from '../occurrences/occurrences.ts';
import type { SymbolAt } from '../occurrences/symbolAt.ts';

/**
 * The definition of what a place names: a prefix at its declaration, a term where it is described best. A class or property
 * that no file describes is defined by the shapes that are about it.
 *
 * @param documents starting with the requested one.
 */
export function definitions(symbol: SymbolAt, documents: readonly TurtleDocument[]): readonly Place[] {
  const [document] = documents;
  if (document === undefined) return [];
  if (symbol.kind === 'prefix') return declarationOf(document, symbol.prefix, symbol.range.start);
  return definitionsOf(symbol.id, documents);
}

function definitionsOf(id: TermId, documents: readonly TurtleDocument[]): readonly Place[] {
  const [best] = describingPlaces(documents, id);
  return best ? [best] : shapesAbout(id, documents);
}

/** The declaration of a prefix that holds at an offset, or the next one where it is used before it is declared. */
function declarationOf(document: TurtleDocument, prefix: string, offset: number): readonly Place[] {
  const own = document.directives.filter(
    (directive) => directive.kind === 'prefix' && directive.prefix === prefix,
  );
  const declaration = own.findLast(({ start }) => start <= offset) ?? own[0];
  if (declaration?.kind !== 'prefix') return [];
  return [{ document, range: rangeIn(declaration, declaration.prefixRange) }];
}

/** Where shapes name their subject: the class of a target, the property of a path. */
function shapesAbout(id: TermId, documents: readonly TurtleDocument[]): readonly Place[] {
  return documents.flatMap((document) =>
    aboutPredicates.flatMap((predicate) => {
      const found: Place[] = [];
      for (const subject of document.graph.subjects(predicate, id)) {
        for (const { statement, objectTerm } of document.sources.occurrences({
          subject,
          predicate,
          object: id,
        })) {
          if (objectTerm) found.push({ document, range: rangeIn(statement, objectTerm) });
        }
      }
      return found;
    }),
  );
}

const aboutPredicates: readonly TermId[] = [sh.targetClass, sh.path, sh.targetSubjectsOf, sh.targetObjectsOf];

/**
 * Where the type of a term is defined: its classes, for a property without a described class its range, for a literal
 * its datatype.
 */
export function typeDefinitions(id: TermId, documents: readonly TurtleDocument[]): readonly Place[] {
  return typesOf(id, documents).flatMap((type) => definitionsOf(type, documents));
}

function typesOf(id: TermId, documents: readonly TurtleDocument[]): readonly TermId[] {
  if (terms.isLiteral(id)) return [terms.datatype(id)!];
  const values = (predicate: TermId) => documents.flatMap(({ graph }) => graph.objects(id, predicate));
  return [...new Set([...values(rdf.type), ...values(rdfs.range)])];
}

/** A longer list of places would not be useful. */
const mostNodes = 1000;

/**
 * Where the focus nodes of a shape are described: the nodes that its targets select, in all units of the file. For a
 * class without a shape of its name, its instances. At most a thousand.
 */
export function implementations(id: TermId, { analyses, documents }: AnalysedFile): readonly Place[] {
  const nodes = new Set<TermId>();
  for (const { evaluator, graphs } of analyses) {
    const shape = graphs.input.shapes.get(id);
    const found =
      shape && shape.targets.length > 0
        ? evaluator.targets(shape)
        : graphs.input.dataGraph.subjects(rdf.type, id);
    for (const node of found.slice(0, mostNodes)) nodes.add(node);
  }
  return [...nodes].slice(0, mostNodes).flatMap((node) => {
    const [best] = describingPlaces(documents, node);
    return best ? [best] : [];
  });
}

/** All places that name the symbol in one document. */
export function occurrencesOf(symbol: SymbolAt, document: TurtleDocument): readonly Occurrence[] {
  return symbol.kind === 'prefix'
    ? prefixOccurrences(document, symbol.prefix)
    : termOccurrences(document, symbol.id);
}

/**
 * All places that name what a place of a document names: terms in all documents, a prefix in its own.
 *
 * @param documents the one that is asked about first.
 * @param isReadOnly leaves out the places that describe the term, and the declarations of the prefix.
 */
export async function references(
  symbol: SymbolAt,
  documents: readonly TurtleDocument[],
  { isReadOnly }: { readonly isReadOnly: boolean },
  signal: AbortSignal,
): Promise<readonly Place[]> {
  const [own] = documents;
  if (own === undefined) return [];
  const found =
    symbol.kind === 'prefix'
      ? [{ document: own, occurrences: prefixOccurrences(own, symbol.prefix) }]
      : await occurrencesInFiles(documents, symbol.id, signal);
  return found.flatMap(({ document, occurrences }) =>
    occurrences
      .filter((occurrence) => !isReadOnly || !isWrite(occurrence))
      .map(({ range }) => ({ document, range })),
  );
}

/** The places of a document where a blank node label is written, to be edited as one; empty for all other symbols. */
export function linkedLabels(symbol: SymbolAt, document: TurtleDocument): readonly Occurrence[] {
  if (symbol.kind === 'prefix' || symbol.node?.kind !== 'label') return [];
  return termOccurrences(document, symbol.id).filter(({ form }) => form === 'label');
}

/** A place where a term is a subject, and how well it is described there. */
export interface DescribingPlace extends Place {
  /** Higher where a type and a label are stated, then where there are more statements. */
  readonly weight: number;
}

/**
 * For each document that describes a term, the subject that describes it best, the best one first; equally good ones in the
 * order of the documents. A document with a type of the term counts more than one with many statements about it.
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
