import { agentLoop } from './agent/agentLoop.ts';
import { chatAt } from './agent/chat.ts';
import { numberIn, runProgram } from './program.ts';
import { readQuestion } from './question.ts';
import { Refusal } from './refusal.ts';

// A language model that proposes, sees what validation says, and proposes again. AGENT_MODEL: the model. OPENAI_BASE_URL
// and OPENAI_API_KEY: the endpoint. AGENT_TURNS: the most answers, 5 unless given.
await runProgram(async (input) => {
  const { AGENT_MODEL: model, OPENAI_BASE_URL: baseUrl = 'https://api.openai.com/v1' } = process.env;
  if (!model) throw new Refusal('AGENT_MODEL is not set: give the id of a model');
  const chat = chatAt({ baseUrl, key: process.env.OPENAI_API_KEY, model });
  return agentLoop(input, await readQuestion(input), chat, numberIn('AGENT_TURNS', 5));
});
