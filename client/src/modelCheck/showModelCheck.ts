import { type Disposable, Uri, ViewColumn, window } from 'vscode';

/** Shows the report of a check in a panel of its own. */
export function showModelCheck(model: string, html: string, extensionUri: Uri): Disposable {
  // The page holds all that it shows, and reads nothing.
  const options = { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true };
  const title = `Model Check: ${model}`;
  const panel = window.createWebviewPanel('shaclRepair.modelCheck', title, ViewColumn.Active, options);
  panel.iconPath = Uri.joinPath(extensionUri, 'icon.png');
  panel.webview.html = html;
  return panel;
}
