import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { LanguageContext } from '../requestContext.ts';

/** The linked files first, then the rest of the workspace. */
export async function allDocuments(
  { file, host }: LanguageContext,
  signal: AbortSignal,
): Promise<readonly TurtleDocument[]> {
  const byUri = new Map(file.documents.map((document) => [document.uri, document]));
  for (const document of await host.workspaceDocuments(signal)) {
    if (!byUri.has(document.uri)) byUri.set(document.uri, document);
  }
  return [...byUri.values()];
}
