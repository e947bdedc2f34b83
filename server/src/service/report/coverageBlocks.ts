import { type Block, heading, list, paragraph, strong, type Text } from '../../base/report/report.ts';
import { type CoverageItem, coverageSections, judgedText } from './coverageSections.ts';
import { placeText } from './placeText.ts';
import type { RunCoverage } from './runCoverage.ts';

export interface CoverageMarkdownOptions {
  /** Returns the display name of a file. */
  readonly nameOf: (uri: string) => string;
  /** Whether something was not checked, so that coverage may be less than it seems to be. */
  readonly hasNotChecked: boolean;
}

/** What the shapes look at and what they leave alone. */
export function* coverageBlocks(
  coverage: RunCoverage,
  { nameOf, hasNotChecked }: CoverageMarkdownOptions,
): Iterable<Block> {
  yield paragraph(strong(judgedText(coverage)));
  if (hasNotChecked) yield notCheckedNote;
  if (coverage.files.length > 1)
    yield list(coverage.files.map((file) => [nameOf(file.document.uri), `: ${judgedText(file)}`]));
  for (const { title, items } of coverageSections(coverage)) {
    yield heading(3, `${title[0]!.toUpperCase()}${title.slice(1)} (${items.length})`);
    const shown = items.slice(0, mostItems).map((item) => itemText(item, nameOf));
    const more = items.length - shown.length;
    yield list(more > 0 ? [...shown, `… and ${more} more; the JSON lists all`] : shown);
  }
}

/** What is said where constraints or imports were left out. */
export const notCheckedNote =
  'Not everything was checked. Statements that only the rest would look at count as not judged.';

function itemText({ name, detail, place }: CoverageItem, nameOf: (uri: string) => string): Text {
  const about = detail === undefined ? '' : ` (${detail})`;
  if (place === undefined) return [name, about];
  const { document, range } = place;
  const at = placeText(nameOf(document.uri), document.lines.positionAt(range.start));
  return [name, `${about}, `, at];
}

const mostItems = 200;
