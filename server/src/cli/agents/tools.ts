import * as z from 'zod/v4';
import { UserError } from '../../base/userError.ts';
import { repairJson } from '../../service/report/repairJson.ts';
import { suggestAll } from '../../service/report/suggestedRepairs.ts';
import type { ValidationRunResult } from '../../service/report/validationRun.ts';
import { runVerdict } from '../../service/report/verdict.ts';
import { provenSuggestions } from '../input/provenSuggestions.ts';
import { type AnswerOptions, changeAnswer, pageOf, shortened, shortResult } from './answers.ts';
import type { GuardedFiles, ProposedChange } from './guardedFiles.ts';
import type { CheckedFiles, VerifiedChange } from './verifyChange.ts';

/** What a call of a tool works with. */
export interface ToolCall {
  readonly files: GuardedFiles;
  readonly signal: AbortSignal;
  readonly naming: Omit<AnswerOptions, 'limit'>;
  /** The changes that were found to hold, by key, the latest last. */
  readonly held: Map<string, HeldChange>;
}

/** A change that may be applied, once it has been verified again. */
export interface HeldChange {
  readonly change: ProposedChange;
}

/** A tool as it is listed, and what it does. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly writes: boolean;
  /** @throws UserError when what is asked can't be done. */
  run(input: z.infer<Input>, call: ToolCall): Promise<Plain<z.infer<Output>>>;
}

/** The same, not to be changed. */
type Plain<T> = T extends readonly (infer Each)[]
  ? readonly Plain<Each>[]
  : T extends object
    ? { readonly [Key in keyof T]: Plain<T[Key]> }
    : T;

function tool<Input extends z.ZodObject, Output extends z.ZodObject>(given: Tool<Input, Output>): Tool {
  return given as unknown as Tool;
}

const file = z.string().min(1).max(4096);
const files = z.array(file).min(1).max(100).describe('Paths of data files, such as data.ttl');
const limit = z.int().min(1).max(100).default(20).describe('How many are told at most');
const start = z.int().min(0).max(1_000_000).default(0).describe('Where to go on: `next` of the last answer');
const key = z.string().regex(/^[0-9a-f]{12}(?:-\d+)?$/);
const resultKey = key.describe('The key of a result, as validate tells it');

const result = z.object({
  key: z.string(),
  message: z.string(),
  focusNode: z.string(),
  path: z.string().nullable(),
  value: z.string().nullable(),
  component: z.string(),
  severity: z.string(),
  file: z.string().nullable(),
  line: z.int().nullable(),
  character: z.int().nullable(),
});

const pageWith = <Item extends z.ZodType>(item: Item) =>
  z.object({ total: z.int(), items: z.array(item), next: z.int().nullable() });

const changeInput = z.object({
  files: z.array(file).max(100).default([]).describe('The data files; the first is what `text` is of'),
  update: z.string().max(1_000_000).optional().describe('A SPARQL Update of the data'),
  text: z.string().max(8_000_000).optional().describe('The whole new text of the first file'),
  patch: z.string().max(8_000_000).optional().describe('A unified diff'),
});

const changeOutput = z.object({
  verdict: z.enum(['holds', 'introduces', 'undecided', 'refused']),
  reasons: z.array(z.string()),
  key: z.string().nullable(),
  introduced: pageWith(result),
  fixed: pageWith(result),
  unchanged: z.int(),
  noLongerJudged: pageWith(z.string()),
  focusNodes: z.object({ before: z.int(), after: z.int() }),
  files: z.array(z.string()),
  diff: z.string().nullable(),
});

/** All tools by name. */
export const tools: Readonly<Record<string, Tool>> = {
  validate: tool({
    title: 'Validate data',
    description:
      'Checks RDF files against the SHACL shapes that they are linked to. Says the verdict, what was not checked, and the results.',
    input: z.object({ files, start, limit }),
    output: z.object({
      verdict: z.enum(['conforms', 'violates', 'undecided', 'unlinked', 'nothingToCheck']),
      reasons: z.array(z.string()),
      problems: z.array(z.string()),
      focusNodes: z.int(),
      results: pageWith(result),
    }),
    writes: false,
    async run({ files, start, limit }, { files: guarded, naming }) {
      const { run } = await guarded.check(files);
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
  verify_change: tool({
    title: 'Verify a change before it is written',
    description:
      'Says which results a change of RDF files would introduce, fix and leave, without writing it. Give `update`, `patch` or `text`. A change that holds has a key, by which apply_change writes it.',
    input: changeInput.extend({ limit }),
    output: changeOutput,
    writes: false,
    async run({ limit, ...change }, { files: guarded, naming, held }) {
      const verified = await guarded.verify(change);
      hold(verified, change, held);
      return changeAnswer(verified, { ...naming, limit });
    },
  }),
  propose_repairs: tool({
    title: 'Propose proven repairs',
    description:
      'Proposes repairs of results, the likeliest first, each proven to end its result and to introduce none. Each has an update for verify_change.',
    input: z.object({
      files,
      result: resultKey.optional().describe('Only of the result with this key'),
      max: z.int().min(1).max(10).default(3).describe('How many for each result'),
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
              update: z.string(),
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
      const { workspace } = checked;
      const suggested = await suggestAll(
        page.items,
        provenSuggestions(workspace, max, signal),
        workspace.describingFiles,
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
            update,
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
  apply_change: tool({
    title: 'Apply a verified change',
    description:
      'Writes a change that verify_change found to hold, by its key. It is verified again, and nothing is written when the files have changed so that it does not hold.',
    input: z.object({ key: key.describe('The key that verify_change told') }),
    output: z.object({ files: z.array(z.string()), fixed: z.int(), unchanged: z.int() }),
    writes: true,
    async run({ key }, { files: guarded, naming, held }) {
      const known = held.get(key);
      if (known === undefined)
        throw new UserError(`no change with the key ${key} was verified here. Verify it first.`);
      const verified = await guarded.verify(known.change);
      if (verified.key !== key || verified.verdict !== 'holds')
        throw new UserError('the files have changed since this was verified. Verify it again.');
      held.delete(key);
      await guarded.write(verified.texts);
      return {
        files: [...verified.texts.keys()].map(naming.nameOf),
        fixed: verified.fixed.length,
        unchanged: verified.unchanged,
      };
    },
  }),
};

/** How many verified changes are known at a time. */
const maxHeld = 50;

function hold(verified: VerifiedChange, change: ProposedChange, held: Map<string, HeldChange>): void {
  if (verified.verdict !== 'holds') return;
  held.delete(verified.key);
  held.set(verified.key, { change });
  if (held.size > maxHeld) held.delete(held.keys().next().value!);
}

/** @throws UserError when there is none. */
function resultOf(key: string, { run }: CheckedFiles): ValidationRunResult {
  const found = [...run.results, ...run.suppressed].find((each) => each.key === key);
  if (found) return found;
  throw new UserError(`no result has the key ${key}. validate lists the results with their keys.`);
}
