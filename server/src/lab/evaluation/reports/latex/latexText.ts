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

/** A share in per cent: `68.31\%`; a dash if there is none. */
export function latexPercent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(2)}\\%` : '--';
}

/** A difference of shares in percentage points with its sign: `$-3.97$`. */
export function latexPoints(difference: number): string {
  const points = (100 * difference).toFixed(2);
  return Number.isFinite(difference) ? `$${difference > 0 ? '+' : ''}${points}$` : '--';
}

/** A p value in scientific form with two digits, as in the paper: `$4.4\times10^{-10}$`. */
export function latexPValue(pValue: number): string {
  if (!Number.isFinite(pValue)) return '--';
  if (pValue === 0) return '$<10^{-300}$';
  const [digits, exponent] = pValue.toExponential(1).split('e');
  return `$${digits}\\times10^{${Number(exponent)}}$`;
}

/** A ratio, or a deviation, with two digits after the point, or in scientific form if it is very large or small. */
export function latexRatio(ratio: number): string {
  if (!Number.isFinite(ratio)) return '--';
  return ratio < 0.01 || ratio >= 1000 ? latexPValue(ratio) : ratio.toFixed(2);
}

export interface LatexTable {
  /** Of `\label`, without `tab:`. */
  readonly label: string;
  /** LaTeX. */
  readonly caption: string;
  /** `lrrr` */
  readonly columns: string;
  readonly header: readonly string[];
  /** Groups of rows, apart by rules. Cells are LaTeX. */
  readonly groups: readonly LatexGroup[];
  /** A float, a page of its own turned by 90 degrees, or a table that goes on over pages. */
  readonly layout: 'float' | 'sideways' | 'long';
}

export interface LatexGroup {
  /** A line over the rows; absent where there is one group. */
  readonly title?: string;
  readonly rows: readonly (readonly string[])[];
}

/** A table in the style of booktabs. */
export function latexTable(table: LatexTable): string {
  const { label, caption, columns, header, layout } = table;
  const top = ['\\toprule', `${header.join(' & ')} \\\\`, '\\midrule'];
  const title = [`\\caption{${caption}}`, `\\label{tab:${label}}`];
  if (layout === 'long') {
    return [
      '{\\footnotesize',
      `\\begin{longtable}{${columns}}`,
      `${title.join('')} \\\\`,
      ...[...top, '\\endfirsthead', ...top, '\\endhead'],
      ...['\\bottomrule', '\\endlastfoot', rowsOf(table)],
      '\\end{longtable}}',
    ].join('\n');
  }
  const environment = layout === 'sideways' ? 'sidewaystable' : 'table';
  return [
    `\\begin{${environment}}${layout === 'sideways' ? '' : '[htbp]'}`,
    ...['\\centering', '\\small', ...title],
    `\\begin{tabular}{${columns}}`,
    ...[...top, rowsOf(table), '\\bottomrule'],
    ...['\\end{tabular}', `\\end{${environment}}`],
  ].join('\n');
}

function rowsOf({ header, groups }: LatexTable): string {
  const blocks = groups.map(({ title, rows }) => [
    ...(title === undefined ? [] : [`\\multicolumn{${header.length}}{l}{\\emph{${title}}} \\\\*`]),
    ...rows.map((cells) => `${cells.join(' & ')} \\\\`),
  ]);
  return blocks.map((lines) => lines.join('\n')).join('\n\\midrule\n');
}
