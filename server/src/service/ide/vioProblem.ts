import { sha256 } from '../../base/sha256.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { recordValidation } from '../../shacl/incremental/recordedValidation.ts';
import type { VioProblem } from '../../vio/problem.ts';
import type { InputJson } from '../../vio/suite/format.ts';
import type { SuiteOrigin } from '../../vio/suite/readSuite.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import { fileNameOfUri, folderOf, relativePath } from '../../workspace/project/uris.ts';
import type { UnitAnalysis } from './unitAnalysis.ts';

/**
 * Turns a unit into a problem of deriving violations. Shapes stay unchanged, including those that a data file states.
 *
 * @throws the signal's reason when aborted.
 */
export async function vioProblem(analysis: UnitAnalysis, signal: AbortSignal): Promise<VioProblem> {
  const { graphs, print, recording } = analysis;
  const { ownShapes, ...input } = graphs.input;
  const recorded = await recording.get(signal);
  return {
    recorded: ownShapes ? await recordValidation(input, recorded.options, signal) : recorded,
    prefixes: graphs.data[0]?.prefixes ?? new Map(),
    term: print,
  };
}

/** The files of a unit, as a suite records its sources. */
export function suiteInputs({ unit, documents }: LinkedUnit): readonly InputJson[] {
  const folder = folderOf(unit.data[0] ?? '');
  return (['data', 'shapes', 'context'] as const).flatMap((role) =>
    unit[role].flatMap((uri) => {
      const document = documents.get(uri);
      const name = relativePath(folder, uri) ?? fileNameOfUri(uri);
      return document ? [{ role, name, sha256: sha256(document.text) }] : [];
    }),
  );
}

/**
 * The documents with relative IRIs. A suite generated from them differs in another folder, and reveals the name of the
 * folder to its readers.
 */
export function relativeDocuments({
  graphs: { data, context, shapes },
}: UnitAnalysis): readonly TurtleDocument[] {
  return [...new Set([...data, ...context, ...shapes])].filter(({ uri, graph }) => {
    const folder = `${folderOf(uri)}/`;
    const isBelow = (term: TermId) => terms.isIri(term) && terms.value(term).startsWith(folder);
    for (const { subject, predicate, object } of graph.triples()) {
      if (isBelow(subject) || isBelow(predicate) || isBelow(object)) return true;
    }
    return false;
  });
}

/** The prefixes for graph.ttl and manifest.ttl: those of the files, with the first file's taking precedence. */
export function suitePrefixes({
  graphs: { data, context, shapes },
}: UnitAnalysis): Pick<SuiteOrigin, 'graphPrefixes' | 'manifestPrefixes'> {
  return { graphPrefixes: united([...data, ...context]), manifestPrefixes: united(shapes) };
}

function united(
  documents: readonly { readonly prefixes: ReadonlyMap<string, string> }[],
): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const { prefixes } of documents) {
    for (const [prefix, namespace] of prefixes) if (!all.has(prefix)) all.set(prefix, namespace);
  }
  return all;
}
