import { termToNTriples, tripleToNTriples } from '../rdf/nTriples.ts';
import { recordValidation } from '../shacl/incremental/recordedValidation.ts';
import { shortForm } from '../shacl/model/words.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import { generateVios } from '../vio/generate.ts';
import type { GenerateEvent, GenerateHelpers } from '../vio/generateEvent.ts';
import type { VioProblem } from '../vio/problem.ts';
import { defaultGenerateOptions, type GenerateOptions, type VioCase, type VioSuite } from '../vio/vioCase.ts';
import { unitOf } from './shaclCheck.ts';

/** A graph and its shapes from texts, validated, from which violations can be derived. */
export async function vioProblem(shapes: string, data: string, context = ''): Promise<VioProblem> {
  return problemOf(unitOf({ shapes, data, context }));
}

/** The same for graphs that were already read. */
export async function problemOf(input: ValidationInput): Promise<VioProblem> {
  return { recorded: await recordValidation(input), prefixes: new Map(), term: shortForm };
}

/**
 * The result of a whole run. Options that are not given have their defaults, but all that can be violated is, by as few
 * cases as do so.
 */
export async function generated(
  problem: VioProblem,
  options: Partial<GenerateOptions> = {},
  helpers: GenerateHelpers = {},
): Promise<VioSuite> {
  const { signal } = new AbortController();
  const run = generateVios(problem, { ...everything, ...options }, signal, helpers);
  for (;;) {
    const next: IteratorResult<GenerateEvent, VioSuite> = await run.next();
    if (next.done) return next.value;
  }
}

const everything: GenerateOptions = { ...defaultGenerateOptions, unlikely: true, mix: undefined };

/** The change as sorted N-Triples lines, `-` for removed and `+` for added triples. */
export function changeLines({ change }: Pick<VioCase, 'change'>): readonly string[] {
  const lines = [
    ...change.removed.map((triple) => `- ${tripleToNTriples(triple)}`),
    ...change.added.map((triple) => `+ ${tripleToNTriples(triple)}`),
  ];
  return lines.sort((a, b) => (a < b ? -1 : 1));
}

/** The change in the notation of golden files: new nodes are called New1 and so on. */
export function goldenLines({ change, minted }: Pick<VioCase, 'change' | 'minted'>): readonly string[] {
  const names = new Map(
    minted.map((node, i) => [termToNTriples(node), `<http://example.org/ns#New${i + 1}>`]),
  );
  return changeLines({ change })
    .map((line) => line.replaceAll(/<[^>]*>/g, (iri) => names.get(iri) ?? iri))
    .toSorted((a, b) => (a < b ? -1 : 1));
}
