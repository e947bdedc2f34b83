/** How a report can be printed. */
export const reportFormats = ['md', 'json', 'csv', 'html', 'latex'] as const;
export type EvaluationReportFormat = (typeof reportFormats)[number];
