import { randomBytes } from 'node:crypto';
import { Uri, type Webview } from 'vscode';

/**
 * An empty page, which runs our script and nothing else.
 *
 * @param name of the script and the style sheet in dist.
 */
export function pageHtml(webview: Webview, extensionUri: Uri, name: string, title: string): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string) => webview.asWebviewUri(Uri.joinPath(extensionUri, 'dist', name));
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<link rel="stylesheet" href="${file(`${name}.css`)}">
</head>
<body>
<script nonce="${nonce}" src="${file(`${name}.js`)}"></script>
</body>
</html>
`;
}
