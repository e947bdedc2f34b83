import { yieldToEventLoop } from '../../../base/abort.ts';
import type { OffsetEdit } from '../../../base/textEdit.ts';
import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import type { FindNamespace } from '../../../rdf/syntaxRepair/prefixCandidates.ts';
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
 * @param commonPrefixes reads the usual namespaces of prefixes.
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
 * True when only white space lies between the line of a range and an error: in that case, something is missing at the
 * range.
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

interface AllSyntaxFixes {
  /** In offsets of the document; they do not overlap. */
  readonly edits: readonly OffsetEdit[];
  /** How many errors go away. */
  readonly fixes: number;
}

/**
 * Combines the first fix of each of a document's errors, verified on the text after the fixes before it, into one
 * change. Undefined when fewer than two fixes are needed, or when it would take too long.
 *
 * @throws the signal's reason when aborted.
 */
async function allSyntaxFixes(
  document: TurtleDocument,
  findNamespace: FindNamespace,
  signal: AbortSignal,
): Promise<AllSyntaxFixes | undefined> {
  const edits: OffsetEdit[] = [];
  if (document.errors.length > mostErrors || document.text.length > longest) return undefined;
  let fixed = document;
  for (let passed = 0, asked = 0; passed < fixed.errors.length; asked++) {
    if (asked === mostAsked) return undefined;
    await yieldToEventLoop(signal);
    const [fix] = syntaxFixes(fixed, fixed.errors[passed]!, { findNamespace, max: 1 });
    const edit = fix && asOfBefore(fix.edit, edits);
    if (!fix || !edit) {
      passed++;
      continue;
    }
    fixed = fixed.edited(fix.edit);
    edits.push(edit);
    edits.sort((a, b) => a.range.start - b.range.start);
  }
  return edits.length < 2 ? undefined : { edits, fixes: document.errors.length - fixed.errors.length };
}

/**
 * Converts an edit of the text after other edits to offsets of the text before them; undefined when it touches one of
 * them.
 */
function asOfBefore({ range, newText }: OffsetEdit, edits: readonly OffsetEdit[]): OffsetEdit | undefined {
  let shift = 0;
  for (const edit of edits) {
    const start = edit.range.start + shift;
    const end = start + edit.newText.length;
    if (range.end < start) break;
    // Text inserted after an insertion stays after it.
    const isBehind = range.start >= end && (range.start > end || edit.range.start === edit.range.end);
    if (!isBehind) return undefined;
    shift += edit.newText.length - (edit.range.end - edit.range.start);
  }
  return { range: { start: range.start - shift, end: range.end - shift }, newText };
}

const mostAsked = 25;
const mostErrors = 500;

/** UTF-16 units. */
const longest = 1_000_000;
