import type * as api from './api.ts';
import type { OtherThread } from './otherThread.ts';
import { ReadShapes } from './readInput.ts';
import { chosenBy, repairData } from './repair.ts';
import { isDataset, sourcesOf } from './sources.ts';
import { validateData } from './validate.ts';

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
