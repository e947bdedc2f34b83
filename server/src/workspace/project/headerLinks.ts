import type { TextRange } from '../../base/textRange.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { LinkableRole } from './linkReason.ts';

/** A `# shapes: path` or `# context: path` line of a document's first comment block. */
export interface HeaderLink {
  readonly role: LinkableRole;
  /** A path or glob, relative to the document's folder; or an ontology or a store, see `readStoreAddress`. */
  readonly path: string;
  /** The range of the path. */
  readonly range: TextRange;
}

const headerPattern = /^#+[ \t]*(shapes|context):[ \t]*(\S.*?)[ \t]*$/;

/** The links in the comments before the document's first statement. */
export function headerLinks(document: TurtleDocument): readonly HeaderLink[] {
  const end = document.bodyStart;
  const links: HeaderLink[] = [];
  for (const comment of document.comments) {
    if (comment.start >= end) break;
    const text = document.rope.slice(comment.start, comment.end);
    const match = headerPattern.exec(text);
    if (!match) continue;
    const path = match[2]!;
    const start = comment.start + text.indexOf(path, text.indexOf(':') + 1);
    links.push({ role: match[1] as HeaderLink['role'], path, range: { start, end: start + path.length } });
  }
  return links;
}

/** The same where nothing else is asked of a document: its statements are not read. */
export function headerLinksAlone({ uri, version, text }: TurtleDocument): readonly HeaderLink[] {
  let end = 0;
  while (end < text.length) {
    lineOfHeader.lastIndex = end;
    const line = lineOfHeader.exec(text);
    if (!line) break;
    end += line[0].length;
  }
  return headerLinks(new TurtleDocument(uri, version, text.slice(0, end)));
}

/** A comment or a blank line. */
const lineOfHeader = /[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n|$)/y;
