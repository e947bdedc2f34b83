import { window } from 'vscode';
import { type Host, hostOf } from '../model/apiKeys.ts';
import type { Statuses } from '../statuses.ts';

/** The stores that the active file names: those that were asked, and those that were not. */
export function storesOfActiveFile(statuses: Statuses): readonly Host[] {
  const uri = window.activeTextEditor?.document.uri;
  const status = uri && statuses.get(uri);
  const uris = [...(status?.context ?? []), ...(status?.reasons ?? []).map((reason) => reason.uri)];
  return distinct(uris.map((each) => (each === undefined ? undefined : hostOf(each))));
}

/** The only one of some stores, or the one that the user chooses; undefined if the user leaves. */
export async function pickStore(hosts: readonly Host[], title: string): Promise<Host | undefined> {
  if (hosts.length <= 1) return hosts[0];
  const items = hosts.map((host) => ({ label: host.name, description: host.origin, host }));
  return (await window.showQuickPick(items, { title }))?.host;
}

export function distinct(hosts: readonly (Host | undefined)[]): readonly Host[] {
  return [...new Map(hosts.flatMap((host) => (host ? [[host.origin, host] as const] : []))).values()];
}

export const namesNoStore =
  'The active file names no store. Write “# context: <https://example.org/sparql>” at its top.';
