import type { TextRange } from '../base/textRange.ts';
import type { Graph } from '../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { rdf, sh } from '../rdf/vocab.ts';
import type { SubjectBlock } from '../turtle/sourceMap.ts';
import { rangeIn, type TermNode, type TripleSource, type TriplesStatement } from '../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import type { Entailment } from './entailment.ts';
import { routeTo } from './route.ts';
import type { Constraint } from './shape.ts';
import type { Violation } from './violation.ts';

/** A place in a document. */
export interface Place {
  readonly document: TurtleDocument;
  readonly range: TextRange;
}

/** Where to look for the places of results. */
export interface PlaceSources {
  /** Data files first, then context: the first that has a better place wins. */
  readonly data: readonly TurtleDocument[];
  readonly shapes: readonly TurtleDocument[];
  readonly dataGraph: Graph;
  /** What of the data graph is inferred: such triples stand where those do that they are inferred from. */
  readonly entailment?: Entailment | undefined;
  /** The values of a shape's path that count for its qualified constraint. */
  readonly conforming: (constraint: Constraint, values: readonly TermId[]) => readonly TermId[];
  readonly values: (violation: Violation) => readonly TermId[];
}

/**
 * The term that a user has to look at: the offending value as written; the surplus ones of too many; the subject
 * where something is missing; the predicate that a closed shape does not allow; the triple that breaks for
 * inverse and complex paths; the sh:targetNode in the shapes file for a focus node that no file describes.
 */
export function locate(violation: Violation, sources: PlaceSources): Place | undefined {
  return (
    offendingPlace(violation, sources) ??
    describedPlace(violation.focusNode, sources.data) ??
    describedPlace(violation.rootFocusNode, sources.data) ??
    targetPlace(violation, sources.shapes)
  );
}

/** Where the constraint is declared: the parameter and its value in the shapes file. */
export function locateConstraint(
  { shape, parameter, parameterValue }: Constraint,
  shapes: readonly TurtleDocument[],
): Place | undefined {
  return locateShape(shapes, shape, parameter, parameterValue);
}

/** Where a shape says something with a parameter; the shape itself where no statement is named or found. */
export function locateShape(
  shapes: readonly TurtleDocument[],
  shape: TermId,
  parameter?: TermId,
  value?: TermId,
): Place | undefined {
  return (
    first(shapes, (document) => {
      const { sources, graph } = document;
      const objects = parameter === undefined ? [] : graph.objects(shape, parameter);
      const object = value !== undefined && objects.includes(value) ? value : objects[0];
      if (parameter === undefined || object === undefined) return undefined;
      const source = sources.occurrences({ subject: shape, predicate: parameter, object })[0];
      return source && parameterRange(source);
    }) ?? describedPlace(shape, shapes)
  );
}

function offendingPlace(violation: Violation, sources: PlaceSources): Place | undefined {
  const { constraint } = violation;
  switch (constraint.kind) {
    case 'minCount':
    case 'qualifiedMinCount':
    case 'hasValue':
      return undefined;
    case 'maxCount':
    case 'qualifiedMaxCount': {
      const counted = sources.conforming(constraint, sources.values(violation));
      return surplusPlace(violation, counted, constraint.count, sources);
    }
    case 'uniqueLang': {
      const { language = '' } = violation;
      const same = sources
        .values(violation)
        .filter((value) => terms.language(value).toLowerCase() === language);
      return surplusPlace(violation, same, 1, sources);
    }
    case 'closed':
      return closedPlace(violation, sources);
    case 'equals': {
      const { focusNode, value = -1 } = violation;
      const triple = { subject: focusNode, predicate: constraint.property, object: value };
      return valuePlace(violation, sources) ?? placeIn(triple, value, sources);
    }
    default:
      return valuePlace(violation, sources);
  }
}

function valuePlace(
  { focusNode, path, value }: Pick<Violation, 'focusNode' | 'path' | 'value'>,
  sources: PlaceSources,
): Place | undefined {
  if (value === undefined || path === undefined) return undefined;
  const step = routeTo(sources.dataGraph, focusNode, path, value)?.at(-1);
  return step && placeIn(step.triple, value, sources);
}

/** Where a triple says that something has a value: at the value if that is its object, else from the predicate on. */
function placeIn(triple: Triple, value: TermId, sources: PlaceSources): Place | undefined {
  const stated = statedTriple(triple, sources);
  return first(sources.data, (document) => {
    const source = document.sources.occurrences(stated)[0];
    return source && (stated.object === value ? objectRange(source) : predicateAndObject(source));
  });
}

/** The triple itself, or for one that is inferred a stated one that it is inferred from. */
function statedTriple(triple: Triple, { entailment }: PlaceSources): Triple {
  return entailment?.derivation(triple)?.[0]?.premise ?? triple;
}

/**
 * From the first surplus value to the last one that stands in the same list: those that are written last, whatever
 * the order in which they came to be.
 *
 * @param allowed how many of the values may stay.
 */
function surplusPlace(
  violation: Violation,
  values: readonly TermId[],
  allowed: number,
  sources: PlaceSources,
): Place | undefined {
  const { focusNode, path } = violation;
  const order = (place: Place | undefined) => (place ? sources.data.indexOf(place.document) : -1);
  const places = values
    .map((value) => valuePlace({ focusNode, path, value }, sources))
    .sort((a, b) => order(a) - order(b) || (a?.range.start ?? 0) - (b?.range.start ?? 0))
    .slice(allowed)
    .filter((place) => place !== undefined);
  const start = places[0];
  if (!start) return undefined;
  const separators = /^(?:\s|,)*$/;
  let end = start.range.end;
  for (const { document, range } of places.slice(1)) {
    if (document !== start.document || !separators.test(document.text.slice(end, range.start))) break;
    end = range.end;
  }
  return { document: start.document, range: { start: start.range.start, end } };
}

function closedPlace({ focusNode, path, value }: Violation, sources: PlaceSources) {
  if (path?.kind !== 'predicate' || value === undefined) return undefined;
  const triple = { subject: focusNode, predicate: path.predicate, object: value };
  const stated = statedTriple(triple, sources);
  return first(sources.data, (document) => {
    const source = document.sources.occurrences(stated)[0];
    return source?.predicate && rangeIn(source.statement, source.predicate.verb);
  });
}

/** Where a triple is stated: its object. */
export function triplePlace(triple: Triple, documents: readonly TurtleDocument[]): Place | undefined {
  return first(documents, (document) => {
    const source = document.sources.occurrences(triple)[0];
    return source && objectRange(source);
  });
}

/** The subject where the node is described, its main block first; else where it is mentioned. */
function describedPlace(node: TermId, documents: readonly TurtleDocument[]): Place | undefined {
  return (
    first(documents, (document) => {
      const block = mainBlock(document.sources.blocks(node));
      return block && rangeIn(block.statement, block.subject);
    }) ??
    first(documents, (document) => {
      const mention = document.sources.mentions(node)[0];
      return mention && rangeIn(mention.statement, mention.node);
    })
  );
}

/** The block that says what the node is, else the first. */
function mainBlock(blocks: readonly SubjectBlock[]): SubjectBlock | undefined {
  return blocks.find(({ predicates }) => predicates.some(({ verb }) => verb.id === rdf.type)) ?? blocks[0];
}

function targetPlace(violation: Violation, shapes: readonly TurtleDocument[]): Place | undefined {
  const triple = {
    subject: violation.rootShape,
    predicate: sh.targetNode,
    object: violation.rootFocusNode,
  };
  return (
    triplePlace(triple, shapes) ??
    describedPlace(violation.rootShape, shapes) ??
    describedPlace(violation.sourceShape, shapes)
  );
}

function objectRange({ statement, objectTerm, subject }: TripleSource): TextRange {
  return rangeIn(statement, objectTerm ?? subject);
}

/** A parameter with its value, alone where the value is a bracket that may go over many lines. */
function parameterRange(source: TripleSource): TextRange {
  const { statement, predicate, objectTerm } = source;
  return predicate && objectTerm?.kind === 'propertyList'
    ? rangeIn(statement, predicate.verb)
    : predicateAndObject(source);
}

function predicateAndObject(source: TripleSource): TextRange {
  const { statement, predicate, objectTerm, subject } = source;
  const end: TermNode = objectTerm ?? subject;
  const start: TermNode = predicate && predicate.objects[0]?.term === objectTerm ? predicate.verb : end;
  return absolute(statement, start.start, end.end);
}

function absolute(statement: TriplesStatement, start: number, end: number): TextRange {
  return rangeIn(statement, { start, end });
}

function first(
  documents: readonly TurtleDocument[],
  find: (document: TurtleDocument) => TextRange | undefined,
): Place | undefined {
  for (const document of documents) {
    const range = find(document);
    if (range) return { document, range };
  }
  return undefined;
}
