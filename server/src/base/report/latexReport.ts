import { type Block, type Mark, type RowGroup, type Table, type Text, written } from './report.ts';

/** A report as LaTeX for the body of a document. Tables are in the style of booktabs; each can be copied on its own. */
export function latexReport(blocks: readonly Block[]): string {
  return blocks.map(blockLatex).join('\n\n');
}

function blockLatex(block: Block): string {
  if (typeof block === 'string') return latex(block);
  switch (block.kind) {
    case 'heading':
      return `\\${['section', 'section', 'subsection'][block.level - 1]}*{${latex(block.text)}}`;
    case 'paragraph':
      return latex(block.text);
    case 'list': {
      const name = block.isNumbered ? 'enumerate' : 'itemize';
      const items = [...block.items].map((item) => `\\item ${latex(item)}`);
      return `\\begin{${name}}\n${items.join('\n')}\n\\end{${name}}`;
    }
    case 'table':
      return tableLatex(block);
    case 'folded':
      return `\\paragraph{${latex(block.title)}}\n${latexReport(block.blocks)}`;
  }
}

function tableLatex(table: Table): string {
  const { columns, float } = table;
  const alignment = columns.map(({ align }) => align[0]).join('');
  const header = columns.map(({ title }) => latex(title)).join(' & ');
  const top = ['\\toprule', `${header} \\\\`, '\\midrule'];
  const title = float ? [`\\caption{${latex(float.caption)}}`, `\\label{tab:${float.label}}`] : [];
  if (float?.layout === 'long') {
    return [
      '{\\footnotesize',
      `\\begin{longtable}{${alignment}}`,
      `${title.join('')} \\\\`,
      ...[...top, '\\endfirsthead', ...top, '\\endhead'],
      ...['\\bottomrule', '\\endlastfoot', rowsLatex(table)],
      '\\end{longtable}}',
    ].join('\n');
  }
  const isSideways = float?.layout === 'sideways';
  const environment = isSideways ? 'sidewaystable' : 'table';
  return [
    `\\begin{${environment}}${isSideways ? '' : '[htbp]'}`,
    ...['\\centering', '\\small', ...title],
    `\\begin{tabular}{${alignment}}`,
    ...[...top, rowsLatex(table), '\\bottomrule'],
    ...['\\end{tabular}', `\\end{${environment}}`],
  ].join('\n');
}

function rowsLatex({ columns, groups }: Table): string {
  const block = ({ title, rows }: RowGroup) =>
    [
      ...(title === undefined ? [] : [`\\multicolumn{${columns.length}}{l}{\\emph{${latex(title)}}} \\\\*`]),
      ...[...rows].map((cells) => `${cells.map(latex).join(' & ')} \\\\`),
    ].join('\n');
  return [...groups].map(block).join('\n\\midrule\n');
}

function latex(text: Text | number): string {
  return written(text, part);
}

function part(text: string | Mark): string {
  if (typeof text === 'string') return latexText(text);
  if (text.kind === 'source') return text.text;
  const command = ({ code: 'texttt', emphasis: 'emph', strong: 'textbf' } as const)[text.kind];
  return `\\${command}{${latexText(text.text)}}`;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '→': '$\\to$',
  '–': '--',
};

/**
 * Text of users, such as names of models and suites, as LaTeX that shows it. Line breaks become spaces; characters that
 * pdfLaTeX has no glyph for without further packages become question marks.
 */
export function latexText(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\\{}$&#%_~^<>→–]|[^\u0020-\u00ff]/gu, (character) => escapes[character] ?? '?');
}
