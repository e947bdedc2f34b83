import type { OffsetEdit } from '../../base/textEdit.ts';
import type { Graph, GraphDelta } from '../graph.ts';
import { graphDifference } from '../graphDifference.ts';
import { isAbsoluteIri } from '../iri.ts';
import { blanksIn, isomorphic } from '../isomorphism.ts';
import { type TermId, type Triple, terms } from '../terms.ts';
import { isOfLines } from '../turtle/textFormat.ts';
import type { RdfVersion, TurtleDocument } from '../turtle/turtleDocument.ts';
import { rdf } from '../vocab.ts';
import { NotExpressible } from './editableSources.ts';
import { EditCollector } from './editCollector.ts';
import { GraphChange } from './graphChange.ts';
import type { PlanContext } from './planContext.ts';
import { planLines } from './planLines.ts';
import { PendingTriples, PlannedChanges, type PlannedEdit, type PlanState } from './plannedChanges.ts';
import { addStatement } from './writing/addStatement.ts';
import { Layout } from './writing/layout.ts';
import { placeAddedTriples } from './writing/placeAddedTriples.ts';
import { PrefixWriter } from './writing/prefixWriter.ts';
import { BracketRelocator, relocateBrackets, relocatedRange } from './writing/relocateBrackets.ts';
import { removeRest, replaceObjects, replaceSubjects, replaceVerbs } from './writing/replacements.ts';
import { editStatement } from './writing/statementWriter.ts';
import { EditTermWriter } from './writing/termWriter.ts';
import { TokenRemover } from './writing/tokenRemover.ts';
import { Trivia } from './writing/trivia.ts';
import { updateCollections } from './writing/updateCollections.ts';

export type { PlannedEdit };

/** How to write a change of a graph into a document, or why that is impossible. */
export type EditPlan =
  | { readonly kind: 'edits'; readonly edits: readonly PlannedEdit[] }
  | { readonly kind: 'notExpressible'; readonly reason: string };

export interface EditPlanOptions {
  /** Whether to declare well-known prefixes that the document lacks. Otherwise, such IRIs are written in full. */
  readonly declaresPrefixes: boolean;
  /** Where statements about new subjects go; by default after statements about similar subjects. */
  readonly newStatements?: 'besideKin' | 'atEnd';
  /** The version of RDF for the text; 1.2 by default. */
  readonly rdf?: RdfVersion;
}

/**
 * Plans the smallest change to a text after which it states the document's graph without the removed triples and with
 * the added ones. The change follows the style of the text and keeps every comment. Blank nodes of the delta are those
 * of the document or new ones; a blank node of another document would become a new one.
 *
 * First, every triple is assigned to a place: lists change items; subjects, objects and verbs are replaced; the
 * remaining removed triples lose their text; the remaining added ones join a block or get a statement. Then each
 * affected statement is visited once to collect its edits.
 */
export function planEdits(
  document: TurtleDocument,
  delta: GraphDelta,
  options: EditPlanOptions = { declaresPrefixes: true },
): EditPlan {
  const change = new GraphChange(document.graph, delta);
  if (change.isEmpty) return { kind: 'edits', edits: [] };
  const { libraryFormat } = document;
  if (libraryFormat) {
    const reason = `${libraryFormat} is edited by repairs only. Convert the file to Turtle, or write it by hand.`;
    return { kind: 'notExpressible', reason };
  }
  try {
    const added = [...change.added.triples()];
    for (const triple of added) checkTerms(triple);
    const redeclaring = isOfLines(document.format) ? undefined : redeclared(document, change);
    if (redeclaring) return { kind: 'edits', edits: [redeclaring] };
    const edits = isOfLines(document.format)
      ? planLines(document, change)
      : writeEdits(document, change, assignTriples(document, change, added), options);
    const isSure = document.errors.length === 0 && document.format?.name !== 'TriG';
    if (
      !isSure ||
      [document.graph, change.added].some((graph) => graph.withPredicate(rdf.reifies).length > 0)
    )
      checkReading(document, edits, change);
    if (options.rdf === '1.1' && addsNewSyntax(document, edits)) {
      throw new NotExpressible(
        'RDF 1.1, which this file is held to, has no text for it: reifiers, annotations and triple terms came with RDF 1.2.',
      );
    }
    return { kind: 'edits', edits };
  } catch (error) {
    if (error instanceof NotExpressible) return { kind: 'notExpressible', reason: error.message };
    throw error;
  }
}

/**
 * The change as a different declaration of a prefix, if that states exactly the change: then the declaration was the only
 * mistake.
 */
function redeclared(document: TurtleDocument, change: GraphChange): PlannedEdit | undefined {
  const { removed, added, before } = change;
  const [one] = removed.triples();
  if (one === undefined || removed.size < 2 || removed.size !== added.size) return undefined;
  for (const { kind, iri, iriRange, start } of document.directives) {
    const isOf = (term: TermId) => terms.isIri(term) && terms.value(term).startsWith(iri);
    const part = kind === 'prefix' && iri !== '' ? spoParts.find((each) => isOf(one[each])) : undefined;
    if (part === undefined) continue;
    const name = terms.value(one[part]).slice(iri.length);
    const meant = new Set<string>();
    for (const triple of added.triples()) {
      const [, namespace] = terms.value(triple[part]).match(/^(.*[#/:])[^#/:]*$/) ?? [];
      if (namespace !== undefined && namespace !== iri && terms.value(triple[part]) === namespace + name)
        meant.add(namespace);
    }
    const [namespace] = meant;
    if (namespace === undefined || !isAbsoluteIri(namespace)) continue;
    let stated = 0;
    for (const triple of before.triples()) if (spoParts.some((each) => isOf(triple[each]))) stated++;
    // What is not written with the prefix keeps its IRI.
    if (stated < removed.size) continue;
    const range = { start: start + iriRange.start, end: start + iriRange.end };
    const edit = { range, newText: `<${namespace}>`, inserted: [] };
    if (editedStates(document, [edit], change.after)) return edit;
  }
  return undefined;
}

const spoParts = ['subject', 'predicate', 'object'] as const;

function assignTriples(
  document: TurtleDocument,
  change: GraphChange,
  added: readonly Triple[],
): PlannedChanges {
  const state: PlanState = {
    document,
    change,
    // Triples about a new blank node are written where the blank node is.
    pendingAdditions: new PendingTriples(added.filter(({ subject }) => !change.isNestable(subject))),
    pendingRemovals: new PendingTriples(change.removed.triples()),
    planned: new PlannedChanges(),
  };
  updateCollections(state);
  replaceSubjects(state);
  replaceObjects(state);
  replaceVerbs(state);
  removeRest(state);
  placeAddedTriples(state);
  relocateBrackets(state);
  return state.planned;
}

function writeEdits(
  document: TurtleDocument,
  change: GraphChange,
  planned: PlannedChanges,
  { declaresPrefixes, newStatements = 'besideKin' }: EditPlanOptions,
): readonly PlannedEdit[] {
  const edits = new EditCollector(document.rope);
  const trivia = new Trivia(document);
  const layout = new Layout(document, trivia);
  const prefixes = new PrefixWriter(document, layout, trivia, { declaresPrefixes });
  const writer: EditTermWriter = new EditTermWriter(
    document,
    { change, planned },
    layout,
    prefixes,
    (term, place) => relocator.moved(term, place),
  );
  const remover = new TokenRemover(document, trivia, layout, edits);
  const context: PlanContext = {
    document,
    change,
    planned,
    trivia,
    layout,
    writer,
    remover,
    edits,
    newStatements,
    dotted: new Set(),
  };
  const relocator = new BracketRelocator(context, prefixes);
  trivia.setMoved([...planned.relocated.values()].map(relocatedRange));
  relocator.takeTexts();
  for (const statement of planned.touched) editStatement(context, statement);
  relocator.writeApart();
  for (const { subject, parts } of planned.statements) addStatement(context, subject, parts);
  prefixes.writeDeclarations(edits);
  return edits.edits().map(({ range, newText, inserted }) => {
    const { text, terms } = relocator.fill({ text: newText, terms: inserted });
    return { range, newText: text, inserted: terms };
  });
}

/**
 * Reads the edited text. In a text with syntax errors, the result depends on where parsing continues after an error, and an
 * edit may move that. In TriG it depends on which graph an edit is in. An annotation is about the triple before it, so it
 * has to stay after it, or be removed with it.
 */
function checkReading(document: TurtleDocument, edits: readonly PlannedEdit[], { after }: GraphChange): void {
  if (editedStates(document, edits, after)) return;
  const { errors, format } = document;
  throw new NotExpressible(
    errors.length > 0
      ? 'The text would be read differently because of its syntax errors. Fix them first.'
      : format?.name === 'TriG'
        ? 'The graph blocks of the file leave no place for this change. Write it by hand.'
        : 'A statement about a triple, as << … >> or {| … |}, would change or lose its triple. Write this change by hand.',
  );
}

function addsNewSyntax(document: TurtleDocument, edits: readonly PlannedEdit[]): boolean {
  return document.editedBy(edits).newSyntax().length > document.newSyntax().length;
}

/** Rejects triples that can't be written. */
export function checkTerms({ subject, predicate, object }: Triple): void {
  if (terms.isLiteral(subject) || terms.triple(subject) || !terms.isIri(predicate)) {
    throw new NotExpressible(
      'A literal or a triple term can only be an object, and only an IRI can be a predicate.',
    );
  }
  for (const term of [subject, predicate, object, terms.datatype(object)]) {
    if (term === undefined) continue;
    if (blanksIn(term).length > 0 && !terms.isBlank(term))
      throw new NotExpressible(
        'A triple term with blank nodes has no text of its own here. Write it by hand.',
      );
    const inside = terms.triple(term);
    if (inside) checkTerms(inside);
    if (/[\ud800-\udfff]/u.test(terms.value(term))) {
      throw new NotExpressible('A text file cannot hold half of a character (a lone surrogate).');
    }
    if (terms.isIri(term) && !isAbsoluteIri(terms.value(term))) {
      throw new NotExpressible(`<${terms.value(term)}> is not an absolute IRI.`);
    }
  }
}

/**
 * True when the edited text states a graph, with no more syntax errors than before. It is read as the editor reads edits:
 * with the same result as parsing all of it, in time proportional to the edits.
 *
 * @param edits that do not overlap, with offsets of the document's text.
 */
export function editedStates(
  document: TurtleDocument,
  edits: readonly OffsetEdit[],
  intended: Graph,
): boolean {
  // From the end, so that the offsets of each edit are still those of the text.
  const edited = edits
    .toSorted((a, b) => a.range.start - b.range.start)
    .reduceRight((before, edit) => before.edited(edit), document);
  if (edited.errors.length > document.errors.length) return false;
  const { added, removed } = graphDifference(edited.graph, intended);
  if (added.length === 0 && removed.length === 0) return true;
  // Blank nodes of a text that was read again may have other names.
  return isomorphic(edited.graph.triples(), intended.triples());
}
