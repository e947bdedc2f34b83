import { type Graph, type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { printTerm } from '../../rdf/turtle/printTerm.ts';
import { namespaces, rdfs } from '../../rdf/vocab.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { reportNode } from '../../shacl/results/reportTurtle.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { SuiteNames } from './suiteNames.ts';

/** The names by which a test refers to the nodes of its data and of the shapes. */
export interface TestNames {
  /** The names for the graph of the case. */
  readonly graph: SuiteNames;
  readonly manifest: SuiteNames;
}

/**
 * The graph for other engines. They know neither inferred triples nor subclasses that only the shapes state, so the
 * graph includes both.
 */
export function testGraph({ dataGraph, classGraph }: ValidationInput): Graph {
  const added = classGraph.withPredicate(rdfs.subClassOf).filter((triple) => !hasTriple(dataGraph, triple));
  return added.length === 0 ? dataGraph : new OverlayGraph(dataGraph, { added, removed: [] });
}

/** The effect of a change of the data on that graph. */
export function testChange(input: ValidationInput, change: GraphDelta): GraphDelta {
  const { delta, input: after } = changedInput(input, change);
  const staysStated = (triple: Triple) =>
    triple.predicate === rdfs.subClassOf && hasTriple(after.classGraph, triple);
  return { added: delta.added, removed: delta.removed.filter((triple) => !staysStated(triple)) };
}

/** The manifest entry of a test. @param results all results of the changed graph. */
export function testEntry(
  id: string,
  leafId: string,
  results: readonly Violation[],
  names: TestNames,
): string {
  const report = reportNode(results, {
    indent: '  ',
    node: (term) => printed(term, names.graph),
    shape: (term) => printed(term, names.manifest),
    inWords: false,
  });
  return `
<#${id}> a sht:Validate ;
  rdfs:label ${printTerm(terms.literal(`${id} ${leafId}`), { prefixes: noPrefixes })} ;
  mf:action [
    sht:dataGraph <${id}.ttl> ;
    sht:shapesGraph <../manifest.ttl> ;
  ] ;
  mf:result ${report} ;
  mf:status sht:approved .
`;
}

/** The beginning of a manifest of these tests. */
export function testManifest(ids: readonly string[]): string {
  const entries = ids.length === 0 ? ' rdf:nil' : ` (\n${ids.map((id) => `    <#${id}>\n`).join('')}  )`;
  const declarations = Object.entries(prefixes).map(([prefix, iri]) => `@prefix ${prefix}: <${iri}> .\n`);
  return `${declarations.join('')}\n<> a mf:Manifest ;\n  mf:entries${entries} .\n`;
}

const prefixes = {
  rdf: namespaces.rdf,
  rdfs: namespaces.rdfs,
  sh: namespaces.sh,
  mf: 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#',
  sht: 'http://www.w3.org/ns/shacl-test#',
};

const noPrefixes = new Map<string, string>();

function printed(term: TermId, names: SuiteNames): string {
  return printTerm(term, { prefixes: noPrefixes, label: (node) => names.label(node) });
}
