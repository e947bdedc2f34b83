/** How far an answer is, for a client that asked to be told; others are told nothing. */
import { type Connection, ProgressType } from 'vscode-languageserver';
import type { ModelProgress } from '../../protocol/editor/protocol.ts';
import type { AnswerStep } from '../../protocol/engine/requests.ts';
import type { Progress } from '../engines/watchdog.ts';

type Token = string | number | undefined;

/** In a few words. */
export function wordsTo(connection: Connection, token: Token): Progress {
  return (message) => {
    const value: ModelProgress = { message };
    if (token !== undefined) void connection.sendProgress(new ProgressType(), token, value);
  };
}

/** In steps, which hold what is known by then. */
export function stepsTo(connection: Connection, token: Token): Progress {
  return (_, step) => {
    if (token !== undefined && step)
      void connection.sendProgress(new ProgressType<AnswerStep>(), token, step);
  };
}
