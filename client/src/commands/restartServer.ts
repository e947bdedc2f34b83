import type { Command } from './command.ts';

/** Starts the server anew, and with it the engine, which then tries again what it had given up on. */
export const restartServer: Command =
  ({ client }) =>
  async () => {
    if (client.needsStop()) {
      await client.stop().catch(() => {
        // A server that does not answer any more has been killed by now.
      });
    }
    await client.start();
  };
