import { yieldToEventLoop } from '../../../base/abort.ts';
import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import { type AllSyntaxFixes, allSyntaxFixes } from '../../../rdf/syntaxRepair/allSyntaxFixes.ts';
import { type SyntaxFix, syntaxFixes } from '../../../rdf/syntaxRepair/syntaxFixes.ts';
import { isUndeclaredPrefixError } from '../../../rdf/syntaxRepair/syntaxFixJudge.ts';
import { type WrongNamespace, wrongNamespaces } from '../../../rdf/syntaxRepair/wrongNamespaces.ts';
import type { TurtleSyntaxError } from '../../../rdf/turtle/syntaxError.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { isReadable } from '../../../workspace/project/documentStore.ts';
import type { CodeActionInfo, CommonPrefixes, FileEdits } from '../analysis.ts';
import { namespaceKey, syntaxErrorKey } from '../diagnostics/diagnostics.ts';
import type { Documents } from '../documents.ts';

/**
 * Verified fixes of the syntax errors that a range touches, best first, and one for all errors of the file.
 *
 * @param commonPrefixes reads what people use prefixes for.
 */
export async function syntaxActions(
  document: TurtleDocument,
  range: TextRange,
  documents: Documents,
  commonPrefixes: CommonPrefixes,
  signal: AbortSignal,
): Promise<readonly CodeActionInfo[]> {
  const { errors } = document;
  const here = errors
    .filter((error) => overlapOrTouch(error.range, range) || isNoticedBehind(document, error, range))
    .slice(0, mostErrorsHere);
  const actions = wrongNamespaces(document)
    .filter((wrong) => overlapOrTouch(wrong.range, range))
    .map((wrong) => namespaceFix(document, wrong));
  if (here.length === 0) return actions;
  const findNamespace = await namespacesFor(document, documents, signal);
  const common = here.some(isUndeclaredPrefixError) ? await commonPrefixes() : undefined;
  const findCommonNamespace = common && ((prefix: string) => common.get(prefix));
  for (const error of here) {
    await yieldToEventLoop(signal);
    const fixes = syntaxFixes(document, error, { findNamespace, findCommonNamespace, max: mostFixes });
    actions.push(...fixes.map((fix) => quickFix(document, error, fix)));
  }
  const all = errors.length > 1 ? await allSyntaxFixes(document, findNamespace, signal) : undefined;
  if (all) actions.push(fixOfAll(document, all));
  return actions;
}

/**
 * True when only white space lies between the line of a range and an error: then the range is where something is
 * missing.
 */
function isNoticedBehind(
  { text }: TurtleDocument,
  { range }: TurtleSyntaxError,
  { end }: TextRange,
): boolean {
  const lineEnd = text.indexOf('\n', end);
  return (
    lineEnd >= 0 &&
    lineEnd < range.start &&
    range.start < lineEnd + mostSpace &&
    text.slice(lineEnd, range.start).trim() === ''
  );
}

function quickFix(document: TurtleDocument, error: TurtleSyntaxError, fix: SyntaxFix): CodeActionInfo {
  return {
    title: fix.title,
    keys: [syntaxErrorKey(error)],
    isPreferred: fix.isCertain,
    edits: [fileEdits(document, [fix.edit])],
  };
}

function namespaceFix(document: TurtleDocument, { prefix, range, usual }: WrongNamespace): CodeActionInfo {
  return {
    title: `Declare '${prefix}:' for <${usual}>`,
    keys: [namespaceKey(prefix)],
    isPreferred: true,
    edits: [fileEdits(document, [{ range, newText: `<${usual}>` }])],
  };
}

function fixOfAll(document: TurtleDocument, { edits, fixes }: AllSyntaxFixes): CodeActionInfo {
  const { errors } = document;
  const which = fixes === errors.length ? `all ${fixes}` : `${fixes} of ${errors.length}`;
  return {
    title: `Fix ${which} syntax errors in this file`,
    keys: errors.map(syntaxErrorKey),
    edits: [fileEdits(document, edits)],
  };
}

function fileEdits({ uri, version }: TurtleDocument, edits: readonly SyntaxFix['edit'][]): FileEdits {
  return { uri, version, edits };
}

/**
 * How other files of the workspace declare the undeclared prefixes of a document. Unread files are read only for
 * prefixes that the others do not declare.
 */
async function namespacesFor(document: TurtleDocument, documents: Documents, signal: AbortSignal) {
  const missing = undeclaredPrefixes(document);
  const found = new Map<string, string>();
  const look = (other: TurtleDocument) => {
    if (other.uri === document.uri) return;
    for (const prefix of missing) {
      const iri = other.prefixes.get(prefix);
      if (iri !== undefined && !found.has(prefix)) found.set(prefix, iri);
    }
  };
  if (missing.size > 0) documents.held().forEach(look);
  if (found.size < missing.size) {
    for (const uri of (await documents.workspaceFiles()).slice(0, mostFilesRead)) {
      signal.throwIfAborted();
      const other = await documents.document(uri);
      if (isReadable(other)) look(other);
      if (found.size === missing.size) break;
    }
  }
  return (prefix: string) => found.get(prefix);
}

function undeclaredPrefixes({ errors, text, prefixes }: TurtleDocument): ReadonlySet<string> {
  const missing = new Set<string>();
  for (const { range } of errors.slice(0, mostErrorsRead)) {
    const prefix = /^([^\s:<"]*):/.exec(text.slice(range.start, range.end))?.[1];
    if (prefix !== undefined && !prefixes.has(prefix)) missing.add(prefix);
  }
  return missing;
}

const mostErrorsHere = 5;
const mostFixes = 3;
const mostSpace = 200;
const mostFilesRead = 100;
const mostErrorsRead = 1000;
