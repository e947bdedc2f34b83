import { jsonText } from '../../base/jsonText.ts';
import { UserError } from '../../base/userError.ts';
import { explainResult, explanationLines } from '../../service/ide/diagnostics/explainResult.ts';
import { type JsonLocation, placeJson } from '../../service/report/excerpt.ts';
import { type AnalysedRun, type ValidationRunResult, withProbe } from '../../service/report/validationRun.ts';
import type { WhyItem } from '../../shacl/why/whyTree.ts';
import type { CommandIo } from '../io.ts';
import { displayPath } from '../output/paths.ts';
import { type Printer, placeText, printerFor, printPieces } from '../output/print.ts';
import { printable } from '../output/style.ts';
import { resultText } from '../output/textReport.ts';

/**
 * Explains results: prints what each rests on, with the places in files.
 *
 * @param asked the key of a result, or FILE:LINE for all results that are shown there.
 * @throws UserError when there is no such result.
 */
export async function explainResults(
  asked: string,
  run: AnalysedRun,
  format: 'text' | 'json',
  io: CommandIo,
): Promise<void> {
  const results = resultsAt(asked, run, io);
  if (results.length === 0)
    throw new UserError(
      `--why ${asked}: no result has this key or is shown at this place. Without --why, the results are listed with both.`,
    );
  await printPieces(io.stdout, format === 'json' ? inJson(results) : inText(results, io));
}

function* inText(results: readonly ValidationRunResult[], io: CommandIo): Iterable<string> {
  const printer = printerFor(io.stdout, io);
  for (const [i, result] of results.entries()) {
    const lines = [...resultText(result, printer, false), 'Why:', ...whyLines(result, printer)];
    yield `${i === 0 ? '' : '\n'}${lines.join('\n')}\n`;
  }
}

function inJson(results: readonly ValidationRunResult[]): Iterable<string> {
  const explained = results.map((result) => ({
    key: result.key,
    why: withProbe(result, () => explainResult(result, result.analysis)).items.map(whyJson),
  }));
  return jsonText({ format: 1, explained });
}

function resultsAt(asked: string, run: AnalysedRun, { cwd }: CommandIo): readonly ValidationRunResult[] {
  const all: readonly ValidationRunResult[] = [...run.results, ...run.suppressed];
  const withKey = all.filter(({ key }) => key === asked);
  if (withKey.length > 0) return withKey;
  return all.filter(({ place }) => {
    if (place === undefined) return false;
    const { line } = place.document.lines.positionAt(place.range.start);
    const at = `${displayPath(cwd, place.document.uri)}:${line + 1}`;
    return asked === at || asked.startsWith(`${at}:`);
  });
}

/** The explanation of a result, line by line, each with its place in a file. */
function whyLines(result: ValidationRunResult, printer: Printer): readonly string[] {
  const { style } = printer;
  const { items } = withProbe(result, () => explainResult(result, result.analysis));
  return explanationLines(items, ({ text, place }) => {
    const where = place
      ? ` ${style.dim('-->')} ${style.blue(placeText(printer, place.document, place.range.start))}`
      : '';
    return `${printable(text)}${where}`;
  });
}

/** One line of an explanation in JSON. */
export interface JsonWhy {
  readonly kind: WhyItem['kind'];
  readonly text: string;
  readonly location: JsonLocation | null;
  readonly items: readonly JsonWhy[];
}

function whyJson({ kind, text, place, items }: WhyItem): JsonWhy {
  return { kind, text, location: place ? placeJson(place) : null, items: items.map(whyJson) };
}
