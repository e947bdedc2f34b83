import { randomBytes } from 'node:crypto';
import { Uri, type Webview } from 'vscode';

/** The empty page, which runs our script and nothing else. */
export function pageHtml(webview: Webview, extensionUri: Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string) => webview.asWebviewUri(Uri.joinPath(extensionUri, 'dist', name));
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Validation Report</title>
<link rel="stylesheet" href="${file('report.css')}">
</head>
<body>
<script nonce="${nonce}" src="${file('report.js')}"></script>
</body>
</html>
`;
}
