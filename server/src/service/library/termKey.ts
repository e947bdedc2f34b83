import type { QuadLike, TermLike } from './api.ts';

/** A text that equal terms have in common, and no others. Languages are equal when they differ in case only. */
export function termKey(term: TermLike): string {
  if (term.termType === 'Quad') return `<<${quadKey(term as TermLike & QuadLike)}>>`;
  const { language, direction, datatype } = term as TermLike & {
    readonly language?: string;
    readonly direction?: string | null;
    readonly datatype?: TermLike;
  };
  return JSON.stringify([
    term.termType,
    term.value,
    language?.toLowerCase() ?? '',
    direction ?? '',
    datatype?.value ?? '',
  ]);
}

/** The same for quads. */
export function quadKey({ subject, predicate, object, graph }: QuadLike): string {
  return `${termKey(subject)} ${termKey(predicate)} ${termKey(object)} ${graphKey(graph)}`;
}

/** The same for the graph of a quad. */
export function graphKey(graph: TermLike | undefined): string {
  return graph === undefined || graph.termType === 'DefaultGraph' ? '' : termKey(graph);
}
