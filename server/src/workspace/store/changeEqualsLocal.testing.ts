import fc from 'fast-check';
import { expect } from 'vitest';
import type { Graph } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { entail } from '../../shacl/entail.ts';
import type { Entailment } from '../../shacl/entailment/entailment.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import { recordValidation } from '../../shacl/incremental/recordedValidation.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { arbitraryHistory, edited } from '../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { newestShapes, queryShapes } from '../../testing/queryShapes.ts';
import { print, printViolation } from '../../testing/shaclCheck.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import type { FilledStore } from './equalsLocal.testing.ts';
import { fetchAllOf } from './fetchAll.ts';
import {
  type ChangedStores,
  type FileChange,
  fetchChange,
  type StoredGraphs,
  wholeChange,
} from './fetchChange.ts';
import { looksAtAll } from './lookUpsOfUnit.ts';
import type { Store } from './store.ts';

/** How many changes were compared, and what there was to compare. */
export interface ComparedChanges {
  readonly changes: number;
  /** Why something was left open, for each such change. */
  readonly open: readonly string[];
  /** Changes that bring or end a result. */
  readonly telling: number;
  /** Results that come or go at nodes which the file does not describe. */
  readonly elsewhere: number;
  /** Changes that bring or end other results, or at other nodes, than they would without the second store. */
  readonly joint: number;
}

/** Classes and properties of the random triples, as RDFS relates them. */
export const storedSchema = [
  'ex:p rdfs:subPropertyOf ex:q .',
  'ex:r rdfs:domain ex:C ; rdfs:range ex:D .',
  'ex:D rdfs:subClassOf ex:C .',
];

/** How a file may write a blank node without a label, and the same with labels. */
const writings = [
  undefined,
  undefined,
  {
    text: '[ ex:p ex:b ; ex:q [ ex:r ex:a ] ]',
    labelled: (x: string) => `${x} ex:p ex:b ; ex:q ${x}i . ${x}i ex:r ex:a .`,
  },
  {
    text: '( ex:a ex:b )',
    labelled: (x: string) =>
      `${x} rdf:first ex:a ; rdf:rest ${x}i . ${x}i rdf:first ex:b ; rdf:rest rdf:nil .`,
  },
  {
    text: '( [ ex:q ex:c ] )',
    labelled: (x: string) => `${x} rdf:first ${x}i ; rdf:rest rdf:nil . ${x}i ex:q ex:c .`,
  },
] as const;

/**
 * Checks over random changes of a file that a store holds, beside other statements, that results come, go and stay as they
 * do between two validations of all triples of the store, before and after, together with those of another store, unless
 * something is told to be open. Stores that hold other triples than they were given are left out.
 *
 * @param fill makes a store with the triples of a Turtle document; undefined when the store refuses them.
 */
export async function changeEqualsLocal(
  fill: (turtle: string) => Promise<FilledStore | undefined>,
  {
    runs,
    queries = false,
    isSplit = false,
    schema = [],
    leftOut = /(?!)/,
  }: {
    readonly runs: number;
    readonly queries?: boolean;
    /** Whether a second store has some of the other statements, and some of the schema. */
    readonly isSplit?: boolean;
    /** What the store says of classes and properties; with it, what follows by RDFS counts. */
    readonly schema?: readonly string[];
    /** Statements that the store can't hold. */
    readonly leftOut?: RegExp;
  },
): Promise<ComparedChanges> {
  const counts = { changes: 0, open: [] as string[], telling: 0, elsewhere: 0, joint: 0 };
  const isInFile = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 });
  const setting = fc.record({
    /** Whether a statement belongs to the file. */
    isInFile,
    /** 0 where the store lacks a statement of the file, 1 where the second store has it as well. */
    isStale: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 40, maxLength: 40 }),
    /** Whether the store says more of the blank nodes of the file than the file does. */
    saysMore: fc.boolean(),
    /** Whether a statement that the file does not have is in the second store. */
    isBeside: isSplit
      ? fc.array(fc.boolean(), { minLength: 40, maxLength: 40 })
      : fc.constant<readonly boolean[]>([]),
    /** Whether one store says all that is said about a node. */
    keepsNodes: fc.boolean(),
    writing: fc.constantFrom(...writings),
  });
  await fc.assert(
    fc.asyncProperty(
      arbitraryHistory(6, { shacl12: true, reifiers: false }),
      queries
        ? fc.subarray([...queryShapes, ...newestShapes], { minLength: 1, maxLength: 3 })
        : fc.constant([]),
      setting,
      async (history, more, { isInFile, isStale, saysMore, writing, isBeside, keepsNodes }) => {
        // Each bracket or list is a node of its own; a label stands for the same node everywhere.
        let nodes = 0;
        const apart = (statement: string) =>
          writing ? statement.replaceAll('_:x', () => `_:x${nodes++}`) : statement;
        const isHeld = (statement: string) => isKept(statement) && !leftOut.test(statement);
        const start = history.start.data.filter(isHeld).map((each, i) => (isInFile[i] ? apart(each) : each));
        const inBase = start.filter((_, i) => isInFile[i]);
        const { data: inData } = history.edits
          .filter(({ file, statement }) => file === 'data' && isHeld(statement))
          .map((edit) => ({ ...edit, statement: apart(edit.statement) }))
          .reduce(edited, { ...history.start, data: inBase });
        // A node that the file did not mention before is a new one.
        const isShared = saysMore && inBase.some((each) => each.includes('_:x'));
        // Texts of one uri give the nodes without labels of a subject the same names; those of the store are other nodes.
        const named = new Set([...inBase, ...inData].filter(isUnlabelled).map(subjectOf));
        const other = start
          .filter((each, i) => !isInFile[i] && !(isUnlabelled(each) && named.has(subjectOf(each))))
          .map((each) => (isShared ? each : each.replaceAll('_:x', '_:y')));
        const held = inBase.filter((each, i) => isStale[i]! > 0 || each.includes('_:x'));
        const labelled = (statements: readonly string[]) =>
          documentOf('data', [
            ...statements,
            ...statements.flatMap((each) =>
              (each.match(/_:x\d+/g) ?? []).map((label) => writing?.labelled(label) ?? ''),
            ),
          ]);
        const unlabelled = (statements: readonly string[]) =>
          documentOf(
            'data',
            statements.map((each) => each.replaceAll(/_:x\d+/g, writing?.text ?? '')),
          ).graph;
        const elsewhere = [...other, ...schema];
        const subjects = elsewhere.map(subjectOf);
        const isOther = (_: string, i: number) => isBeside[keepsNodes ? subjects.indexOf(subjects[i]!) : i];
        const stored = labelled([...held, ...elsewhere.filter((each, i) => !isOther(each, i))]);
        const repeated = isSplit ? inBase.filter((each, i) => isStale[i] === 1 && !each.includes('_:')) : [];
        const beside = documentOf('beside', [...elsewhere.filter(isOther), ...repeated]);
        const delta = graphDifference(labelled(inBase).graph, labelled(inData).graph);
        const change = { base: unlabelled(inBase), data: unlabelled(inData) };
        const shapes = readShapes(documentOf('shapes', [...history.start.shapes, ...more]).graph);
        const context = documentOf('context', history.start.context).graph;
        const inputWith = ({ changed, others }: StoredGraphs): ValidationInput => {
          const both = new UnionGraph([changed, ...others, context]);
          return { dataGraph: both, classGraph: both, reportedGraph: both, shapes };
        };
        const infers = schema.length > 0;
        const inferred = async (graphs: StoredGraphs, previous?: Entailment): Promise<ValidationInput> => {
          const input = inputWith(graphs);
          const { dataGraph: asserted, classGraph } = input;
          const entailment = await entail(
            { asserted, schema: context, shapes, classGraph },
            'rdfs',
            previous,
          );
          return { ...input, dataGraph: entailment.graph, entailment };
        };
        const turnsWith = async (...others: readonly Graph[]) => {
          const whole = async (changed: Graph) => {
            const graphs = { changed, others };
            return resultsOf(infers ? await inferred(graphs) : inputWith(graphs));
          };
          const before = await whole(stored.graph);
          const after = await whole(new OverlayGraph(stored.graph, delta));
          return { ...compareResults(before, after), after };
        };
        const expected = await turnsWith(beside.graph);

        const stores: Store[] = [];
        for (const document of isSplit ? [stored, beside] : [stored]) {
          const filled = await fill(document.text);
          if (filled === undefined || !isSame(document, documentOf('dumped', [await filled.dump()]))) return;
          stores.push(filled.store);
        }
        const found = infers
          ? await changeOfAll(stores, change, inferred)
          : await fetchChange(storesOf(stores), change, inputWith, {}, never);
        counts.changes++;
        const gaps = found.gaps.flat();
        // Where other IRIs are incomplete, nodes anywhere may be judged otherwise.
        const aboutMany = (statements: readonly string[]) =>
          statements.filter((each) => each.includes('sh:incompleteURIStart')).join();
        const isAboutMany = aboutMany(inBase) !== aboutMany(inData);
        if (isAboutMany && gaps.includes(looksAtAll)) return;
        if (gaps.length > 0) {
          counts.open.push(gaps.join(' '));
          return;
        }
        const turns = inWords(found);
        expect(writing ? net(turns) : turns).toEqual(writing ? net(inWords(expected)) : inWords(expected));
        expect(
          without([...turns.introduced, ...found.kept.map(wordsOf)], expected.after.map(wordsOf)),
        ).toEqual([]);
        const turned = [...found.introduced, ...found.gone];
        if (turned.length > 0) counts.telling++;
        const described = new UnionGraph([change.base, change.data]);
        counts.elsewhere += turned.filter(
          ({ focusNode }) => described.outgoing(focusNode).length === 0,
        ).length;
        if (isSplit && !isEqual(inWords(await turnsWith()), inWords(expected))) counts.joint++;
      },
    ),
    { numRuns: runs },
  );
  return counts;
}

const never = new AbortController().signal;

function storesOf([changed, ...others]: readonly Store[]): ChangedStores {
  return { changed: changed!, others };
}

async function changeOfAll(
  stores: readonly Store[],
  change: FileChange,
  inputWith: Parameters<typeof wholeChange>[2],
) {
  const whole = await fetchAllOf(stores, never);
  if (whole.kind === 'unknown') return expect.fail(whole.gaps.flat().join(' '));
  return wholeChange(whole.documents, change, inputWith, {}, never);
}

/** False for statements with a literal that the store refuses or writes in another way. */
function isKept(statement: string): boolean {
  let isAlike = known.get(statement);
  if (isAlike === undefined) {
    isAlike = isWrittenAlike(statement);
    known.set(statement, isAlike);
  }
  return isAlike;
}

const known = new Map<string, boolean>();

function isWrittenAlike(statement: string): boolean {
  const document = documentOf('alone', [statement]);
  try {
    return isSame(document, documentOf('dumped', [new StoreInMemory(document.text).dump]));
  } catch {
    return false;
  }
}

function isSame(one: TurtleDocument, other: TurtleDocument): boolean {
  return isomorphic(one.graph.triples(), other.graph.triples());
}

/** Whether a statement has a node in brackets or a list. */
function isUnlabelled(statement: string): boolean {
  return /[[(]/.test(statement);
}

function subjectOf(statement: string): string {
  return statement.split(' ', 1)[0]!;
}

function documentOf(name: string, statements: readonly string[]): TurtleDocument {
  return new TurtleDocument(`file:///workspace/${name}.ttl`, 0, suppliedPrefixes + statements.join('\n'));
}

/** The results of all nodes. */
async function resultsOf(input: ValidationInput): Promise<readonly Violation[]> {
  return (await recordValidation(input)).result.violations;
}

interface Turns<Result> {
  readonly introduced: readonly Result[];
  readonly gone: readonly Result[];
}

function inWords({ introduced, gone }: Turns<Violation>): Turns<string> {
  return { introduced: introduced.map(wordsOf).toSorted(), gone: gone.map(wordsOf).toSorted() };
}

function isEqual(one: Turns<string>, other: Turns<string>): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Without what comes and goes: a node without a label may be read as another one in the other version. */
function net({ introduced, gone }: Turns<string>): Turns<string> {
  return { introduced: without(introduced, gone), gone: without(gone, introduced) };
}

function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return texts.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function wordsOf(violation: Violation): string {
  const { sourceShape, rootShape, severity } = violation;
  return `${printViolation(violation)} ${sourceShape} ${rootShape} ${print(severity)}`;
}
