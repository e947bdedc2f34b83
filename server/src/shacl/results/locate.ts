import { lazy } from '../../base/lazy.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { Graph } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { offsetInString } from '../../rdf/turtle/escapes.ts';
import type { SourceMap, SubjectBlock } from '../../rdf/turtle/sourceMap.ts';
import {
  rangeIn,
  type TermNode,
  type TripleSource,
  type TriplesStatement,
} from '../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import { componentOf } from '../components/index.ts';
import { languageAndDirection } from '../components/stringBased.ts';
import { type Entailment, statedPremises } from '../entailment/entailment.ts';
import { isSingleStep, type Path } from '../model/path.ts';
import type { Constraint } from '../model/shape.ts';
import type { Violation } from '../model/violation.ts';
import { hasClosure } from '../paths/pathValues.ts';
import { type Routes, routesFrom } from '../paths/route.ts';

/** A place in a document; the range has UTF-16 offsets. */
export interface Place {
  readonly document: TurtleDocument;
  readonly range: TextRange;
}

/** Where the places of results are searched. */
export interface PlaceSources {
  /** Data files first, then context. The first document with a better place wins. */
  readonly data: readonly TurtleDocument[];
  readonly shapes: readonly TurtleDocument[];
  readonly dataGraph: Graph;
  /** The inferred part of the data graph. An inferred triple is shown at a stated triple that it is inferred from. */
  readonly entailment?: Entailment | undefined;
  /** The values of a shape's path that count for a qualified constraint of the shape. */
  readonly conforming: (constraint: Constraint, values: readonly TermId[]) => readonly TermId[];
  readonly values: (focusNode: TermId, path: Path) => readonly TermId[];
}

/**
 * Finds the places of results. Results share much, above all their focus nodes and the paths from these, so a locator
 * reuses its findings for other results.
 */
export class Locator {
  readonly #sources: PlaceSources;
  /** The routes from the last focus node: the results of a node come one after the other. */
  #routes: { readonly focusNode: TermId; readonly path: Path; readonly routes: Routes } | undefined;
  #values: FocusValues | undefined;
  readonly #described = new Map<TermId, Place | undefined>();
  /** Where the triples of closures are stated. Many values of many focus nodes are reached by the same triples. */
  readonly #stated = new Map<string, Place | undefined>();

  /** Source maps by document, kept as long as the locator. */
  readonly #read = new Map<TurtleDocument, SourceMap>();

  constructor(sources: PlaceSources) {
    this.#sources = sources;
  }

  /**
   * The term that a user should look at: the offending value; the surplus values when there are too many; the subject
   * when something is missing; the predicate that a closed shape does not allow; the relevant triple for inverse and
   * complex paths; the sh:targetNode in the shapes file for a focus node that no file describes. Undefined when no
   * document has such a place.
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
          (value === undefined || compared.kind !== 'path'
            ? undefined
            : this.#valuePlace(focusNode, compared.path, value))
        );
      }
      case 'value':
        return (
          this.#valuePlace(focusNode, path, value) ??
          (constraint.kind === 'sparql' ? this.#statedValue(focusNode, value) : undefined)
        );
    }
  }

  /**
   * The values that a count constraint counts. On a closure only the nearest ones, because all other nodes may be
   * values of every node.
   */
  #counted({ constraint, focusNode, path }: Violation): readonly TermId[] {
    if (path === undefined || !('count' in constraint)) return [];
    const most = hasClosure(path) ? Math.max(constraint.count + 1, nearValues) : undefined;
    // Counting alone does not need all values.
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
   * The range from the first surplus value to the last one in the same object list. The surplus values are those that
   * are written last in the files, in whatever order they were found.
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
    // Values that no triple leads to, such as the focus node itself, have no place, so they count as values that stay.
    const places = found
      .sort((a, b) => data.indexOf(a.document) - data.indexOf(b.document) || a.range.start - b.range.start)
      .slice(Math.max(0, allowed - (values.length - found.length)));
    const start = places[0];
    if (!start) return undefined;
    const separators = /^[\s,]*$/;
    let end = start.range.end;
    for (const { document, range } of places.slice(1)) {
      if (document !== start.document || !separators.test(document.rope.slice(end, range.start))) break;
      end = range.end;
    }
    return { document: start.document, range: { start: start.range.start, end } };
  }

  /** Where the focus node has a value that a query selected: only the query determines by which property. */
  #statedValue(focusNode: TermId, value: TermId | undefined): Place | undefined {
    if (value === undefined || value === focusNode) return undefined;
    const triple = this.#sources.dataGraph.outgoing(focusNode).find(({ object }) => object === value);
    return triple && placeIn(triple, value, this.#sources, this.#sourcesOf);
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

/** On a closure, surplus values are searched among at least this many of the nearest values. */
const nearValues = 32;

/** The values of one path at one focus node. */
class FocusValues {
  readonly focusNode: TermId;
  readonly path: Path;
  readonly all: readonly TermId[];
  /** Values by language tag in lower case. */
  readonly byLanguage: () => ReadonlyMap<string, readonly TermId[]>;

  constructor(focusNode: TermId, path: Path, all: readonly TermId[]) {
    this.focusNode = focusNode;
    this.path = path;
    this.all = all;
    this.byLanguage = lazy(() => {
      const byLanguage = new Map<string, TermId[]>();
      for (const value of all) {
        const language = languageAndDirection(value).toLowerCase();
        const known = byLanguage.get(language);
        if (known) known.push(value);
        else byLanguage.set(language, [value]);
      }
      return byLanguage;
    });
  }
}

/** Where the constraint is declared in the shapes file: its parameter and the value of it. */
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

/** The place of each constraint is kept, because every result of the constraint asks for it. */
const constraintPlaces = new WeakMap<readonly TurtleDocument[], Map<Constraint, Place | undefined>>();

/**
 * Where a shape states a parameter. Without a parameter, or when the statement is not found, the place of the shape
 * itself.
 */
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

/** Where a text is written, or the part of it that is given by a range of its value. */
export function locateText(
  documents: readonly TurtleDocument[],
  { range, ...triple }: Triple & { readonly range: TextRange | undefined },
): Place | undefined {
  return first(documents, (document) => {
    const source = document.sources.occurrences(triple)[0];
    if (source?.objectTerm?.kind !== 'literal') return undefined;
    const whole = rangeIn(source.statement, source.objectTerm.lexical);
    if (range === undefined) return whole;
    const token = document.rope.slice(whole.start, whole.end);
    return {
      start: whole.start + offsetInString(token, range.start),
      end: whole.start + offsetInString(token, range.end),
    };
  });
}

/**
 * Where the data state a triple: at the object when the object is the value, otherwise from the predicate to the
 * object.
 */
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

/** The triple itself; for an inferred triple, a stated triple that it is inferred from. */
function statedTriple(triple: Triple, { entailment }: PlaceSources): Triple {
  const steps = entailment?.derivation(triple);
  return (steps && statedPremises(steps)[0]) ?? triple;
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

/** Where a triple is stated: the range of its object. */
export function triplePlace(triple: Triple, documents: readonly TurtleDocument[]): Place | undefined {
  return first(documents, (document) => {
    const source = document.sources.occurrences(triple)[0];
    return source && objectRange(source);
  });
}

/** The subject of the block that describes the node, its main block first; otherwise the first mention of the node. */
function describedPlace(
  node: TermId,
  documents: readonly TurtleDocument[],
  sourcesOf: SourcesOf = (document) => document.sources,
): Place | undefined {
  return (
    first(documents, (document) => {
      const sources = sourcesOf(document);
      const [only, ...others] = sources.described(node);
      // Most nodes are described in one place, for which no statement need be read.
      if (others.length === 0) return only && { start: only.start, end: only.end };
      const block = mainBlock(sources.blocks(node));
      return block && rangeIn(block.statement, block.subject);
    }) ??
    first(documents, (document) => {
      const mention = sourcesOf(document).mentions(node)[0];
      return mention && rangeIn(mention.statement, mention.node);
    })
  );
}

/** The first block that states the node's type, otherwise the first block. */
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

/**
 * The range of a parameter and its value. When the value is in brackets, which may span many lines, only the parameter.
 */
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
