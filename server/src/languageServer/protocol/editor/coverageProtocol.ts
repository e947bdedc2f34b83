import type { UnitStatus } from '../../../service/ide/analysis.ts';
import type { CoverageJson } from '../../../service/report/coverageJson.ts';

export type * from '../../../service/report/coveragePage.ts';

export interface CoverageAnswer {
  readonly verdict: UnitStatus['verdict'];
  readonly reasons: UnitStatus['reasons'];
  /** `7 of 9 statements are judged by a shape (77%)`. */
  readonly summary: string;
  /** What is not judged, as a page in Markdown. */
  readonly markdown: string;
  readonly coverage: CoverageJson;
}
