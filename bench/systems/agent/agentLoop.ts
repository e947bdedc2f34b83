import { changedGraph } from '../../../server/src/lab/evaluation/suite/repairTask.ts';
import type {
  CommandInput,
  CommandResult,
} from '../../../server/src/lab/evaluation/systems/commandSystem.ts';
import { type Violation, violationKey } from '../../../server/src/shacl/model/violation.ts';
import { applyUpdate } from '../../../server/src/sparql/applyUpdate.ts';
import { readUpdate } from '../../../server/src/sparql/updateText.ts';
import type { Question } from '../question.ts';
import { Refusal } from '../refusal.ts';
import type { Chat, ChatMessage } from './chat.ts';

/**
 * A plain agent: a language model proposes a SPARQL Update, sees what validation says of the repaired graph, and proposes
 * again. Its last update is the answer, also when it repairs nothing.
 *
 * @param turns the most answers that it may give.
 * @throws Refusal when none of its answers has an update.
 */
export async function agentLoop(
  input: CommandInput,
  question: Question,
  chat: Chat,
  turns: number,
): Promise<string> {
  const messages: ChatMessage[] = [{ role: 'user', content: prompt(input) }];
  let last: string | undefined;
  for (let turn = 0; turn < turns; turn++) {
    const answer = await chat(messages);
    const update = updateIn(answer);
    last = update ?? last;
    const complaint =
      update === undefined
        ? 'There is no SPARQL Update between lines of three backticks in your answer.'
        : await complaintAbout(update, question, new Map(Object.entries(input.prefixes)));
    if (complaint === undefined) break;
    messages.push(
      { role: 'assistant', content: answer },
      {
        role: 'user',
        content: `${complaint}\n\nWrite the whole update again, for the graph that I gave you first.`,
      },
    );
  }
  if (last === undefined) throw new Refusal(`no update in ${turns} answers`);
  return last;
}

function prompt({ graph, context, shapes, report }: CommandInput): string {
  return `You repair RDF graphs that violate their SHACL shapes. Write one SPARQL 1.1 Update that changes the data graph so that the validation results below are gone and no others come. Change as little as possible and keep the meaning of the data. You may use the prefixes of the data graph. Put the update between lines of three backticks.

# Shapes

${fenced(shapes)}

# Data graph

${fenced(graph)}
${context === '' ? '' : `\n# Ontologies, which stay as they are\n\n${fenced(context)}\n`}
# Validation results

${report.map(resultLine).join('\n')}`;
}

function fenced(text: string): string {
  return `\`\`\`turtle\n${text.trim()}\n\`\`\``;
}

function resultLine({ focusNode, path, value, component, messages }: CommandResult): string {
  const about = [`focus node ${focusNode}`, path && `path ${path}`, value && `value ${value}`];
  return `- ${messages.join(' ')} (${about.filter(Boolean).join(', ')}, ${component})`;
}

/** The last text between backticks, with any name of a language; undefined if there is none. */
function updateIn(answer: string): string | undefined {
  return [...answer.matchAll(/```[a-z]*\s*\n([\s\S]*?)```/gi)].at(-1)?.[1]?.trim();
}

/** What is wrong with an update; undefined for a repair. */
async function complaintAbout(
  update: string,
  { recorded, results }: Question,
  prefixes: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const { signal } = new AbortController();
  const read = await readUpdate(update, { prefixes });
  if (read.kind === 'refused') return `The update can't be read: ${read.reason}`;
  const applied = await applyUpdate(recorded.input.dataGraph, read.update, signal);
  if (applied.kind === 'refused') return `The update can't be applied: ${applied.reason}`;
  const { recorded: after, introduced } = await changedGraph(recorded, applied.delta, signal);
  const left = new Set(after.result.violations.map(violationKey));
  const remaining = results.filter((result) => left.has(violationKey(result)));
  if (remaining.length + introduced.length === 0) return undefined;
  return [
    'The repaired graph was validated.',
    ...listed('These results are still there:', remaining),
    ...listed('These results are new:', introduced),
  ].join('\n');
}

function listed(title: string, results: readonly Violation[]): readonly string[] {
  if (results.length === 0) return [];
  return [title, ...results.map(({ componentMessage = '' }) => `- ${componentMessage}`)];
}
