import { lazy } from '../../base/lazy.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import type { SourceMap, SubjectBlock } from '../../turtle/sourceMap.ts';
import { rangeIn, type TermNode, type TripleSource, type TriplesStatement } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { componentOf } from '../components/index.ts';
import type { Entailment } from '../entailment/entailment.ts';
import { isSingleStep, type Path } from '../paths/path.ts';
import { hasClosure } from '../paths/pathValues.ts';
import { type Routes, routesFrom } from '../paths/route.ts';
import type { Constraint } from '../shapesGraph/shape.ts';
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
  readonly values: (focusNode: TermId, path: Path) => readonly TermId[];
}

/**
 * Finds places of results. Results have much in common, their focus nodes and the ways from there above all: what one
 * of them takes to find is kept for the others.
 */
export class Locator {
  readonly #sources: PlaceSources;
  /** The ways from the focus node that was looked at last: the results of a node come one after the other. */
  #routes: { readonly focusNode: TermId; readonly path: Path; readonly routes: Routes } | undefined;
  #values: FocusValues | undefined;
  readonly #described = new Map<TermId, Place | undefined>();
  /** Where the triples of closures are stated, on which many values of many focus nodes lie. */
  readonly #stated = new Map<string, Place | undefined>();

  /** What is read of statements goes with the locator. */
  readonly #read = new Map<TurtleDocument, SourceMap>();

  constructor(sources: PlaceSources) {
    this.#sources = sources;
  }

  /**
   * The term that a user has to look at: the offending value as written; the surplus ones of too many; the subject
   * where something is missing; the predicate that a closed shape does not allow; the triple that breaks for
   * inverse and complex paths; the sh:targetNode in the shapes file for a focus node that no file describes.
   */
  locate(violation: Violation): Place | undefined {
    return (
      this.#offendingPlace(violation) ??
      this.#describedPlace(violation.focusNode) ??
      this.#describedPlace(violation.rootFocusNode) ??
      targetPlace(violation, this.#sources.shapes)
    );
  }

  #offendingPlace(violation: Violation): Place | undefined {
    const { constraint, focusNode, path, value } = violation;
    const component = componentOf(constraint);
    switch (component.shownAt) {
      case 'focusNode':
        return undefined;
      case 'surplusValues': {
        if (path === undefined || !('count' in constraint)) return undefined;
        return this.#surplusPlace(focusNode, path, this.#counted(violation), constraint.count);
      }
      case 'valuesOfLanguage': {
        if (path === undefined) return undefined;
        const same = this.#valuesOf(focusNode, path)
          .byLanguage()
          .get(violation.language ?? '');
        return this.#surplusPlace(focusNode, path, same ?? [], 1);
      }
      case 'predicate':
        return predicatePlace(violation, this.#sources, this.#sourcesOf);
      case 'valueOfEither': {
        const compared = component.reads(constraint);
        return (
          this.#valuePlace(focusNode, path, value) ??
          (value === undefined || compared.kind !== 'property'
            ? undefined
            : placeIn(
                { subject: focusNode, predicate: compared.property, object: value },
                value,
                this.#sources,
                this.#sourcesOf,
              ))
        );
      }
      case 'value':
        return this.#valuePlace(focusNode, path, value);
    }
  }

  /** Of the values that are too many, on a closure the nearest: all others may be values of all other nodes too. */
  #counted({ constraint, focusNode, path }: Violation): readonly TermId[] {
    if (path === undefined || !('count' in constraint)) return [];
    const most = hasClosure(path) ? Math.max(constraint.count + 1, nearValues) : undefined;
    // Counting alone does not look at all values either.
    if (most !== undefined && constraint.kind === 'maxCount') {
      return this.#routesFrom(focusNode, path).nearest(most);
    }
    return this.#sources.conforming(constraint, this.#valuesOf(focusNode, path).all).slice(0, most);
  }

  #valuesOf(focusNode: TermId, path: Path): FocusValues {
    if (this.#values?.focusNode !== focusNode || this.#values.path !== path) {
      this.#values = new FocusValues(focusNode, path, this.#sources.values(focusNode, path));
    }
    return this.#values;
  }

  #routesFrom(focusNode: TermId, path: Path): Routes {
    if (this.#routes?.focusNode !== focusNode || this.#routes.path !== path) {
      this.#routes = { focusNode, path, routes: routesFrom(this.#sources.dataGraph, focusNode, path) };
    }
    return this.#routes.routes;
  }

  #valuePlace(focusNode: TermId, path: Path | undefined, value: TermId | undefined): Place | undefined {
    if (value === undefined || path === undefined) return undefined;
    const step = this.#routesFrom(focusNode, path).lastStepTo(value);
    if (step === undefined) return undefined;
    if (isSingleStep(path)) return placeIn(step.triple, value, this.#sources, this.#sourcesOf);
    const { subject, predicate, object } = step.triple;
    const key = `${subject} ${predicate} ${object} ${step.inverse}`;
    if (!this.#stated.has(key))
      this.#stated.set(key, placeIn(step.triple, value, this.#sources, this.#sourcesOf));
    return this.#stated.get(key);
  }

  /**
   * From the first surplus value to the last one that stands in the same list: those that are written last, whatever
   * the order in which they came to be.
   *
   * @param allowed how many of the values may stay.
   */
  #surplusPlace(
    focusNode: TermId,
    path: Path,
    values: readonly TermId[],
    allowed: number,
  ): Place | undefined {
    const { data } = this.#sources;
    const found = values
      .map((value) => this.#valuePlace(focusNode, path, value))
      .filter((place) => place !== undefined);
    // Those that no triple leads to, such as the focus node itself, stay.
    const places = found
      .sort((a, b) => data.indexOf(a.document) - data.indexOf(b.document) || a.range.start - b.range.start)
      .slice(Math.max(0, allowed - (values.length - found.length)));
    const start = places[0];
    if (!start) return undefined;
    const separators = /^[\s,]*$/;
    let end = start.range.end;
    for (const { document, range } of places.slice(1)) {
      if (document !== start.document || !separators.test(document.text.slice(end, range.start))) break;
      end = range.end;
    }
    return { document: start.document, range: { start: start.range.start, end } };
  }

  readonly #sourcesOf: SourcesOf = (document) => {
    let sources = this.#read.get(document);
    if (sources === undefined) {
      sources = document.sources.forOnce();
      this.#read.set(document, sources);
    }
    return sources;
  };

  #describedPlace(node: TermId): Place | undefined {
    if (!this.#described.has(node))
      this.#described.set(node, describedPlace(node, this.#sources.data, this.#sourcesOf));
    return this.#described.get(node);
  }
}

type SourcesOf = (document: TurtleDocument) => SourceMap;

/** On a closure, surplus values are looked for among so many. */
const nearValues = 32;

/** The values of one focus node. */
class FocusValues {
  readonly focusNode: TermId;
  readonly path: Path;
  readonly all: readonly TermId[];
  /** By language tag in lower case. */
  readonly byLanguage: () => ReadonlyMap<string, readonly TermId[]>;

  constructor(focusNode: TermId, path: Path, all: readonly TermId[]) {
    this.focusNode = focusNode;
    this.path = path;
    this.all = all;
    this.byLanguage = lazy(() => {
      const byLanguage = new Map<string, TermId[]>();
      for (const value of all) {
        const language = terms.language(value).toLowerCase();
        const known = byLanguage.get(language);
        if (known) known.push(value);
        else byLanguage.set(language, [value]);
      }
      return byLanguage;
    });
  }
}

/** Where the constraint is declared: the parameter and its value in the shapes file. */
export function locateConstraint(
  constraint: Constraint,
  shapes: readonly TurtleDocument[],
): Place | undefined {
  let places = constraintPlaces.get(shapes);
  if (places === undefined) {
    places = new Map();
    constraintPlaces.set(shapes, places);
  }
  if (!places.has(constraint)) {
    const { shape, parameter, parameterValue } = constraint;
    places.set(constraint, locateShape(shapes, shape, parameter, parameterValue));
  }
  return places.get(constraint);
}

/** All results of a constraint ask for its place. */
const constraintPlaces = new WeakMap<readonly TurtleDocument[], Map<Constraint, Place | undefined>>();

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

/** Where a triple says that something has a value: at the value if that is its object, else from the predicate on. */
function placeIn(
  triple: Triple,
  value: TermId,
  sources: PlaceSources,
  sourcesOf: SourcesOf,
): Place | undefined {
  const stated = statedTriple(triple, sources);
  return first(sources.data, (document) => {
    const source = sourcesOf(document).occurrences(stated)[0];
    return source && (stated.object === value ? objectRange(source) : predicateAndObject(source));
  });
}

/** The triple itself, or for one that is inferred a stated one that it is inferred from. */
function statedTriple(triple: Triple, { entailment }: PlaceSources): Triple {
  return entailment?.derivation(triple)?.[0]?.premise ?? triple;
}

function predicatePlace(
  { focusNode, path, value }: Violation,
  sources: PlaceSources,
  sourcesOf: SourcesOf,
): Place | undefined {
  if (path?.kind !== 'predicate' || value === undefined) return undefined;
  const triple = { subject: focusNode, predicate: path.predicate, object: value };
  const stated = statedTriple(triple, sources);
  return first(sources.data, (document) => {
    const source = sourcesOf(document).occurrences(stated)[0];
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
function describedPlace(
  node: TermId,
  documents: readonly TurtleDocument[],
  sourcesOf: SourcesOf = (document) => document.sources,
): Place | undefined {
  return (
    first(documents, (document) => {
      const block = mainBlock(sourcesOf(document).blocks(node));
      return block && rangeIn(block.statement, block.subject);
    }) ??
    first(documents, (document) => {
      const mention = sourcesOf(document).mentions(node)[0];
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
