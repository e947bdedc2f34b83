import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import type { Change } from './change.ts';
import type { EditCollector } from './editCollector.ts';
import type { Intent } from './intent.ts';
import type { Layout } from './writing/layout.ts';
import type { Remover } from './writing/removals.ts';
import type { TermWriter } from './writing/termWriter.ts';
import type { Trivia } from './writing/trivia.ts';

/** What the writing of one plan works with. */
export interface Tools {
  readonly document: TurtleDocument;
  readonly change: Change;
  readonly intent: Intent;
  readonly trivia: Trivia;
  readonly layout: Layout;
  readonly writer: TermWriter;
  readonly remover: Remover;
  readonly edits: EditCollector;
  readonly newStatements: 'besideKin' | 'atEnd';
}
