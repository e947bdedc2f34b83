/** The method by which a client answers agents. */
import { anything, type JsonShape, label, object, recordOf } from '../../../base/jsonShape.ts';
import type * as protocol from '../editor/protocol.ts';
import { whyRestricted } from '../editor/protocol.ts';
import { method } from './methodDeclaration.ts';
import { editWithUris } from './repairMethods.ts';

export const agentMethods = {
  /**
   * Has a tool of `service/agents` answer, by its name. Files are named by their paths, relative to a workspace folder or
   * absolute, or by their uris; open texts take precedence. Nothing is written: the answer's edit is what apply_change
   * would write.
   */
  'shaclRepair/callTool': method<protocol.CallToolParams, protocol.CalledTool>({
    params: object({ tool: label, input: recordOf(anything) }) as JsonShape<protocol.CallToolParams>,
    about: () => '',
    afterSettings: true,
    whyRestricted: whyRestricted.agents,
    stale: {
      answer: () => ({
        kind: 'failed',
        message: 'The text has changed since this was verified; nothing was written. Verify it again.',
      }),
    },
    withClientUris: (called, clientUri) =>
      called.kind === 'failed' || called.edit === undefined
        ? called
        : { ...called, edit: editWithUris(called.edit, clientUri) },
  }),
};
