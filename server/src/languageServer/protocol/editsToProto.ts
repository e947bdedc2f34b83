/** Edits, menus of them and repairs in the terms of the language server protocol. */
import type {
  AnnotatedTextEdit,
  ChangeAnnotation,
  CreateFile,
  SnippetTextEdit,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { LineIndex } from '../../base/lineIndex.ts';
import { escapeInvisible, escapeInvisibleLine } from '../../base/visibleText.ts';
import {
  type CodeActionInfo,
  type FileEdits,
  type FixAllInfo,
  menuTitle,
  type PlaceholderRange,
  type PlanStepsInfo,
  type RepairPartsInfo,
  type RepairPlanInfo,
} from '../../service/ide/analysis.ts';
import { menuTitles } from '../../service/ide/repairs/menuTitles.ts';
import { statedByJson } from '../../service/report/statedByJson.ts';
import type { FixAll, PlanSteps, RepairPlan } from './editor/protocol.ts';
import type { EditCapabilities } from './engine/messages.ts';
import type { TextVersion, Versioned } from './engine/requests.ts';
import { sentCommand } from './methods/quickFixes.ts';
import type { VerifiedAction } from './methods/repairMethods.ts';
import { type FindLines, location, range } from './toProto.ts';

/**
 * The entries of one menu. Titles of repairs are short and read apart; parts of a change that such a title omits follow its
 * evidence.
 */
export function menu(
  actions: readonly CodeActionInfo[],
  findLines: FindLines,
  capabilities: EditCapabilities,
): VerifiedAction[] {
  const labels = actions.map(({ title }) => escapeInvisibleLine(title));
  const short = menuTitles(labels);
  return actions.map((action, i) => {
    const { keys, isPreferred = false, isLast = false, needsInput = false, edits, command } = action;
    const label = labels[i]!;
    const evidence = action.evidence && escapeInvisibleLine(action.evidence);
    // Those without evidence are questions, explanations and actions with their own wording.
    const title =
      evidence === undefined || short[i] === label
        ? menuTitle({ title: label, evidence })
        : `${menuTitle({ title: short[i]!, evidence })}: ${label}`;
    return {
      title,
      label,
      evidence,
      statedBy: action.statedBy && statedByJson(action.statedBy),
      keys,
      isPreferred,
      isLast,
      edit: edits.length > 0 ? workspaceEdit(edits, needsInput, findLines, capabilities) : undefined,
      command: command && sentCommand(command, (place) => location(place, findLines)),
    };
  });
}

export function fixAll(
  { edits, repaired, left, linesAfter }: FixAllInfo,
  findLines: FindLines,
  capabilities: EditCapabilities,
): FixAll & Versioned {
  return {
    edit: edits.length === 0 ? undefined : workspaceEdit(edits, false, findLines, capabilities),
    repaired,
    left: left.map(({ message, why, place }) => ({
      message,
      why,
      location: place && location(place, linesAfter),
    })),
    versions: versionsOf(edits),
  };
}

export function repairPlan({ smallest, ...plan }: RepairPlanInfo, findLines: FindLines): RepairPlan {
  return {
    ...planSteps(plan, findLines),
    smallest: smallest && { ...planSteps(smallest, findLines), isLeast: smallest.isLeast },
  };
}

function planSteps({ cost, statements, steps, left }: PlanStepsInfo, findLines: FindLines): PlanSteps {
  return {
    cost,
    statements,
    steps: steps.map(({ place, ...step }) => ({ ...step, location: place && location(place, findLines) })),
    left: left.map(({ place, ...rest }) => ({ ...rest, location: place && location(place, findLines) })),
  };
}

/**
 * Each part is to be confirmed separately, where the client supports that; its annotation describes it.
 *
 * @param by whose repairs they are, for people.
 */
export function repairParts(
  { parts, repaired, left }: RepairPartsInfo,
  by: string,
  findLines: FindLines,
  capabilities: EditCapabilities,
): FixAll & Versioned & { readonly updates: string } {
  const files = distinctFiles(parts);
  const isAnnotated = capabilities.documentChanges && capabilities.annotations;
  const edit = isAnnotated
    ? annotatedEdit(parts, by, findLines)
    : workspaceEdit(files, false, findLines, capabilities);
  return {
    edit: parts.length === 0 ? undefined : edit,
    repaired,
    left: left.map((each) => ({ ...each, location: undefined })),
    versions: versionsOf(files),
    updates: parts
      .map(
        ({ title, updates }, i) =>
          `# Change ${i + 1} of ${parts.length}: ${escapeInvisibleLine(title)}\n${updates.map(escapeInvisible).join(' ;\n')}\n`,
      )
      .join('\n'),
  };
}

/** The edits of all parts, by file. */
function distinctFiles(parts: RepairPartsInfo['parts']): readonly FileEdits[] {
  const files = new Map<string, FileEdits>();
  for (const { edits } of parts) {
    const known = files.get(edits.uri);
    files.set(edits.uri, known ? { ...known, edits: [...known.edits, ...edits.edits] } : edits);
  }
  return [...files.values()];
}

function annotatedEdit(
  parts: RepairPartsInfo['parts'],
  by: string,
  findLines: FindLines,
): Required<Pick<WorkspaceEdit, 'documentChanges' | 'changeAnnotations'>> {
  const numbered = parts.map(({ edits }, i) => ({ edits, annotationId: `part ${i + 1}` }));
  const documentChanges = distinctFiles(parts).map(({ uri, version }): TextDocumentEdit => {
    const own = numbered.filter(({ edits }) => edits.uri === uri);
    const edits = own.flatMap(({ edits, annotationId }) =>
      plainEdits(edits, findLines).map((edit) => ({ ...edit, annotationId })),
    );
    return { textDocument: { uri, version }, edits };
  });
  const changeAnnotations = parts.map(({ title, repaired }, i): [string, ChangeAnnotation] => {
    const results = repaired === 1 ? '1 result' : `${repaired} results`;
    return [
      `part ${i + 1}`,
      {
        label: escapeInvisibleLine(title),
        description: `${by} · repairs ${results}`,
        needsConfirmation: true,
      },
    ];
  });
  return { documentChanges, changeAnnotations: Object.fromEntries(changeAnnotations) };
}

export function versionsOf(edits: readonly FileEdits[]): readonly TextVersion[] {
  return edits.flatMap(({ uri, version }) => (version === null ? [] : [{ uri, version }]));
}

/**
 * Edits with placeholders become snippets where the client can insert them. Elsewhere they carry their default
 * text and ask to be confirmed.
 */
export function workspaceEdit(
  files: readonly FileEdits[],
  needsInput: boolean,
  findLines: FindLines,
  capabilities: EditCapabilities,
): WorkspaceEdit {
  if (!capabilities.documentChanges) {
    return { changes: Object.fromEntries(files.map((file) => [file.uri, plainEdits(file, findLines)])) };
  }
  const confirm = needsInput && !capabilities.snippets && capabilities.annotations;
  const edited = (file: FileEdits): TextDocumentEdit => {
    const linesOf = file.isNew ? () => new LineIndex('') : findLines;
    return {
      textDocument: { uri: file.uri, version: file.version },
      edits: capabilities.snippets
        ? snippetEdits(file, linesOf)
        : plainEdits(file, linesOf).map((edit) => (confirm ? { ...edit, annotationId } : edit)),
    };
  };
  // A file that was created in the meantime is not overwritten, and nothing is written into it.
  const created = ({ uri, isNew }: FileEdits): readonly CreateFile[] =>
    isNew ? [{ kind: 'create', uri, options: { overwrite: false } }] : [];
  const documentChanges = files.flatMap((file) => [...created(file), edited(file)]);
  if (!confirm) return { documentChanges };
  return {
    documentChanges,
    changeAnnotations: {
      [annotationId]: {
        label: 'Insert example values',
        description: 'Replace them by values that are true.',
        needsConfirmation: true,
      },
    },
  };
}

/** The text as a snippet: placeholders become tab stops, numbered on from `firstStop`. */
export function snippet(
  newText: string,
  placeholders: readonly PlaceholderRange[],
  firstStop: number,
): string {
  let result = '';
  let position = 0;
  let stop = firstStop;
  for (const { start, end, choices } of placeholders.toSorted((a, b) => a.start - b.start)) {
    result += escapeSnippet(newText.slice(position, start));
    result += choices
      ? `\${${stop++}|${choices.map(escapeChoice).join(',')}|}`
      : `\${${stop++}:${escapeSnippet(newText.slice(start, end))}}`;
    position = end;
  }
  return result + escapeSnippet(newText.slice(position));
}

function snippetEdits(file: FileEdits, findLines: FindLines): (TextEdit | SnippetTextEdit)[] {
  const lines = findLines(file.uri);
  if (!lines) return [];
  let nextStop = 1;
  return file.edits.map(({ range: span, newText, placeholders = [] }) => {
    if (placeholders.length === 0) return { range: range(lines, span), newText };
    const value = snippet(newText, placeholders, nextStop);
    nextStop += placeholders.length;
    return { range: range(lines, span), snippet: { kind: 'snippet', value } };
  });
}

function plainEdits(file: FileEdits, findLines: FindLines): (TextEdit | AnnotatedTextEdit)[] {
  const lines = findLines(file.uri);
  if (!lines) return [];
  return file.edits.map((edit) => ({ range: range(lines, edit.range), newText: edit.newText }));
}

/** All characters with a meaning to a snippet parser, inside and outside of placeholders. */
function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

function escapeChoice(text: string): string {
  return text.replace(/[\\,|]/g, '\\$&');
}

const annotationId = 'needsInput';
