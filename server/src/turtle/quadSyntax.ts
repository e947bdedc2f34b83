/** How the names of graphs are read that end the statements of N-Quads. Turtle has none. */
export interface QuadSyntax {
  /** The graphs whose statements count; all when undefined. */
  readonly chosen: GraphChoice | undefined;
}

export interface GraphChoice {
  /** True when the statements count that name no graph. */
  readonly unnamed: boolean;
  /** IRIs. */
  readonly named: readonly string[];
}

/** True when the name of a file says that it holds N-Quads. */
export function isNamedQuads(uri: string): boolean {
  return /\.(?:nq|nquads)$/i.test(uri);
}

/** How a text is read if nothing more is known than its name. */
export function quadSyntaxOf(uri: string): QuadSyntax | undefined {
  return isNamedQuads(uri) ? allGraphs : undefined;
}

const allGraphs: QuadSyntax = { chosen: undefined };
