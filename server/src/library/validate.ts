import { analyseInput } from './analyseInput.ts';
import type {
  FocusOptions,
  Input,
  ReadingOptions,
  TimeOptions,
  ValidateOptions,
  ValidationReport,
} from './api.ts';
import { ReadShapes } from './readInput.ts';
import { withTimeLimit } from './timeLimit.ts';
import { validationReportOf } from './validationReport.ts';

/** See api.ts. */
export async function validate(input: Input, options: ValidateOptions = {}): Promise<ValidationReport> {
  return validateData(new ReadShapes(input, options.prefixes), input.data, options, options);
}

/** Validates data by shapes that were read before. */
export async function validateData(
  shapes: ReadShapes,
  data: Input['data'],
  reading: ReadingOptions,
  options: TimeOptions & FocusOptions,
): Promise<ValidationReport> {
  return withTimeLimit(options, async (signal, deadline) =>
    validationReportOf(await analyseInput(shapes, data, reading, options, signal, deadline)),
  );
}
