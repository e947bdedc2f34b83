import type { Command } from './command.ts';
import { turtleDocument } from './turtleDocument.ts';

/** Shows everything that the last validation of the active file found, beside the file. */
export const showReport: Command =
  ({ report }) =>
  async (argument) => {
    const document = await turtleDocument(argument);
    if (document) report.show(document);
  };
