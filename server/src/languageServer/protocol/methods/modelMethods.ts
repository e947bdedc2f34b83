/** The methods that ask the configured model about results, and that show its prompts. */
import { listOf, object } from '../../../base/jsonShape.ts';
import type * as protocol from '../editor/protocol.ts';
import { whyRestricted } from '../editor/protocol.ts';
import { key, progress, uri } from '../paramShapes.ts';
import { method, uriOf } from './methodDeclaration.ts';
import { editWithUris } from './repairMethods.ts';

export const modelMethods = {
  /**
   * The repairs of one result or syntax error that the model proposes. With `partialResultToken` the server reports its
   * progress by `$/progress`, as `ModelProgress`.
   */
  'shaclRepair/modelRepairs': method<protocol.ModelRepairsParams, protocol.ModelRepairs>({
    params: object({ uri, key, ...progress }),
    about: uriOf,
    afterSettings: true,
    needs: 'model',
    whyRestricted: whyRestricted.models,
    withClientUris: (answer, clientUri) =>
      answer.kind === 'failed'
        ? answer
        : {
            ...answer,
            repairs: answer.repairs.map((repair) => ({
              ...repair,
              edit: editWithUris(repair.edit, clientUri),
              preview: editWithUris(repair.preview, clientUri),
            })),
          },
  }),
  /**
   * The model is asked for repairs of several results, one after the other. The best of each are joined into one edit that
   * is verified as a whole. Progress as for `modelRepairs`.
   */
  'shaclRepair/repairWithModel': method<protocol.RepairWithModelParams, protocol.RepairWithModel>({
    params: object({ uri, keys: listOf(key, 1_000_000), ...progress }),
    about: uriOf,
    afterSettings: true,
    needs: 'model',
    whyRestricted: whyRestricted.models,
    stale: {
      answer: () => ({
        kind: 'failed',
        message: 'The text has changed since; the repairs were not applied. Run the command again.',
      }),
    },
    withClientUris: (answer, clientUri) =>
      answer.kind === 'failed' || answer.edit === undefined
        ? answer
        : { ...answer, edit: editWithUris(answer.edit, clientUri) },
  }),
  /** What a model would be asked about one result. Nothing is sent to any model. */
  'shaclRepair/prompt': method<protocol.PromptParams, protocol.ShownPrompt>({
    params: object({ uri, key }),
    about: uriOf,
    afterSettings: true,
    needs: 'model',
  }),
};
