import { yieldToEventLoop } from '../../base/abort.ts';
import { declaresTerms } from '../../rdf/schemaTypes.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { type DocumentStore, isReadable } from '../../workspace/project/documentStore.ts';
import type { LinkableRole } from '../../workspace/project/linkReason.ts';
import { hasTargetedShapes } from '../../workspace/project/targetedShapes.ts';
import type { UnitAnalysis } from './unitAnalysis.ts';

/** A Turtle file of the workspace that another one may be linked to. */
export interface LinkableFile {
  readonly uri: string;
  /** Whether it has shapes with targets, or declares classes and properties; undefined if it was not read. */
  readonly isMeant: boolean | undefined;
  /** Whether it is already linked in this role to an open file. */
  readonly isLinked: boolean;
}

/** The rest of larger workspaces is listed unread. */
const maxRead = 1000;

/**
 * The Turtle files of the workspace, with evidence for linking them as shapes or as context.
 *
 * @param analyses of the files that are open.
 */
export async function linkableFiles(
  role: LinkableRole,
  analyses: readonly UnitAnalysis[],
  store: Pick<DocumentStore, 'workspaceFiles' | 'document' | 'parse'>,
  signal: AbortSignal,
): Promise<readonly LinkableFile[]> {
  const linked = new Set(analyses.flatMap(({ graphs }) => graphs.linked.unit[role]));
  const found: LinkableFile[] = [];
  for (const uri of await store.workspaceFiles()) {
    await yieldToEventLoop(signal);
    const isMeant = found.length < maxRead ? await hasWhatIsMeant(uri) : undefined;
    found.push({ uri, isMeant, isLinked: linked.has(uri) });
  }
  return found;

  async function hasWhatIsMeant(uri: string): Promise<boolean | undefined> {
    const document = await store.document(uri);
    if (!isReadable(document)) return undefined;
    const { mention, isIn } = contents[role];
    // Most files have neither; a text search avoids reading their statements.
    if (!mention.test(document.text)) return false;
    store.parse(document);
    return isIn(document);
  }
}

const contents: Readonly<
  Record<LinkableRole, { readonly mention: RegExp; isIn(document: TurtleDocument): boolean }>
> = {
  shapes: { mention: /\/ns\/shacl#/, isIn: hasTargetedShapes },
  context: {
    mention: /\b(?:Class|subClassOf|[A-Za-z]*Property)\b/,
    isIn: ({ graph }) => declaresTerms(graph),
  },
};
