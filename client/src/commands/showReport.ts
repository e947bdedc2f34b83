import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command } from './command.ts';

/** Shows everything that the last validation of the active file found, beside the file. */
export const showReport: Command =
  ({ report }) =>
  async () => {
    const document = activeTurtleDocument();
    if (document) report.show(document);
  };
