import {
  RepertoireError,
  type TriggerBody,
  type TriggerCreate,
  type TriggerCreated,
  type TriggerDelivered,
  type TriggerFiringBody,
  type TriggerListItem,
  type TriggerTimes,
  type TriggerUpdate,
  type SignedDelivery,
  signDelivery,
  type UnsignedDelivery,
} from '@repertoire/client'
import { openServer, type Server } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import type { Surroundings } from '../surroundings.ts'
import { plainText } from '../terminal/plain-text.ts'

export interface TriggerFilter {
  readonly everybody: boolean
  /** An id or a name. */
  readonly owner?: string | undefined
  readonly enabled?: boolean | undefined
}

/** What `repertoire signals` asks a server. */
export interface TriggersApi {
  list(filter: TriggerFilter): Promise<TriggerListItem[]>
  /** By id; by name among one's own. */
  find(nameOrId: string): Promise<TriggerBody>
  /** Names of members by id; none for whom the key may not list them. */
  memberNames(): Promise<ReadonlyMap<string, string>>
  agentId(nameOrId: string): Promise<string>
  times(schedule: { readonly cron: string; readonly time_zone: string }): Promise<TriggerTimes>
  create(trigger: TriggerCreate): Promise<TriggerCreated>
  update(trigger: TriggerBody, change: TriggerUpdate): Promise<TriggerBody>
  /** Switches it off, whoever's it is. */
  stop(id: string): Promise<void>
  remove(id: string): Promise<void>
  renewSecret(id: string): Promise<string>
  firings(id: string, most: number): Promise<TriggerFiringBody[]>
  run(id: string): Promise<TriggerFiringBody>
  deliver(delivery: UnsignedDelivery): Promise<TriggerDelivered>
}

const pageSize = 100

export function connectTriggers(options: ConnectionOptions, around: Surroundings): TriggersApi {
  const server = openServer(options, around)
  const { ask, client } = server
  const { triggers } = client
  return {
    async list({ everybody, owner, enabled }) {
      const whose = owner === undefined ? {} : { owner: await ownerId(server, owner) }
      return ask(everyPage((page) => triggers.list({ ...page, ...whose, everybody, enabled })))
    },
    find: (nameOrId) => findTrigger(server, nameOrId),
    async memberNames() {
      const members = await ask(client.members.list().catch(nullIf(403)))
      return new Map(members?.items.map(({ id, name }) => [id, name]))
    },
    async agentId(nameOrId) {
      const agents = await ask(everyPage((page) => client.agents.list(page)))
      const found = agents.filter(({ id, name }) => id === nameOrId || name === nameOrId)
      return theOne(found, `agent ${quoted(nameOrId)}`).id
    },
    times: ({ cron, time_zone }) => ask(triggers.times({ cron, time_zone })),
    create: (trigger) => ask(triggers.create(trigger)),
    update: ({ id, etag }, change) => ask(triggers.update(id, change, etag)),
    stop: (id) => ask(triggers.stop(id)),
    remove: (id) => ask(triggers.remove(id)),
    async renewSecret(id) {
      return (await ask(triggers.renewSecret(id))).secret
    },
    async firings(id, most) {
      const page = await ask(triggers.firings(id, { limit: most }))
      return page.items
    },
    run: (id) => ask(orRefused(triggers.run(id))),
    async deliver(delivery) {
      return ask(orRefused(triggers.deliver(await signed(delivery))))
    },
  }
}

async function findTrigger({ client, ask }: Server, nameOrId: string): Promise<TriggerBody> {
  const { triggers } = client
  const own = await ask(everyPage((page) => triggers.list(page)))
  const found = own.filter(({ id, name }) => id === nameOrId || name === nameOrId)
  if (found.length > 0) return theOne(found, `signal ${quoted(nameOrId)} of yours`)
  // Somebody else's, which owners and admins see.
  const others = await ask(triggers.get(nameOrId).catch(nullIf(404)))
  if (others) return others
  throw new CommandError(`There is no signal ${quoted(nameOrId)}.`, undefined, exitCodes.negative)
}

async function ownerId({ client, ask }: Server, nameOrId: string): Promise<string> {
  const { items } = await ask(client.members.list())
  const found = items.filter(({ id, name }) => id === nameOrId || name === nameOrId)
  // Signals outlive their person, whom the list of members no longer has.
  if (found.length === 0 && nameOrId.startsWith('usr_')) return nameOrId
  return theOne(found, `member ${quoted(nameOrId)}`).id
}

function theOne<Item extends { readonly id: string }>(found: readonly Item[], what: string): Item {
  const [first, ...others] = found
  if (!first) throw new CommandError(`There is no ${what}.`)
  if (others.length === 0) return first
  const ids = found.map(({ id }) => plainText(id)).join(', ')
  throw new CommandError(`There is more than one ${what}.`, `Say which one by its id: ${ids}`)
}

async function everyPage<Item>(
  ask: (page: {
    readonly limit: number
    readonly cursor?: string
  }) => Promise<{ readonly items: Item[]; readonly next_cursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await ask({ limit: pageSize, ...(cursor && { cursor }) })
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}

/** That a turn cannot be started now is an answer; that the key is not known is none. */
async function orRefused<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof RepertoireError) || !isAnswer(error)) throw error
    const said = `No turn was started: ${error.message} [${error.code}]`
    throw new CommandError(said, error.hint, exitCodes.negative)
  }
}

function isAnswer({ status, code }: RepertoireError): boolean {
  return status === 409 || status === 413 || status === 429 || code === 'signal.bad-signature'
}

function nullIf(status: number): (error: unknown) => null {
  return (error) => {
    if (error instanceof RepertoireError && error.status === status) return null
    throw error
  }
}

async function signed(delivery: UnsignedDelivery): Promise<SignedDelivery> {
  try {
    return await signDelivery(delivery)
  } catch (error) {
    throw error instanceof TypeError ? new CommandError(error.message) : error
  }
}

function quoted(text: string): string {
  return JSON.stringify(plainText(text))
}
