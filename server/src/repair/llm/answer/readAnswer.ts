import { knownPrefixes } from '../../../rdf/knownPrefixes.ts';
import type { Update } from '../../../sparql/updateOperation.ts';
import { readUpdate, type UpdateRefusal } from '../../../sparql/updateText.ts';
import { withoutMarks, withoutThinking } from './answerWrapping.ts';
import { type Extraction, extractAnswer, optionIn } from './extractAnswer.ts';
import { readLooseJson } from './readLooseJson.ts';

/** The contents of a model's answer, which has been read but not applied. */
export type ReadAnswer =
  | {
      readonly kind: 'update';
      readonly extraction: Extraction;
      readonly update: Update;
      /** As the model wrote it. */
      readonly text: string;
      /** Prefixes that the answer uses without declaring them. They were taken from the files, or are well known. */
      readonly prefixesInjected: readonly string[];
    }
  | {
      /** One of the options that were offered, counted from 1. */
      readonly kind: 'option';
      readonly extraction: Extraction;
      readonly option: number;
    }
  | {
      readonly kind: 'unreadable';
      readonly extraction: Extraction;
      /** `envelope`: no update was found. */
      readonly cause: 'envelope' | UpdateRefusal['cause'];
      /** A sentence, with line and column in the model's own text where that helps. */
      readonly reason: string;
      /** The update, if one was found. */
      readonly text?: string;
    };

export interface AnswerScope {
  /** The keys of the requested JSON. */
  readonly keys: readonly string[];
  /** The prefixes of the data and the shapes. */
  readonly prefixes: ReadonlyMap<string, string>;
}

/** Reads a model's answer leniently. */
export async function readAnswer(text: string, { keys, prefixes }: AnswerScope): Promise<ReadAnswer> {
  const extraction = extractAnswer(text, keys);
  const { lenient } = extraction;
  if (lenient.kind === 'nothing') {
    return { kind: 'unreadable', extraction, cause: 'envelope', reason: lenient.reason };
  }
  const option = optionIn(lenient.answer);
  if (option !== undefined) return { kind: 'option', extraction, option };
  const read = await readWithPrefixes(lenient.answer, prefixes);
  if (read.kind === 'refused') {
    return { kind: 'unreadable', extraction, cause: read.cause, reason: read.reason, text: lenient.answer };
  }
  const triples = dataTriples(read.update);
  if (triples > maxTriples) {
    const reason = `The update names ${triples} triples, and a repair may change ${maxTriples} at most.`;
    return { kind: 'unreadable', extraction, cause: 'notAllowed', reason, text: lenient.answer };
  }
  return { ...read, extraction, text: lenient.answer };
}

/** The same limit as for an operation with WHERE. */
const maxTriples = 1000;

function dataTriples({ operations }: Update): number {
  return operations.reduce((sum, each) => sum + (each.kind === 'modify' ? 0 : each.triples.length), 0);
}

type ReadWithPrefixes =
  | Extract<Awaited<ReturnType<typeof readUpdate>>, { readonly kind: 'refused' }>
  | {
      readonly kind: 'update';
      readonly update: Update;
      readonly prefixesInjected: readonly string[];
    };

/** Reads an update, supplying the prefixes that it lacks if they are known. */
async function readWithPrefixes(
  text: string,
  prefixes: ReadonlyMap<string, string>,
): Promise<ReadWithPrefixes> {
  const injected = new Map<string, string>();
  for (;;) {
    const read = await readUpdate(text, { prefixes: injected });
    if (read.kind === 'update') return { ...read, prefixesInjected: [...injected.keys()] };
    const [, missing] = /Unknown prefix: ([^\s]*?)\.$/.exec(read.reason) ?? [];
    if (read.cause !== 'syntax' || missing === undefined || injected.has(missing)) return read;
    const namespace = prefixes.get(missing) ?? knownPrefixes.get(missing);
    if (namespace === undefined) return { ...read, reason: unknownPrefix(missing, prefixes) };
    injected.set(missing, namespace);
  }
}

function unknownPrefix(prefix: string, known: ReadonlyMap<string, string>): string {
  const names = [...known.keys()].slice(0, 20).map((each) => `${each}:`);
  return `The prefix ${prefix}: is not declared. Those in scope are ${names.join(', ')}.`;
}

/** The first JSON object of an answer, whatever surrounds it. The model's reasoning is ignored. */
export function jsonObjectInAnswer(answer: string): object | undefined {
  const said = withoutThinking(withoutMarks(answer)) ?? '';
  const start = said.indexOf('{');
  const json = start < 0 ? undefined : readLooseJson(said, start)?.value;
  return typeof json === 'object' && json !== null ? json : undefined;
}
