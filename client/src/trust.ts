import { commands, window, workspace } from 'vscode';

/** True in a trusted workspace. In Restricted Mode, tells the user why the action is refused, and how to trust the workspace. */
export function isTrusted(whyNot: string): boolean {
  if (!workspace.isTrusted) void offerTrust(whyNot);
  return workspace.isTrusted;
}

async function offerTrust(whyNot: string): Promise<void> {
  const manage = 'Manage Workspace Trust';
  if ((await window.showInformationMessage(whyNot, manage)) === manage) {
    await commands.executeCommand('workbench.trust.manage');
  }
}
