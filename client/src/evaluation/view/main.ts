/** The page of the evaluation report. All that it shows is in the page itself. */
import type { ReportData } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { element } from '../../page/view/elements.ts';
import { pageData } from '../../page/view/pageData.ts';
import { shownCells } from './cells.ts';
import { compareSection } from './compareSection.ts';
import { costSection } from './costSection.ts';
import { effectSection } from './effectSection.ts';
import { failureSection } from './failureSection.ts';
import { funnelSection } from './funnelSection.ts';
import { headerElement } from './header.ts';
import { heatMapSection } from './heatMapSection.ts';
import { sectionElement } from './section.ts';

const data = pageData<ReportData>();
const cells = shownCells(data);
const sections = [
  heatMapSection(cells),
  funnelSection(cells),
  costSection(cells),
  effectSection(data.statistics),
  compareSection(data, cells),
  failureSection(data, cells),
];

document.body.append(headerElement(data, sections), element('main', {}, ...sections.map(sectionElement)));
