import { knownPrefixes } from '../../../rdf/knownPrefixes.ts';
import { tripleKey } from '../../../rdf/termKeys.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { owl, rdf, sh, xsd } from '../../../rdf/vocab.ts';
import { allComponents } from '../../components/index.ts';
import type { ShapesFinding } from '../../model/shapesGraph.ts';
import { locateShape, locateText } from '../../results/locate.ts';
import { queryFindings } from '../../sparql/queryFindings.ts';
import { type LintedFile, listedNames } from '../lintedFile.ts';
import { describing, shaclIndividuals } from '../shaclVocabulary.ts';
import { type MistakeRemedy, rewrite, type ShapesMistake } from '../shapesMistake.ts';

/** What else was found while the shapes and their queries were read, except for consequences of earlier mistakes. */
export function* readersFindings(
  file: LintedFile,
  earlier: readonly ShapesMistake[],
): Iterable<ShapesMistake> {
  // A statement with a syntax error may describe them.
  if (file.document.errors.length === 0) yield* undescribedShapes(file, earlier);
  for (const finding of [...file.shapes.findings, ...queryFindings(file.shapes)]) {
    const { severity, message, shape, parameter, value, inText, undescribed } = finding;
    if (undescribed !== undefined || (parameter !== undefined && describing.has(parameter))) continue;
    const isPart = inText && file.document.graph.has(inText.subject, inText.predicate, inText.object);
    const place =
      (isPart && locateText([file.document], inText)) ??
      locateShape([file.document], shape, parameter, value);
    if (follows(finding, file, earlier)) continue;
    if (!place || !(isPart || file.document.graph.outgoing(shape).length > 0)) continue;
    const statement =
      parameter === undefined || value === undefined
        ? undefined
        : { subject: shape, predicate: parameter, object: value };
    yield {
      // SHACL 1.2 has sh:closed sh:ByTypes.
      severity:
        parameter === sh.closed && value !== undefined && terms.isIri(value) && shaclIndividuals.has(value)
          ? 'information'
          : severity,
      message,
      range: place.range,
      // A query may have several mistakes, and a shape several that lead back to it.
      statement: inText ? undefined : statement,
      remedies:
        finding.meantText === undefined
          ? declaredPrefix(finding, file)
          : [rewrite(place.range, finding.meantText, true)],
    };
  }
}

/**
 * The shapes that are referred to and not described, as one message: usually, a file with all of them is not linked. Those
 * with nearly the name of a described one have a separate message.
 */
function* undescribedShapes(file: LintedFile, earlier: readonly ShapesMistake[]): Iterable<ShapesMistake> {
  const said = new Set(earlier.flatMap(({ statement }) => (statement ? [tripleKey(statement)] : [])));
  const found = file.shapes.findings.flatMap(({ shape, parameter, value, undescribed }) => {
    if (undescribed === undefined || parameter === undefined || value === undefined) return [];
    const statement = { subject: shape, predicate: parameter, object: value };
    const written = said.has(tripleKey(statement)) ? undefined : file.statement(statement);
    const range = written && (written.memberPlaces(undescribed)[0] ?? written.place);
    return range ? [{ undescribed, range }] : [];
  });
  const [first] = found.toSorted((a, b) => a.range.start - b.range.start);
  if (!first) return;
  const names = [...new Set(found.map(({ undescribed }) => file.term(undescribed)))];
  yield {
    severity: 'information',
    message:
      names.length === 1
        ? `The shape ${names[0]} is not described in the linked shapes files, so nothing is checked against it.`
        : `${names.length} shapes are not described in the linked shapes files, so nothing is checked against them: ${listedNames(names)}.`,
    range: first.range,
    statement: undefined,
    remedies: [],
  };
}

/** True for a finding that a mistake in a value, or in another parameter of the component, explains. */
function follows(
  { severity, shape, parameter, value }: ShapesFinding,
  file: LintedFile,
  earlier: readonly ShapesMistake[],
): boolean {
  // Property shapes without a path are found by `shapeStructure`.
  if (parameter === undefined) return file.graph.objects(shape, sh.path).length === 0;
  const isWithoutPath = earlier.some(
    ({ statement }) => statement?.predicate === sh.property && statement.object === shape,
  );
  if (isWithoutPath && severity === 'error') return true;
  const said = saysAll.get(parameter) ?? [];
  if (earlier.some(({ statement }) => statement?.subject === shape && said.includes(statement.predicate)))
    return true;
  if (value === undefined || !terms.isBlank(value)) return false;
  const written = file.statement({ subject: shape, predicate: parameter, object: value });
  const whole = written?.object;
  return (
    whole !== undefined && earlier.some(({ range }) => whole.start <= range.start && range.end <= whole.end)
  );
}

/** Each of their lists is written with brackets, which several values show to be missing. */
const logical: readonly TermId[] = [sh.and, sh.or, sh.xone];

/**
 * By parameter, the properties for which one mistake is enough: those of its component, and itself where one value is
 * allowed.
 */
const saysAll: ReadonlyMap<TermId, readonly TermId[]> = new Map(
  allComponents.map(({ parameter, refinements, single }) => [
    parameter,
    single || logical.includes(parameter) ? [parameter, ...refinements] : refinements,
  ]),
);

/** Declares a prefix that a query lacks, as declared in the file or with its usual namespace. */
function declaredPrefix(
  { undeclaredPrefix, inText }: ShapesFinding,
  file: LintedFile,
): readonly MistakeRemedy[] {
  if (undeclaredPrefix === undefined || !inText) return [];
  const { document, graph } = file;
  const namespace = document.prefixes.get(undeclaredPrefix) ?? knownPrefixes.get(undeclaredPrefix);
  const query = file.statement(inText);
  if (namespace === undefined || !query) return [];
  const [named] = graph.objects(inText.subject, sh.prefixes);
  const [ontology] = document.graph.subjects(rdf.type, owl.Ontology).filter((id) => terms.isIri(id));
  const declaring = named ?? ontology ?? terms.iri(document.uri);
  if (!terms.isIri(declaring)) return [];
  const end = document.rope.length;
  const print = (id: TermId) => file.print(id, end);
  const subject = declaring === terms.iri(document.uri) ? '<>' : print(declaring);
  const declaration =
    `${file.text({ start: Math.max(0, end - 1), end }) === '\n' ? '' : '\n'}${subject} ${print(sh.declare)} ` +
    `[ ${print(sh.prefix)} ${print(terms.literal(undeclaredPrefix))} ; ${print(sh.namespace)} ${print(terms.literal(namespace, xsd.anyURI))} ] .\n`;
  const at = { start: query.predicate.start, end: query.predicate.start };
  const link =
    named === undefined ? [{ range: at, newText: `${file.print(sh.prefixes, at.start)} ${subject} ; ` }] : [];
  return [
    {
      title: `Declare ${undeclaredPrefix}: for queries, as <${namespace}>`,
      // Another file may describe the node, and declare it there.
      isSlip: named === undefined || file.describes(named),
      edits: () => [...link, { range: { start: end, end }, newText: declaration }],
    },
  ];
}
