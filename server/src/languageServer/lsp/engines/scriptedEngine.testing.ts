import { unitStatus } from '../../../testing/unitStatus.ts';
import type { Heartbeat, ToEngine } from '../../protocol/engine/messages.ts';
import type { EngineListener, EngineProcess } from './watchdog.ts';

/** An engine that does what the test says. */
export class ScriptedEngine implements EngineProcess {
  readonly #listener: EngineListener;
  readonly received: string[] = [];
  #lastRequest = 0;
  isKilled = false;

  constructor(listener: EngineListener) {
    this.#listener = listener;
  }

  validated = (uri: string, version = 1) =>
    this.#listener.received({
      kind: 'validated',
      uri,
      version,
      diagnostics: {},
      status: unitStatus(),
      ms: 0,
    });
  dependsOn = (uri: string, files: readonly string[]) =>
    this.#listener.received({ kind: 'dependencies', uri, files, searches: [] });
  run = () => this.#listener.received({ kind: 'running' });
  crash = () => this.#listener.exited('it crashed');
  complete = () => {
    const request = { messages: [], schema: undefined, temperature: 0, maxTokens: 1 };
    this.#listener.received({ kind: 'complete', id: 1, request });
  };
  beat = (heartbeat: Heartbeat) => this.#listener.beat(heartbeat);
  answer = (answer: unknown) => this.#listener.received({ kind: 'answer', id: this.#lastRequest, answer });
  call = () => {
    this.received.push('a call');
  };
  kill = () => {
    this.isKilled = true;
  };

  send = (message: ToEngine) => {
    if (message.kind === 'request') this.#lastRequest = message.id;
    this.received.push(brief(message));
  };
}

function brief(message: ToEngine): string {
  switch (message.kind) {
    case 'configure': {
      const { quarantined } = message.configuration;
      return quarantined.length > 0 ? `configure without ${quarantined}` : 'configure';
    }
    case 'skip':
      return `skip ${message.quarantined}`;
    case 'open':
      return `open ${message.uri} v${message.version}${message.isGuest ? ' as a guest' : ''}`;
    case 'request':
      return `request ${message.request.method}`;
    case 'change':
    case 'close':
      return `${message.kind} ${message.uri}`;
    case 'completed':
      return `completed ${message.outcome.kind === 'answered' && message.outcome.answer.text}`;
    default:
      return message.kind;
  }
}
