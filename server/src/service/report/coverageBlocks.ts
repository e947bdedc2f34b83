import { counted, inDigits } from '../../base/counted.ts';
import { type Block, heading, list, paragraph, strong, type Text } from '../../base/report/report.ts';
import { shortForm } from '../../shacl/model/words.ts';
import { placeText } from './excerpt.ts';
import type { RunCoverage, UnmentionedTerm } from './runCoverage.ts';

export interface CoverageMarkdownOptions {
  /** Returns the display name of a file. */
  readonly nameOf: (uri: string) => string;
  /** Whether something was not checked, so that coverage may be lower than it seems. */
  readonly hasNotChecked: boolean;
}

/** What the shapes look at and what they do not. */
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

/** The remark where constraints or imports were left out. */
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

/** A list of what the shapes do not look at, or of shapes that have nothing to judge. */
export interface CoverageSection {
  readonly title: string;
  readonly items: readonly CoverageItem[];
}

export interface CoverageItem {
  readonly name: string;
  /** Details, such as how often it is used. */
  readonly detail?: string;
  readonly place: UnmentionedTerm['place'];
}

/** The lists of a coverage that are for people, without empty ones. */
export function coverageSections(coverage: RunCoverage): readonly CoverageSection[] {
  const term = (used: UnmentionedTerm): CoverageItem => ({
    name: used.name,
    detail: counted(used.statements, 'statement'),
    // It is looked up when it is shown.
    get place() {
      return used.place;
    },
  });
  const sections: readonly CoverageSection[] = [
    { title: 'classes that no shape mentions', items: coverage.classes.map(term) },
    { title: 'properties that no shape mentions', items: coverage.predicates.map(term) },
    { title: 'shapes without focus nodes', items: coverage.shapesWithoutFocusNode },
    {
      title: 'constraints without a value to judge',
      items: coverage.constraintsWithoutValue.map(({ constraint, shape, place }) => ({
        name: `${shortForm(constraint.parameter)} of ${shape}`,
        place,
      })),
    },
  ];
  return sections.filter(({ items }) => items.length > 0);
}

/** `7 of 9 statements are judged by a shape (77%)`. Never 100% when one is not. */
export function judgedText({
  statements,
  judged,
}: {
  readonly statements: number;
  readonly judged: number;
}): string {
  if (statements === 0) return 'no statements';
  const percent = Math.floor((100 * judged) / statements);
  const verb = statements === 1 ? 'is' : 'are';
  return `${inDigits(judged)} of ${counted(statements, 'statement')} ${verb} judged by a shape (${percent}%)`;
}
