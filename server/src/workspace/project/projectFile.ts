import {
  type JsonSchema,
  type JsonType,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  type Placed,
  placed,
  strictListOf,
  text,
} from '../../base/jsonType.ts';
import { LineIndex } from '../../base/lineIndex.ts';
import { parseJsoncTree } from '../../base/parseJsonc.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { RdfVersion } from '../../rdf/turtle/turtleDocument.ts';
import type { Inference } from '../../shacl/shapesGraph/regimes.ts';
import { type SeverityLevel, severityLevels } from '../../shacl/shapesGraph/severityLevel.ts';
import { type AllowableReason, allowableReasons } from './linkReason.ts';
import { inferences, rdfVersions, type ShaclVersion, shaclVersions } from './settings.ts';
import { readStoreAddress, storeAddressText } from './storeLink.ts';
import { folderOf } from './uris.ts';

/** The contents of a project file. Paths are relative to its folder. Missing fields have no effect. */
export interface ProjectFile {
  readonly uri: string;
  readonly folderUri: string;
  readonly text: string;
  readonly lines: LineIndex;
  readonly links: readonly ProjectLink[];
  readonly inference: Inference | undefined;
  /** The version of RDF for the files. */
  readonly rdf: RdfVersion | undefined;
  /** The version of SHACL for the shapes. */
  readonly shacl: ShaclVersion | undefined;
  /** The lowest severity that counts. */
  readonly failOn: SeverityLevel | undefined;
  /** The reasons for which a verdict may stay open. */
  readonly allow: readonly AllowableReason[];
  /** The severities of results, by the key of a constraint component, shape or result. */
  readonly severity: readonly SeverityRule[];
  /** The path of a report with results that do not count. */
  readonly baseline: Placed<string> | undefined;
  /** The files of ontologies, by IRI. */
  readonly ontologies: ReadonlyMap<string, Placed<string>>;
  /** The unreadable parts. The rest applies, but no verdict is complete. */
  readonly problems: readonly ProjectProblem[];
}

/** The files that belong to data files. */
export interface ProjectLink {
  /** Globs. */
  readonly data: readonly Placed<string>[];
  readonly shapes: readonly Placed<string>[];
  /** Globs, and stores as `storeAddressText` writes them. */
  readonly context: readonly Placed<string>[];
}

export interface SeverityRule {
  readonly key: Placed<string>;
  readonly level: SeverityLevel | 'off';
}

export interface ProjectProblem {
  readonly range: TextRange;
  /** A sentence or two: the mistake, and the correction. */
  readonly message: string;
}

/** Reads a project file: JSON with comments and trailing commas. */
export function readProjectFile(uri: string, content: string): ProjectFile {
  const problems: ProjectProblem[] = [];
  const report = (range: TextRange, message: string) => void problems.push({ range, message });
  const values = valuesOf(content, report);
  return {
    uri,
    folderUri: folderOf(uri),
    text: content,
    lines: new LineIndex(content),
    links: (values?.links ?? []).map(({ data, shapes, context }) => ({
      data: data ?? [],
      shapes: shapes ?? [],
      context: context ?? [],
    })),
    inference: values?.inference,
    rdf: values?.rdf,
    shacl: values?.shacl,
    failOn: values?.failOn,
    allow: values?.allow ?? [],
    severity: (values?.severity ?? []).map(([key, level]) => ({ key, level })),
    baseline: values?.baseline,
    ontologies: new Map((values?.ontologies ?? []).map(([{ value: iri }, path]) => [iri, path])),
    problems,
  };
}

/** The JSON schema of project files, for completion in editors. */
export function projectFileSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'SHACL Repair project',
    allowTrailingCommas: true,
    ...format.schema,
  };
}

const paths = listOf(placed(text));

const storeObject = objectOf({
  store: {
    type: text,
    description: 'The address of a SPARQL endpoint. It is asked only after a user has allowed its host.',
    isRequired: true,
    example: 'https://example.org/sparql',
  },
  graphs: {
    type: listOf(text),
    description: 'The named graphs whose union counts. Without them, the default graph of the store counts.',
    example: ['http://example.org/graph'],
  },
});

/** A path, or a store. */
const contextEntry: JsonType<string> = {
  schema: { anyOf: [text.schema, storeObject.schema] },
  read(node, report) {
    if (node.kind !== 'object') return text.read(node, report);
    const given = storeObject.read(node, report);
    if (given?.store === undefined) return undefined;
    const written = storeAddressText({ url: given.store, graphs: given.graphs ?? [] });
    if (readStoreAddress(written) !== undefined) return written;
    report(
      node.range,
      'Write the address of a SPARQL endpoint as "store", such as "https://example.org/sparql", and the IRIs of named graphs as "graphs".',
    );
    return undefined;
  },
};

const format = objectOf({
  $schema: { type: text, description: 'The JSON schema of this file.' },
  links: {
    type: strictListOf(
      objectOf({
        data: {
          type: paths,
          description: 'The data files: paths or globs, relative to the folder of this file.',
          isRequired: true,
          example: '**/*.ttl',
        },
        shapes: {
          type: paths,
          description: 'The shapes that the data files are checked against: paths or globs.',
          example: ['shapes/*.ttl'],
        },
        context: {
          type: listOf(placed(contextEntry)),
          description:
            'Ontologies and other files in which classes and values are looked up, and which are not judged: paths or globs. An object with "store" names a SPARQL endpoint, which is asked only for what the shapes look up.',
          example: ['ontology.ttl'],
        },
      }),
    ),
    description:
      'Which shapes and ontologies belong to which data files. All entries whose data match a file apply, and so do comments and imports.',
    example: [{ data: '**/*.ttl', shapes: ['shapes/*.ttl'] }],
  },
  inference: {
    type: oneOf(inferences),
    description:
      'What is inferred from the data and validated, too: nothing, by RDFS, by RDFS with inverse and symmetric properties, by the rules of the shapes, or by rules and RDFS together.',
  },
  rdf: {
    type: oneOf(rdfVersions),
    description:
      'The version of RDF that data and shapes must follow. With 1.1, the additions of 1.2 are errors: triple terms, reifiers, annotations, base directions, VERSION.',
  },
  shacl: {
    type: oneOf(shaclVersions),
    description:
      'The version of SHACL that shapes must follow. With 1.0, the additions of the drafts of 1.2 have no meaning, and are reported where they stand.',
  },
  failOn: {
    type: oneOf(severityLevels),
    description: 'The lowest severity that counts. Results below it are shown, but data with them conforms.',
  },
  allow: {
    type: listOf(oneOf(allowableReasons)),
    description:
      'The reasons that may leave the verdict open: not-checked (constraints that were not evaluated), link (shapes or ontologies that could not be read), no-targets (no node to check), unlinked (no shapes).',
  },
  severity: {
    type: mapOf(oneOf([...severityLevels, 'off'])),
    description:
      'Severities that replace those of the shapes, by constraint component (sh:minCount), shape (ex:PersonShape or <IRI>) or the key of a result. The entry for the result wins over that for its shape, and this over that for the component. With off, the results are listed but do not count.',
    example: { 'sh:minCount': 'warning' },
  },
  baseline: {
    type: placed(text),
    description: 'An earlier report, made by validate --format json. Its results are known and do not count.',
    example: 'baseline.json',
  },
  ontologies: {
    type: mapOf(placed(text)),
    description: 'The file of each ontology that owl:imports or sh:shapesGraph names, by IRI.',
    example: { 'http://example.org/ontology': 'ontology.ttl' },
  },
});

/** Nobody writes a longer one by hand. */
const maxLength = 1_000_000;

function valuesOf(content: string, report: (range: TextRange, message: string) => void) {
  const start = { start: 0, end: 0 };
  if (content.length > maxLength) {
    report(start, `This file has more than ${maxLength.toLocaleString('en')} characters, so it is not read.`);
    return undefined;
  }
  const parsed = parseJsoncTree(content);
  if (parsed.kind === 'parsed') return format.read(parsed.root, report);
  const { offset } = parsed;
  const message =
    content.trim() === ''
      ? 'This file is empty. Write { } with what your project needs.'
      : 'This is not JSON, so nothing of the file is used. Look for a missing comma, quote or bracket here or just before.';
  report({ start: offset, end: Math.min(offset + 1, content.length) }, message);
  return undefined;
}
