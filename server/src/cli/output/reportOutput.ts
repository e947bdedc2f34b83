import type { CommandIo, Output, ReportFile } from '../io.ts';
import { cleanOutput } from './cleanOutput.ts';

/** Prints a report into a file instead of standard output. The file is published when all of it was printed. */
export async function printToFile(
  path: string,
  io: CommandIo,
  print: (io: CommandIo) => Promise<void>,
): Promise<void> {
  const file = await io.openReport(path);
  try {
    const stdout = fileOutput(file);
    const { stages: _, ...rest } = io;
    await print({ ...rest, stdout, env: { ...io.env, FORCE_COLOR: undefined } });
    await stdout.drained();
    await file.publish();
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

function fileOutput(file: ReportFile): Output {
  let printed = '';
  return cleanOutput({
    write(text) {
      printed += text;
    },
    async drained() {
      const text = printed;
      printed = '';
      await file.write(text);
    },
  });
}
