import { sha256 } from '../../../base/sha256.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../../rdf/unionGraph.ts';
import { shortForm } from '../../../shacl/model/words.ts';
import { locateConstraint } from '../../../shacl/results/locate.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import type { InputJson, SuiteJson } from '../../../vio/suite/format.ts';
import { type DocumentStore, isReadable } from '../../../workspace/project/documentStore.ts';
import { fileNameOfUri, folderOf, resolvePath } from '../../../workspace/project/uris.ts';
import type { FilePlace } from '../analysis.ts';
import { ConstraintDescriptions } from './constraintDescriptions.ts';

/** The files from which a suite was generated, as far as they still exist unchanged. */
export interface SuiteSources {
  /** All data files, then context, in the order of suite.json; undefined when one is missing. */
  readonly graph: readonly TurtleDocument[] | undefined;
  readonly shapes: readonly TurtleDocument[];
}

/** Looks for the files beside the suite's folder, then in the whole workspace. Their names and hashes must match. */
export async function suiteSources(
  folderUri: string,
  { inputs }: SuiteJson,
  store: DocumentStore,
): Promise<SuiteSources> {
  const workspaceFiles = await store.workspaceFiles();
  const found = new Map<InputJson, TurtleDocument | undefined>();
  for (const input of inputs) found.set(input, await find(input));
  const graph = inputs.filter(({ role }) => role !== 'shapes').map((input) => found.get(input));
  const shapes = inputs.filter(({ role }) => role === 'shapes').map((input) => found.get(input));
  return {
    graph: graph.includes(undefined) ? undefined : distinct(graph),
    shapes: distinct(shapes),
  };

  async function find({ name, sha256: wanted }: InputJson): Promise<TurtleDocument | undefined> {
    const beside = resolvePath(folderOf(folderUri), name);
    const same = workspaceFiles.filter(
      (uri) => uri.endsWith(`/${encodeURI(name)}`) || fileNameOfUri(uri) === name,
    );
    for (const uri of new Set([beside, ...same])) {
      const document = await store.document(uri);
      if (isReadable(document) && sha256(document.text) === wanted) return document;
    }
    return undefined;
  }
}

/** Returns a function that finds where a constraint is declared, given its key. */
export function constraintPlaces({ shapes }: SuiteSources): (key: string) => FilePlace | undefined {
  if (shapes.length === 0) return () => undefined;
  const graph =
    shapes.length === 1 ? shapes[0]!.graph : new UnionGraph(shapes.map((document) => document.graph));
  const known = new ConstraintDescriptions(readShapes(graph), shortForm);
  return (key) => {
    const constraint = known.constraint(key);
    const place = constraint && locateConstraint(constraint, shapes);
    return place && { uri: place.document.uri, range: place.range };
  };
}

function distinct(documents: readonly (TurtleDocument | undefined)[]): readonly TurtleDocument[] {
  return [...new Set(documents)].filter((document) => document !== undefined);
}
