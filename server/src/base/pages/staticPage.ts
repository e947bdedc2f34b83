import { escapedText, htmlFile } from './htmlFile.ts';

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

/** An HTML file without scripts that needs and can reach nothing else. */
export function staticPage(title: string, style: string, body: readonly PageNode[]): Promise<string> {
  return htmlFile({ title, style, body: body.map(written).join('\n') });
}

function written(node: PageNode): string {
  if (typeof node === 'string') return escapedText(node);
  const { name, attributes = {}, children } = node;
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapedText(value)}"`);
  return `<${name}${given.join('')}>${children.map(written).join('')}</${name}>`;
}
