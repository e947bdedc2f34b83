/**
 * What JSON from a file has to look like. A shape says what is wrong with a value, in words that go behind the name of
 * its place: `delete[0] is no text`. Fields that a shape does not name may be there.
 */
export type JsonShape = (value: unknown, place: string) => string | undefined;

export const text: JsonShape = (value, place) =>
  typeof value === 'string' ? undefined : `${place} is no text`;

export const number: JsonShape = (value, place) =>
  typeof value === 'number' ? undefined : `${place} is no number`;

export function either(...values: readonly unknown[]): JsonShape {
  const listed = values.map((value) => JSON.stringify(value)).join(', ');
  return (value, place) => (values.includes(value) ? undefined : `${place} is none of ${listed}`);
}

export function nullable(shape: JsonShape): JsonShape {
  return (value, place) => (value === null ? undefined : shape(value, place));
}

export function optional(shape: JsonShape): JsonShape {
  return (value, place) => (value === undefined ? undefined : shape(value, place));
}

export function listOf(shape: JsonShape): JsonShape {
  return (value, place) => {
    if (!Array.isArray(value)) return `${place} is no list`;
    for (const [i, item] of value.entries()) {
      const problem = shape(item, `${place}[${i}]`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

export function object(fields: Readonly<Record<string, JsonShape>>): JsonShape {
  return (value, place) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${place} is no object`;
    for (const [name, shape] of Object.entries(fields)) {
      const field = place === '' ? name : `${place}.${name}`;
      const given = (value as Record<string, unknown>)[name];
      const problem = shape(given, field);
      if (problem !== undefined) return given === undefined ? `${field} is missing` : problem;
    }
    return undefined;
  };
}
