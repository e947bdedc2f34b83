import fc from 'fast-check';
import { expect } from 'vitest';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { arbitraryHistory, type CaseEdit, edited, type ShapesCase } from '../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { newestShapes, queryShapes } from '../../testing/queryShapes.ts';
import { print, printViolation } from '../../testing/shaclCheck.ts';
import { entail } from '../entail.ts';
import type { Violation } from '../model/violation.ts';
import { ruleDeclarations, ruleShapes } from '../rules/exampleRules.testing.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import type { RuleRegime } from '../shapesGraph/regimes.ts';
import { withStatedTargets } from '../shapesGraph/targets.ts';
import type { ValidationInput } from '../validationUnit.ts';
import { changesClasses } from './changedInput.ts';
import { type RecordedValidation, recordValidation } from './recordedValidation.ts';

type Documents = Readonly<Record<keyof ShapesCase, TurtleDocument>>;

/**
 * Edits a unit statement by statement. Checks after each edit that the updated results equal those of a validation from
 * scratch, and after the last edit that they also equal those of newly parsed texts.
 *
 * @returns the number of edits, and how many of them changed a result.
 */
export async function checkHistories({
  histories,
  edits,
  queries = false,
  rules = false,
  seed,
}: {
  readonly histories: number;
  readonly edits: number;
  /** Whether some of the shapes have queries. */
  readonly queries?: boolean;
  /** Whether some of the shapes have rules, which are run. */
  readonly rules?: boolean;
  readonly seed?: number;
}): Promise<{ readonly edits: number; readonly telling: number }> {
  let checked = 0;
  let telling = 0;
  const some = (all: readonly string[], isUsed: boolean) =>
    isUsed ? fc.subarray([...all], { minLength: 1, maxLength: 4 }) : fc.constant([]);
  const added = fc
    .tuple(some([...queryShapes, ...newestShapes], queries), some(ruleShapes, rules))
    .map(([asked, run]) => [...(rules ? [ruleDeclarations] : []), ...asked, ...run]);
  const regime = fc.constantFrom<RuleRegime>('rules', 'rules', 'rules+rdfs');
  await fc.assert(
    fc.asyncProperty(
      arbitraryHistory(edits, { shacl12: true, all12: true }),
      added,
      regime,
      async (history, more, by) => {
        let current: ShapesCase = { ...history.start, shapes: [...history.start.shapes, ...more] };
        let documents = open(current);
        const inference = rules ? by : undefined;
        let input = await inputOf(documents, inference);
        let recorded = await recordValidation(input);
        for (const edit of history.edits) {
          current = edited(current, edit);
          documents = change(documents, edit, current);
          const next = await inputOf(documents, inference, input);
          const before = printAll(recorded.result.violations);
          recorded = await update(recorded, next);
          input = next;
          const fresh = inference ? await inputOf(documents, inference) : input;
          const expected = printAll(
            (await recordValidation({ ...fresh, shapes: input.shapes })).result.violations,
          );
          expect(printAll(recorded.result.violations)).toEqual(expected);
          checked++;
          if (before.join() !== expected.join()) telling++;
        }
        const reread = await recordValidation(await inputOf(open(current), inference));
        expect(recorded.result.violations.map(inShort).toSorted()).toEqual(
          reread.result.violations.map(inShort).toSorted(),
        );
      },
    ),
    { numRuns: histories, ...(seed === undefined ? {} : { seed }) },
  );
  return { edits: checked, telling };
}

function open(current: ShapesCase): Documents {
  const document = (file: keyof ShapesCase) =>
    new TurtleDocument(`file:///workspace/${file}.ttl`, 0, textOf(current[file]));
  return { shapes: document('shapes'), data: document('data'), context: document('context') };
}

/** Changes a document as an editor does: only the part of the text that differs. */
function change(documents: Documents, { file }: CaseEdit, current: ShapesCase): Documents {
  const document = documents[file];
  return { ...documents, [file]: document.changed(document.version + 1, textOf(current[file])) };
}

function textOf(statements: readonly string[]): string {
  return suppliedPrefixes + statements.join('\n');
}

async function inputOf(
  { shapes, data, context }: Documents,
  inference: RuleRegime | undefined,
  before?: ValidationInput,
): Promise<ValidationInput> {
  const asserted = new UnionGraph([data.graph, context.graph]);
  const classGraph = new UnionGraph([data.graph, context.graph, shapes.graph]);
  const read = before?.shapes.graph === shapes.graph ? before.shapes : readShapes(shapes.graph);
  const input = { reportedGraph: data.graph, classGraph, shapes: read };
  if (inference === undefined)
    return { ...input, dataGraph: asserted, shapes: withStatedTargets(read, asserted) };
  const schema = { asserted, schema: shapes.graph, shapes: read, classGraph };
  const entailment = await entail(schema, inference, before?.entailment);
  const { graph } = entailment;
  return { ...input, dataGraph: graph, entailment, shapes: withStatedTargets(read, graph) };
}

async function update(recorded: RecordedValidation, input: ValidationInput): Promise<RecordedValidation> {
  const delta = graphDifference(recorded.input.dataGraph, input.dataGraph);
  const classesChanged = changesClasses(graphDifference(recorded.input.classGraph, input.classGraph));
  return (await recorded.revalidate({ input, delta, classesChanged })).recorded();
}

/**
 * A result without blank node names and messages. Blank nodes may get new names when a text is parsed again, and
 * messages list statements of shapes in the order in which they were added.
 */
function inShort(violation: Violation): string {
  return `${printViolation(violation)} ${print(violation.severity)}`;
}

function printAll(violations: readonly Violation[]): string[] {
  const lines = violations.map((violation) => {
    const { sourceShape, severity, rootShape, rootFocusNode, messages } = violation;
    const details = printAll(violation.details).join(' | ');
    const where = [sourceShape, severity, rootShape, rootFocusNode, ...messages].join(' ');
    return `${printViolation(violation)} of ${where} { ${details} }`;
  });
  return lines.toSorted();
}
