/** The bundled script and style sheet of a page. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

export interface PageContent {
  readonly title: string;
  /** The JSON that the script reads from the element `data`. All texts in it are untrusted. */
  readonly data: unknown;
}

/**
 * Creates an HTML file that needs and can reach nothing else: its policy allows only this script and style sheet, by
 * their hashes, and neither connections nor images. No text in the data can break out of the JSON.
 */
export function selfContainedPage({ title, data }: PageContent, assets: PageAssets): Promise<string> {
  return htmlFile({
    title,
    style: inlineStyle(assets.style),
    script: inlineScript(assets.script),
    body: `<script type="application/json" id="data">${inlineJson(data)}</script>`,
  });
}

/** Prints JSON in which no text starts or ends an element, a comment or a line of a script. */
export function inlineJson(data: unknown): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escapedInJson);
}

function escapedInJson(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Browsers hash the parsed script, with LF as line end. In strings, `\x3C` is the same as `<`. */
function inlineScript(text: string): string {
  return lineEnds(text).replace(/<(?=!--|\/?script)/gi, '\\x3C');
}

function inlineStyle(text: string): string {
  return lineEnds(text).replace(/<(?=\/style)/gi, '\\3C ');
}

function lineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

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
