export interface HtmlFile {
  readonly title: string;
  readonly style: string;
  /** Undefined for a page without scripts. */
  readonly script?: string;
  /** HTML. */
  readonly body: string;
}

/**
 * An HTML file that needs and can reach nothing else: its policy allows only its own style sheet and script, by their
 * hashes, and neither connections nor images.
 */
export async function htmlFile({ title, style, script, body }: HtmlFile): Promise<string> {
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${await contentHash(script)}`]),
    `style-src ${await contentHash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedText(title)}</title>
<style>${style}</style>
</head>
<body>
${body}${script === undefined ? '' : `\n<script>${script}</script>`}
</body>
</html>
`;
}

/** A text as the content of an element or an attribute. */
export function escapedText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

async function contentHash(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(bytes)))}'`;
}
