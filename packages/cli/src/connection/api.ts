import {
  type ExportedPackage,
  type ImportRequest,
  type ImportResult,
  type IntegrationList,
  type IntegrationOutcome,
  type Me,
  RepertoireClient,
  RepertoireError,
  type SkillEvalBody,
  type SkillEvalRequest,
  type SkillListItem,
  type SkillSummary,
} from '@repertoire/client'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { isNotFound } from '../command/not-found.ts'
import { readVersion } from '../command/version.ts'
import { allItems } from './all-items.ts'
import { commandHint } from './command-hints.ts'
import {
  type ConnectionContext,
  type ConnectionOptions,
  findConnection,
  serverNotReachable,
} from './connection.ts'
import { ContentRejectedError } from './content-rejected-error.ts'
import { CrossOriginRedirect, fetchThere } from './fetch-there.ts'
import { isNewer, newerServer } from './server-version.ts'

type Scope = 'org' | 'user'

/** The server calls of the commands. Every failure is a CommandError that says what to do. */
export interface Api {
  /** Throws {@link ContentRejectedError} when the whole request is rejected because of its content. */
  importBatch(request: ImportRequest): Promise<ImportResult[]>
  search(words: string, limit: number): Promise<SkillListItem[]>
  /** The skill with that slug or id; a personal one precedes the organisation's. */
  find(slugOrId: string, scope: Scope | undefined): Promise<SkillSummary | undefined>
  /** The ids of all visible skills except archived ones. */
  skillIds(): Promise<string[]>
  runEvals(id: string, request: SkillEvalRequest): Promise<SkillEvalBody>
  exportPackage(id: string, format: 'zip' | undefined, form: ExportForm): Promise<ExportedPackage>
  integrations(): Promise<IntegrationList>
  /** One outcome per skill. */
  setUpIntegration(
    domain: string,
    scope: Scope,
    acknowledged?: readonly string[],
  ): Promise<IntegrationOutcome[]>
  removeIntegration(domain: string, scope: Scope): Promise<IntegrationOutcome[]>
}

export type ExportForm = 'standard' | 'original'

export interface Server {
  readonly client: RepertoireClient
  /** Its URL, and the name of the login that is used. */
  readonly place: { readonly baseUrl: string; readonly name: string | null }
  /** Awaits a call; errors become a CommandError. */
  send<Answer>(call: Promise<Answer>): Promise<Answer>
}

/** Finds the server and the key; sends nothing yet. */
export function openServer(options: ConnectionOptions, context: ConnectionContext): Server {
  const { baseUrl, apiKey, name } = findConnection(options, context)
  const client = new RepertoireClient({ baseUrl, apiKey, fetch: fetchThere })
  return {
    client,
    place: { baseUrl, name: name ?? null },
    async send(call) {
      try {
        return await call
      } catch (error) {
        if (!(error instanceof RepertoireError)) throw error
        if (error.code !== 'request.unknown-path') throw toCommandError(error, baseUrl)
        // A path that has gone: the server may speak a later version of the interface.
        const version = await client.session.me().then(
          (me) => me.version,
          () => readVersion(),
        )
        throw isNewer(version, readVersion())
          ? newerServer(baseUrl, version)
          : toCommandError(error, baseUrl)
      }
    },
  }
}

/** Who one is there. Throws CommandError where another program answers in JSON: it has none of the fields that commands read. */
export async function readMe({ client, place, send }: Server): Promise<Me> {
  const me: Partial<Me> | null = await send(client.session.me())
  if (typeof me?.version === 'string' && me.organisation) return me as Me
  throw unknownServer(place)
}

export function unknownServer({ baseUrl }: Server['place']): CommandError {
  return new CommandError(
    `Something other than Repertoire answers at ${baseUrl}.`,
    'Check the address: another program or a proxy may be answering there.',
    exitCodes.noServer,
  )
}

/** The calls about skills. */
export function connect({ client, send }: Server): Api {
  return {
    async importBatch(request) {
      const call = client.skills.import(request).catch((error: unknown) => {
        throw error instanceof RepertoireError && isContentError(error)
          ? new ContentRejectedError(error.code, error.message)
          : error
      })
      return (await send(call)).results
    },
    async search(words, limit) {
      return (await send(client.skills.list({ q: words, surface: 'cli', limit }))).items
    },
    async find(slugOrId, scope) {
      return send(findSkill(client, slugOrId, scope))
    },
    async skillIds() {
      return send(listIds(client))
    },
    async runEvals(id, request) {
      return send(client.skills.runEvals(id, request))
    },
    async exportPackage(id, format, form) {
      return send(client.skills.exportPackage(id, format, form))
    },
    async integrations() {
      return send(client.integrations.list())
    },
    async setUpIntegration(domain, scope, acknowledged) {
      return (await send(client.integrations.setUp(domain, scope, acknowledged))).outcomes
    },
    async removeIntegration(domain, scope) {
      return (await send(client.integrations.remove(domain, scope))).outcomes
    },
  }
}

async function listIds(client: RepertoireClient): Promise<string[]> {
  const skills = await allItems((page) => client.skills.list({ archived: false, ...page }))
  return skills.map(({ id }) => id)
}

async function findSkill(
  client: RepertoireClient,
  slugOrId: string,
  scope: Scope | undefined,
): Promise<SkillSummary | undefined> {
  const isWanted = ({ id, slug }: SkillSummary) => id === slugOrId || slug === slugOrId
  const searched = await client.skills.list({ q: slugOrId, scope, limit: 200 })
  const found = searched.items.filter(isWanted)
  // Search does not match ids, so the list is read as well.
  let cursor: string | null | undefined
  while (found.length === 0 && cursor !== null) {
    const page = await client.skills.list({ scope, limit: 200, cursor })
    found.push(...page.items.filter(isWanted))
    cursor = page.next_cursor
  }
  return found.find((skill) => skill.scope === 'user') ?? found[0]
}

function isContentError({ status }: RepertoireError): boolean {
  return status === 400 || status === 413 || status === 422
}

/** What a failed call means to the person at the terminal. */
export function toCommandError(error: RepertoireError, baseUrl: string): CommandError {
  if (error.code === 'network.unreadable-answer') {
    return new CommandError(
      `Something other than Repertoire answers at ${baseUrl}: ${error.message}`,
      commandHint(error),
      exitCodes.noServer,
    )
  }
  if (error.cause instanceof CrossOriginRedirect) {
    return new CommandError(
      `${baseUrl} sends requests on to ${error.cause.target}. The key was not sent there.`,
      'If that is the server, name its address with --url, or log in there.',
      exitCodes.noServer,
    )
  }
  if (error.status === 0) return serverNotReachable(baseUrl, reasonOf(error.cause))
  if (error.status === 401) {
    return new CommandError(
      `${baseUrl} does not accept this API key: ${error.message}`,
      'Run `repertoire login`, or set REPERTOIRE_API_KEY; keys are made on the page under Settings.',
      exitCodes.loginNeeded,
    )
  }
  if (isNotFound(error)) {
    const message = `${error.message} [${error.code}]`
    return new CommandError(message, commandHint(error), exitCodes.negative)
  }
  return new CommandError(
    `${baseUrl} responded: ${error.message} [${error.code}]`,
    commandHint(error),
  )
}

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  if (!(inner instanceof Error)) return 'no response'
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message
}
