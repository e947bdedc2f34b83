import type { Command } from './command.ts';

/** Restarts the server and its engine, which then retries what it had given up on. */
export const restartServer: Command =
  ({ client }) =>
  async () => {
    if (client.needsStop()) {
      await client.stop().catch(() => {
        // A server that stopped answering has been killed at this point.
      });
    }
    await client.start();
  };
