import { readFile } from 'node:fs/promises';

/**
 * How many times something in this network namespace wanted to send to a machine that no route leads to. In a
 * namespace with nothing but loopback that is every machine, and every name server.
 */
export async function countUnroutable(): Promise<number> {
  const [names, values] = (await readFile('/proc/net/snmp', 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('Ip:'))
    .map((line) => line.split(' '));
  return Number(values?.[names?.indexOf('OutNoRoutes') ?? -1]);
}
