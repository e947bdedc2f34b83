import { expect, test } from 'vitest';
import { htmlReport } from './htmlReport.ts';
import { latexReport } from './latexReport.ts';
import { markdownReport } from './markdownReport.ts';
import {
  alignedTable,
  type Block,
  code,
  columnsOf,
  folded,
  heading,
  list,
  paragraph,
  source,
  strong,
} from './report.ts';

const blocks: readonly Block[] = [
  heading(2, 'Rooms & <halls>'),
  paragraph(['Of ', strong('2_000'), ' rooms, ', code('a`b'), ' is one.']),
  'A paragraph, 1 < 2 & 100 %.',
  { kind: 'list', items: ['first', 'second'], isNumbered: true },
  {
    kind: 'table',
    columns: columnsOf('lr', ['room', 'm²']),
    groups: [{ title: 'Above | below', rows: [['hall', 12]] }, { rows: [['cellar', '–']] }],
    float: { label: 'rooms', caption: 'Areas in %.', layout: 'inline' },
  },
  folded('More', alignedTable(['a', 'bc'], [['1', 'x|y']]), list([source('own')])),
];

test('one report as Markdown', () => {
  expect(markdownReport(blocks)).toMatchInlineSnapshot(`
    "## Rooms & \\<halls>

    Of **2_000** rooms, \`\`a\`b\`\` is one.

    A paragraph, 1 < 2 & 100 %.

    1. first
    2. second

    | room | m² |
    |---|---:|
    | Above \\| below |  |
    | hall | 12 |
    | cellar | – |

    <details><summary>More</summary>

    | a   | bc   |
    | --- | ---- |
    | 1   | x\\|y |

    - own

    </details>
    "
  `);
});

test('the same as LaTeX', () => {
  expect(latexReport(blocks)).toMatchInlineSnapshot(`
    "\\section*{Rooms \\& \\textless{}halls\\textgreater{}}

    Of \\textbf{2\\_000} rooms, \\texttt{a\`b} is one.

    A paragraph, 1 \\textless{} 2 \\& 100 \\%.

    \\begin{enumerate}
    \\item first
    \\item second
    \\end{enumerate}

    \\begin{table}[htbp]
    \\centering
    \\small
    \\caption{Areas in \\%.}
    \\label{tab:rooms}
    \\begin{tabular}{lr}
    \\toprule
    room & m² \\\\
    \\midrule
    \\multicolumn{2}{l}{\\emph{Above | below}} \\\\*
    hall & 12 \\\\
    \\midrule
    cellar & -- \\\\
    \\bottomrule
    \\end{tabular}
    \\end{table}

    \\paragraph{More}
    \\begin{table}[htbp]
    \\centering
    \\small
    \\begin{tabular}{ll}
    \\toprule
    a & bc \\\\
    \\midrule
    1 & x|y \\\\
    \\bottomrule
    \\end{tabular}
    \\end{table}

    \\begin{itemize}
    \\item own
    \\end{itemize}"
  `);
});

test('the same as HTML', async () => {
  const page = await htmlReport('Rooms', '', blocks);
  expect(
    page.slice(page.indexOf('<h2>'), page.indexOf('</body>')).replace(/(?<=<\/(?:tr|p|h2|li)>)/g, '\n'),
  ).toMatchInlineSnapshot(`
    "<h2>Rooms &#38; &#60;halls&#62;</h2>

    <p>Of <b>2_000</b> rooms, <code>a\`b</code> is one.</p>

    <p>A paragraph, 1 &#60; 2 &#38; 100 %.</p>

    <ol><li>first</li>
    <li>second</li>
    </ol>
    <table><caption>Areas in %.</caption><thead><tr><th>room</th><th>m²</th></tr>
    </thead><tbody><tr><th colspan="2">Above | below</th></tr>
    <tr><td>hall</td><td>12</td></tr>
    </tbody><tbody><tr><td>cellar</td><td>–</td></tr>
    </tbody></table>
    <details><summary>More</summary><table><thead><tr><th>a</th><th>bc</th></tr>
    </thead><tbody><tr><td>1</td><td>x|y</td></tr>
    </tbody></table>
    <ul><li>own</li>
    </ul></details>
    "
  `);
});
