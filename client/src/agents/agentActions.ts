import {
  CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type Diagnostic,
  lm,
  type TextDocument,
  workspace,
} from 'vscode';
import type { CommandId } from '../commands/commandIds.ts';

/** The quick fix that hands a result over to an agent, as long as VS Code has a model to run one with. */
export class AgentActions {
  #hasModels: boolean = false;
  #isFollowing: boolean = false;

  /** The first menu asks whether there are models, and does not wait for the answer. */
  of({ uri }: TextDocument, { diagnostics, only }: CodeActionContext): readonly CodeAction[] {
    this.#follow();
    const result = diagnostics.find(isResult);
    if (!result || !this.#hasModels || !workspace.isTrusted || hasNoAgents()) return [];
    if (only && !only.contains(CodeActionKind.QuickFix)) return [];
    const title = 'Fix with Agent…';
    const action = new CodeAction(title, CodeActionKind.QuickFix);
    const command: CommandId = 'shaclRepair.fixWithAgent';
    action.diagnostics = [result];
    const place = { uri: uri.toString(), line: result.range.start.line };
    action.command = { title, command, arguments: [place] };
    return [action];
  }

  #follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const look = () =>
      lm.selectChatModels().then(
        (models) => {
          this.#hasModels = models.length > 0;
        },
        // Then there are none.
        () => {},
      );
    lm.onDidChangeChatModels(look);
    void look();
  }
}

/** Whether the user has switched off all that VS Code does with language models; its chat does not open then. */
export function hasNoAgents(): boolean {
  return workspace.getConfiguration('chat').get('disableAIFeatures') === true;
}

/** The codes of results are the names of parameters, with their prefixes. */
function isResult({ source, code }: Diagnostic): boolean {
  const name = typeof code === 'object' ? code.value : code;
  return source === 'SHACL Repair' && typeof name === 'string' && name.includes(':');
}
