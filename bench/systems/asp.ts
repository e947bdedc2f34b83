import { printUpdate } from '../../server/src/sparql/updateText.ts';
import { defaultOptions, optimalRepair } from './asp/optimalRepair.ts';
import { numberIn, runProgram } from './program.ts';
import { readQuestion } from './question.ts';

// The smallest repair by answer set programming. ASP_SECONDS: the most seconds for a case. ASP_DROP_TARGETS=1: focus
// nodes may be taken out of their targets.
await runProgram(async (input) =>
  printUpdate(
    await optimalRepair(await readQuestion(input), {
      ...defaultOptions,
      seconds: numberIn('ASP_SECONDS', defaultOptions.seconds),
      isKept: () => process.env.ASP_DROP_TARGETS !== '1',
    }),
  ),
);
