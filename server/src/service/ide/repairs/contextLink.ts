import { lineBreakOf } from '../../../base/lineIndex.ts';
import type { OffsetEdit } from '../../../base/textEdit.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { headerLinks } from '../../../workspace/project/headerLinks.ts';
import type { ProjectFile } from '../../../workspace/project/projectFile.ts';
import { linkEdit } from '../../../workspace/project/projectFileEdit.ts';
import { folderOf, matchesGlob, pathTo } from '../../../workspace/project/uris.ts';
import type { FileEdits } from '../analysis.ts';

/**
 * The edit that links a file as context of a data file: in the project file where that links the data file already, or
 * else in a comment at the top of the data file. Undefined where neither can be written.
 */
export function contextLink(
  data: TurtleDocument,
  contextUri: string,
  project: ProjectFile | undefined,
  versionOf: (uri: string) => number | null,
): FileEdits | undefined {
  const edit =
    project && linksFile(project, data.uri) && linkEdit(project, data.uri, [contextUri], 'context');
  if (project && typeof edit === 'object') {
    return { uri: project.uri, version: versionOf(project.uri), edits: [edit] };
  }
  const comment = headerComment(data, `# context: ${pathTo(folderOf(data.uri), contextUri)}`);
  return comment && { uri: data.uri, version: versionOf(data.uri), edits: [comment] };
}

function linksFile({ folderUri, links }: ProjectFile, uri: string): boolean {
  return links.some(({ data }) => data.some(({ value }) => matchesGlob(folderUri, value, uri)));
}

/**
 * The edit that writes comments below existing links, or above everything except an XML declaration. Undefined in JSON, and
 * in XML for a path that no comment can hold.
 *
 * @param line as in Turtle; it may be several.
 */
export function headerComment(document: TurtleDocument, line: string): OffsetEdit | undefined {
  const { text, lines, libraryFormat } = document;
  if (libraryFormat === 'JSON-LD' || (libraryFormat && line.includes('--'))) return undefined;
  const lineBreak = lineBreakOf(text);
  const last = headerLinks(document).at(-1);
  if (libraryFormat) {
    const comments = line.replace(/^# (.*)$/gm, '<!-- $1 -->');
    const declaration = /^\uFEFF?<\?xml\b[^>]*>/.exec(text)?.[0].length ?? 0;
    const at = last ? text.indexOf('-->', last.range.end) + '-->'.length : declaration;
    const newText = at === 0 ? `${comments}${lineBreak}` : `${lineBreak}${comments}`;
    return { range: { start: at, end: at }, newText };
  }
  const start = last ? lines.lineStart(lines.positionAt(last.range.end).line + 1) : 0;
  // The last link may be at the end of a text without a final line break.
  const isOpenLine = last !== undefined && start <= last.range.end;
  const at = isOpenLine ? text.length : start;
  return {
    range: { start: at, end: at },
    newText: isOpenLine ? `${lineBreak}${line}` : `${line}${lineBreak}`,
  };
}
