import type { Suite, SuiteCase } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { type AlphaRange, isIn } from './alphas.ts';

/** Which cases are on show. */
export interface CaseFilter {
  /** Words; each must occur in a case, ignoring case. */
  readonly text: string;
  /** Cases that cover a constraint of this shape and this component. */
  readonly shape: string | undefined;
  readonly component: string | undefined;
  readonly alpha: AlphaRange | undefined;
  /** Only cases that the engines judge differently. */
  readonly onlyFragile: boolean;
}

export const noFilter: CaseFilter = {
  text: '',
  shape: undefined,
  component: undefined,
  alpha: undefined,
  onlyFragile: false,
};

export function filterCases(
  { constraints, cases }: Pick<Suite, 'constraints' | 'cases'>,
  { text, shape, component, alpha, onlyFragile }: CaseFilter,
): readonly SuiteCase[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const covers = (place: number) => {
    const constraint = constraints[place];
    return (
      (shape === undefined || constraint?.shape === shape) &&
      (component === undefined || constraint?.component === component)
    );
  };
  return cases.filter((each) => {
    if (onlyFragile && !each.isFragile) return false;
    if (alpha && !isIn(each.alpha, alpha)) return false;
    if ((shape ?? component) !== undefined && !each.covered.some(covers)) return false;
    if (words.length === 0) return true;
    const searched = searchText(each, constraints);
    return words.every((word) => searched.includes(word));
  });
}

function searchText(
  { id, mistake = '', violated, focusNodes }: SuiteCase,
  constraints: Suite['constraints'],
): string {
  const parts = violated.flatMap((place) => {
    const constraint = constraints[place];
    return constraint ? [constraint.shape, constraint.component, constraint.value] : [];
  });
  return [id, mistake, ...parts, ...focusNodes].join('\n').toLowerCase();
}
