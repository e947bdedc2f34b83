import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import { statementRange } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { CodeActionInfo } from '../../ide/analysis.ts';
import { unneededPrefixes } from './unneededPrefixes.ts';

/**
 * A quick fix for each declaration that a range touches and that the file can do without; none where it touches many, for
 * which there is *Organize Prefixes*.
 */
export function prefixActions(document: TurtleDocument, range: TextRange): readonly CodeActionInfo[] {
  const { uri, version } = document;
  const here = document.directives.filter((each) => overlapOrTouch(statementRange(each), range));
  if (here.length === 0 || here.length > mostDeclarations) return [];
  return unneededPrefixes(document, range).map(({ prefix, why, removal }) => ({
    title: `Remove ${why} prefix ${prefix}:`,
    keys: [],
    edits: [{ uri, version, edits: [removal] }],
  }));
}

/** Nobody chooses among the fixes of more. */
const mostDeclarations = 5;
