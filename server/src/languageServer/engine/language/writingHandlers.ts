import type { TextEdit as ProtoEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { OffsetEdit } from '../../../base/textEdit.ts';
import { escapeInvisibleLine } from '../../../base/visibleText.ts';
import { formatDocument } from '../../../rdf/turtle/formatting/formatDocument.ts';
import { joinEdits } from '../../../rdf/turtle/formatting/joinEdits.ts';
import { editsAfterDot, editsAfterLineBreak } from '../../../rdf/turtle/formatting/typedEdits.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { iriRewrites } from '../../../service/language/iris/iriRewrites.ts';
import { copiedPrefixes, headerLinkTo, paste } from '../../../service/language/paste/paste.ts';
import { declareTyped, organizePrefixes } from '../../../service/language/prefixes/organizePrefixes.ts';
import { type Rename, rename } from '../../../service/language/rename/rename.ts';
import { renameTarget } from '../../../service/language/rename/renameTarget.ts';
import { sortStatements } from '../../../service/language/sorting/sortStatements.ts';
import { normalizeUri, relativePath } from '../../../workspace/project/uris.ts';
import { workspaceEdit } from '../../protocol/editsToProto.ts';
import { failed } from '../../protocol/failures.ts';
import * as fromProto from '../../protocol/fromProto.ts';
import { packedEdits } from '../../protocol/methods/packedAnswers.ts';
import { range as rangeOf } from '../../protocol/toProto.ts';
import type { LanguageContext, MethodHandlers, RequestContext, TextContext } from '../requestContext.ts';
import { allDocuments } from './displayHandlers.ts';

export const writingInText: MethodHandlers<
  | 'textDocument/formatting'
  | 'textDocument/rangeFormatting'
  | 'textDocument/onTypeFormatting'
  | 'textDocument/prepareRename'
  | 'shaclRepair/organizePrefixes'
  | 'shaclRepair/sortStatements'
  | 'shaclRepair/rewrites'
  | 'shaclRepair/copy'
  | 'shaclRepair/paste'
  | 'shaclRepair/linkFile',
  TextContext
> = {
  async 'textDocument/formatting'(_, { document, host }) {
    const { format } = host.settingsFor(document.uri);
    return packedEdits(document.lines, joinEdits(document, formatDocument(document, format)));
  },

  async 'textDocument/rangeFormatting'({ range }, { document, host }) {
    const { format } = host.settingsFor(document.uri);
    const given = fromProto.textRange(document.lines, range);
    return textEdits(document, formatDocument(document, format, given));
  },

  async 'textDocument/onTypeFormatting'({ position, ch }, { document, host }) {
    const { format } = host.settingsFor(document.uri);
    const offset = fromProto.offset(document.lines, position);
    if (ch === ':') return textEdits(document, declareTyped(document, offset));
    const edits = ch === '.' ? editsAfterDot : editsAfterLineBreak;
    return textEdits(document, edits(document, offset, format));
  },

  async 'shaclRepair/organizePrefixes'(_, { document, host }) {
    const edit = organizePrefixes(document, host.settingsFor(document.uri).format);
    return edit ? textEdits(document, [edit]) : [];
  },

  async 'shaclRepair/sortStatements'(_, { document }) {
    const edit = sortStatements(document);
    return edit ? textEdits(document, [edit]) : [];
  },

  async 'shaclRepair/rewrites'({ range, isInvoked, mostEdits }, { document, vocabularies }) {
    const place = fromProto.textRange(document.lines, range);
    const wellKnown = async () => (await vocabularies()).prefixes;
    const found = await iriRewrites(document, place, { wellKnown, isInvoked });
    return found.map(({ title, edits }) => ({
      title: escapeInvisibleLine(title),
      edits: edits.length > mostEdits ? null : textEdits(document, edits),
    }));
  },

  async 'shaclRepair/copy'({ range }, { document }) {
    const prefixes = copiedPrefixes(document, fromProto.textRange(document.lines, range));
    return { prefixes: Object.fromEntries(prefixes) };
  },

  async 'shaclRepair/paste'({ range, text, prefixes }, { document, vocabularies }) {
    const { prefixes: wellKnown } = await vocabularies();
    const replaced = fromProto.textRange(document.lines, range);
    const clipboard = { text, prefixes: new Map(Object.entries(prefixes ?? {})) };
    const found = paste(document, replaced, clipboard, wellKnown);
    return found ? { text: found.text, edits: textEdits(document, found.edits) } : null;
  },

  async 'shaclRepair/linkFile'({ file, as }, { document }) {
    const edit = headerLinkTo(document, normalizeUri(file), as);
    return edit ? textEdits(document, [edit]) : null;
  },

  async 'textDocument/prepareRename'({ position }, { document }) {
    const target = renameTarget(document, fromProto.offset(document.lines, position));
    if (target.kind === 'refused') return failed(target.reason);
    const { range } = target;
    return {
      range: rangeOf(document.lines, range),
      placeholder: document.rope.slice(range.start, range.end),
    };
  },
};

export const writing: MethodHandlers<'textDocument/rename' | 'shaclRepair/refactorings', LanguageContext> = {
  async 'shaclRepair/refactorings'({ range }, context, signal) {
    const { document } = context.file;
    const { refactorings } = await import('../../../service/language/refactorings/refactorings.ts');
    const place = fromProto.textRange(document.lines, range);
    const likely = refactorings(context.file, place, []);
    // A removed name may be mentioned anywhere. Reading all files takes a while, so it is only done in this case.
    const losesName = likely.some(({ kind }) => kind === 'refactor.inline');
    const found = losesName ? refactorings(context.file, place, await allDocuments(context, signal)) : likely;
    const writable = new Map<string, boolean>();
    for (const { uri } of found.flatMap(({ elsewhere = [] }) => elsewhere.map((each) => each.document)))
      if (!writable.has(uri))
        writable.set(uri, isInFolders(uri, context) && !(await context.host.isReadOnly(uri)));
    // A file that is used without this one can't refer to what is written here.
    const torn = new Set<string>();
    for (const { kind, elsewhere = [] } of found)
      for (const { uri } of elsewhere.map((each) => each.document))
        if (kind === 'refactor.extract' && writable.get(uri) && !torn.has(uri))
          if (await judgesWithout(uri, document.uri, context, signal)) torn.add(uri);
    const isTorn = ({ kind, elsewhere = [] }: (typeof found)[number]) =>
      kind === 'refactor.extract' && elsewhere.some((each) => torn.has(each.document.uri));
    return found
      .filter((each) => !isTorn(each))
      .filter(({ elsewhere = [] }) => elsewhere.every((each) => writable.get(each.document.uri)))
      .map(({ title, kind, edits, elsewhere = [] }) => ({
        title,
        kind,
        edit: editOfFiles(
          [{ document, edits }, ...elsewhere].filter((each) => each.edits.length > 0),
          { own: document.uri, label: 'Change in other files' },
          context,
        ),
      }));
  },

  async 'textDocument/rename'({ position, newName }, context, signal) {
    const { document, analyses } = context.file;
    const known = await allDocuments(context, signal);
    // Files of other users are not changed, but what they mention is reported.
    const linked = analyses.flatMap(({ graphs }) => [...graphs.linked.documents.values()]);
    const uris = new Set(known.map(({ uri }) => uri));
    const foreign = linked.filter(({ uri }) => !uris.has(uri));
    const isInside = (uri: string) => uris.has(uri) && isInFolders(uri, context);
    const locked = async (uri: string) => {
      if (uri !== document.uri && !isInside(uri)) return 'outside';
      return (await context.host.isReadOnly(uri)) ? 'readOnly' : undefined;
    };
    const offset = fromProto.offset(document.lines, position);
    const found = await rename(offset, newName, { documents: [...known, ...foreign], locked }, signal);
    return found.kind === 'refused'
      ? failed(found.reason)
      : editOfFiles(found.files, { own: document.uri, label: 'Rename in other files' }, context);
  },
};

export const writingInWorkspace: MethodHandlers<'workspace/willRenameFiles', RequestContext> = {
  async 'workspace/willRenameFiles'({ files }, { host, capabilities }, signal) {
    const moves = files.map(({ oldUri, newUri }) => ({ from: oldUri, to: newUri }));
    const relinked = await host.relink(moves, signal);
    const lines = new Map(relinked.files.map((file) => [file.uri, file.lines]));
    const edits = relinked.files.map((file) => ({
      uri: file.uri,
      version: host.textVersion(file.uri),
      edits: file.edits,
    }));
    return {
      edit: workspaceEdit(edits, false, (uri) => lines.get(uri), capabilities),
      left: relinked.left,
    };
  },
};

/** Whether shapes of a file judge data of the workspace, whether or not it is open, without the shapes of another file. */
async function judgesWithout(
  uri: string,
  other: string,
  { host }: LanguageContext,
  signal: AbortSignal,
): Promise<boolean> {
  for (const data of await host.workspaceDocuments(signal)) {
    if (data.uri === uri) continue;
    const { unit } = await host.linked(data.uri, signal);
    const shapes = new Set(unit.shapes.map((each) => host.fileUri(each)));
    if (shapes.has(uri) && !shapes.has(other)) return true;
  }
  return false;
}

/** Files outside the folders of the workspace are not changed. */
function isInFolders(uri: string, { folders }: LanguageContext): boolean {
  return folders.some((folder) => relativePath(folder, uri) !== undefined);
}

const inOtherFiles = 'other files';

/** The edit. A preview distinguishes edits in other files; they are included unless the user deselects them. */
function editOfFiles(
  files: Rename['files'],
  { own, label }: { readonly own: string; readonly label: string },
  { host, capabilities }: LanguageContext,
): WorkspaceEdit {
  if (!capabilities.documentChanges) {
    return {
      changes: Object.fromEntries(
        files.map(({ document, edits }) => [document.uri, [...textEdits(document, edits)]]),
      ),
    };
  }
  const isAnnotated = capabilities.annotations && files.some(({ document }) => document.uri !== own);
  const documentChanges = files.map(({ document, edits }) => ({
    textDocument: { uri: document.uri, version: host.textVersion(document.uri) },
    edits: textEdits(document, edits).map((edit) =>
      isAnnotated && document.uri !== own ? { ...edit, annotationId: inOtherFiles } : edit,
    ),
  }));
  if (!isAnnotated) return { documentChanges };
  return {
    documentChanges,
    changeAnnotations: { [inOtherFiles]: { label } },
  };
}

function textEdits({ lines }: TurtleDocument, edits: readonly OffsetEdit[]): readonly ProtoEdit[] {
  return edits.map(({ range, newText }) => ({ range: rangeOf(lines, range), newText }));
}
