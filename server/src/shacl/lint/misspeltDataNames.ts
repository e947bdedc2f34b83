import { groupBy } from '../../base/groupBy.ts';
import { completeVocabularies } from '../../rdf/completeVocabularies.ts';
import type { Graph } from '../../rdf/graph.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { classTypes, propertyTypes } from '../../rdf/schemaTypes.ts';
import { pairKey } from '../../rdf/termKeys.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { printTerm } from '../../rdf/turtle/printTerm.ts';
import { scopeAt } from '../../rdf/turtle/scopeAt.ts';
import { StatementFinds } from '../../rdf/turtle/statementMemo.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { WrittenTerm } from '../../rdf/turtle/writtenTerms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { isOwnName, isSlipOf, misspeltNames } from './checks/misspeltNames.ts';
import { LintedFile } from './lintedFile.ts';
import { changeTo, type ShapesMistake } from './shapesMistake.ts';

/** What a data file is checked with. */
export interface LinkedNames {
  readonly shapes: ShapesGraph;
  /** The data with its ontologies. */
  readonly dataGraph: Graph;
}

/**
 * Names of classes and properties in a data file that no linked file mentions otherwise, one typo away from a name that a
 * well-known vocabulary has, that the linked files declare, or that their shapes are about: hints, in the order of the
 * text.
 */
export function misspeltDataNames(document: TurtleDocument, linked: LinkedNames): readonly ShapesMistake[] {
  const scope = scopeAt(document, document.rope.length);
  const file = new LintedFile(document, { ...linked.shapes, term: (id) => printTerm(id, scope) });
  const found = [...ofVocabularies(file, linked), ...ofLinkedFiles(file, linked)];
  return found
    .map((mistake): ShapesMistake => ({ ...mistake, severity: 'hint' }))
    .sort((a, b) => a.range.start - b.range.start);
}

/**
 * For vocabularies that grow or of which data uses older versions, only clear slips in the names of properties and classes:
 * qudt:dimension was one beside qudt:dimensions, and units come with each version.
 */
function* ofVocabularies(file: LintedFile, { dataGraph }: LinkedNames): Iterable<ShapesMistake> {
  for (const { written, right, mistake } of misspeltNames(file)) {
    const { id, role } = written;
    const isComplete = completeVocabularies.has(namespaceOf(terms.value(id)));
    const isClear = isSlipOf(id, right) && (role === 'predicate' || isType(id, file.document));
    if ((isComplete || isClear) && dataGraph.outgoing(id).length === 0) yield mistake;
  }
}

function isType(id: TermId, { graph }: TurtleDocument): boolean {
  return graph.subjects(rdf.type, id).length > 0;
}

function* ofLinkedFiles(file: LintedFile, linked: LinkedNames): Iterable<ShapesMistake> {
  const { document } = file;
  const { finds, meant } = slipsOf(namesOf(linked));
  const judged = new Map<number, boolean>();
  for (const { found, start: offset } of document.found(finds)) {
    for (const { id, role, start, end } of found) {
      const right = meant(id, role === 'predicate')!;
      const key = pairKey(id, right);
      if (!judged.has(key)) judged.set(key, isSlip(id, right, role === 'predicate', document, linked));
      if (!judged.get(key)) continue;
      const range = { start: start + offset, end: end + offset };
      yield {
        severity: 'hint',
        message: `No linked file names ${file.term(id)}. Did you mean ${file.term(right)}?`,
        range,
        statement: undefined,
        remedies: [changeTo(file, range, right)],
      };
    }
  }
}

/** Names of one role, the same for the same names. */
interface Names {
  readonly properties: readonly TermId[];
  readonly classes: readonly TermId[];
}

/** The names that the linked files declare or that their shapes are about. */
function namesOf({ shapes, dataGraph }: LinkedNames): Names {
  const declared = (types: readonly TermId[]) =>
    [dataGraph, shapes.graph].flatMap((graph) => types.flatMap((type) => graph.subjects(rdf.type, type)));
  const named = (parameters: readonly TermId[]) =>
    parameters.flatMap((each) => shapes.graph.withPredicate(each).map(({ object }) => object));
  const own = (ids: readonly TermId[]) => [...new Set(ids)].filter(isOwnName);
  return {
    properties: own([
      ...declared(propertyTypes),
      ...named([sh.path, sh.targetSubjectsOf, sh.targetObjectsOf]),
    ]),
    classes: own([...declared(classTypes), ...named([sh.class, sh.targetClass])]),
  };
}

interface Slips {
  readonly names: Names;
  /** The names in statements that are one typo away from one of the same role, and are not such names. */
  readonly finds: StatementFinds<readonly WrittenTerm[]>;
  /** The name that may have been meant. */
  readonly meant: (id: TermId, isProperty: boolean) => TermId | undefined;
}

/** The most recent ones, so that after an edit of the data only its text is read again. */
let known: readonly Slips[] = [];
let generation = terms.generation;
const mostKnown = 4;

function slipsOf(names: Names): Slips {
  const isSame = (some: readonly TermId[], others: readonly TermId[]) =>
    some.length === others.length && some.every((id, i) => id === others[i]);
  // Ids may stand for other terms.
  if (generation !== terms.generation) known = [];
  generation = terms.generation;
  const last = known.find(
    (each) => isSame(each.names.properties, names.properties) && isSame(each.names.classes, names.classes),
  );
  const slips = last ?? newSlips(names);
  known = [slips, ...known.filter((each) => each !== last)].slice(0, mostKnown);
  return slips;
}

function newSlips(names: Names): Slips {
  const ofProperties = meantOf(names.properties);
  const ofClasses = meantOf(names.classes);
  const meant = (id: TermId, isProperty: boolean) => (isProperty ? ofProperties(id) : ofClasses(id));
  const finds = new StatementFinds((statement) => {
    const properties = new Set<TermId>();
    const classes = new Set<TermId>();
    const triple = (_: TermId, predicate: TermId, object: TermId) => {
      if (predicate === rdf.type) {
        if (ofClasses(object) !== undefined) classes.add(object);
      } else if (ofProperties(predicate) !== undefined) properties.add(predicate);
    };
    statement.visit({ triple });
    if (properties.size + classes.size === 0) return undefined;
    const found: WrittenTerm[] = [];
    const add = (written: WrittenTerm) => {
      const { id, role } = written;
      if (role === 'predicate' ? properties.has(id) : role === 'object' && classes.has(id))
        found.push(written);
    };
    statement.forTerms(add, { forms: ['reference', 'prefixed'] });
    return found;
  });
  return { names, finds, meant };
}

/** Finds the names, of some, that another one may be a misspelling of. */
function meantOf(names: readonly TermId[]): (id: TermId) => TermId | undefined {
  const all = new Set(names);
  const byNamespace = groupBy(names, (id) => namespaceOf(terms.value(id)));
  const answers = new Map<TermId, TermId | undefined>();
  return (id) => {
    if (!terms.isIri(id) || all.has(id)) return undefined;
    if (!answers.has(id)) {
      const near = byNamespace.get(namespaceOf(terms.value(id)));
      answers.set(
        id,
        near?.find((each) => isSlipOf(id, each)),
      );
    }
    return answers.get(id);
  };
}

/**
 * No linked file declares or uses the name; no node has both names; and it occurs neither more often than the other one
 * beside it, nor several times where nothing has the other one.
 */
function isSlip(
  id: TermId,
  right: TermId,
  isProperty: boolean,
  { graph }: TurtleDocument,
  { shapes, dataGraph }: LinkedNames,
): boolean {
  if (dataGraph.outgoing(id).length > 0 || shapes.graph.outgoing(id).length > 0) return false;
  if (shapes.graph.incoming(id).length > 0 || shapes.graph.withPredicate(id).length > 0) return false;
  const nodesWith = (name: TermId, among: Graph = dataGraph) =>
    isProperty ? among.withPredicate(name).map(({ subject }) => subject) : among.subjects(rdf.type, name);
  const others = nodesWith(right);
  const these = nodesWith(id);
  if (these.length > nodesWith(id, graph).length) return false;
  if (these.length > (others.length || mostAlone)) return false;
  // A target without description or data is reported in the shapes, which are more likely wrong.
  const isTarget = targets.some((each) => shapes.graph.subjects(each, right).length > 0);
  if (others.length === 0 && isTarget && dataGraph.outgoing(right).length === 0) return false;
  const isNamedElsewhere = dataGraph
    .incoming(id)
    .some(({ subject, predicate }) => predicate !== rdf.type && !graph.has(subject, predicate, id));
  if (isNamedElsewhere) return false;
  const both = new Set(others);
  return !these.some((node) => both.has(node));
}

/** A name that is used again and again, and never the other one, is intended. */
const mostAlone = 2;

const targets = [sh.targetClass, sh.targetSubjectsOf, sh.targetObjectsOf];
