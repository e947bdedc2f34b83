import {
  type CancellationToken,
  type CodeAction,
  type CodeActionContext,
  type Range,
  SnippetString,
  SnippetTextEdit,
  type TextDocument,
  TextEdit,
  Uri,
  WorkspaceEdit,
  type WorkspaceEditEntryMetadata,
  workspace,
} from 'vscode';
import {
  type ChangeAnnotation,
  type Command,
  CreateFile,
  type LanguageClient,
  type CodeAction as ProtocolCodeAction,
  CodeActionRequest as ProtocolCodeActionRequest,
  CodeActionResolveRequest as ProtocolCodeActionResolveRequest,
  SnippetTextEdit as ProtocolSnippetTextEdit,
  type WorkspaceEdit as ProtocolWorkspaceEdit,
  TextDocumentEdit,
} from 'vscode-languageclient/node';
import {
  allowStoreCommand,
  askModelCommand,
  fetchImportsCommand,
  useOntologyFileCommand,
} from '../../server/src/languageServer/protocol/editor/protocol.ts';

/**
 * Asks the server for code actions. Done here rather than by the client library for two reasons: it drops the
 * version of the text that an edit is for, and has VS Code indent the lines of snippets a second time.
 */
export async function provideCodeActions(
  client: LanguageClient,
  document: TextDocument,
  range: Range,
  context: CodeActionContext,
  token: CancellationToken,
): Promise<CodeAction[]> {
  const { code2ProtocolConverter: toProtocol } = client;
  const params = {
    textDocument: toProtocol.asTextDocumentIdentifier(document),
    range: toProtocol.asRange(range),
    context: toProtocol.asCodeActionContextSync(context),
  };
  const answer = await client
    .sendRequest(ProtocolCodeActionRequest.type, params, token)
    .catch((error: unknown) => client.handleFailedRequest(ProtocolCodeActionRequest.type, token, error, []));
  const actions = (answer ?? []).filter(isCodeAction);
  return Promise.all(
    actions
      .filter(({ edit, command }) => isFresh(edit) && (workspace.isTrusted || !needsTrust(command)))
      .map((action) => toCode(client, action, token)),
  );
}

/**
 * This server offers no bare commands. `CodeAction.is` of the library refuses actions whose edit is resolved later, and those
 * that are disabled.
 */
function isCodeAction(action: Command | ProtocolCodeAction): action is ProtocolCodeAction {
  return typeof action.command !== 'string';
}

/** True for commands that ask a model, a store or the web, or write settings. */
function needsTrust(command: ProtocolCodeAction['command']): boolean {
  return [askModelCommand, allowStoreCommand, fetchImportsCommand, useOntologyFileCommand].some(
    (each) => each === command?.command,
  );
}

/** Actions whose edit takes time to compute, and is requested when the user chooses one. */
const unresolved = new WeakMap<CodeAction, ProtocolCodeAction>();

/** The action with its edit; unchanged if it has no edit to resolve, or the request failed. */
export async function resolveCodeAction(
  client: LanguageClient,
  action: CodeAction,
  token: CancellationToken,
): Promise<CodeAction> {
  const asked = unresolved.get(action);
  if (!asked) return action;
  const { edit } = await client
    .sendRequest(ProtocolCodeActionResolveRequest.type, asked, token)
    .catch((error: unknown) =>
      client.handleFailedRequest(ProtocolCodeActionResolveRequest.type, token, error, asked),
    );
  if (edit && isFresh(edit)) action.edit = workspaceEdit(client, edit);
  return action;
}

/** True when every text is still the one that the edit was computed for. */
export function isFresh(edit: ProtocolWorkspaceEdit | undefined): boolean {
  return textDocumentEdits(edit).every(({ textDocument: { uri, version } }) => {
    const text = workspace.textDocuments.find((open) => open.uri.toString() === uri);
    if (text === undefined) return true;
    // Without a version, it was computed for the file on disk.
    return version === null ? !text.isDirty : text.version === version;
  });
}

async function toCode(
  client: LanguageClient,
  { edit, ...rest }: ProtocolCodeAction,
  token: CancellationToken,
): Promise<CodeAction> {
  const action = await client.protocol2CodeConverter.asCodeAction(rest, token);
  if (rest.data !== undefined) unresolved.set(action, rest);
  if (edit) action.edit = workspaceEdit(client, edit);
  return action;
}

/** An edit as VS Code takes it. Undone in one step; what is annotated can be confirmed by itself. */
export function workspaceEdit(client: LanguageClient, edit: ProtocolWorkspaceEdit): WorkspaceEdit {
  const whole = new WorkspaceEdit();
  for (const [uri, edits] of Object.entries(edit.changes ?? {})) {
    whole.set(
      Uri.parse(uri),
      edits.map((each) => textEdit(client, each)),
    );
  }
  for (const change of edit.documentChanges ?? []) {
    if (CreateFile.is(change)) whole.createFile(Uri.parse(change.uri), { overwrite: false });
    if (!TextDocumentEdit.is(change)) continue;
    const { textDocument, edits } = change;
    whole.set(
      Uri.parse(textDocument.uri),
      edits.map((each): [TextEdit | SnippetTextEdit, WorkspaceEditEntryMetadata | undefined] => {
        const id = 'annotationId' in each ? each.annotationId : undefined;
        const annotation = id === undefined ? undefined : edit.changeAnnotations?.[id];
        return [textEdit(client, each), annotation && metadataOf(annotation)];
      }),
    );
  }
  return whole;
}

function textEdit(
  client: LanguageClient,
  edit: TextDocumentEdit['edits'][number],
): TextEdit | SnippetTextEdit {
  const range = client.protocol2CodeConverter.asRange(edit.range);
  if (!ProtocolSnippetTextEdit.is(edit)) return new TextEdit(range, edit.newText);
  const snippet = new SnippetTextEdit(range, new SnippetString(edit.snippet.value));
  snippet.keepWhitespace = true;
  return snippet;
}

function metadataOf({ label, description, needsConfirmation }: ChangeAnnotation): WorkspaceEditEntryMetadata {
  return {
    label,
    needsConfirmation: needsConfirmation === true,
    ...(description !== undefined && { description }),
  };
}

function textDocumentEdits(edit: ProtocolWorkspaceEdit | undefined): readonly TextDocumentEdit[] {
  return (edit?.documentChanges ?? []).filter((change) => TextDocumentEdit.is(change));
}
