import {
  type ExportedPackage,
  type ImportItem,
  type ImportResult,
  type IntegrationList,
  type IntegrationOutcome,
  RepertoireClient,
  RepertoireError,
  type SkillEvalBody,
  type SkillEvalRequest,
  type SkillListItem,
  type SkillSummary,
} from '@repertoire/client'
import { CommandError } from '../exit-codes.ts'
import { type ConnectionOptions, findConnection, noAnswer, type Surrounded } from './connection.ts'
import { ContentRefused } from './content-refused.ts'

type Scope = 'org' | 'user'

/** What the commands ask a server. Everything that can go wrong is a CommandError that says what to do. */
export interface Api {
  /** Throws {@link ContentRefused} when the request as a whole is refused for what it carries. */
  importBatch(scope: Scope, items: ImportItem[]): Promise<ImportResult[]>
  search(words: string, limit: number): Promise<SkillListItem[]>
  /** The skill of that slug or id; one's own where the organisation has one of that slug too. */
  find(slugOrId: string, scope: Scope | undefined): Promise<SkillSummary | undefined>
  /** Of every skill one can see, those in the archive left out. */
  skillIds(): Promise<string[]>
  runEvals(id: string, request: SkillEvalRequest): Promise<SkillEvalBody>
  exportPackage(id: string, format: 'zip' | undefined): Promise<ExportedPackage>
  integrations(): Promise<IntegrationList>
  /** An outcome a skill. */
  setUpIntegration(domain: string, scope: Scope): Promise<IntegrationOutcome[]>
  removeIntegration(domain: string, scope: Scope): Promise<IntegrationOutcome[]>
}

export interface Server {
  readonly client: RepertoireClient
  /** Waits for an answer; what goes wrong becomes a CommandError. */
  ask<Answer>(call: Promise<Answer>): Promise<Answer>
}

/** Finds the server and the key; nothing is sent yet. */
export function openServer(options: ConnectionOptions, around: Surrounded): Server {
  const { baseUrl, apiKey } = findConnection(options, around)
  return {
    client: new RepertoireClient({ baseUrl, apiKey }),
    async ask(call) {
      try {
        return await call
      } catch (error) {
        throw error instanceof RepertoireError ? explained(error, baseUrl) : error
      }
    },
  }
}

/** The same for the commands about skills. */
export function connect(options: ConnectionOptions, around: Surrounded): Api {
  const { client, ask } = openServer(options, around)
  return {
    async importBatch(scope, items) {
      const call = client.skills.import({ scope, items }).catch((error: unknown) => {
        throw error instanceof RepertoireError && isAboutContent(error)
          ? new ContentRefused(error.code, error.message)
          : error
      })
      return (await ask(call)).results
    },
    async search(words, limit) {
      return (await ask(client.skills.list({ q: words, limit }))).items
    },
    async find(slugOrId, scope) {
      return ask(findSkill(client, slugOrId, scope))
    },
    async skillIds() {
      return ask(listIds(client))
    },
    async runEvals(id, request) {
      return ask(client.skills.runEvals(id, request))
    },
    async exportPackage(id, format) {
      return ask(client.skills.exportPackage(id, format))
    },
    async integrations() {
      return ask(client.integrations.list())
    },
    async setUpIntegration(domain, scope) {
      return (await ask(client.integrations.setUp(domain, scope))).outcomes
    },
    async removeIntegration(domain, scope) {
      return (await ask(client.integrations.remove(domain, scope))).outcomes
    },
  }
}

async function listIds(client: RepertoireClient): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await client.skills.list({ archived: false, limit: 200, cursor })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor
  }
  return ids
}

async function findSkill(
  client: RepertoireClient,
  slugOrId: string,
  scope: Scope | undefined,
): Promise<SkillSummary | undefined> {
  const isWanted = ({ id, slug }: SkillSummary) => id === slugOrId || slug === slugOrId
  const searched = await client.skills.list({ q: slugOrId, scope, limit: 200 })
  const found = searched.items.filter(isWanted)
  // What the search does not rank, an id among it, is on some page of the list.
  let cursor: string | null | undefined
  while (found.length === 0 && cursor !== null) {
    const page = await client.skills.list({ scope, limit: 200, cursor })
    found.push(...page.items.filter(isWanted))
    cursor = page.next_cursor
  }
  return found.find((skill) => skill.scope === 'user') ?? found[0]
}

function isAboutContent({ status }: RepertoireError): boolean {
  return status === 400 || status === 413 || status === 422
}

function explained(error: RepertoireError, baseUrl: string): CommandError {
  if (error.status === 0) return noAnswer(baseUrl, reasonOf(error.cause))
  if (error.status === 401) {
    const hint = 'Give one with REPERTOIRE_API_KEY or --key; the console makes them under Settings.'
    return new CommandError(`${baseUrl} does not accept this API key: ${error.message}`, hint)
  }
  return new CommandError(`${baseUrl} answered: ${error.message} [${error.code}]`, error.hint)
}

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  if (!(inner instanceof Error)) return 'no answer'
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message
}
