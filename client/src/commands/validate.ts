import { commands, window, workspace } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../counted.ts';
import type { Command } from './command.ts';
import { draftShapes } from './draftShapes.ts';
import { linkShapes } from './linkShapes.ts';
import { turtleDocument } from './turtleDocument.ts';

/** Reports the outcome for a Turtle file and offers the next step. Validation itself runs after every edit. */
export const validate: Command = (context) => async (argument) => {
  const document = await turtleDocument(argument);
  if (!document) return;
  await context.statuses.known(document.uri);
  const status = context.statuses.get(document.uri);
  const name = workspace.asRelativePath(document.uri);
  if (status?.verdict === 'unlinked' && !status.isShapesFile) {
    const [link, draft] = ['Link Shapes…', 'Draft Shapes…'];
    const text = `No shapes are linked to ${name}, so only its syntax was checked.`;
    const step = await window.showInformationMessage(text, link, draft);
    if (step === link) await linkShapes(context)(document.uri);
    if (step === draft) await draftShapes(context)(document.uri);
    return;
  }
  const [problems, report] = ['Show Problems', 'Show Report'];
  const chosen = await window.showInformationMessage(`${name}: ${outcome(status)}`, report, problems);
  if (chosen === report) context.report.show(document);
  if (chosen === problems) await commands.executeCommand('workbench.actions.view.problems');
};

function outcome(status: protocol.StatusParams['status'] | undefined): string {
  if (status?.isShapesFile) return 'has shapes, and no nodes that they select.';
  switch (status?.verdict) {
    case 'conforms':
      return 'conforms to its shapes.';
    case 'violates':
      return `${counted(status.counted, 'result')}.`;
    case 'nothingToCheck':
      return 'no node is a target of its shapes, so nothing was checked.';
    case 'undecided':
      if (status.validated) return 'no results, but not everything was checked. The report says why.';
      break;
  }
  return 'it could not be checked. The report says why.';
}
