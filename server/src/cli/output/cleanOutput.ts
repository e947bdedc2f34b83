import type { CommandIo, Output, ProgramIo, RawOutput } from '../io.ts';
import { LineStarts } from './lineStarts.ts';
import { terminalText } from './style.ts';

/** What commands work with: they can't print what a terminal would act on. */
export function cleanIo(io: ProgramIo): CommandIo {
  const { stdout, stderr, progress } = io;
  return {
    ...io,
    stdout: cleanOutput(stdout),
    stderr: cleanOutput(stderr),
    progress: cleanOutput(progress),
  };
}

/** The border that everything crosses on its way to a stream. */
export function cleanOutput(raw: RawOutput): Output {
  const { isTTY, columns } = raw;
  const lines = new LineStarts();
  const write = (text: string) => raw.write(lines.harmless(terminalText(text)));
  return {
    write,
    writeExact(text) {
      if (isTTY) return write(text);
      lines.passed(text);
      raw.write(text);
    },
    drained: async () => raw.drained?.(),
    ...(isTTY === undefined ? {} : { isTTY }),
    ...(columns === undefined ? {} : { columns }),
  };
}
