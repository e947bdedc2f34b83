/** The part of protocol.ts that is about finding out how well a model speaks Turtle. */
import type { CheckReport, Discipline, ModelReport, TaskReport } from '../tasks/checkReport.ts';

export type { CheckReport, Discipline, ModelReport, TaskReport };
