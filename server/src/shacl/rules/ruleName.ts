import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdfs, sh, shRules } from '../../rdf/vocab.ts';
import type { TermPrinter } from '../model/words.ts';

/**
 * What a rule is called in messages: "the rule “…”" with its name, label or comment, or else its IRI; undefined for a blank
 * node of which nothing is said. A property shape that derives values is called by its property.
 */
export function ruleName(graph: Graph, rule: TermId, print: TermPrinter): string | undefined {
  const [path] = graph.objects(rule, shRules.values).length > 0 ? graph.objects(rule, sh.path) : [];
  if (path !== undefined) return `sh:values of ${print(path)}`;
  const name = ownName(graph, rule, print);
  return name === undefined ? undefined : `the rule “${name}”`;
}

function ownName(graph: Graph, rule: TermId, print: TermPrinter): string | undefined {
  for (const property of [sh.name, rdfs.label]) {
    const [name] = graph.objects(rule, property);
    if (name !== undefined) return terms.value(name);
  }
  if (!terms.isBlank(rule)) return print(rule);
  const [comment] = graph.objects(rule, rdfs.comment);
  return comment === undefined ? undefined : terms.value(comment).replace(/\.$/, '');
}
