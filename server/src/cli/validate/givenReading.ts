import { UserError } from '../../base/userError.ts';
import type { GraphChoice } from '../../rdf/turtle/textFormat.ts';
import { choice } from '../input/options.ts';
import { type InputReading, turtleReading } from '../input/workspace.ts';

/** What `--graph` and `--input-format` say. */
export function givenReading(values: {
  readonly graph?: readonly string[] | undefined;
  readonly 'input-format'?: string | undefined;
  readonly change?: string | undefined;
  readonly 'changed-since'?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly 'stdin-filename'?: string | undefined;
}): InputReading {
  for (const option of ['change', 'changed-since', 'endpoint'] as const) {
    if (values.graph !== undefined && values[option] !== undefined)
      throw new UserError(`--graph can't be used with --${option}.`);
  }
  const format = choice(
    'input-format',
    values['input-format'],
    Object.keys(formats) as (keyof typeof formats)[],
  );
  return {
    ...turtleReading(values),
    ...(values.graph && { graphs: chosen(values.graph) }),
    pipeFormat: format && formats[format],
  };
}

const formats = {
  turtle: undefined,
  'n-quads': 'N-Quads',
  trig: 'TriG',
  'json-ld': 'JSON-LD',
  'rdf-xml': 'RDF/XML',
} as const;

function chosen(graphs: readonly string[]): GraphChoice {
  const named = graphs.filter((graph) => graph !== 'default').map((graph) => graph.replace(/^<(.*)>$/, '$1'));
  const relative = named.find((graph) => !/^[a-z][a-z0-9+.-]*:/i.test(graph));
  if (relative !== undefined)
    throw new UserError(
      `--graph can't be '${relative}': give the whole IRI of a graph, such as http://example.org/graph, or default.`,
    );
  return { unnamed: graphs.includes('default'), named };
}
