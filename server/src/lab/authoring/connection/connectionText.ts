import type { Connection, ConnectionPath, WayStep } from '../../../rdf/findConnection.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';

/** Describes a connection in sentences and lines, for people who do not see the drawing. */
export function connectionText(connection: Connection, from: TermId, to: TermId, names: TermPrinter): string {
  return [
    connectionSummary(connection, from, to, names),
    ...waysOf(connection).map((way) => wayText(way, names)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** States in one sentence how far two nodes are from each other. */
export function connectionSummary(
  connection: Connection,
  from: TermId,
  to: TermId,
  names: TermPrinter,
): string {
  const both = `${names(from)} and ${names(to)}`;
  if (connection.kind === 'apart') {
    const { reached, furthest } = connection;
    const others = counted(reached - 1, 'other node');
    return reached === 1
      ? `${both} are not connected: no triple leads from ${names(from)} to another node. rdf:type and literals do not count.`
      : `${both} are not connected: all ${others} that can be reached from ${names(from)} were searched, up to ${counted(furthest, 'triple')} away. rdf:type and literals do not count.`;
  }
  const { ways, count } = connection;
  const length = ways[0]?.length ?? 0;
  if (length === 0) return `Both ends are ${names(from)}.`;
  const which =
    count === 1
      ? 'There is one shortest path.'
      : count === ways.length
        ? `There are ${count} shortest paths.`
        : `There are ${count.toLocaleString('en')} shortest paths; ${ways.length} of them are shown.`;
  return `${both} are connected by ${counted(length, 'triple')}. ${which}`;
}

function waysOf(connection: Connection): readonly ConnectionPath[] {
  return connection.kind === 'connected' ? connection.ways : [];
}

/** The nodes of a path in a row, with each property as an arrow in its own direction. */
function wayText(way: ConnectionPath, names: TermPrinter): string {
  const [first] = way;
  if (first === undefined) return '';
  return [names(first.from), ...way.map((step) => `${arrow(step, names)} ${names(step.to)}`)].join('\n  ');
}

function arrow({ triple, inverse }: WayStep, names: TermPrinter): string {
  const property = names(triple.predicate);
  return inverse ? `← ${property} —` : `— ${property} →`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
