import { applyEdits, type OffsetEdit } from '../../base/textEdit.ts';
import type { Graph, GraphDelta } from '../graph.ts';
import { isomorphic } from '../isomorphism.ts';
import { type LibraryReading, libraryReadingOf, rereadDocument } from '../readers/readWithLibrary.ts';
import { terms } from '../terms.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { NotExpressible } from './editableSources.ts';
import { GraphChange } from './graphChange.ts';
import { checkTerms, type EditPlan, type PlannedEdit } from './planEdits.ts';

/** Edits of a text, in a preferred and in an alternative form. */
type EditsOf = (change: GraphChange, isPlain: boolean) => readonly OffsetEdit[];

/** Reading the information for edits takes as long as reading the text. */
const texts = new WeakMap<TurtleDocument, Promise<EditsOf>>();

/**
 * Plans the change of a text that a library reads, in the style of what is next to it. The edited text has been read again
 * and states exactly the changed graph. Contexts and places come from the reader, so the change is written in an
 * alternative form, with IRIs in full, if the first form is read as something else.
 */
export async function planLibraryEdits(document: TurtleDocument, delta: GraphDelta): Promise<EditPlan> {
  const change = new GraphChange(document.graph, delta);
  if (change.isEmpty) return { kind: 'edits', edits: [] };
  const reading = libraryReadingOf(document);
  const { libraryFormat: format } = document;
  const refused = (reason: string): EditPlan => ({
    kind: 'notExpressible',
    reason: `${reason} To have such repairs written, convert the file to Turtle.`,
  });
  if (!reading || !format) return refused('The text is not there any more.');
  if (document.errors.length > 0) return refused('The file has a syntax error. Mend it first.');
  let reason = `This change can't be written in this ${format} file without changing the rest.`;
  try {
    for (const triple of change.added.triples()) checkTerms(triple);
    const read = texts.get(document) ?? readForEdits(document, reading);
    texts.set(document, read);
    const editsOf = await read;
    for (const isPlain of [false, true]) {
      const edits = editsOf(change, isPlain);
      if (await editedTextStates(document, edits, change.after))
        return { kind: 'edits', edits: withInsertedLiterals(edits, change) };
    }
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    reason = error.message;
  }
  return refused(reason);
}

/** The edits, with the places where they write the new literals, each as JSON or as the content of an element. */
function withInsertedLiterals(edits: readonly OffsetEdit[], { added }: GraphChange): readonly PlannedEdit[] {
  const literals = new Set(
    [...added.triples()].map(({ object }) => object).filter((id) => terms.isLiteral(id)),
  );
  return edits.map((edit) => {
    const inserted = [...literals].flatMap((term) => {
      const lexical = terms.value(term);
      const written = [JSON.stringify(lexical), lexical].find((each) => each && edit.newText.includes(each));
      if (written === undefined) return [];
      literals.delete(term);
      const start = edit.newText.indexOf(written);
      return [{ term, range: { start, end: start + written.length } }];
    });
    return { ...edit, inserted };
  });
}

async function readForEdits(
  { libraryFormat }: TurtleDocument,
  { source, load }: LibraryReading,
): Promise<EditsOf> {
  if (libraryFormat === 'RDF/XML') {
    const [reader, { RdfXmlText }, { rdfXmlEdits }] = await Promise.all([
      import('../readers/rdfXml.ts'),
      import('./rdfXml/rdfXmlText.ts'),
      import('./rdfXml/rdfXmlEdits.ts'),
    ]);
    const found = reader.readXmlForEdits(source);
    if (!found) throw new NotExpressible('The text cannot be read any more.');
    const text = new RdfXmlText(source.text, found);
    return (change, isPlain) => rdfXmlEdits(text, change, isPlain);
  }
  const [reader, { JsonLdText }, { jsonLdEdits }] = await Promise.all([
    import('../readers/jsonLd.ts'),
    import('./jsonLd/jsonLdText.ts'),
    import('./jsonLd/jsonLdEdits.ts'),
  ]);
  const found = await reader.readForEdits(source, load);
  if (!found) throw new NotExpressible('The text cannot be read any more.');
  const text = new JsonLdText(source.text, found);
  return (change, isPlain) => jsonLdEdits(text, change, isPlain);
}

/** True when a text with edits, read as a whole, states the document's graph with a change. */
export function libraryEditsState(
  document: TurtleDocument,
  edits: readonly OffsetEdit[],
  delta: GraphDelta,
): Promise<boolean> {
  const { after } = new GraphChange(document.graph, delta);
  return editedTextStates(document, edits, after);
}

/** True when the edited text, read as a whole, states a graph. */
async function editedTextStates(
  document: TurtleDocument,
  edits: readonly OffsetEdit[],
  intended: Graph,
): Promise<boolean> {
  let text: string;
  try {
    text = applyEdits(document.text, edits);
  } catch (error) {
    // Two parts of the change would be written at the same place.
    if (error instanceof RangeError) return false;
    throw error;
  }
  const edited = await rereadDocument(document, text);
  return edited.errors.length === 0 && isomorphic(edited.graph.triples(), intended.triples());
}
