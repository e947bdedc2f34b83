import type { Position } from '../../base/lineIndex.ts';

/** A place as terminals and viewers turn it into a link, `data.ttl:3:7`. Lines and characters count from 1. */
export function placeText(name: string, { line, character }: Position): string {
  return `${name}:${line + 1}:${character + 1}`;
}
