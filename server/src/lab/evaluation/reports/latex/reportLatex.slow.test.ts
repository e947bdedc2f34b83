import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latexText } from '../../../../base/report/latexReport.ts';
import { mergeShards, reportOf } from '../mergedRuns.ts';
import { runOf } from '../recordedRuns.testing.ts';
import { latexPValue, reportLatex } from './reportLatex.ts';

const signal = new AbortController().signal;

test("runs become the paper's tables, and what was done", async () => {
  const runs = [
    runOf('hvac', {
      'model:a_1 SG': '4422',
      'model:a_1 SF+': '4431',
      'model:b SG': '2120',
      symbolic: '4444',
    }),
    runOf('qudt', {
      'model:a_1 SG': '4142',
      'model:a_1 SF+': '4434',
      'model:b SG': '1121',
      symbolic: '4443',
    }),
  ];
  expect(reportLatex(await reportOf(mergeShards(runs), signal, { byCases: true }))).toMatchInlineSnapshot(`
    "\\documentclass{article}
    \\usepackage[T1]{fontenc}
    \\usepackage{lmodern}
    \\usepackage[utf8]{inputenc}
    \\usepackage[margin=2cm]{geometry}
    \\usepackage{booktabs}
    \\usepackage{longtable}
    \\usepackage{rotating}
    \\usepackage[table]{xcolor}
    % Cells of differences that are not significant, and of residuals that are not normal.
    \\definecolor{notSignificant}{HTML}{E8E3F1}
    \\definecolor{notNormal}{HTML}{F9DEDC}
    \\begin{document}

    \\section*{Methods}

    3 systems, among them 2 models in 2 of the nine strategies, attempted the cases of 2 data sets: 32 trials. Scores are those of first answers; shares are over all cases, and an answer reaches a tier only if it reaches the tiers before it.

    Contexts and models are compared twice. First by pairs: the same case with everything else equal; the difference is the mean over blocks (a data set under the same circumstances), its $p$ value comes from 10000 sign flips of whole cases (seed 1), and is corrected over all comparisons by a metric by Holm's method.

    Second by the linear mixed model of the shares of cases, $y_{ijkl} = \\beta_0 + \\beta_1 x_i + b_j + b_k + b_l + \\epsilon_{ijkl}$, with the side of the comparison as fixed effect and crossed random intercepts for data sets, models and, where all metrics are pooled, metrics; the comparison of models has none for models, and factors of one level are left out. It is fitted by restricted maximum likelihood; $p$ values and 95\\,\\% intervals are by Student's $t$ with Satterthwaite's degrees of freedom (3.0 to 19.0 here). Where the test of Shapiro and Wilk rejects normal residuals at 0.05, the arcsine of the root, the logit ($\\epsilon = 10^{-6}$) and the Box--Cox transformation are tried in turn, and effects are transformed back at the mean of the reference: 2 of 15 fits are transformed. 2 of 15 keep residuals that are not normal, and are reported untransformed.

    Third by a logistic mixed model of single answers, with the side of the comparison as fixed effect and crossed random intercepts for cases, models and data sets (none for models where these are compared). It is fitted by maximum likelihood with Laplace's approximation; intervals and $p$ values are Wald's, with standard errors at the fitted deviations.

    Left out:

    \\begin{itemize}
    \\item G $\\to$ F is not compared: nothing was tried with F.
    \\item F $\\to$ F+ is not compared: nothing was tried with F.
    \\item G $\\to$ F+: 8 answers have no counterpart and are left out of the pairs.
    \\item model:a\\_1 $\\to$ model:b: 8 answers have no counterpart and are left out of the pairs.
    \\end{itemize}

    \\begin{table}[htbp]
    \\centering
    \\small
    \\caption{Data sets. \\emph{Smallest} is the share of cases in which a smallest repair restores the graph; fragile cases are judged differently by two SHACL engines; $|G|$ and $|S|$ are the triples of graph and shapes, $\\alpha$ is the number of results of a case (mean, smallest to largest).}
    \\label{tab:suites}
    \\begin{tabular}{lrrrrrr}
    \\toprule
    Data set & $|G|$ & $|S|$ & Cases & $\\alpha$ & Fragile & Smallest \\\\
    \\midrule
    hvac & -- & -- & 4 & 1.00 (1--1) & 0 & -- \\\\
    qudt & -- & -- & 4 & 1.00 (1--1) & 0 & -- \\\\
    \\bottomrule
    \\end{tabular}
    \\end{table}

    {\\footnotesize
    \\begin{longtable}{llrrrrrrrr}
    \\caption{Share of cases that reach each tier, by data set, system and strategy, with the tokens of all prompts and answers and what they cost.}\\label{tab:cells} \\\\
    \\toprule
    System & Strategy & Trials & Syntactic & Semantic & Relaxed & Isomorphic & Mean & Tokens in, out & USD \\\\
    \\midrule
    \\endfirsthead
    \\toprule
    System & Strategy & Trials & Syntactic & Semantic & Relaxed & Isomorphic & Mean & Tokens in, out & USD \\\\
    \\midrule
    \\endhead
    \\bottomrule
    \\endlastfoot
    \\multicolumn{10}{l}{\\emph{hvac}} \\\\*
    model:a\\_1 & $SG$ & 4 & 100.00\\% & 100.00\\% & 50.00\\% & 50.00\\% & 75.00\\% & -- & -- \\\\
    model:a\\_1 & $SF^+$ & 4 & 100.00\\% & 75.00\\% & 75.00\\% & 50.00\\% & 75.00\\% & -- & -- \\\\
    model:b & $SG$ & 4 & 75.00\\% & 50.00\\% & 0.00\\% & 0.00\\% & 31.25\\% & -- & -- \\\\
    symbolic & -- & 4 & 100.00\\% & 100.00\\% & 100.00\\% & 100.00\\% & 100.00\\% & -- & -- \\\\
    \\midrule
    \\multicolumn{10}{l}{\\emph{qudt}} \\\\*
    model:a\\_1 & $SG$ & 4 & 100.00\\% & 75.00\\% & 50.00\\% & 50.00\\% & 68.75\\% & -- & -- \\\\
    model:a\\_1 & $SF^+$ & 4 & 100.00\\% & 100.00\\% & 100.00\\% & 75.00\\% & 93.75\\% & -- & -- \\\\
    model:b & $SG$ & 4 & 100.00\\% & 25.00\\% & 0.00\\% & 0.00\\% & 31.25\\% & -- & -- \\\\
    symbolic & -- & 4 & 100.00\\% & 100.00\\% & 100.00\\% & 75.00\\% & 93.75\\% & -- & -- \\\\
    \\end{longtable}}

    \\begin{table}[htbp]
    \\centering
    \\small
    \\caption{Averages. Each cell, a data set with a model and a strategy, weighs the same. Levels with different numbers of cells were not tried on the same data, so their averages cannot be compared.}
    \\label{tab:averages}
    \\begin{tabular}{lrrrrrr}
    \\toprule
     & Cells & Syntactic & Semantic & Relaxed & Isomorphic & Mean \\\\
    \\midrule
    All & 6 & 95.83\\% & 70.83\\% & 45.83\\% & 37.50\\% & 62.50\\% \\\\
    \\midrule
    \\multicolumn{7}{l}{\\emph{By shapes in the prompt}} \\\\*
    $S$ & 6 & 95.83\\% & 70.83\\% & 45.83\\% & 37.50\\% & 62.50\\% \\\\
    \\midrule
    \\multicolumn{7}{l}{\\emph{By data in the prompt}} \\\\*
    $G$ & 4 & 93.75\\% & 62.50\\% & 25.00\\% & 25.00\\% & 51.56\\% \\\\
    $F^+$ & 2 & 100.00\\% & 87.50\\% & 87.50\\% & 62.50\\% & 84.38\\% \\\\
    \\midrule
    \\multicolumn{7}{l}{\\emph{By strategy}} \\\\*
    $SG$ & 4 & 93.75\\% & 62.50\\% & 25.00\\% & 25.00\\% & 51.56\\% \\\\
    $SF^+$ & 2 & 100.00\\% & 87.50\\% & 87.50\\% & 62.50\\% & 84.38\\% \\\\
    \\midrule
    \\multicolumn{7}{l}{\\emph{By model}} \\\\*
    model:a\\_1 & 4 & 100.00\\% & 87.50\\% & 68.75\\% & 56.25\\% & 78.13\\% \\\\
    model:b & 2 & 87.50\\% & 37.50\\% & 0.00\\% & 0.00\\% & 31.25\\% \\\\
    \\midrule
    \\multicolumn{7}{l}{\\emph{By data set}} \\\\*
    hvac & 3 & 91.67\\% & 75.00\\% & 41.67\\% & 33.33\\% & 60.42\\% \\\\
    qudt & 3 & 100.00\\% & 66.67\\% & 50.00\\% & 41.67\\% & 64.58\\% \\\\
    \\bottomrule
    \\end{tabular}
    \\end{table}

    \\begin{sidewaystable}
    \\centering
    \\small
    \\caption{\\textbf{Context selection.} Averages over all cells of either side; the effect by the linear mixed model; the paired difference over the same cases, with its $p$ value corrected by Holm's method. \\colorbox{notSignificant}{\\strut$p$}: not significant at 0.05. \\colorbox{notNormal}{\\strut$p$}: the residuals are not normal.}
    \\label{tab:context-selection}
    \\begin{tabular}{lrrrrlrrr}
    \\toprule
    Change & From & To & Effect & $p$ & Transformed & Shapiro--Wilk $p$ & Paired & Holm $p$ \\\\
    \\midrule
    \\multicolumn{9}{l}{\\emph{Overall}} \\\\*
    $G$ $\\to$ $F^+$ & 51.56\\% & 84.38\\% & $+39.84$ & \\cellcolor{notSignificant}$3.8\\times10^{-1}$ & logit & $1.4\\times10^{-1}$ & $+12.50$ & \\cellcolor{notSignificant}$5.0\\times10^{-1}$ \\\\
    \\midrule
    \\multicolumn{9}{l}{\\emph{Syntactic validity}} \\\\*
    $G$ $\\to$ $F^+$ & 93.75\\% & 100.00\\% & $+4.17$ & \\cellcolor{notSignificant}$6.8\\times10^{-1}$ & -- & $7.5\\times10^{-2}$ & $0.00$ & \\cellcolor{notSignificant}$1.0\\times10^{0}$ \\\\
    \\midrule
    \\multicolumn{9}{l}{\\emph{Semantic validity}} \\\\*
    $G$ $\\to$ $F^+$ & 62.50\\% & 87.50\\% & $+3.13$ & \\cellcolor{notSignificant}$8.7\\times10^{-1}$ & -- & $1.5\\times10^{-1}$ & $0.00$ & \\cellcolor{notSignificant}$1.0\\times10^{0}$ \\\\
    \\midrule
    \\multicolumn{9}{l}{\\emph{Relaxed isomorphism}} \\\\*
    $G$ $\\to$ $F^+$ & 25.00\\% & 87.50\\% & $+38.54$ & $3.1\\times10^{-2}$ & -- & $3.5\\times10^{-1}$ & $+37.50$ & \\cellcolor{notSignificant}$3.8\\times10^{-1}$ \\\\
    \\midrule
    \\multicolumn{9}{l}{\\emph{Isomorphism}} \\\\*
    $G$ $\\to$ $F^+$ & 25.00\\% & 62.50\\% & $+13.54$ & \\cellcolor{notSignificant}$2.7\\times10^{-1}$ & -- & $3.5\\times10^{-1}$ & $+12.50$ & \\cellcolor{notSignificant}$1.0\\times10^{0}$ \\\\
    \\bottomrule
    \\end{tabular}
    \\end{sidewaystable}

    \\begin{sidewaystable}
    \\centering
    \\small
    \\caption{\\textbf{Model selection.} Averages over all cells of either side; the effect by the linear mixed model; the paired difference over the same cases, with its $p$ value corrected by Holm's method. \\colorbox{notSignificant}{\\strut$p$}: not significant at 0.05. \\colorbox{notNormal}{\\strut$p$}: the residuals are not normal.}
    \\label{tab:model-selection}
    \\begin{tabular}{lrrrrlrrr}
    \\toprule
    Change & From & To & Effect & $p$ & Transformed & Shapiro--Wilk $p$ & Paired & Holm $p$ \\\\
    \\midrule
    \\multicolumn{9}{l}{\\emph{Overall}} \\\\*
    model:a\\_1 $\\to$ model:b & 78.13\\% & 31.25\\% & $-46.88$ & $5.8\\times10^{-6}$ & -- & \\cellcolor{notNormal}$5.2\\times10^{-4}$ & $-40.63$ & \\cellcolor{notSignificant}$9.4\\times10^{-2}$ \\\\
    model:a\\_1 $\\to$ symbolic & 78.13\\% & 96.88\\% & $+18.75$ & $8.0\\times10^{-3}$ & -- & $3.7\\times10^{-1}$ & $+18.75$ & \\cellcolor{notSignificant}$2.5\\times10^{-1}$ \\\\
    model:b $\\to$ symbolic & 31.25\\% & 96.88\\% & $+65.63$ & $1.0\\times10^{-4}$ & -- & $5.7\\times10^{-2}$ & $+65.63$ & $3.1\\times10^{-2}$ \\\\
    \\midrule
    \\multicolumn{9}{l}{\\emph{Syntactic validity}} \\\\*
    model:a\\_1 $\\to$ model:b & 100.00\\% & 87.50\\% & $-12.50$ & \\cellcolor{notSignificant}$1.8\\times10^{-1}$ & -- & $5.1\\times10^{-1}$ & $-12.50$ & \\cellcolor{notSignificant}$1.0\\times10^{0}$ \\\\
    model:a\\_1 $\\to$ symbolic & 100.00\\% & 100.00\\% & -- & -- & -- & -- & $0.00$ & \\cellcolor{notSignificant}$1.0\\times10^{0}$ \\\\
    model:b $\\to$ symbolic & 87.50\\% & 100.00\\% & -- & -- & -- & -- & $+12.50$ & \\cellcolor{notSignificant}$1.0\\times10^{0}$ \\\\
    \\midrule
    \\multicolumn{9}{l}{\\emph{Semantic validity}} \\\\*
    model:a\\_1 $\\to$ model:b & 87.50\\% & 37.50\\% & $-56.24$ & \\cellcolor{notSignificant}$5.3\\times10^{-2}$ & arcsine & $1.1\\times10^{-1}$ & $-50.00$ & \\cellcolor{notSignificant}$3.8\\times10^{-1}$ \\\\
    model:a\\_1 $\\to$ symbolic & 87.50\\% & 100.00\\% & $+12.50$ & \\cellcolor{notSignificant}$3.1\\times10^{-1}$ & -- & $1.7\\times10^{-1}$ & $+12.50$ & \\cellcolor{notSignificant}$1.0\\times10^{0}$ \\\\
    model:b $\\to$ symbolic & 37.50\\% & 100.00\\% & -- & -- & -- & -- & $+62.50$ & \\cellcolor{notSignificant}$2.5\\times10^{-1}$ \\\\
    \\midrule
    \\multicolumn{9}{l}{\\emph{Relaxed isomorphism}} \\\\*
    model:a\\_1 $\\to$ model:b & 68.75\\% & 0.00\\% & $-68.75$ & $1.9\\times10^{-2}$ & -- & $3.3\\times10^{-1}$ & $-50.00$ & \\cellcolor{notSignificant}$3.8\\times10^{-1}$ \\\\
    model:a\\_1 $\\to$ symbolic & 68.75\\% & 100.00\\% & $+31.25$ & \\cellcolor{notSignificant}$1.6\\times10^{-1}$ & -- & $3.3\\times10^{-1}$ & $+31.25$ & \\cellcolor{notSignificant}$3.8\\times10^{-1}$ \\\\
    model:b $\\to$ symbolic & 0.00\\% & 100.00\\% & -- & -- & -- & -- & $+100.00$ & $3.1\\times10^{-2}$ \\\\
    \\midrule
    \\multicolumn{9}{l}{\\emph{Isomorphism}} \\\\*
    model:a\\_1 $\\to$ model:b & 56.25\\% & 0.00\\% & $-56.25$ & $3.9\\times10^{-3}$ & -- & \\cellcolor{notNormal}$1.0\\times10^{-2}$ & $-50.00$ & \\cellcolor{notSignificant}$3.8\\times10^{-1}$ \\\\
    model:a\\_1 $\\to$ symbolic & 56.25\\% & 87.50\\% & $+31.25$ & \\cellcolor{notSignificant}$6.1\\times10^{-2}$ & -- & $9.4\\times10^{-2}$ & $+31.25$ & \\cellcolor{notSignificant}$5.0\\times10^{-1}$ \\\\
    model:b $\\to$ symbolic & 0.00\\% & 87.50\\% & -- & -- & -- & -- & $+87.50$ & \\cellcolor{notSignificant}$6.3\\times10^{-2}$ \\\\
    \\bottomrule
    \\end{tabular}
    \\end{sidewaystable}

    {\\footnotesize
    \\begin{longtable}{lrrrrrrr}
    \\caption{Odds ratios by a logistic mixed model of single answers with random intercepts for cases, models and data sets; in the last three columns their standard deviations in logarithms of odds. \\colorbox{notSignificant}{\\strut$p$}: not significant at 0.05.}\\label{tab:cases} \\\\
    \\toprule
    Change & Odds ratio & 95\\,\\% & $p$ & Answers & Cases & Models & Data sets \\\\
    \\midrule
    \\endfirsthead
    \\toprule
    Change & Odds ratio & 95\\,\\% & $p$ & Answers & Cases & Models & Data sets \\\\
    \\midrule
    \\endhead
    \\bottomrule
    \\endlastfoot
    \\multicolumn{8}{l}{\\emph{Semantic validity}} \\\\*
    $G$ $\\to$ $F^+$ & 2.21 & 0.15 to 33.07 & \\cellcolor{notSignificant}$5.6\\times10^{-1}$ & 24 & 0.97 & 1.06 & 0.00 \\\\
    model:a\\_1 $\\to$ model:b & 0.03 & $2.9\\times10^{-3}$ to 0.41 & $7.6\\times10^{-3}$ & 24 & 1.43 & -- & 0.00 \\\\
    \\midrule
    \\multicolumn{8}{l}{\\emph{Isomorphism}} \\\\*
    $G$ $\\to$ $F^+$ & 2.61 & 0.31 to 21.67 & \\cellcolor{notSignificant}$3.7\\times10^{-1}$ & 24 & 1.23 & 2.50 & 0.00 \\\\
    model:a\\_1 $\\to$ symbolic & 6.61 & 0.56 to 77.50 & \\cellcolor{notSignificant}$1.3\\times10^{-1}$ & 24 & 0.81 & -- & 0.00 \\\\
    \\end{longtable}}

    \\end{document}
    "
  `);
});

test('p values are written as in the paper', () => {
  expect([4.4e-10, 0.18, 1, 0, Number.NaN].map(latexPValue)).toEqual([
    '$4.4\\times10^{-10}$',
    '$1.8\\times10^{-1}$',
    '$1.0\\times10^{0}$',
    '$<10^{-300}$',
    '--',
  ]);
});

test('no name of a user ends a cell, starts a command or leaves its line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = latexText(text).replaceAll(/\\(?:text[a-z]+\{\}|[{}$&#%_])|\$\\to\$/g, '');
      expect(shown).toMatch(/^[^\\{}$&#%_~^\n\r]*$/);
    }),
  );
});

test('controls come last, in no average, and what was not tried has no share', async () => {
  const graphs = ['boiler', 'chiller'].map((graph) =>
    runOf('hvac', { oracle: '4444', symbolic: '22', 'model:m SG': '' }, graph),
  );
  const latex = reportLatex(await reportOf(mergeShards(graphs), signal));
  const cells = /\\label\{tab:cells\}[\s\S]*?\\end\{longtable\}/.exec(latex)![0];
  expect(cells.split('\n').filter((line) => /^(?:oracle|symbolic|model)/.test(line))).toMatchInlineSnapshot(`
    [
      "symbolic & -- & 4$^{*}$ & 100.00\\% & 100.00\\% & 0.00\\% & 0.00\\% & 50.00\\% & -- & -- \\\\",
      "model:m & $SG$ & 0$^{*}$ & -- & -- & -- & -- & -- & -- & -- \\\\",
      "oracle (control) & -- & 8 & 100.00\\% & 100.00\\% & 100.00\\% & 100.00\\% & 100.00\\% & -- & -- \\\\",
    ]
  `);
  expect(/By graph of hvac[\s\S]*?\\bottomrule/.exec(latex)![0]).toMatchInlineSnapshot(`
    "By graph of hvac}} \\\\*
    boiler & 1 & 100.00\\% & 100.00\\% & 0.00\\% & 0.00\\% & 50.00\\% \\\\
    chiller & 1 & 100.00\\% & 100.00\\% & 0.00\\% & 0.00\\% & 50.00\\% \\\\
    \\bottomrule"
  `);
});
