import {
  RepertoireError,
  type SignedDelivery,
  signDelivery,
  type TriggerBody,
  type TriggerCreate,
  type TriggerCreated,
  type TriggerDelivered,
  type TriggerFiringBody,
  type TriggerListItem,
  type TriggerTimes,
  type TriggerUpdate,
  type UnsignedDelivery,
} from '@repertoire/client'
import { CommandError } from '../command/exit-codes.ts'
import { notFound } from '../command/not-found.ts'
import { allItems } from '../connection/all-items.ts'
import type { Server } from '../connection/api.ts'
import { orNegativeResult } from '../connection/negative-result.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

export interface TriggerFilter {
  readonly everybody: boolean
  /** An id or a name. */
  readonly owner?: string | undefined
  readonly enabled?: boolean | undefined
}

/** The server calls of `repertoire triggers`. */
export interface TriggersApi {
  list(filter: TriggerFilter): Promise<TriggerListItem[]>
  /** By id, or by name among one's own. */
  find(nameOrId: string): Promise<TriggerBody>
  /** Names of members by id; empty when the key may not list them. */
  memberNames(): Promise<ReadonlyMap<string, string>>
  agentId(nameOrId: string): Promise<string>
  times(schedule: { readonly cron: string; readonly time_zone: string }): Promise<TriggerTimes>
  create(trigger: TriggerCreate): Promise<TriggerCreated>
  update(trigger: TriggerBody, change: TriggerUpdate): Promise<TriggerBody>
  /** Disables a trigger of any owner. */
  stop(id: string): Promise<void>
  remove(id: string): Promise<void>
  renewSecret(id: string): Promise<string>
  firings(id: string, limit: number): Promise<TriggerFiringBody[]>
  run(id: string): Promise<TriggerFiringBody>
  deliver(delivery: UnsignedDelivery): Promise<TriggerDelivered>
}

export function connectTriggers(server: Server): TriggersApi {
  const { send, client } = server
  const { triggers } = client
  return {
    async list({ everybody, owner, enabled }) {
      const ownerFilter = owner === undefined ? {} : { owner: await ownerId(server, owner) }
      return send(
        allItems((page) => triggers.list({ ...page, ...ownerFilter, everybody, enabled })),
      )
    },
    find: (nameOrId) => findTrigger(server, nameOrId),
    async memberNames() {
      const members = await send(client.members.list().catch(nullOnStatus(403)))
      return new Map(members?.items.map(({ id, name }) => [id, name]))
    },
    async agentId(nameOrId) {
      const agents = await send(allItems((page) => client.agents.list(page)))
      const found = agents.filter(({ id, name }) => id === nameOrId || name === nameOrId)
      return exactlyOne(found, `agent ${quoted(nameOrId)}`).id
    },
    times: ({ cron, time_zone }) => send(triggers.times({ cron, time_zone })),
    create: (trigger) => send(triggers.create(trigger)),
    update: ({ id, etag }, change) => send(triggers.update(id, change, etag)),
    stop: (id) => send(triggers.stop(id)),
    remove: (id) => send(triggers.remove(id)),
    async renewSecret(id) {
      return (await send(triggers.renewSecret(id))).secret
    },
    async firings(id, limit) {
      const page = await send(triggers.firings(id, { limit: limit }))
      return page.items
    },
    run: (id) => send(explainRefusal(triggers.run(id))),
    async deliver(delivery) {
      return send(explainRefusal(triggers.deliver(await signOrThrow(delivery))))
    },
  }
}

async function findTrigger({ client, send }: Server, nameOrId: string): Promise<TriggerBody> {
  const { triggers } = client
  const own = await send(allItems((page) => triggers.list(page)))
  const found = own.filter(({ id, name }) => id === nameOrId || name === nameOrId)
  if (found.length > 0) return exactlyOne(found, `trigger ${quoted(nameOrId)} of yours`)
  // Another person's trigger, visible to owners and admins.
  const others = await send(triggers.get(nameOrId).catch(nullOnStatus(404)))
  if (others) return others
  throw notFound('trigger', nameOrId, 'See `repertoire triggers`.')
}

async function ownerId({ client, send }: Server, nameOrId: string): Promise<string> {
  const { items } = await send(client.members.list())
  const found = items.filter(({ id, name }) => id === nameOrId || name === nameOrId)
  // Triggers outlive their person, who is no longer in the list of members.
  if (found.length === 0 && /^(?:usr|svc)_/.test(nameOrId)) return nameOrId
  if (found.length === 0) throw notFound('member', nameOrId)
  return exactlyOne(found, `member ${quoted(nameOrId)}`).id
}

function exactlyOne<Item extends { readonly id: string }>(
  found: readonly Item[],
  what: string,
): Item {
  const [first, ...others] = found
  if (!first) throw new CommandError(`There is no ${what}.`)
  if (others.length === 0) return first
  const ids = found.map(({ id }) => sanitizeText(id)).join(', ')
  throw new CommandError(`There is more than one ${what}.`, `Use the id: ${ids}`)
}

/** A turn that cannot be started now is a negative result; an unknown key is an error. */
function explainRefusal<Answer>(call: Promise<Answer>): Promise<Answer> {
  return orNegativeResult(call, isRefusal, 'No turn was started: ')
}

function isRefusal({ status, code }: RepertoireError): boolean {
  return status === 409 || status === 413 || status === 429 || code === 'signal.bad-signature'
}

function nullOnStatus(status: number): (error: unknown) => null {
  return (error) => {
    if (error instanceof RepertoireError && error.status === status) return null
    throw error
  }
}

async function signOrThrow(delivery: UnsignedDelivery): Promise<SignedDelivery> {
  try {
    return await signDelivery(delivery)
  } catch (error) {
    throw error instanceof TypeError ? new CommandError(error.message) : error
  }
}

function quoted(text: string): string {
  return JSON.stringify(sanitizeText(text))
}
