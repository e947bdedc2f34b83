/**
 * The one table of what choosing a quick fix does beside its edits: what is sent for each kind, which capabilities a client
 * needs to be offered it, and what happens when it is chosen. The data of each kind is declared by `FixCommand`.
 */
import type { CodeAction, ExecuteCommandParams, Location, WorkspaceEdit } from 'vscode-languageserver';
import { counted } from '../../../base/counted.ts';
import {
  anything,
  enumOf,
  type JsonShape,
  listOf,
  object,
  optional,
  string,
} from '../../../base/jsonShape.ts';
import { escapeInvisible } from '../../../base/visibleText.ts';
import type { FilePlace, FixCommand, GroupToggle } from '../../../service/ide/analysis.ts';
import type { TrialFile } from '../../../service/ide/tryShapes.ts';
import { folderOf, normalizeUri, pathTo } from '../../../workspace/project/uris.ts';
import * as protocol from '../editor/protocol.ts';
import { key, range, uri } from '../paramShapes.ts';

/** What choosing a quick fix does, with places in lines and characters. */
export type SentCommand = FixCommand<Location>;

type Kind = FixCommand['kind'];
type Known<K extends Kind> = Omit<Extract<FixCommand, { readonly kind: K }>, 'kind'>;
type Sent<K extends Kind> = Omit<Extract<SentCommand, { readonly kind: K }>, 'kind'>;

/** Which results are repaired: those of one component, or all of one kind by the same repair. */
export const fixAllScope = {
  component: optional(key),
  like: optional(object({ key, update: string })),
};
const place = object({ uri, range }) as JsonShape<Location>;

const placed: Pick<FixKind<FilePlace, Location>, 'sent' | 'argument'> = {
  sent: (place, at) => at(place),
  argument: ({ uri, range }, clientUri) => ({ uri: clientUri(uri), range }),
};

const notConverted =
  'No Turtle file was written: there is one of this name, this file has errors, or the editor creates no files.';

const fixKinds: { readonly [K in Kind]: FixKind<Known<K>, Sent<K>> } = {
  fixAll: {
    needs: 'resolvesEdits',
    later: {
      shape: object(fixAllScope) as JsonShape<Sent<'fixAll'>>,
      async edit(scope, uri, server) {
        const { edit, repaired, left = [] } = (await server.fixAll({ uri, ...scope })) ?? {};
        const [first] = left;
        if (first) server.tell(`${repaired} repaired, ${left.length} left to you. ${first.why}`);
        return edit;
      },
    },
  },
  useOntologyFile: {
    needs: 'writesSettings',
    command: protocol.useOntologyFileCommand,
    argument: ({ data, iri, file }, clientUri) => ({ data: clientUri(data), iri, file }),
  },
  allowStore: { needs: 'asksForStores', command: protocol.allowStoreCommand },
  fetchImports: {
    needs: 'fetchesImports',
    command: protocol.fetchImportsCommand,
    argument: ({ uri }, clientUri) => clientUri(uri),
  },
  convert: {
    needs: 'appliesEdits',
    command: 'shaclRepair.convert',
    argument: ({ uri }, clientUri) => ({ uri: clientUri(uri) }),
    run: {
      argument: object({ uri }),
      async with(file, server) {
        const converted = await server.convert(file);
        if (!converted) return server.tell(notConverted);
        await server.apply(converted.edit);
        const start = { line: 0, character: 0 };
        await server.showPlace({ uri: converted.file, range: { start, end: start } });
      },
    },
  },
  toggleGroup: {
    command: 'shaclRepair.toggleGroup',
    run: {
      argument: object({ uri, namespace: string }),
      with: ({ uri, namespace }, server) => server.toggleGroup({ uri, namespace }),
    },
  },
  say: {
    sent: ({ message }) => ({ message: escapeInvisible(message) }),
    command: 'shaclRepair.say',
    run: { argument: object({ message: string }), with: ({ message }, server) => server.tell(message) },
  },
  relaxShape: {
    ...placed,
    needs: 'appliesEdits',
    command: protocol.relaxShapeCommand,
    run: {
      argument: place,
      async with(place, server) {
        const changes = await server.shapeChanges(place);
        if (changes.length === 0) return server.tell(protocol.noShapeChange);
        const chosen = await server.choose(
          'Which change of the shape? Each ends the results and causes none.',
          changes.map(({ action }) => action.title),
        );
        const edit = changes.find(({ action }) => action.title === chosen)?.action.edit;
        return edit && server.apply(edit);
      },
    },
  },
  showPlace: {
    ...placed,
    needs: 'showsPlaces',
    command: 'shaclRepair.showPlace',
    run: { argument: place, with: (place, server) => server.showPlace(place) },
  },
};

/** For a code lens: clients that can't show all places at the lens show the first one. */
const showPlaces: ServerCommand<Pick<protocol.ShownPlaces, 'places'>> = {
  argument: object({ places: listOf(place, 1000) }),
  with: ({ places: [first] }, server) => first && server.showPlace(first),
};

/** For a code lens: users of other clients choose the file from a message. */
const tryShapes: ServerCommand<protocol.FileParams> = {
  argument: object({ uri }),
  async with(argument, server) {
    const uri = normalizeUri(argument.uri);
    const files = (await server.trialFiles({ uri })).slice(0, mostListed);
    if (files.length === 0)
      return server.tell('No file of the workspace has a node that the targets of these shapes select.');
    const titles = files.map(
      (each) => `${pathTo(folderOf(uri), each.uri)} (${counted(each.focusNodes, 'focus node')})`,
    );
    const chosen = await server.choose(
      'Which file should the shapes be tried on? Nothing is written.',
      titles,
    );
    const data = files[titles.indexOf(chosen ?? '')]?.uri;
    const tried = data === undefined ? undefined : await server.tryShapes({ uri, data });
    if (!tried) return;
    server.tell(`${tried.summary}.`);
    const [first] = tried.places;
    return first && server.showPlace(first);
  },
};

/** Users of other clients choose from a message which untested constraint they are led to. */
const mutationScore: ServerCommand<protocol.SuiteParams> = {
  argument: object({ uri }),
  async with({ uri }, server) {
    const answer = await server.mutationScore({ uri: normalizeUri(uri) });
    if (answer?.kind !== 'score') return answer && server.tell(answer.message);
    const { summary, untested } = answer;
    if (untested.length === 0) return server.tell(`${summary}.`);
    const shown = untested.slice(0, mostListed);
    const titles = shown.map(({ shape, component, value }) => `${shape}: ${component} ${value}`);
    const more = untested.length - shown.length;
    const these = more > 0 ? `these and ${more} more` : 'these';
    const chosen = await server.choose(`${summary}. The loss of ${these} would go unnoticed:`, titles);
    const place = shown[titles.indexOf(chosen ?? '')]?.place;
    return place && server.showPlace(place);
  },
};

/** Nobody reads more in a message. */
const mostListed = 12;

interface FixKind<Known, Sent> {
  /** The capabilities that it needs of the client; none if omitted. */
  readonly needs?: keyof FixClient;
  /** The part of it that is sent; everything if omitted. */
  readonly sent?: (known: Known, at: (place: FilePlace) => Location) => Sent;
  /** The argument of the command, which has the uris of documents as the client writes them; what was sent if omitted. */
  readonly argument?: (sent: Sent, clientUri: (uri: string) => string) => unknown;
  /** Its command. The client runs it, unless `run` defines how the server does. */
  readonly command?: string;
  readonly run?: ServerCommand<Sent>;
  /** For edits that are found when the client requests them: what the action carries until then. */
  readonly later?: LaterEdit<Sent>;
}

interface ServerCommand<Argument> {
  readonly argument: JsonShape<Argument>;
  with(argument: Argument, server: FixServer): unknown;
}

interface LaterEdit<Sent> {
  readonly shape: JsonShape<Sent>;
  edit(sent: Sent, uri: string, server: FixServer): Promise<WorkspaceEdit | undefined>;
}

/** What clients may lack. */
interface FixClient {
  readonly writesSettings: boolean;
  readonly asksForStores: boolean;
  readonly fetchesImports: boolean;
  readonly showsPlaces: boolean;
  readonly appliesEdits: boolean;
  readonly resolvesEdits: boolean;
}

/** What the language server does for a quick fix that was chosen. */
export interface FixServer {
  tell(message: string): void;
  showPlace(place: Location): Promise<void>;
  toggleGroup(group: GroupToggle): Promise<unknown>;
  fixAll(params: protocol.FixAllParams): Promise<protocol.FixAll | null>;
  convert(params: protocol.FileParams): Promise<protocol.Converted | null>;
  shapeChanges(place: Location): Promise<protocol.Repairs>;
  trialFiles(params: protocol.FileParams): Promise<readonly TrialFile[]>;
  mutationScore(params: protocol.SuiteParams): Promise<protocol.MutationScoreAnswer | null>;
  tryShapes(params: protocol.TryShapesParams): Promise<protocol.TriedShapes | null>;
  /** Undefined when the user chooses none. */
  choose(question: string, titles: readonly string[]): Promise<string | undefined>;
  /** Has the client edit its texts, unless they have changed since. */
  apply(edit: WorkspaceEdit): Promise<unknown>;
}

/** The part of a quick fix's data that is sent. */
export function sentCommand({ kind, ...known }: FixCommand, at: (place: FilePlace) => Location): SentCommand {
  return { kind, ...(kindOf(kind).sent?.(known, at) ?? known) } as SentCommand;
}

/** Whether a client can do what a quick fix does. */
export function isOffered(command: SentCommand | undefined, client: FixClient): boolean {
  const needs = command && kindOf(command.kind).needs;
  return needs === undefined || client[needs];
}

/** The command of a code action, or what it carries until its edit is requested. */
export function commandOfAction(
  { kind, ...sent }: SentCommand,
  title: string,
  uri: string,
  clientUri: (uri: string) => string,
): Pick<CodeAction, 'command' | 'data'> {
  const { command, argument } = kindOf(kind);
  if (command === undefined) return { data: { uri, [kind]: sent } };
  return { command: { title, command, arguments: [argument?.(sent, clientUri) ?? sent] } };
}

/** What an action carries until its edit is requested: the file, and what is sent of its kind. */
export type LaterData = { readonly uri: string } & { readonly [K in Kind]?: object };

/** The edit of a quick fix that has none until it is requested; undefined for data of anything else. */
export function laterEdit(
  data: LaterData,
  server: FixServer,
): Promise<WorkspaceEdit | undefined> | undefined {
  const [kind, later] = laterEdits.find(([kind]) => data[kind] !== undefined) ?? [];
  return kind && later?.edit(data[kind]!, data.uri, server);
}

const kinds = Object.entries(fixKinds) as unknown as readonly (readonly [Kind, FixKind<object, object>])[];
const laterEdits = kinds.flatMap(([kind, { later }]) => (later ? [[kind, later] as const] : []));

/** What actions carry until their edits are requested. */
export const laterShapes = Object.fromEntries(laterEdits.map(([kind, { shape }]) => [kind, optional(shape)]));

/** The commands that the language server runs (`workspace/executeCommand`), each with one argument. */
export const serverCommands: ReadonlyMap<string, ServerCommand<object>> = new Map([
  ...kinds.flatMap(([, { command, run }]) => (command && run ? [[command, run] as const] : [])),
  [protocol.showPlacesCommand, showPlaces as ServerCommand<object>],
  [protocol.tryShapesCommand, tryShapes as ServerCommand<object>],
  [protocol.mutationScoreCommand, mutationScore as ServerCommand<object>],
]);

export const serverCommandParams: JsonShape<ExecuteCommandParams> = (given) => {
  const misfit = object({ command: enumOf(...serverCommands.keys()), arguments: listOf(anything, 1) })(given);
  if (misfit) return misfit;
  const params = given as ExecuteCommandParams;
  return object({ arguments: listOf(serverCommands.get(params.command)!.argument) })(params);
};

function kindOf(kind: Kind): FixKind<object, object> {
  return fixKinds[kind] as unknown as FixKind<object, object>;
}
