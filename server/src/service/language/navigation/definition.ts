import { type TermId, terms } from '../../../rdf/terms.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf, rdfs, sh } from '../../../rdf/vocab.ts';
import type { Place } from '../../../shacl/results/locate.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import type { SymbolAt } from '../occurrences/symbolAt.ts';
import { describingPlaces } from './describingPlace.ts';

/**
 * Where what a place names is defined: a prefix at its declaration, a term where it is described best. A class or
 * property that no file describes is defined by the shapes that are about it.
 *
 * @param documents the one that is asked about first.
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

/** Where shapes say what they are about: the class of a target, the property of a path. */
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

/** An editor lists no more places in a useful way. */
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
