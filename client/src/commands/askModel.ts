import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { askWithProgress, canAskModel } from '../model/askModel.ts';
import { modelChoice, modelName } from '../model/modelSupport.ts';
import { pickRepair } from '../model/pickRepair.ts';
import type { Command } from './command.ts';

/** Asks the model for repairs of one result, which the quick fix names, and applies the one that is chosen. */
export const askModel: Command =
  ({ client, previews }) =>
  async (argument) => {
    const params = argument as protocol.ModelRepairsParams | undefined;
    if (!params || !canAskModel()) return;
    const name = modelName(modelChoice());
    const asking = `Asking ${name} for a repair`;
    const ask = async (): Promise<void> => {
      const answer = await askWithProgress(client, asking, 'shaclRepair/modelRepairs', params, {
        'Ask Again': ask,
      });
      if (!answer) return;
      const picked = await pickRepair(answer, {
        client,
        previews,
        title: `Repairs by ${name}`,
        model: name,
        asksAgain: true,
      });
      if (picked === 'again') await ask();
    };
    await ask();
  };
