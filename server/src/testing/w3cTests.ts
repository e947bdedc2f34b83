import { readFileSync } from 'node:fs';
import { type TaskMeta, test } from 'vitest';
import { terms } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { rdf } from '../rdf/vocab.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What a test of ours says about a test of the W3C, for `npm run earl`. */
    w3c?: { readonly iri: string; readonly isPassed: boolean };
  }
}

/** A test of an RDF suite of the W3C. */
export interface RdfTest {
  readonly iri: string;
  readonly name: string;
  /** The file to read, relative to the manifest. */
  readonly action: string;
  /** The file with what is expected, relative to the manifest. */
  readonly result: string | undefined;
}

/**
 * The tests of a manifest by their type, such as `TestTurtleEval`.
 *
 * @param folder where `manifest.ttl` is.
 * @param base the address of that folder at the W3C, which the IRIs of its tests begin with.
 */
export function rdfTests(folder: string, base: string): (type: string) => readonly RdfTest[] {
  const text = readFileSync(`${folder}/manifest.ttl`, 'utf8');
  const { graph, errors } = new TurtleDocument(`${base}manifest.ttl`, 1, text);
  if (errors[0]) throw new Error(errors[0].message);
  const mf = (name: string) => terms.iri(`http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#${name}`);
  return (type) =>
    graph.subjects(rdf.type, terms.iri(`http://www.w3.org/ns/rdftest#${type}`)).map((id) => {
      const [name] = graph.objects(id, mf('name'));
      const [action, result] = ['action', 'result'].map((part) =>
        graph.objects(id, mf(part)).map((file) => terms.value(file).slice(base.length)),
      );
      return {
        iri: terms.value(id),
        name: terms.value(name!),
        action: action![0]!,
        result: result![0],
      };
    });
}

/**
 * Declares a test that decides, alone or with others of the same IRI, whether a test of the W3C passes.
 *
 * @param failure why it is known to fail; then it has to.
 */
export function w3cTest(
  iri: string,
  title: string,
  check: () => void | Promise<void>,
  failure: string | undefined = undefined,
): void {
  if (failure === undefined) test(title, decides(iri, true), check);
  else test.fails(`${title} (fails: ${failure})`, decides(iri, false), check);
}

/** The options of a test that decides, alone or with others of the same IRI, whether a test of the W3C passes. */
export function decides(iri: string, isPassed: boolean): { readonly meta: Partial<TaskMeta> } {
  return { meta: { w3c: { iri, isPassed } } };
}

/** The tests of SHACL 1.2 by the address of the suite at the W3C; those of 1.0 go by names of their own. */
export const shacl12Suite = 'https://w3c.github.io/data-shapes/shacl12-test-suite/tests/';
export const shacl10Suite = 'urn:x-shacl-test:/';
