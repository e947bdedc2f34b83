import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdfs, sh } from '../../rdf/vocab.ts';
import type { TermPrinter } from '../model/words.ts';

/**
 * What a rule is called in messages: its name, label or comment, or else its IRI; undefined for a blank node of which
 * nothing is said.
 */
export function ruleName(graph: Graph, rule: TermId, print: TermPrinter): string | undefined {
  for (const property of [sh.name, rdfs.label]) {
    const [name] = graph.objects(rule, property);
    if (name !== undefined) return terms.value(name);
  }
  if (!terms.isBlank(rule)) return print(rule);
  const [comment] = graph.objects(rule, rdfs.comment);
  return comment === undefined ? undefined : terms.value(comment).replace(/\.$/, '');
}
