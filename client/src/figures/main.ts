/** The figures of reports as files, for the command line: the charts of the pages, drawn for print. */
import type {
  CheckReport,
  Figure,
  ReportData,
} from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { drawIn } from '../page/view/plot.ts';
import { checkCharts, evaluationCharts } from './charts.ts';
import { pdfFile } from './pdfFile.ts';
import { printedShape } from './printedShape.ts';
import { type SvgElement, svgDocument } from './svgDocument.ts';
import { svgFile } from './svgFile.ts';

/** In pixels: the width of a page of text when printed at three quarters of their size. */
const width = 760;

/**
 * The charts of a page.
 *
 * @param data what the page would get: `ReportData` or `CheckReport`.
 * @param font a file in TrueType's format, parts of which go into the figures.
 */
export async function figures(
  page: 'evaluation' | 'modelCheck',
  data: unknown,
  font: Uint8Array,
): Promise<readonly Figure[]> {
  drawIn(svgDocument());
  const charts =
    page === 'evaluation' ? evaluationCharts(data as ReportData) : checkCharts(data as CheckReport);
  const drawn = charts.map(async ([name, { title, note = '', draw }]) => {
    const shape = printedShape(draw(width) as unknown as SvgElement);
    return { name, title, note, svg: svgFile(shape, title), pdf: await pdfFile(shape, title, font) };
  });
  return Promise.all(drawn);
}
