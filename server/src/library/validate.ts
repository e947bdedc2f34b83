import { analyseInput } from './analyseInput.ts';
import type { Input, ValidateOptions, ValidationReport } from './api.ts';
import { withTimeLimit } from './timeLimit.ts';
import { validationReportOf } from './validationReport.ts';

/** See api.ts. */
export async function validate(input: Input, options: ValidateOptions = {}): Promise<ValidationReport> {
  return withTimeLimit(options, async (signal, deadline) =>
    validationReportOf(await analyseInput(input, options, signal, deadline)),
  );
}
