import { counted, inDigits } from '../../base/counted.ts';
import { shortForm } from '../../shacl/model/words.ts';
import type { RunCoverage, UnmentionedTerm } from './runCoverage.ts';

/** A list of what the shapes leave alone, or of shapes that have nothing to judge. */
export interface CoverageSection {
  readonly title: string;
  readonly items: readonly CoverageItem[];
}

export interface CoverageItem {
  readonly name: string;
  /** More about it, such as how often it is used. */
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
    { title: 'shapes without focus node', items: coverage.shapesWithoutFocusNode },
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
