import { counted } from '../../base/counted.ts';
import { approachText } from '../../repair/llm/prompt/strategy.ts';
import { errorsJson, notCheckedJson, validationResultJson } from '../../service/report/validationJson.ts';
import type { ValidationRun } from '../../service/report/validationRun.ts';
import { type RequestedModel, systemOf } from '../input/modelOptions.ts';
import { type Printer, paragraphs } from '../output/print.ts';
import { printable } from '../output/style.ts';
import { resultText } from '../output/textReport.ts';
import type { PrintedPrompt } from './modelSystem.ts';

/** What `repair --system model:ID --dry-run` prints for people: each result with what the model would be sent. */
export function promptsText(
  prompts: readonly PrintedPrompt[],
  request: RequestedModel,
  printer: Printer,
): string {
  const { style } = printer;
  const tokens = prompts.reduce((sum, prompt) => sum + prompt.tokens, 0);
  return paragraphs([
    ...prompts.map(({ result, text, tokens }) => [
      ...resultText(result, printer, false),
      style.green(
        `prompt for ${printable(request.id)}, ${approachText(request)}, about ${counted(tokens, 'token')}:`,
      ),
      ...text.split('\n').map((line) => `  ${printable(line)}`.trimEnd()),
    ]),
    [style.bold(`${counted(prompts.length, 'prompt')}, about ${counted(tokens, 'token')}; nothing was sent`)],
  ]);
}

/** What would be sent, for programs. */
export function promptsJson(run: ValidationRun, prompts: readonly PrintedPrompt[], request: RequestedModel) {
  return {
    system: systemOf(request),
    strategy: request.strategy,
    tokens: prompts.reduce((sum, { tokens }) => sum + tokens, 0),
    violations: prompts.map(({ result, text, tokens }) => ({
      ...validationResultJson(result),
      prompt: text,
      tokens,
    })),
    notChecked: notCheckedJson(run),
    errors: errorsJson(run),
  };
}
