import { contentHash, escapedText } from './pageText.ts';

/** An element of a page, with its attributes and content. Texts are escaped when they are written. */
export type PageNode =
  | string
  | {
      readonly name: string;
      readonly attributes?: Readonly<Record<string, string>>;
      readonly children: readonly PageNode[];
    };

/** An element of a page: `pageElement('td', {}, 'text')`. */
export function pageElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly PageNode[]
): PageNode {
  return { name, attributes, children };
}

/**
 * An HTML file without scripts that needs and can reach nothing else: its policy allows this style sheet alone, by its
 * hash.
 */
export async function staticPage(title: string, style: string, body: readonly PageNode[]): Promise<string> {
  const policy = `default-src 'none'; style-src ${await contentHash(style)}; base-uri 'none'; form-action 'none'`;
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
${body.map(written).join('\n')}
</body>
</html>
`;
}

function written(node: PageNode): string {
  if (typeof node === 'string') return escapedText(node);
  const { name, attributes = {}, children } = node;
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapedText(value)}"`);
  return `<${name}${given.join('')}>${children.map(written).join('')}</${name}>`;
}
