import { commands, window, workspace } from 'vscode';

/** True in a workspace that its user trusts. In Restricted Mode the user is told why something is not done, and how to trust. */
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
