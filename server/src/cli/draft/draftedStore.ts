import { namespaceOf } from '../../rdf/iri.ts';
import { isLanguage } from '../../rdf/publishedVocabularies.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { storeSample } from '../../service/ide/storeSample/storeSample.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import { countedRows } from '../../workspace/store/countedSelect.ts';
import { type Store, StoreError } from '../../workspace/store/store.ts';

/** A sample of the instances of all classes of a store. */
export interface DraftedStore {
  readonly data: TurtleDocument;
  /** The classes of the values. */
  readonly context: TurtleDocument;
  readonly sample: number;
  /** How many instances there are that are IRIs. */
  readonly instances: number;
}

/**
 * Draws instances of the classes of a store, with the classes of their values.
 *
 * @throws StoreError when its answers can't be relied on; the signal's reason when aborted.
 */
export async function draftedStore(
  store: Store,
  { count, seed }: { readonly count: number; readonly seed: number },
  signal: AbortSignal,
): Promise<DraftedStore> {
  const listed = async (variable: string, pattern: string) =>
    (await countedRows(store, variable, pattern, signal))
      .map((row) => row[variable.slice(1)] ?? '')
      .filter((term) => term.startsWith('<'));
  const classes = (await listed('?class', '?node a ?class')).filter(
    (term) => !isLanguage(namespaceOf(term.slice(1, -1))),
  );
  const properties = await listed('?property', '?node a ?class ; ?property ?value');
  if (classes.length === 0) throw new StoreError('It has no instances of classes.');
  // A shape that looks at the classes of all values makes them what the verdicts rest on.
  const looked = properties.map(
    (term) => `[ <${namespaces.sh}path> ${term} ; <${namespaces.sh}class> <urn:x-none> ]`,
  );
  const text = `<urn:x-shape> a <${namespaces.sh}NodeShape> ; <${namespaces.sh}targetClass> ${classes.join(', ')} ;
    <${namespaces.sh}property> ${looked.join(', ')} .`;
  const shapes = readShapes(new TurtleDocument('file:///targets.ttl', 0, text).graph);
  const inputWith = async ({ graph }: TurtleDocument) => ({
    dataGraph: graph,
    reportedGraph: graph,
    classGraph: graph,
    shapes,
  });
  const drawn = await storeSample(store, { inputWith, looksUpClasses: true, count, seed }, signal);
  if ('gaps' in drawn) throw new StoreError(drawn.gaps.join(' '));
  const document = (name: string, triples: string) => new TurtleDocument(`file:///${name}.nt`, 0, triples);
  return {
    data: document('sample', drawn.data),
    context: document('neighbours', drawn.context),
    sample: drawn.nodes.length,
    instances: drawn.targets,
  };
}
