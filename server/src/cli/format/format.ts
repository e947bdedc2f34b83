import { counted } from '../../base/counted.ts';
import { unifiedDiff } from '../../base/diff.ts';
import { applyEdits, type OffsetEdit } from '../../base/textEdit.ts';
import { UserError } from '../../base/userError.ts';
import { formatDocument } from '../../rdf/turtle/formatting/formatDocument.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { CliCommand } from '../command.ts';
import { readOptions } from '../input/options.ts';
import { dataOptions, helpOption, type OptionTable, optionsHelp } from '../input/optionTable.ts';
import { dataReading, type UnreadableText, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { diffPath, displayPath, stdinName, uriOf } from '../output/paths.ts';
import { placeText, printerFor } from '../output/print.ts';
import { printable } from '../output/style.ts';

export const formatOptions = {
  ...dataOptions,
  check: { type: 'boolean', help: 'list the files that are not formatted, and exit with 1 if there are any' },
  write: { type: 'boolean', help: 'write the formatted files, each as a whole or not at all' },
  help: helpOption,
} as const satisfies OptionTable;

/**
 * `shacl-repair format`: formats Turtle files as editors do. 0 when done, 1 when --check finds a file that is not
 * formatted, 2 when a file can't be read or has syntax errors; the other files and statements are formatted nevertheless.
 */
export const format: CliCommand = async (args, io) => {
  const { values, positionals } = readOptions(args, { options: formatOptions });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  if (positionals.length === 0)
    throw new UserError(
      'give what to format: files, folders (. for this one) or patterns, or - for standard input.',
    );
  if (values.check && values.write) throw new UserError('give either --check or --write.');
  if (values.write && positionals.includes('-')) {
    throw new UserError("--write can't change standard input, which is printed formatted without it.");
  }
  const workspace = await Workspace.open(io, {}, dataReading(values));
  for (const problem of workspace.problems) io.stderr.write(`${problem}\n`);
  const stdin = positionals.includes('-') ? uriOf(io.cwd, values['stdin-filename'] ?? stdinName) : undefined;
  let changed = 0;
  let bad = 0;
  let files = 0;
  for await (const document of workspace.texts(positionals)) {
    if ('message' in document) {
      reportUnreadable(document, io);
      bad++;
      continue;
    }
    files++;
    const edits = formatDocument(document, workspace.settings.format);
    if (reportErrors(document, edits, io)) bad++;
    const isChanged = edits.length > 0;
    if (isChanged) changed++;
    if (values.check) {
      if (isChanged) io.stdout.write(`${displayPath(io.cwd, document.uri)}\n`);
    } else {
      const writes = values.write ? 'file' : document.uri === stdin ? 'text' : 'diff';
      await output(document, edits, writes, io);
    }
    await io.stdout.drained();
  }
  const states = values.check ? 'not formatted' : values.write ? 'written' : 'to change';
  io.stderr.write(`${counted(files, 'file')}, ${changed} ${states}.\n`);
  if (bad > 0) return 2;
  return values.check && changed > 0 ? 1 : 0;
};

async function output(
  document: TurtleDocument,
  edits: readonly OffsetEdit[],
  as: 'file' | 'text' | 'diff',
  io: CommandIo,
): Promise<void> {
  const { uri, text } = document;
  if (as === 'text') io.stdout.writeExact(applyEdits(text, edits));
  else if (as === 'diff') io.stdout.writeExact(unifiedDiff(diffPath(io.cwd, uri), text, edits));
  else if (edits.length > 0) await io.writeFile(uri, text, applyEdits(text, edits));
}

function reportUnreadable({ uri, message }: UnreadableText, io: CommandIo): void {
  const { style } = printerFor(io.stderr, io);
  io.stderr.write(`${displayPath(io.cwd, uri)}: ${style.red(style.bold('error'))}: ${printable(message)}\n`);
}

/** Names the first syntax error of a file, and what is formatted nevertheless; false when there is none. */
function reportErrors(document: TurtleDocument, edits: readonly OffsetEdit[], io: CommandIo): boolean {
  const [error] = document.errors;
  if (!error) return false;
  const place = placeText(printerFor(io.stderr, io), document, error.range.start);
  const more = document.errors.length > 1 ? ` (and ${document.errors.length - 1} more)` : '';
  const kept =
    edits.length > 0 ? "Statements that can't be parsed stay as they are." : 'Nothing in this file changes.';
  io.stderr.write(`${place}: ${error.message}${more} ${kept}\n`);
  return true;
}

const help = `Usage: shacl-repair format DATA... [options]

Formats Turtle files: DATA are files, folders and patterns, or - for standard input, which is printed formatted.
Without an option it prints what would change, as a diff. Triples, comments and blank lines stay, and so do statements that
can't be parsed. The settings shaclRepair.format.* in .vscode/settings.json say how.

${optionsHelp(formatOptions)}

Exit codes: 0 done, 1 --check found a file that is not formatted, 2 a file can't be read or has syntax errors.
`;
