import * as z from 'zod/v4';
import { UserError } from '../../base/userError.ts';
import { isAbsoluteIri } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { shapesInFull } from '../../repair/llm/prompt/shapesContext.ts';
import { turtleText, wholeText } from '../../repair/llm/prompt/turtleText.ts';
import { ClassHierarchy } from '../../shacl/classHierarchy.ts';
import { explainResult, explanationLines } from '../ide/diagnostics/explainResult.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import { placeText } from '../report/excerpt.ts';
import { provenSuggestions } from '../report/provenSuggestions.ts';
import { repairJson } from '../report/repairJson.ts';
import { suggestAll } from '../report/suggestedRepairs.ts';
import { type AnalysedRun, type ValidationRunResult, withProbe } from '../report/validationRun.ts';
import { runVerdict } from '../report/verdict.ts';
import { pageOf, shortened, shortResult } from './answers.ts';
import { files, limit, pageWith, result, resultKey, start, type ToolCall, tool } from './tool.ts';
import type { CheckedFiles } from './verifyChange.ts';

/** Tools about files as they are. */
export const readingTools = {
  validate: tool({
    title: 'Validate data',
    description:
      'Checks RDF files, or a text, against the SHACL shapes that they are linked to. Reports the verdict, what was not checked, and the results.',
    input: z.object({
      files,
      text: z
        .string()
        .max(8_000_000)
        .optional()
        .describe('The text to check instead of that of the one file, which need not exist'),
      start,
      limit,
    }),
    output: z.object({
      verdict: z.enum(['conforms', 'violates', 'undecided', 'unlinked', 'nothingToCheck']),
      reasons: z.array(z.string()),
      problems: z.array(z.string()),
      focusNodes: z.int(),
      results: pageWith(result),
    }),
    writes: false,
    async run({ files, text, start, limit }, { files: guarded, naming }) {
      const run =
        text === undefined ? (await guarded.check(files)).run : await runOfText(text, files, guarded);
      const { kind, reasons } = runVerdict(run);
      const all = [...run.results, ...run.suppressed];
      return {
        verdict: kind,
        reasons: reasons.slice(0, limit).map(({ message }) => shortened(message)),
        problems: run.problems.slice(0, limit).map(({ message, uri }) => {
          const name = uri === undefined ? '' : `${naming.nameOf(uri)}: `;
          return shortened(`${name}${message}`);
        }),
        focusNodes: run.focusNodes,
        results: pageOf(all, (each) => shortResult(each, naming.nameOf), { start, limit }),
      };
    },
  }),
  propose_repairs: tool({
    title: 'Propose proven repairs',
    description:
      'Proposes repairs of results, the likeliest first, each proven to end its result and to introduce none. Each has an update for verify_change.',
    input: z.object({
      files,
      result: resultKey.optional().describe('Only those of the result with this key'),
      max: z.int().min(1).max(10).default(3).describe('The maximum number for each result'),
      start,
      limit: limit.default(5),
    }),
    output: z.object({
      results: pageWith(
        z.object({
          key: z.string(),
          message: z.string(),
          focusNode: z.string(),
          reason: z.string().nullable(),
          repairs: z.array(
            z.object({
              title: z.string(),
              update: z.string().nullable().describe('Null for one that is too long'),
              likelihood: z.number(),
              certainty: z.string(),
              needsInput: z.boolean(),
              takesOutOfTarget: z.boolean(),
              evidence: z.array(z.string()),
            }),
          ),
        }),
      ),
    }),
    writes: false,
    async run({ files, result, max, start, limit }, { files: guarded, signal }) {
      const checked = await guarded.check(files);
      const all = result === undefined ? checked.run.results : [resultOf(result, checked)];
      const page = pageOf(all, (each) => each, { start, limit });
      const suggested = await suggestAll(
        page.items,
        provenSuggestions(checked, max, signal),
        checked.describingFiles,
        signal,
      );
      const json = repairJson(checked.run, suggested, { system: 'symbolic', ms: 0 });
      const items = [...json.violations].map(({ key, messages, focusNode, reason, repairs }) => ({
        key,
        message: shortened(messages[0] ?? ''),
        focusNode: shortened(focusNode),
        reason,
        repairs: repairs.map(
          ({ title, update, likelihood, certainty, needsInput, degenerate, evidence }) => ({
            title: shortened(title),
            update: update.length <= maxUpdate ? update : null,
            likelihood,
            certainty,
            needsInput,
            takesOutOfTarget: degenerate,
            evidence: evidence.flatMap(({ words }) => (words === '' ? [] : shortened(words))),
          }),
        ),
      }));
      return { results: { ...page, items } };
    },
  }),
  explain_result: tool({
    title: 'Explain a result',
    description: 'Says why a result is there, down to the statements that it rests on, with their places.',
    input: z.object({ files, result: resultKey, start, limit: limit.default(40) }),
    output: z.object({ result, why: pageWith(z.string()) }),
    writes: false,
    async run({ files, result, start, limit }, { files: guarded, naming }) {
      const found = resultOf(result, await guarded.check(files));
      const { items } = withProbe(found, () => explainResult(found, found.analysis));
      const lines = explanationLines(items, ({ text, place }) => {
        const at = place?.document.lines.positionAt(place.range.start);
        return at ? `${text} --> ${placeText(naming.nameOf(place!.document.uri), at)}` : text;
      });
      return {
        result: shortResult(found, naming.nameOf),
        why: pageOf(lines, (line) => shortened(line), { start, limit }),
      };
    },
  }),
  describe_shape: tool({
    title: 'Describe what shapes ask of a node',
    description:
      'The shapes that a node of a class, or a given node, has to conform to, in Turtle without targets and annotations, for prompts.',
    input: z.object({
      files,
      class: z.string().max(4096).optional().describe('A class, as an IRI or with a prefix of the files'),
      node: z
        .string()
        .max(4096)
        .optional()
        .describe('A node of the data, as an IRI or with a prefix of the files'),
      start,
      characters: z
        .int()
        .min(200)
        .max(20_000)
        .default(4000)
        .describe('The maximum length of the text, in characters'),
    }),
    output: z.object({
      shapes: z.array(z.string()),
      turtle: z.string(),
      length: z.int(),
      next: z.int().nullable(),
    }),
    writes: false,
    async run({ files, class: type, node, start, characters }, { files: guarded }) {
      const name = type ?? node;
      if (name === undefined || (type !== undefined && node !== undefined))
        throw new UserError('give a class or a node.');
      const { run } = await guarded.check(files);
      const described = run.analyses.map((unit) => judging(unit, iriOf(name, unit), type !== undefined));
      const found = described.find(({ shapes }) => shapes.length > 0);
      if (found === undefined) throw new UserError(`no shape judges ${shortened(name)}.`);
      const { shapes, text } = found;
      const end = Math.min(text.length, start + characters);
      return {
        shapes: shapes.slice(0, 100),
        turtle: text.slice(start, end),
        length: text.length,
        next: end < text.length ? end : null,
      };
    },
  }),
};

/** How long the update of a repair may be, in characters. */
const maxUpdate = 16_000;

/**
 * What is found when a text takes the place of that of a file.
 * @throws UserError when there are several files, or this one may not have it.
 */
async function runOfText(
  text: string,
  names: readonly string[],
  files: ToolCall['files'],
): Promise<AnalysedRun> {
  if (names.length > 1) throw new UserError('give one file with the text.');
  const { after, texts, reasons } = await files.verify({ files: names, text });
  if (after !== undefined) return after;
  if (texts.size === 0) throw new UserError(reasons.join(' '));
  // It has syntax errors.
  const { checkWith } = await files.check(names);
  return checkWith(new Map([...texts].map(([uri, changed]) => [uri, { text: changed.after }])));
}

/** The shapes that judge a node, or nodes of a class, and their text. */
function judging(
  unit: UnitAnalysis,
  id: TermId,
  isClass: boolean,
): { readonly shapes: readonly string[]; readonly text: string } {
  const { graphs, evaluator, print } = unit;
  const { shapes, classGraph } = graphs.input;
  const classes = new ClassHierarchy(classGraph);
  const found = shapes.roots.filter((shape) =>
    isClass
      ? shape.targets.some((target) => target.kind === 'class' && classes.subclasses(target.class).has(id))
      : evaluator.isTarget(shape, id),
  );
  const ids = found.map((shape) => shape.id);
  return { shapes: ids.map(print), text: shapesText(unit, ids) };
}

/** Shapes in Turtle, without targets and annotations. */
export function shapesText({ graphs, prefixes }: UnitAnalysis, ids: readonly TermId[]): string {
  const text = turtleText(shapesInFull(graphs.input.shapes, ids), {
    prefixes: new Map(prefixes.toReversed().flatMap((each) => [...each])),
    blankNodes: 'inline',
  });
  return wholeText(text);
}

/** @throws UserError for a prefix that no file declares. */
function iriOf(name: string, { prefixes }: UnitAnalysis): TermId {
  const given = name.trim().replace(/^<(.*)>$/s, '$1');
  const [, prefix = '', local] = /^([^:/?#]*):(?!\/\/)(.*)$/s.exec(given) ?? [];
  const namespace = local === undefined ? undefined : prefixes.find((each) => each.has(prefix))?.get(prefix);
  if (namespace !== undefined) return terms.iri(namespace + local);
  if (isAbsoluteIri(given)) return terms.iri(given);
  throw new UserError(`'${shortened(given)}' is no IRI, and no file declares its prefix.`);
}

/** @throws UserError when there is none. */
function resultOf(key: string, { run }: CheckedFiles): ValidationRunResult {
  const found = [...run.results, ...run.suppressed].find((each) => each.key === key);
  if (found) return found;
  throw new UserError(`no result has the key ${key}. validate lists the results with their keys.`);
}
