import { counted } from '../../base/counted.ts';
import { applyEdits } from '../../base/textEdit.ts';
import { UserError } from '../../base/userError.ts';
import { vocabularyFile } from '../../platform/reading/shippedFiles.ts';
import { loadVocabulariesFor } from '../../rdf/completeVocabularies.ts';
import { provideVocabularies, type VocabularyNames } from '../../rdf/publishedVocabularies.ts';
import { otherFormat } from '../../rdf/turtle/otherFormat.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { owl } from '../../rdf/vocab.ts';
import { termPrinter } from '../../service/ide/termPrinter.ts';
import { shapesReader, union } from '../../service/ide/unitGraphs.ts';
import { lintShapes, mayHaveShapes } from '../../shacl/lint/lintShapes.ts';
import { allSlipsFixed, type MistakenFile } from '../../shacl/lint/provenRemedies.ts';
import type { ShapesMistake } from '../../shacl/lint/shapesMistake.ts';
import type { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import { loadQueryEngine } from '../../shacl/sparql/queryEngine.ts';
import { hasQueryTexts, queryFindings } from '../../shacl/sparql/queryFindings.ts';
import { ontologyFile, withoutFragment } from '../../workspace/project/catalog.ts';
import { type LinkFinding, lackingImport } from '../../workspace/project/linkFinding.ts';
import { describesShapes } from '../../workspace/project/targetedShapes.ts';
import { fileNameOfUri } from '../../workspace/project/uris.ts';
import type { CliCommand } from '../command.ts';
import { givenVersions, readOptions } from '../input/options.ts';
import { dataOptions, helpOption, type OptionTable, optionsHelp, shaclOption } from '../input/optionTable.ts';
import { dataReading, Workspace } from '../input/workspace.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { displayPath } from '../output/paths.ts';
import { frameText, paragraphs, placeText, printerFor, printJson } from '../output/print.ts';
import { printable, type Style } from '../output/style.ts';

export const lintOptions = {
  'input-format': dataOptions['input-format'],
  format: { type: 'string', short: 'f', value: 'FORMAT', help: 'text (default) or json' },
  fix: {
    type: 'boolean',
    help: 'write the files with all slips fixed that have one proven remedy, such as misspelt names; what is left is listed',
  },
  shacl: shaclOption,
  help: helpOption,
} as const satisfies OptionTable;

/**
 * `shacl-repair lint`: reports what is wrong with shapes files. 0 when nothing is, or there are only hints; 1 when there
 * are errors or warnings; 2 when a file can't be read or has syntax errors; 3 when no file has shapes.
 */
export const lint: CliCommand = async (args, io) => {
  const { values, positionals } = readOptions(args, { options: lintOptions });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  if (positionals.length === 0)
    throw new UserError('give at least one shapes file, or - for standard input.');
  const { format = 'text' } = values;
  if (format !== 'text' && format !== 'json') {
    throw new UserError(`--format is text or json, not '${format}'.`);
  }
  provideVocabularies(publishedNames);
  const workspace = await Workspace.open(io, {}, dataReading(values));
  const { style } = printerFor(io.stderr, io);
  const documents: TurtleDocument[] = [];
  let isGood = true;
  for await (const document of workspace.texts(positionals)) {
    if ('message' in document) {
      isGood = false;
      const where = displayPath(io.cwd, document.uri);
      io.stderr.write(`${where}: ${style.red(style.bold('error'))}: ${printable(document.message)}\n`);
      continue;
    }
    documents.push(document);
    isGood &&= document.errors.length === 0;
  }
  const { shacl = '1.2' } = givenVersions(values);
  const read = await shapesReader({ shacl });
  const imports = await importsOf(documents, workspace);
  const judged = await judgedFiles(documents, imports, read);
  const left = values.fix ? await fixed(judged, imports, read, io) : judged;
  await (format === 'json' ? printMistakesAsJson(left, io) : printMistakes(left, imports, io));
  if (!isGood) return 2;
  if (left.some((file) => hasShapes(file) || file.mistakes.length > 0)) return exitCodeOf(left);
  const names = left.map(({ document }) => displayPath(io.cwd, document.uri));
  io.stderr.write(
    `${style.yellow(style.bold('warning'))}: ${printable(names.join(', '))}: no shapes, so nothing was looked at. Give the file that declares them, such as one with sh:NodeShape. To check data: shacl-repair validate DATA --shapes SHAPES\n`,
  );
  return 3;
};

/** False for data and ontologies beside the shapes. What is wrong with them is reported as well. */
function hasShapes({ document }: MistakenFile): boolean {
  return mayHaveShapes(document) || describesShapes(document);
}

/** The names of well-known vocabularies, as far as the build has them. */
async function publishedNames(): Promise<VocabularyNames> {
  const { Vocabularies } = await import('../../service/language/vocabularies/vocabularies.ts');
  try {
    return new Vocabularies(JSON.parse(await vocabularyFile())).names;
  } catch {
    return () => undefined;
  }
}

/** The owl:imports of the given files. */
interface FollowedImports {
  /** The files that they lead to, but for given ones. */
  readonly files: readonly TurtleDocument[];
  /** Those that lead to no file. */
  readonly missing: readonly LinkFinding[];
}

/** Follows owl:imports to files below the working directory, as the check of a data file does. */
async function importsOf(
  documents: readonly TurtleDocument[],
  workspace: Workspace,
): Promise<FollowedImports> {
  const files = new Map<string, TurtleDocument>();
  const missing: LinkFinding[] = [];
  const given = new Set(
    documents.flatMap((document) => {
      const { ontologies, versions } = ontologyFile(document);
      return [document.uri, ...ontologies, ...versions].map(withoutFragment);
    }),
  );
  for (const { graph, uri } of documents) {
    if (graph.withPredicate(owl.imports).length === 0) continue;
    const linked = await workspace.linked(uri);
    for (const link of linked.links) {
      const isNew = link.reasons.some(
        (reason) => reason.kind === 'imports' && !given.has(withoutFragment(reason.iri)),
      );
      const file = linked.documents.get(link.uri);
      if (isNew && file && !given.has(file.uri)) files.set(file.uri, file);
    }
    missing.push(
      ...linked.findings.filter((finding) => {
        const iri = lackingImport(finding);
        return finding.uri === uri && iri !== undefined && !given.has(withoutFragment(iri));
      }),
    );
  }
  return { files: [...files.values()], missing };
}

/** What is wrong with files that are one shapes graph together, with the files that they import. */
async function judgedFiles(
  documents: readonly TurtleDocument[],
  imports: FollowedImports,
  read: typeof readShapes,
): Promise<readonly MistakenFile[]> {
  if (documents.length === 0) return [];
  const all = [...documents, ...imports.files];
  const shapes = read(union(all), termPrinter(all.map(({ prefixes }) => prefixes)));
  if (hasQueryTexts(shapes)) await loadQueryEngine(shapes.graph);
  for (const { prefixes } of documents) await loadVocabulariesFor(prefixes);
  const lacksFile =
    shapes.findings.some(({ undescribed }) => undescribed !== undefined) ||
    queryFindings(shapes).some(({ undeclaredPrefix }) => undeclaredPrefix !== undefined);
  return documents.map((document) => ({
    document,
    shapes,
    others: all.filter((other) => other !== document).map(({ graph }) => graph),
    mistakes: [
      ...unread(document),
      ...(lacksFile ? lackingFiles(document, imports) : []),
      ...lintShapes(document, shapes),
    ].sort((a, b) => a.range.start - b.range.start),
  }));
}

/** Imports that may have what the shapes refer to and nothing describes. */
function lackingFiles({ uri }: TurtleDocument, { missing }: FollowedImports): readonly ShapesMistake[] {
  return missing
    .filter((finding) => finding.uri === uri)
    .map(({ range, unresolvedImport }) => ({
      severity: 'information',
      message: `No file below the working directory declares <${unresolvedImport}>, so what it describes is not known. Give its file as well (shacl-repair lint ${fileNameOfUri(uri)} FILE), or fetch it (shacl-repair imports).`,
      ...{ range, statement: undefined, remedies: [] },
    }));
}

/** Syntax errors, and parts of the text that state nothing, such as a key of JSON-LD that is mapped to no property. */
function unread(document: TurtleDocument): readonly ShapesMistake[] {
  const { errors, warnings } = document;
  const other = otherFormat(document);
  const found = other === undefined ? errors : errors.slice(0, 1);
  const nothing = { statement: undefined, remedies: [] };
  return [
    ...found.map(
      ({ range, message }): ShapesMistake => ({
        ...{ severity: 'error', message: other ?? message, range },
        ...nothing,
      }),
    ),
    ...warnings.map(
      ({ range, message }): ShapesMistake => ({ ...{ severity: 'warning', message, range }, ...nothing }),
    ),
  ];
}

/** Writes the files with their slips corrected, and checks them again. */
async function fixed(
  judged: readonly MistakenFile[],
  imports: FollowedImports,
  read: typeof readShapes,
  io: CommandIo,
): Promise<readonly MistakenFile[]> {
  const documents: TurtleDocument[] = [];
  for (const file of judged) {
    const { document } = file;
    const found = allSlipsFixed(file);
    if (!found) {
      documents.push(document);
      continue;
    }
    const text = applyEdits(document.text, found.edits);
    await io.writeFile(document.uri, document.text, text);
    documents.push(document.changed(document.version, text));
    io.stderr.write(`${displayPath(io.cwd, document.uri)}: ${counted(found.fixed.length, 'slip')} fixed.\n`);
  }
  return judgedFiles(documents, imports, read);
}

function exitCodeOf(judged: readonly MistakenFile[]): ExitCode {
  const isGrave = ({ severity }: ShapesMistake) => severity === 'error' || severity === 'warning';
  return judged.some(({ mistakes }) => mistakes.some(isGrave)) ? 1 : 0;
}

async function printMistakes(
  judged: readonly MistakenFile[],
  imports: FollowedImports,
  io: CommandIo,
): Promise<void> {
  const printer = printerFor(io.stdout, io);
  const blocks = judged.flatMap(({ document, mistakes }) =>
    mistakes.map(({ severity, message, range, remedies, byHand }) => {
      const paint = paintOf(severity, printer.style);
      const [first] = remedies;
      return [
        `${placeText(printer, document, range.start)}: ${paint(printer.style.bold(severity))}: ${printable(message)}`,
        ...frameText(printer, document, range, paint),
        ...(first ? [`  fix: ${printable(first.title)}`] : []),
        ...(byHand === undefined ? [] : [`  by hand, in Turtle: ${printable(byHand)}`]),
      ];
    }),
  );
  if (blocks.length > 0) io.stdout.write(`${paragraphs(blocks)}\n`);
  const count = judged.reduce((sum, { mistakes }) => sum + mistakes.length, 0);
  const what = count === 0 ? 'nothing is wrong' : counted(count, 'problem');
  const files = judged.filter(hasShapes).length;
  const others = judged.length - files;
  const without = `${counted(others, 'file')} without shapes`;
  const read = imports.files.length === 0 ? '' : ` ${counted(imports.files.length, 'imported file')} read.`;
  const isWhole = judged.every(
    ({ document }) => document.errors.length === 0 || otherFormat(document) !== undefined,
  );
  const looked = isWhole ? read : `${read} Statements with syntax errors are not looked at.`;
  const left = others === 0 ? looked : ` ${without}.${looked}`;
  const summary =
    judged.length === 0
      ? 'No file could be read.'
      : files > 0
        ? `${counted(files, 'shapes file')}: ${what}.${left}`
        : `${without}${count === 0 ? '' : `: ${what}`}.${looked}`;
  io.stdout.write(`${summary}\n`);
}

function paintOf(severity: ShapesMistake['severity'], style: Style): (text: string) => string {
  switch (severity) {
    case 'error':
      return style.red;
    case 'warning':
      return style.yellow;
    case 'information':
    case 'hint':
      return style.dim;
  }
}

function printMistakesAsJson(judged: readonly MistakenFile[], io: CommandIo): Promise<void> {
  return printJson(
    io,
    judged.map(({ document, mistakes }) => ({
      file: displayPath(io.cwd, document.uri),
      problems: mistakes.map(({ severity, message, range, remedies, byHand }) => ({
        severity,
        message,
        start: document.lines.positionAt(range.start),
        end: document.lines.positionAt(range.end),
        fixes: remedies.map(({ title }) => title),
        byHand,
      })),
    })),
  );
}

const help = `Usage: shacl-repair lint SHAPES... [options]

Says what is wrong with shapes files, without data: misspelt names, values of a wrong kind, paths that are none, regular
expressions and queries that do not compile, and constraints that contradict one another. SHAPES are files, folders and
patterns, or - for standard input. They are one shapes graph together, with the files below the working directory that they
import (owl:imports). Fixes are written in Turtle; in JSON-LD and RDF/XML, the change to make by hand is named.
validate --shapes-only does the same.

${optionsHelp(lintOptions)}
Exit codes: 0 nothing is wrong, 1 there are errors or warnings, 2 a file can't be read or has syntax errors, 3 no file has shapes.
`;
