import * as z from 'zod/v4';
import type { AgentFiles, ProposedChange } from './agentFiles.ts';
import type { AnswerOptions } from './answers.ts';
import type { ChangedText } from './proposedChange.ts';

/** What a call of a tool works with. */
export interface ToolCall {
  readonly files: AgentFiles;
  readonly signal: AbortSignal;
  readonly naming: Pick<AnswerOptions, 'nameOf' | 'pathOf'>;
  /** The changes that were verified, by key, the latest last. */
  readonly held: Map<string, HeldChange>;
}

/** A change that may be applied, once it has been verified again. */
export interface HeldChange {
  readonly change: ProposedChange;
  readonly texts: ReadonlyMap<string, ChangedText>;
}

/** A tool as it is listed, and what it does. */
export interface Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Call = ToolCall,
> {
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly writes: boolean;
  /** @throws UserError when the request can't be fulfilled. */
  run(input: z.infer<Input>, call: Call): Promise<Plain<z.infer<Output>>>;
}

/** The same, read-only. */
type Plain<T> = T extends readonly (infer Each)[]
  ? readonly Plain<Each>[]
  : T extends object
    ? { readonly [Key in keyof T]: Plain<T[Key]> }
    : T;

/** Has the compiler check what a tool does against its declaration. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject, Call = ToolCall>(
  given: Tool<Input, Output, Call>,
): Tool<Input, Output, Call> {
  return given;
}

export const file = z.string().min(1).max(4096);
export const files = z.array(file).min(1).max(100).describe('Paths of data files, such as data.ttl');
export const limit = z.int().min(1).max(100).default(20).describe('The maximum number of entries');
export const start = z
  .int()
  .min(0)
  .max(1_000_000)
  .default(0)
  .describe('Where to continue: `next` from the last answer');
export const key = z.string().regex(/^[0-9a-f]{12}(?:-\d+)?$/);
export const resultKey = key.describe('The key of a result, as validate returns it');

export const result = z.object({
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

export const pageWith = <Item extends z.ZodType>(item: Item) =>
  z.object({ total: z.int(), items: z.array(item), next: z.int().nullable() });
