/** The part of protocol.ts that is about finding out how well a model speaks Turtle. */
import type {
  CheckReport,
  Discipline,
  ModelReport,
  TaskReport,
} from '../../../lab/tasks/check/checkReport.ts';
import type { Failure } from './failure.ts';

export type { CheckReport, Discipline, ModelReport, TaskReport };

export type EstimatedModelCheck =
  | {
      readonly kind: 'estimated';
      readonly requests: number;
      /** Estimated. */
      readonly inputTokens: number;
      /** In USD, with answers as long as they may be; null where the price is not known. */
      readonly maxCost: number | null;
    }
  | Failure;

export interface CheckModelParams {
  readonly partialResultToken?: string | number;
}
export interface ModelCheckProgress {
  /** For people. */
  readonly message: string;
  /** How much was done since it was last said, in per cent of all. */
  readonly increment?: number;
}
export type CheckedModel =
  | {
      readonly kind: 'checked';
      /** The report as a page. */
      readonly html: string;
      /** Why some questions were not answered. */
      readonly stopped: Failure | undefined;
    }
  | Failure;
