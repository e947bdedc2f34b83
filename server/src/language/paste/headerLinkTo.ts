import type { TextEdit } from '../../base/textEdit.ts';
import { headerComment } from '../../ide/repairs/headerComment.ts';
import type { LinkableRole } from '../../project/linkReason.ts';
import { folderOf, isInFolder, pathTo } from '../../project/uris.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** The edit that links a file in a comment at the start of a document, below the links that it has. */
export function headerLinkTo(document: TurtleDocument, file: string, as: LinkableRole): TextEdit {
  // A buffer that was never saved is in no folder.
  const path = isInFolder(document.uri) ? pathTo(folderOf(document.uri), file) : file;
  return headerComment(document, `# ${as}: ${path}`);
}
