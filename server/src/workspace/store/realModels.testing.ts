import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Graph } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import { recordValidation } from '../../shacl/incremental/recordedValidation.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { print, printViolation } from '../../testing/shaclCheck.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { reportedLines } from './equalsLocal.testing.ts';
import { fetchChange } from './fetchChange.ts';
import { fetchContext } from './fetchContext.ts';
import { KnownPart } from './knownPart.ts';
import type { Store } from './store.ts';

const never = new AbortController().signal;

/** Makes a store of some lines of N-Triples. */
export type Fill = (lines: readonly string[]) => Promise<Store>;

export async function fillInMemory(lines: readonly string[]): Promise<Store> {
  return new StoreInMemory(lines.join('\n'));
}

/** An ontology, which is data of the store, too, and its shapes. */
export interface RealOntology {
  readonly lines: readonly string[];
  readonly graph: Graph;
  readonly shapes: ShapesGraph;
}

/** @param files the ontology, and further shapes. */
export function readOntology([ontology, ...others]: readonly [string, ...string[]]): RealOntology {
  const lines = asLines(ontology);
  const graphs = [ontology, ...others].map(
    (file) => new TurtleDocument(`file:///${file}`, 1, readFileSync(file, 'utf8')).graph,
  );
  return {
    lines,
    graph: documentOf('ontology', lines).graph,
    shapes: readShapes(new UnionGraph(graphs)),
  };
}

/** A file as N-Triples, as stores write it. */
export function asLines(file: string): readonly string[] {
  return new StoreInMemory(readFileSync(file, 'utf8')).dump.split('\n').filter((line) => line !== '');
}

/** What was compared. */
export interface Compared {
  readonly results: number;
  readonly open: readonly string[];
}

/**
 * Checks over random splits of a model that the nodes of the part in the file have the same results when the rest is in a
 * store as with all triples here. Statements about the same blank nodes stay together.
 */
export async function modelEqualsLocal(
  model: readonly string[],
  ontology: RealOntology,
  { runs, fill }: { readonly runs: number; readonly fill: Fill },
): Promise<Compared> {
  const parts = partsOf(model);
  const open: string[] = [];
  let results = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 5, max: 25 }),
      fc.array(fc.nat(99), { minLength: parts.length, maxLength: parts.length }),
      async (share, places) => {
        const isInFile = (_: unknown, i: number) => places[i]! < share;
        const data = documentOf('data', parts.filter(isInFile).flat());
        const rest = parts.filter((part, i) => !isInFile(part, i)).flat();
        const inputWith = (graph: Graph): ValidationInput => {
          const both = new UnionGraph([data.graph, graph]);
          return { dataGraph: both, classGraph: both, reportedGraph: data.graph, shapes: ontology.shapes };
        };
        const part = new KnownPart(await fill([...rest, ...ontology.lines]));
        const [gaps = []] = await fetchContext(
          [part],
          async ([known]) => inputWith(known!.graph),
          { looksUpClasses: true },
          never,
        );
        if (gaps.length > 0) {
          open.push(...gaps);
          return;
        }
        const local = await reportedLines(
          inputWith(new UnionGraph([documentOf('rest', rest).graph, ontology.graph])),
        );
        results += local.length;
        expect(await reportedLines(inputWith(part.document.graph))).toEqual(local);
      },
    ),
    { numRuns: runs, endOnFailure: true },
  );
  return { results, open: [...new Set(open)] };
}

/** How a value is added to a node. */
const forms = ['term', 'term', 'type', 'blank', 'list'] as const;

const arbitraryEdits = fc.record({
  removed: fc.array(fc.nat(), { maxLength: 5 }),
  added: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat(), fc.constantFrom(...forms)), {
    maxLength: 5,
  }),
});

/**
 * Checks over random changes of a part of a model, all of which is in a store, that results come, go and stay as they do
 * between two validations of all triples.
 */
export async function changesEqualLocal(
  model: readonly string[],
  ontology: RealOntology,
  { runs, fill }: { readonly runs: number; readonly fill: Fill },
): Promise<Compared> {
  const whole = documentOf('data', model);
  const inputWith = (graph: Graph): ValidationInput => ({
    dataGraph: graph,
    classGraph: graph,
    reportedGraph: graph,
    shapes: ontology.shapes,
  });
  const locally = async (graph: Graph) =>
    (await recordValidation(inputWith(new UnionGraph([graph, ontology.graph])))).result.violations;
  const before = await locally(whole.graph);
  const store = await fill([...model, ...ontology.lines]);
  const parts = partsOf(model);
  const open: string[] = [];
  let results = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(), arbitraryEdits, async (start, { removed, added }) => {
      const inBase = [...Array(100).keys()].flatMap((i) => parts[(start + i * 7) % parts.length]!);
      const base = [...new Set(inBase)];
      const gone = new Set(removed.map((index) => base[index % base.length]!));
      const news = added.flatMap((picks, i) => statementsOf(picks, model, `n${i}`));
      const [baseGraph, dataGraph] = [base, [...base.filter((line) => !gone.has(line)), ...news]].map(
        (lines) => documentOf('data', lines).graph,
      ) as [Graph, Graph];
      const change = { base: baseGraph, data: dataGraph };
      const stores = { changed: store, others: [] };
      const found = await fetchChange(stores, change, ({ changed }) => inputWith(changed), {}, never);
      const gaps = found.gaps.flat();
      if (gaps.length > 0) {
        open.push(...gaps);
        return;
      }
      const changed = new OverlayGraph(whole.graph, graphDifference(baseGraph, dataGraph));
      const expected = compareResults(before, await locally(changed));
      results += expected.introduced.length + expected.gone.length;
      expect(linesOf(found.introduced)).toEqual(linesOf(expected.introduced));
      expect(linesOf(found.gone)).toEqual(linesOf(expected.gone));
    }),
    { numRuns: runs, endOnFailure: true },
  );
  return { results, open: [...new Set(open)] };
}

/** New statements, made of parts of others. */
function statementsOf(
  [subject, predicate, object, other, form]: readonly [
    number,
    number,
    number,
    number,
    (typeof forms)[number],
  ],
  lines: readonly string[],
  label: string,
): readonly string[] {
  const at = (index: number) => /^(\S+) (\S+) (.*) \.$/.exec(lines[index % lines.length]!)!;
  const [, s] = at(subject);
  const [, , p, o] = at(predicate);
  const [, , , another] = at(object);
  const typed = lines.filter((line) => line.includes(` ${type} `));
  const aClass = /(\S+) \.$/.exec(typed[other % typed.length]!)![1]!;
  const blank = `_:${label}`;
  switch (form) {
    case 'term':
      return [`${s} ${p} ${other % 2 === 0 ? another : o} .`];
    case 'type':
      return [`${s} ${type} ${aClass} .`];
    case 'blank':
      return [`${s} ${p} ${blank} .`, `${blank} ${type} ${aClass} .`, `${blank} ${p} ${another} .`];
    case 'list':
      return [
        `${s} ${p} ${blank} .`,
        `${blank} ${first} ${another} .`,
        `${blank} ${rest} ${blank}i .`,
        `${blank}i ${first} ${o} .`,
        `${blank}i ${rest} <${rdfNamespace}nil> .`,
      ];
  }
}

const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const [type, first, rest] = ['type', 'first', 'rest'].map((name) => `<${rdfNamespace}${name}>`);

/** Lines that share blank nodes, directly or over others, together. */
function partsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const partOf = new Map<string, string[]>();
  const parts = new Set<string[]>();
  for (const line of lines) {
    let part = [line];
    const labels = line.match(/(?<=^|> )_:\w+/g) ?? [];
    for (const other of new Set(labels.map((label) => partOf.get(label)))) {
      if (other === undefined) continue;
      parts.delete(other);
      part = [...other, ...part];
    }
    parts.add(part);
    for (const each of part) for (const label of each.match(/(?<=^|> )_:\w+/g) ?? []) partOf.set(label, part);
  }
  return [...parts];
}

function documentOf(name: string, lines: readonly string[]): TurtleDocument {
  return new TurtleDocument(`file:///workspace/${name}.ttl`, 0, lines.join('\n'));
}

function linesOf(violations: readonly Violation[]): readonly string[] {
  return violations
    .map(
      (violation) =>
        `${printViolation(violation)} ${print(violation.sourceShape)} ${print(violation.rootShape)} ${print(violation.severity)}`,
    )
    .toSorted();
}
