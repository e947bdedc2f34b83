import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Parser, type Quad, type Term } from 'n3';
import { repair } from '../../server/src/service/library/browser.ts';

/** A case that a person has judged: what may be repaired how, in the form of `expert-repairs.json`. */
interface JudgedCase {
  readonly id: string;
  readonly data: string;
  readonly shapes: string;
  readonly context?: string;
  readonly focus?: string;
  readonly component?: string;
  readonly path?: string;
  readonly prefixes?: Readonly<Record<string, string>>;
  readonly accept?: readonly Pattern[];
  readonly plausible?: readonly Pattern[];
  readonly forbid?: readonly Forbidden[];
  /** Whether no repair is as right as one that is accepted. */
  readonly expectNone?: boolean;
}

interface Pattern {
  readonly delete: readonly string[];
  readonly insert: readonly string[];
  readonly mayInsert?: readonly string[];
  readonly mayDelete?: readonly string[];
  readonly needsInput?: boolean;
  readonly notSafe?: boolean;
}

interface Forbidden {
  readonly insertMatches?: string;
  readonly deleteMatches?: string;
  readonly unlessNeedsInput?: boolean;
  readonly whenSafe?: boolean;
}

export type Verdict = 'right' | 'plausible' | 'other' | 'forbidden';

/** How sure the first repair of a case was said to be, and how a person would judge it. */
export interface JudgedRepair {
  readonly file: string;
  readonly id: string;
  readonly certainty: 'certain' | 'likely' | 'possible' | 'needsInput' | 'none';
  readonly verdict: Verdict;
}

/** Judges the first repairs of the cases of a file. None is right where the case expects none. */
export async function judgedRepairs(file: string): Promise<readonly JudgedRepair[]> {
  const cases = JSON.parse(readFileSync(file, 'utf8')) as readonly JudgedCase[];
  const found: JudgedRepair[] = [];
  for (const each of cases) found.push({ file: basename(file), id: each.id, ...(await judge(each)) });
  return found;
}

async function judge(each: JudgedCase): Promise<Pick<JudgedRepair, 'certainty' | 'verdict'>> {
  const { data, shapes, context, focus, component, path } = each;
  const report = await repair({ data, shapes, ...(context !== undefined && { context }) });
  const result = report.results.find(
    (one) =>
      (focus === undefined || one.focusNode.value === focus) &&
      (component === undefined || one.sourceConstraintComponent.value.includes(component)) &&
      (path === undefined || (one.pathText ?? '').includes(path)),
  );
  if (result === undefined) throw new Error(`${each.id} has no such result`);
  const first = result.repairs.find(({ degenerate }) => !degenerate);
  if (first === undefined) return { certainty: 'none', verdict: each.expectNone ? 'right' : 'other' };
  const files = [data, shapes, context ?? ''];
  const change: Change = {
    added: first.added as unknown as readonly Quad[],
    removed: first.removed as unknown as readonly Quad[],
    needsInput: first.needsInput,
    isSafe: first.preferred,
    head: prefixesOf(each),
    known: new Set(
      files.flatMap((text) =>
        new Parser()
          .parse(text)
          .flatMap((quad) => [quad.subject.value, quad.predicate.value, quad.object.value]),
      ),
    ),
  };
  const { certainty } = first;
  if ((each.forbid ?? []).some((pattern) => forbids(pattern, change)))
    return { certainty, verdict: 'forbidden' };
  if ((each.accept ?? []).some((pattern) => satisfies(pattern, change)))
    return { certainty, verdict: 'right' };
  if ((each.plausible ?? []).some((pattern) => satisfies(pattern, change)))
    return { certainty, verdict: 'plausible' };
  return { certainty, verdict: 'other' };
}

interface Change {
  readonly added: readonly Quad[];
  readonly removed: readonly Quad[];
  readonly needsInput: boolean;
  readonly isSafe: boolean;
  /** The prefixes of the files. */
  readonly head: string;
  /** The IRIs of the files. */
  readonly known: ReadonlySet<string>;
}

function prefixesOf({ data, shapes, context = '', prefixes = {} }: JudgedCase): string {
  const found = new Map(Object.entries(prefixes));
  for (const [, prefix, iri] of `${data}${shapes}${context}`.matchAll(/@prefix\s+([\w-]*):\s*<([^>]*)>/g))
    found.set(prefix!, iri!);
  return [...found].map(([prefix, iri]) => `@prefix ${prefix}: <${iri}> .`).join('\n');
}

function forbids(
  { insertMatches, deleteMatches, unlessNeedsInput, whenSafe }: Forbidden,
  { added, removed, needsInput, isSafe }: Change,
): boolean {
  if ((unlessNeedsInput && needsInput) || (whenSafe && !isSafe)) return false;
  const matches = (pattern: string | undefined, quads: readonly Quad[]) =>
    pattern === undefined || quads.some((quad) => new RegExp(pattern).test(printed(quad)));
  return matches(insertMatches, added) && matches(deleteMatches, removed);
}

function satisfies(pattern: Pattern, change: Change): boolean {
  if ((pattern.needsInput && !change.needsInput) || (pattern.notSafe && change.isSafe)) return false;
  const read = (triples: readonly string[] = []) =>
    triples.flatMap((triple) => new Parser({ format: 'text/n3' }).parse(`${change.head}\n${triple} .`));
  const allowed = (rest: readonly Quad[], patterns: readonly Quad[], bound: Bindings) =>
    rest.every((quad) => patterns.some((each) => matchQuad(each, quad, bound, change.known)));
  for (const removal of assignments(read(pattern.delete), change.removed, new Map(), change.known)) {
    if (!allowed(removal.rest, read(pattern.mayDelete), removal.bound)) continue;
    for (const { rest, bound } of assignments(
      read(pattern.insert),
      change.added,
      removal.bound,
      change.known,
    )) {
      if (allowed(rest, read(pattern.mayInsert), bound)) return true;
    }
  }
  return false;
}

type Bindings = ReadonlyMap<string, string>;

interface Assignment {
  readonly rest: readonly Quad[];
  readonly bound: Bindings;
}

function* assignments(
  [pattern, ...others]: readonly Quad[],
  quads: readonly Quad[],
  bound: Bindings,
  known: ReadonlySet<string>,
): Iterable<Assignment> {
  if (pattern === undefined) {
    yield { rest: quads, bound };
    return;
  }
  for (const quad of quads) {
    const next = matchQuad(pattern, quad, bound, known);
    if (next)
      yield* assignments(
        others,
        quads.filter((other) => other !== quad),
        next,
        known,
      );
  }
}

function matchQuad(
  pattern: Quad,
  quad: Quad,
  bound: Bindings,
  known: ReadonlySet<string>,
): Bindings | undefined {
  let found: Bindings | undefined = bound;
  for (const place of ['subject', 'predicate', 'object'] as const)
    found = found && matchTerm(pattern[place], quad[place], found, known);
  return found;
}

/** `?new…` is a node that no file has, `?old…` one that a file has, `?text…` a literal, `?any…` anything, a blank node a blank node. */
function matchTerm(
  pattern: Term,
  term: Term,
  bound: Bindings,
  known: ReadonlySet<string>,
): Bindings | undefined {
  if (pattern.termType !== 'Variable' && pattern.termType !== 'BlankNode')
    return printedTerm(pattern) === printedTerm(term) ? bound : undefined;
  const name = pattern.value;
  const key = `${pattern.termType} ${name}`;
  const before = bound.get(key);
  if (before !== undefined) return before === printedTerm(term) ? bound : undefined;
  const fits =
    pattern.termType === 'BlankNode'
      ? term.termType === 'BlankNode'
      : name.startsWith('new')
        ? term.termType === 'BlankNode' || (term.termType === 'NamedNode' && !known.has(term.value))
        : name.startsWith('old')
          ? term.termType === 'NamedNode' && known.has(term.value)
          : !name.startsWith('text') || fitsText(name, term);
  if (!fits) return undefined;
  return /^(text|any_)/.test(name) ? bound : new Map([...bound, [key, printedTerm(term)]]);
}

function fitsText(name: string, term: Term): boolean {
  if (term.termType !== 'Literal') return false;
  return !name.startsWith('text_') || term.language.toLowerCase().startsWith(name.slice(5));
}

function printed({ subject, predicate, object }: Quad): string {
  return `${printedTerm(subject)} ${printedTerm(predicate)} ${printedTerm(object)} .`;
}

function printedTerm(term: Term): string {
  if (term.termType === 'NamedNode') return `<${term.value}>`;
  if (term.termType !== 'Literal') return `_:${term.value}`;
  const text = JSON.stringify(term.value);
  if (term.language !== '') return `${text}@${term.language.toLowerCase()}`;
  return term.datatype.value.endsWith('#string') ? text : `${text}^^<${term.datatype.value}>`;
}
