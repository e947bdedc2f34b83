import { yieldToEventLoop } from '../../base/abort.ts';
import { isWebAddress } from '../../base/webAddress.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { ClassHierarchy } from '../../shacl/classHierarchy.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import { targetNodes } from '../../shacl/shapesGraph/targets.ts';
import type { GivenLinks } from '../../workspace/project/linkedUnit.ts';
import type { Session } from './session.ts';

/** A file that shapes can be tried on. */
export interface TrialFile {
  readonly uri: string;
  /** How many nodes of it the targets of the shapes select. Targets that are queries are not evaluated. */
  readonly focusNodes: number;
}

/** The files with focus nodes of the shapes of a document, those with the most first. */
export async function trialFiles(
  { uri, graph }: TurtleDocument,
  files: readonly TurtleDocument[],
  signal: AbortSignal,
): Promise<readonly TrialFile[]> {
  const { roots } = readShapes(graph);
  const found: TrialFile[] = [];
  for (const file of files) {
    await yieldToEventLoop(signal);
    if (file.uri === uri) continue;
    const classes = new ClassHierarchy(new UnionGraph([file.graph, graph]));
    const nodes = new Set<TermId>();
    for (const target of roots.flatMap(({ targets }) => targets)) {
      if (target.kind === 'sparql' || target.kind === 'where') continue;
      // A target that names a node selects it in any data.
      for (const node of targetNodes(target, file.graph, classes))
        if (target.kind !== 'node' || file.graph.outgoing(node).length > 0) nodes.add(node);
    }
    if (nodes.size > 0) found.push({ uri: file.uri, focusNodes: nodes.size });
  }
  return found.sort((a, b) => b.focusNodes - a.focusNodes || (a.uri < b.uri ? -1 : 1));
}

/** What is used to validate a file when shapes are tried on it: these with what they link, and its own ontologies. */
export async function trialLinks(shapes: string, data: string, session: Session): Promise<GivenLinks> {
  const ofShapes = (await session.linked(shapes)).unit.shapes;
  const { context } = (await session.linked(data)).unit;
  return {
    data: [data],
    shapes: [...new Set([shapes, ...ofShapes])],
    context: context.filter((each) => !isWebAddress(each)),
  };
}
