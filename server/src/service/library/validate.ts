import { analyseInput } from './analyseInput.ts';
import type {
  FocusOptions,
  Input,
  ReadingOptions,
  TimeOptions,
  ValidateOptions,
  ValidationReport,
} from './api.ts';
import { elsewhere, type OtherThread, plainOptions } from './otherThread.ts';
import { areLong, ReadShapes } from './readInput.ts';
import { withTimeLimit } from './timeLimit.ts';
import { validationReportOf } from './validationReport.ts';

/** See api.ts. */
export async function validate(
  input: Input,
  options: ValidateOptions = {},
  thread?: OtherThread,
): Promise<ValidationReport> {
  return validateData(new ReadShapes(input, options.prefixes), input.data, options, options, thread);
}

/** Validates data by shapes that were read before. */
export async function validateData(
  shapes: ReadShapes,
  data: Input['data'],
  reading: ReadingOptions,
  options: TimeOptions & FocusOptions,
  thread?: OtherThread,
): Promise<ValidationReport> {
  const focus = options.focusNodes && { focusNodes: [...options.focusNodes] };
  let given: Awaited<ReturnType<ReadShapes['given']>>;
  return withTimeLimit(
    options,
    async (signal, deadline, leave) => {
      given = await shapes.given(data, signal);
      if (areLong(given)) leave();
      const read = await shapes.withData(given);
      return validationReportOf(await analyseInput(read, reading, { ...focus }, signal, deadline), signal);
    },
    thread &&
      ((signal) => {
        const work = { kind: 'validate', reading: plainOptions(reading), ...focus } as const;
        return elsewhere(thread, work, given, reading.factory, signal);
      }),
  );
}
