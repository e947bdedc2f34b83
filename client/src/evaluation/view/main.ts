/** The page of the evaluation report. All that it shows is in the page itself. */
import type { ReportData } from '../../../../server/src/lsp/protocol.ts';
import { element } from '../../page/view/elements.ts';
import { shownCells } from './cells.ts';
import { heatMapSection } from './heatMapSection.ts';

const data = JSON.parse(document.getElementById('data')!.textContent) as ReportData;
const cells = shownCells(data);

document.body.append(
  element('header', {}, element('h1', {}, `Evaluation: ${data.title}`)),
  element('main', {}, heatMapSection(cells)),
);
