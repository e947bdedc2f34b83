/** The part of protocol.ts that is about finding out how well a model speaks Turtle. */
import type { CheckReport, Discipline, ModelReport, TaskReport } from '../../tasks/check/checkReport.ts';
import type { Failure } from './failure.ts';

export type { CheckReport, Discipline, ModelReport, TaskReport };

/** Client → server: what a check of the model that is configured would take. Nothing is sent to it. */
export const estimateModelCheck = 'shaclRepair/estimateModelCheck';
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

/**
 * Client → server: ask the model that is configured about twenty questions with known answers. With `partialResultToken`
 * the server says by `$/progress`, as `ModelCheckProgress`, how far it is. Nothing is kept.
 */
export const checkModel = 'shaclRepair/checkModel';
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
