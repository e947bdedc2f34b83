import { escapedText, htmlFile } from '../pages/selfContainedPage.ts';
import { type Block, type Mark, paragraph, type Row, type Table, type Text, written } from './report.ts';

/** A report as an HTML file without scripts that needs and can reach nothing else. */
export function htmlReport(title: string, style: string, blocks: readonly Block[]): Promise<string> {
  return htmlFile({ title, style, body: html(blocks) });
}

function html(blocks: readonly Block[]): string {
  return blocks.map(blockHtml).join('\n');
}

function blockHtml(block: Block): string {
  if (typeof block === 'string') return blockHtml(paragraph(block));
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${textHtml(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p${block.isNote ? ' class="note"' : ''}>${textHtml(block.text)}</p>`;
    case 'list': {
      const name = block.isNumbered ? 'ol' : 'ul';
      return `<${name}>${[...block.items].map((item) => `<li>${textHtml(item)}</li>`).join('')}</${name}>`;
    }
    case 'table':
      return tableHtml(block);
    case 'folded':
      return `<details><summary>${textHtml(block.title)}</summary>${html(block.blocks)}</details>`;
  }
}

function tableHtml({ columns, groups, float }: Table): string {
  const caption = float ? `<caption>${textHtml(float.caption)}</caption>` : '';
  const header = rowHtml(
    'th',
    columns.map(({ title }) => title),
  );
  const bodies = [...groups].map(({ title, rows }) => {
    const head =
      title === undefined ? '' : `<tr><th colspan="${columns.length}">${textHtml(title)}</th></tr>`;
    return `<tbody>${head}${[...rows].map((row) => rowHtml('td', row)).join('')}</tbody>`;
  });
  return `<table>${caption}<thead>${header}</thead>${bodies.join('')}</table>`;
}

function rowHtml(name: 'td' | 'th', row: Row): string {
  return `<tr>${row.map((cell) => `<${name}>${textHtml(cell)}</${name}>`).join('')}</tr>`;
}

function textHtml(text: Text | number): string {
  return written(text, part);
}

function part(text: string | Mark): string {
  if (typeof text === 'string') return escapedText(text);
  if (text.kind === 'source') return text.text;
  const name = ({ code: 'code', emphasis: 'em', strong: 'b' } as const)[text.kind];
  return `<${name}>${escapedText(text.text)}</${name}>`;
}
