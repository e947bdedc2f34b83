/*
 * Types of values in JSON files that people write. Each type reads a value with its place, and describes itself as a JSON
 * schema, so that what editors complete is what is read.
 */
import { nearestOf } from './editDistance.ts';
import type { JsonNode } from './parseJsonc.ts';
import type { TextRange } from './textRange.ts';
import { andList, orList } from './wordSearch.ts';

export interface JsonType<T> {
  readonly schema: JsonSchema;
  /** Undefined for a value that is not of the type, which is reported. */
  read(node: JsonNode, report: ReportMisfit): T | undefined;
}

export type JsonSchema = { readonly [name: string]: unknown };

/** Receives what does not fit, as a sentence, and where. */
export type ReportMisfit = (range: TextRange, message: string) => void;

/** A value with the place where it is written. */
export interface Placed<T> {
  readonly value: T;
  readonly range: TextRange;
}

export const text: JsonType<string> = {
  schema: { type: 'string' },
  read(node, report) {
    if (node.kind === 'text') return node.value;
    report(node.range, 'Write a text here, in double quotes.');
    return undefined;
  },
};

/** One of several words. */
export function oneOf<const T extends string>(words: readonly T[]): JsonType<T> {
  return {
    schema: { enum: words },
    read(node, report) {
      const found = words.find((word) => node.kind === 'text' && node.value === word);
      if (found === undefined) {
        const text = node.kind === 'text' ? node.value : undefined;
        const similar = text === undefined ? undefined : similarWord(text, words);
        const expected = `Write ${orList(words.map((word) => `"${word}"`))}`;
        report(
          node.range,
          similar === undefined
            ? `${expected} here.`
            : `"${text}" is not known here. Did you mean "${similar}"? ${expected}.`,
        );
      }
      return found;
    },
  };
}

/** A list; one value may stand for a list of one. Items that do not fit are left out. */
export function listOf<T>(item: JsonType<T>): JsonType<readonly T[]> {
  return {
    schema: { anyOf: [item.schema, { type: 'array', items: item.schema }] },
    read(node, report) {
      const items = node.kind === 'list' ? node.items : [node];
      return items.map((each) => item.read(each, report)).filter((each) => each !== undefined);
    },
  };
}

/** A list in brackets. Items that do not fit are left out. */
export function strictListOf<T>(item: JsonType<T>): JsonType<readonly T[]> {
  return {
    schema: { type: 'array', items: item.schema },
    read(node, report) {
      if (node.kind === 'list')
        return node.items.map((each) => item.read(each, report)).filter((each) => each !== undefined);
      report(node.range, 'Write a list here, in brackets: [ … ].');
      return undefined;
    },
  };
}

/** Values under names that are free to choose. */
export function mapOf<T>(
  value: JsonType<T>,
): JsonType<readonly (readonly [name: Placed<string>, value: T])[]> {
  return {
    schema: { type: 'object', additionalProperties: value.schema },
    read(node, report) {
      if (node.kind !== 'object') {
        report(node.range, 'Write names with values here, in braces: { "name": … }.');
        return undefined;
      }
      return node.members.flatMap((member) => {
        const read = value.read(member.value, report);
        return read === undefined ? [] : [[{ value: member.name, range: member.nameRange }, read] as const];
      });
    },
  };
}

/** The type with the places of its values. */
export function placed<T>(type: JsonType<T>): JsonType<Placed<T>> {
  return {
    schema: type.schema,
    read(node, report) {
      const value = type.read(node, report);
      return value === undefined ? undefined : { value, range: node.range };
    },
  };
}

interface Field<T> {
  readonly type: JsonType<T>;
  /** A description of the value, for readers of a completion list. */
  readonly description: string;
  readonly isRequired?: boolean;
  /** Shown and inserted by completion. */
  readonly example?: unknown;
}

type Values<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer T> ? T | undefined : never;
};

/** Values under given names. Unknown names are reported, with the one that may be meant. */
export function objectOf<Fields extends Readonly<Record<string, Field<unknown>>>>(
  fields: Fields,
): JsonType<Values<Fields>> {
  const names = Object.keys(fields);
  const required = names.filter((name) => fields[name]!.isRequired);
  return {
    schema: {
      type: 'object',
      additionalProperties: false,
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(
        Object.entries(fields).map(([name, { type, description, example }]) => [
          name,
          { ...type.schema, description, ...(example !== undefined && { default: example }) },
        ]),
      ),
    },
    read(node, report) {
      if (node.kind !== 'object') {
        report(node.range, `Write an object here, in braces: { "${required[0] ?? names[0]}": … }.`);
        return undefined;
      }
      const values: Record<string, unknown> = {};
      for (const { name, nameRange, value } of node.members) {
        const field = names.includes(name) ? fields[name] : undefined;
        if (!field) report(nameRange, unknownName(name, names));
        else values[name] = field.type.read(value, report);
      }
      const missing = required.filter((name) => !node.members.some((member) => member.name === name));
      for (const name of missing) report(node.range, `"${name}" is missing here.`);
      return missing.length > 0 ? undefined : (values as Values<Fields>);
    },
  };
}

function unknownName(name: string, names: readonly string[]): string {
  const similar = similarWord(name, names);
  const remedy = similar === undefined ? `Known are ${andList(names)}.` : `Did you mean "${similar}"?`;
  return `"${name}" is not known here. ${remedy}`;
}

/** The most similar word, if any. */
function similarWord(word: string, words: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  return nearestOf(word.toLowerCase(), words, limit, (other) => other.toLowerCase());
}
