import type { CommandIo, Output, ProgramIo, RawOutput } from '../io.ts';
import { LineStarts } from './lineStarts.ts';
import { terminalText } from './style.ts';

/** What commands work with: control characters in what they print are escaped. */
export function cleanIo(io: ProgramIo): CommandIo {
  const { stdout, stderr, progress } = io;
  return {
    ...io,
    stdout: cleanOutput(stdout),
    stderr: cleanOutput(stderr),
    progress: cleanOutput(progress),
  };
}

/** Everything that is written to a stream goes through here. */
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
