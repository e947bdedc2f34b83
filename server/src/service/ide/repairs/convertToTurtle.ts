import { formattedText } from '../../../rdf/turtle/formatting/formatDocument.ts';
import { turtleOf } from '../../../rdf/turtle/turtleOf.ts';
import { type DocumentStore, isReadable } from '../../../workspace/project/documentStore.ts';
import type { LinkReason } from '../../../workspace/project/linkReason.ts';
import type { Settings } from '../../../workspace/project/settings.ts';
import { folderOf, isInFolder, pathTo } from '../../../workspace/project/uris.ts';
import type { CodeActionInfo, FileEdits } from '../analysis.ts';
import type { PlacedViolation } from '../diagnostics/placedViolation.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';

/** Offers to convert to Turtle, in which every repair can be written, for results in a file of another format. */
export function convertActions(here: readonly PlacedViolation[], uri: string): readonly CodeActionInfo[] {
  const isOffered = isInFolder(uri) && here.some(({ place }) => place && !place.document.isTurtle);
  return isOffered
    ? [
        {
          title: 'Convert to Turtle, where every repair can be written',
          keys: here.map(({ key }) => key),
          edits: [],
          command: { kind: 'convert', uri },
        },
      ]
    : [];
}

const writtenLinks: readonly LinkReason['kind'][] = ['comment', 'project', 'setting'];

/**
 * A new Turtle file beside the data file of a unit that states the same, with the same links. Undefined where there is a file of
 * that name, or where the data file has errors.
 */
export async function convertedToTurtle(
  { graphs: { linked }, report: { uri } }: Pick<UnitAnalysis, 'graphs' | 'report'>,
  store: DocumentStore,
  { format }: Pick<Settings, 'format'>,
): Promise<FileEdits | undefined> {
  const document = linked.documents.get(uri);
  const to = uri.replace(/(?:\.[^./]*)?$/, '.ttl');
  if (!document || document.errors.length > 0 || isReadable(await store.document(to))) return undefined;
  const given = linked.links.filter(
    (link) =>
      link.role !== 'data' &&
      isInFolder(link.uri) &&
      link.reasons.some(({ kind }) => writtenLinks.includes(kind)),
  );
  const lines = given.map((link) => `# ${link.role}: ${pathTo(folderOf(to), link.uri)}\n`);
  const text = `${[...new Set(lines)].join('')}\n${turtleOf(document, to)}`.trimStart();
  const newText = formattedText(to, text, format);
  return { uri: to, version: null, isNew: true, edits: [{ range: { start: 0, end: 0 }, newText }] };
}
