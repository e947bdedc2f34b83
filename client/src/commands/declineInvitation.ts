import type { Uri } from 'vscode';
import type { Command } from './command.ts';

/** Takes back, for the folder of a file, the invitation to check files with shapes of the workspace. */
export const declineInvitation: Command =
  ({ invitations }) =>
  (argument) =>
    invitations.decline(argument as Uri);
