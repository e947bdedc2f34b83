import type { TextRange } from '../../base/textRange.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { LinkableRole } from './linkReason.ts';

/** A `# shapes: path` or `# context: path` line of a document's first comment block; in RDF/XML, `<!-- shapes: path -->`. */
export interface HeaderLink {
  readonly role: LinkableRole;
  /** A path or glob, relative to the document's folder; or an ontology or a store, see `readStoreAddress`. */
  readonly path: string;
  /** The range of the path. */
  readonly range: TextRange;
}

const headerPattern = /^#+[ \t]*(shapes|context):[ \t]*(\S.*?)[ \t]*$/;

/** The links in the comments before the document's first statement, or before the root of XML. JSON has no comments. */
export function headerLinks(document: TurtleDocument): readonly HeaderLink[] {
  const { isTurtle, libraryFormat } = document;
  if (!isTurtle) return libraryFormat === 'RDF/XML' ? linksOfXml(document.text) : [];
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

/** The same if nothing else is needed of a document: its statements are not read. */
export function headerLinksAlone(document: TurtleDocument): readonly HeaderLink[] {
  if (!document.isTurtle) return headerLinks(document);
  const { uri, version, text } = document;
  let end = 0;
  while (end < text.length) {
    lineOfHeader.lastIndex = end;
    const line = lineOfHeader.exec(text);
    if (!line) break;
    end += line[0].length;
  }
  return headerLinks(new TurtleDocument(uri, version, text.slice(0, end)));
}

function linksOfXml(text: string): readonly HeaderLink[] {
  const links: HeaderLink[] = [];
  const pattern = new RegExp(xmlPrologue);
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [, comment = ''] = found;
    const start = pattern.lastIndex - '-->'.length - comment.length;
    for (const { 1: before, 2: role, 3: path, index } of comment.matchAll(linkInXml)) {
      const from = start + index + before!.length;
      links.push({
        role: role as HeaderLink['role'],
        path: path!,
        range: { start: from, end: from + path!.length },
      });
    }
  }
  return links;
}

/** The XML declaration, another instruction, or a comment. */
const xmlPrologue = /[\s\uFEFF]*(?:<\?[\s\S]*?\?>|<!--([\s\S]*?)-->)/y;

const linkInXml = /(^[ \t]*(shapes|context):[ \t]*)(\S.*?)[ \t]*$/gm;

/** A comment or a blank line. */
const lineOfHeader = /[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n|$)/y;
