import { analyseInput } from './analyseInput.ts';
import type * as api from './api.ts';
import type {
  FocusOptions,
  Input,
  ReadingOptions,
  TimeOptions,
  ValidateOptions,
  ValidationReport,
} from './api.ts';
import { elsewhere, type OtherThread, plainOptions } from './otherThread.ts';
import { mayBlockEventLoop, ReadShapes } from './readInput.ts';
import { chosenBy, repairData } from './repair.ts';
import { isDataset, sourcesOf } from './sources.ts';
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
      if (mayBlockEventLoop(given)) leave();
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

/** See api.ts. */
export function compileShapes(
  shapes: api.Input['shapes'],
  { context = [], ...reading }: api.CompileOptions = {},
  thread?: OtherThread,
): api.CompiledShapes {
  const given = { shapes: kept(shapes, 'shapes'), context: kept(context, 'context') };
  const read = new ReadShapes(given, reading.prefixes);
  return {
    validate: (data, options = {}) => validateData(read, data, reading, options, thread),
    repair: (data, options = {}) => repairData(read, data, reading, options, chosenBy(options), thread),
  };
}

/** Sources that can be read more than once, and that nobody else changes. */
function kept(given: api.Input['data'], name: string): readonly api.Source[] {
  return sourcesOf(given, name).map((source) => (isDataset(source) ? [...source] : source));
}
