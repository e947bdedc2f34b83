import type { Statement } from '../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import type { EditCollector } from './editCollector.ts';
import type { GraphChange } from './graphChange.ts';
import type { PlannedChanges } from './plannedChanges.ts';
import type { Layout } from './writing/layout.ts';
import type { EditTermWriter } from './writing/termWriter.ts';
import type { TokenRemover } from './writing/tokenRemover.ts';
import type { Trivia } from './writing/trivia.ts';

/** The collaborators that write a plan into the text. */
export interface PlanContext {
  readonly document: TurtleDocument;
  readonly change: GraphChange;
  readonly planned: PlannedChanges;
  readonly trivia: Trivia;
  readonly layout: Layout;
  readonly writer: EditTermWriter;
  readonly remover: TokenRemover;
  readonly edits: EditCollector;
  readonly newStatements: 'besideKin' | 'atEnd';
  /** The statements at the end of a graph block that got a dot, since others follow now. */
  readonly dotted: Set<Statement>;
}
