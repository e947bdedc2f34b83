import { summaryText } from '../../lab/evaluation/reports/summaryBlocks.ts';
import type { CliCommand } from '../command.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { printJson } from '../output/print.ts';
import { attemptSuite } from './attemptSuite.ts';
import { evaluateDataSet } from './evaluateDataSet.ts';
import { EvaluatedModels } from './evaluatedModels.ts';
import { type EvaluateRequest, evaluateHelp, evaluateRequest } from './evaluateRequest.ts';
import { graphSuites, printEstimates } from './graphSuites.ts';

/** `shacl-repair evaluate`: 0 when all trials are recorded, or their prompts exported; 2 when not. */
export const evaluate: CliCommand = async (args, io) => {
  const request = evaluateRequest(args, io.env);
  if (request === 'help') {
    io.stdout.write(evaluateHelp);
    return 0;
  }
  const graphs = await graphSuites(request.suite, io);
  return graphs ? evaluateDataSet(request, graphs, io) : evaluateSuite(request, io);
};

async function evaluateSuite(request: EvaluateRequest, io: CommandIo): Promise<ExitCode> {
  const models = await EvaluatedModels.open(request, io);
  const attempted = await attemptSuite(request, { models, label: '', spentElsewhere: async () => 0, io });
  switch (attempted.kind) {
    case 'unreadable':
      return 2;
    case 'estimated':
      await printEstimates(attempted.estimates, request, io);
      return 0;
    case 'evaluated': {
      const { report, notes, code } = attempted;
      if (request.format === 'json') await printJson(io, report);
      else io.stdout.write(summaryText(report));
      for (const note of notes) io.stderr.write(`${note}\n`);
      if (request.out !== undefined) io.stderr.write(`The run is in ${request.out}.\n`);
      return code;
    }
  }
}
