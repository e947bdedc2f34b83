import { printUpdate } from '../../server/src/sparql/updateText.ts';
import { runProgram } from './program.ts';
import { readQuestion } from './question.ts';
import { templateRepair } from './template/templateRepair.ts';

// Additions from templates, in the manner of BuildingMOTIF.
await runProgram(async (input) => printUpdate(templateRepair(await readQuestion(input))));
