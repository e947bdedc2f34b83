import type { CodeActionInfo, HoverInfo } from '../../../service/ide/analysis.ts';
import { hoverTexts } from '../../../service/ide/diagnostics/hoverText.ts';
import * as editsToProto from '../../protocol/editsToProto.ts';
import type { Versioned } from '../../protocol/engine/requests.ts';
import * as fromProto from '../../protocol/fromProto.ts';
import type { engineMethods, repairMethods, VerifiedActions } from '../../protocol/methods/repairMethods.ts';
import * as toProto from '../../protocol/toProto.ts';
import type { MethodHandlers, RequestContext } from '../requestContext.ts';

/** Answers what editors ask for while their users type. */
export const repairHandlers: MethodHandlers<
  | keyof typeof repairMethods
  | Exclude<keyof typeof engineMethods, 'engine/validateFiles' | 'engine/judgeChange'>,
  RequestContext
> = {
  async 'textDocument/hover'({ textDocument, position }, { host, client, vocabularies }, signal) {
    const uri = host.fileUri(textDocument.uri);
    const { locale, hover: style } = client;
    const lines = host.lines(uri);
    if (lines === undefined) return null;
    const offset = fromProto.offset(lines, position);
    const results = await host.hover(uri, offset, style, signal);
    const file = await host.analysedFile(uri, signal);
    // Loaded with the first hover, because validation does not need it.
    const { symbolHover } = await import('../../../service/language/hover/symbolHover.ts');
    const options = { format: style.format, locale, vocabularies: await vocabularies() };
    const term = file && symbolHover(file, offset, options);
    const info = results && term ? hoverOfBoth(results, term) : (results ?? term);
    return info ? toProto.hover(lines, info) : null;
  },

  async 'engine/codeActions'({ uri, range }, context, signal) {
    const lines = context.host.lines(uri);
    if (!lines) return null;
    const place = fromProto.textRange(lines, range);
    const commonPrefixes = async () => (await context.vocabularies()).prefixes;
    const found = await context.host.codeActions(uri, place, signal, commonPrefixes);
    const document = context.host.openedDocument(uri);
    if (!document?.isTurtle) return actions(found, context);
    const { prefixActions } = await import('../../../service/language/prefixes/unneededPrefixes.ts');
    return actions([...prefixActions(document, place), ...found], context);
  },

  async 'engine/repairs'({ uri, key }, context, signal) {
    return context.isOpen(uri) ? actions(await context.host.repairs(uri, key, signal), context) : null;
  },

  async 'engine/shapeChanges'({ uri, range }, context, signal) {
    const lines = context.host.lines(uri);
    if (!lines) return null;
    return actions(await context.host.shapeChanges(uri, fromProto.textRange(lines, range), signal), context);
  },

  async 'shaclRepair/fixAll'({ uri, component, like, steps, plan }, { host, lines, capabilities }, signal) {
    const fixed = await host.fixAll(uri, { component, like, steps, plan }, signal);
    return editsToProto.fixAll(fixed, lines, capabilities);
  },

  async 'shaclRepair/repairPlan'({ uri }, { host, lines }, signal) {
    return editsToProto.repairPlan(await host.repairPlan(uri, signal), lines);
  },

  async 'engine/toggleGroup'({ uri, namespace }, { host, validateAgain }) {
    host.toggleGroup({ uri, namespace });
    validateAgain(uri);
    return {};
  },
};

/** What is wrong comes first. */
function hoverOfBoth(results: HoverInfo, term: HoverInfo): HoverInfo {
  return { ...results, text: results.text + hoverTexts[results.format].rule + term.text };
}

function actions(
  found: readonly CodeActionInfo[],
  { lines, capabilities }: RequestContext,
): VerifiedActions & Versioned {
  const possible = found
    .filter(({ needsSnippets }) => needsSnippets !== true || capabilities.snippets)
    .filter(({ edits }) => capabilities.creates || edits.every(({ isNew }) => isNew === undefined));
  return {
    actions: editsToProto.menu(possible, lines, capabilities),
    versions: editsToProto.versionsOf(possible.flatMap(({ edits }) => edits)),
  };
}
