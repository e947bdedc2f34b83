import { escapeMarkdownLine as inline } from '../../base/markdown.ts';
import { type CoverageItem, coverageSections, judgedText } from './coverageSections.ts';
import { placeText } from './placeText.ts';
import type { RunCoverage } from './runCoverage.ts';

export interface CoverageMarkdownOptions {
  /** Returns the display name of a file. */
  readonly nameOf: (uri: string) => string;
  /** Whether something was not checked, so that coverage may be less than it seems to be. */
  readonly hasNotChecked: boolean;
}

/** What the shapes look at and what they leave alone, as lines of Markdown. */
export function* coverageMarkdown(
  coverage: RunCoverage,
  { nameOf, hasNotChecked }: CoverageMarkdownOptions,
): Iterable<string> {
  yield `**${judgedText(coverage)}**`;
  if (hasNotChecked) {
    yield '';
    yield notCheckedNote;
  }
  if (coverage.files.length > 1) {
    yield '';
    for (const file of coverage.files) yield `- ${inline(nameOf(file.document.uri))}: ${judgedText(file)}`;
  }
  for (const { title, items } of coverageSections(coverage)) {
    yield '';
    yield `### ${title[0]!.toUpperCase()}${title.slice(1)} (${items.length})`;
    yield '';
    for (const item of items.slice(0, mostItems)) yield `- ${itemText(item, nameOf)}`;
    if (items.length > mostItems) yield `- … and ${items.length - mostItems} more; the JSON lists all`;
  }
}

/** What is said where constraints or imports were left out. */
export const notCheckedNote =
  'Not everything was checked. Statements that only the rest would look at count as not judged.';

function itemText({ name, detail, place }: CoverageItem, nameOf: (uri: string) => string): string {
  const about = detail === undefined ? '' : ` (${detail})`;
  if (place === undefined) return `${inline(name)}${about}`;
  const { document, range } = place;
  const at = placeText(nameOf(document.uri), document.lines.positionAt(range.start));
  return `${inline(name)}${about}, ${inline(at)}`;
}

const mostItems = 200;
