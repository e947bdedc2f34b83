import { parseJson } from './parseJson.ts';

/**
 * Describes the JSON expected from a file or from the parameters of a request. Checking a value against a shape reports
 * where it does not fit and why. Fields that the shape does not name are ignored, inherited fields do not count, and
 * missing fields may have a default. Checking a value that fits allocates nothing, since files hold millions of them.
 */
export interface JsonShape<out T> {
  (given: unknown): Mismatch | undefined;
  /** The type of values that fit; used by the compiler only. */
  readonly type?: T;
}

export interface Mismatch {
  /** The path from the outermost value, for example `.delete[0]`; empty for that value itself. */
  readonly place: string;
  /** The predicate of the error message, for example `is not a string`. */
  readonly what: string;
}

/** The type of values that fit a shape. */
export type ShapeType<S> = S extends JsonShape<infer T> ? T : never;

/** Describes why a value does not fit, as part of a sentence: `delete[0] is not a string`. Undefined when it fits. */
export function describeMismatch(
  shape: JsonShape<unknown>,
  value: unknown,
  whole = 'it',
): string | undefined {
  const misfit = shape(value);
  return misfit && `${misfit.place.replace(/^\./, '') || whole} ${misfit.what}`;
}

/** A value that passes a test. `expected` is the wording of the error message, for example `a string`. */
export function customShape<T>(expected: string, fits: (value: unknown) => boolean): JsonShape<T> {
  const misfit = { place: '', what: `is not ${expected}` };
  return (given) => (fits(given) ? undefined : misfit);
}

export const anything: JsonShape<unknown> = () => undefined;
export const boolean: JsonShape<boolean> = customShape(
  'true or false',
  (given) => typeof given === 'boolean',
);
export const string: JsonShape<string> = customShape('a string', (given) => typeof given === 'string');
export const number: JsonShape<number> = customShape('a number', Number.isFinite);
export const wholeNumber: JsonShape<number> = customShape('a whole number', Number.isSafeInteger);
/** A name for people. It is displayed, and never becomes part of a path. */
export const label: JsonShape<string> = stringUpTo(10_000);
/** A number of things. */
export const nonNegativeInteger: JsonShape<number> = wholeNumberFrom(0, Number.MAX_SAFE_INTEGER);
/** A name that may become a segment of a path. */
export const pathSegment: JsonShape<string> = customShape(
  'a name of 1 to 200 letters from A to Z, digits, ".", "_" and "-"',
  (given) => typeof given === 'string' && isPathSegment(given),
);

/** True for a text that is a single path segment on every system and does not lead to another folder. */
export function isPathSegment(given: string): boolean {
  return /^[A-Za-z0-9._-]{1,200}$/.test(given) && given !== '.' && given !== '..';
}

export function wholeNumberFrom(least: number, most: number): JsonShape<number> {
  return customShape(
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number from ${least} on`
      : `a whole number from ${least} to ${most}`,
    (given) => Number.isSafeInteger(given) && (given as number) >= least && (given as number) <= most,
  );
}

/** A text of at most `most` UTF-16 units. */
export function stringUpTo(most: number): JsonShape<string> {
  return customShape(
    `a string of at most ${most} characters`,
    (given) => typeof given === 'string' && given.length <= most,
  );
}

export function enumOf<const T>(...values: readonly T[]): JsonShape<T> {
  const misfit = {
    place: '',
    what: `is not one of ${values.map((each) => JSON.stringify(each)).join(', ')}`,
  };
  return (given) => (values.includes(given as T) ? undefined : misfit);
}

/** A value that fits at least one of several shapes. The error message comes from the first. */
export function anyOf<T>(first: JsonShape<T>, ...others: readonly JsonShape<T>[]): JsonShape<T> {
  return (given) => {
    const misfit = first(given);
    return misfit && others.every((shape) => shape(given)) ? misfit : undefined;
  };
}

export function nullable<T>(shape: JsonShape<T>): JsonShape<T | null> {
  return (given) => (given === null ? undefined : shape(given));
}

/** An object's field that may be missing. */
export interface OptionalField<out T> extends JsonShape<T> {
  readonly isOptional: true;
}

export function optional<T>(shape: JsonShape<T>): OptionalField<T> {
  const check = (given: unknown) => (given === undefined ? undefined : shape(given));
  return Object.assign(check, { isOptional: true } as const);
}

/** An object's field that gets a default where it is missing, as in files of earlier versions. */
export interface DefaultedField<out T> extends JsonShape<T> {
  readonly defaultValue: T;
}

export function defaultingTo<T extends string | number | boolean>(
  defaultValue: T,
  shape: JsonShape<T>,
): DefaultedField<T> {
  return Object.assign((given: unknown) => shape(given), { defaultValue });
}

/** A list with a maximum number of items. */
export function listOf<T>(shape: JsonShape<T>, most = 10_000_000): JsonShape<readonly T[]> {
  return (given) => {
    if (!Array.isArray(given)) return { place: '', what: 'is not a list' };
    if (given.length > most) return { place: '', what: `is not a list of at most ${most} items` };
    for (let i = 0; i < given.length; i++) {
      const misfit = shape(given[i]);
      if (misfit) return { place: `[${i}]${misfit.place}`, what: misfit.what };
    }
    return undefined;
  };
}

/** An object with arbitrary field names. */
export function recordOf<T>(shape: JsonShape<T>, most = 10_000): JsonShape<Readonly<Record<string, T>>> {
  return (given) => {
    if (!isObject(given)) return { place: '', what: 'is not an object' };
    const fields = Object.entries(given);
    if (fields.length > most) return { place: '', what: `is not an object of at most ${most} fields` };
    for (const [field, each] of fields) {
      // As a key of an ordinary object, it would replace the prototype.
      if (field === '__proto__')
        return { place: '.__proto__', what: 'is not allowed as the name of a field' };
      const misfit = shape(each);
      if (misfit) return { place: `.${field}${misfit.place}`, what: misfit.what };
    }
    return undefined;
  };
}

type Fields = Readonly<Record<string, JsonShape<unknown>>>;
type OptionalNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends OptionalField<unknown> ? Name : never;
}[keyof F];
type ObjectOf<F extends Fields> = {
  readonly [Name in Exclude<keyof F, OptionalNames<F>>]: ShapeType<F[Name]>;
} & { readonly [Name in OptionalNames<F>]?: ShapeType<F[Name]> };

export function object<F extends Fields>(fields: F): JsonShape<ObjectOf<F>> {
  const shapes = Object.entries(fields);
  const defaults = shapes.flatMap(([field, shape]) =>
    'defaultValue' in shape ? [[field, shape.defaultValue] as const] : [],
  );
  return (given) => {
    if (!isObject(given)) return { place: '', what: 'is not an object' };
    for (const [field, defaultValue] of defaults)
      if (!Object.hasOwn(given, field)) given[field] = defaultValue;
    for (const [field, shape] of shapes) {
      const each = Object.hasOwn(given, field) ? given[field] : undefined;
      const misfit = shape(each);
      if (misfit) {
        return { place: `.${field}${misfit.place}`, what: each === undefined ? 'is missing' : misfit.what };
      }
    }
    return undefined;
  };
}

/** The value of a JSON text, or what is wrong with it as part of a sentence. */
export type ParsedValue<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'misfit'; readonly problem: string };

export function readAs<T>(shape: JsonShape<T>, json: string): ParsedValue<T> {
  const parsed = parseJson(json);
  if (parsed.kind === 'error') return { kind: 'misfit', problem: `it ${parsed.problem}` };
  const problem = describeMismatch(shape, parsed.value);
  return problem === undefined ? { kind: 'read', value: parsed.value as T } : { kind: 'misfit', problem };
}

/** Like `readAs`, but without the reason: undefined when the text does not fit. */
export function parsedAs<T>(shape: JsonShape<T>, json: string): T | undefined {
  const reading = readAs(shape, json);
  return reading.kind === 'read' ? reading.value : undefined;
}

/** True for a JSON object: neither null nor a list. */
export function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
