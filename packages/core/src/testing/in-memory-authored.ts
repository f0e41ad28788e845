import type { AuthoredToolId, UserId } from '../base/ids.ts'
import {
  type AuthoredHead,
  type AuthoredIdentity,
  type AuthoredKind,
  type AuthoredTool,
  type AuthoredVersion,
  authoredLimits,
} from '../domain/authored-tool.ts'
import type { AuthoredStore } from '../ports/authored.ts'
import {
  authoredNameTaken,
  authoredNotFound,
  authoredStale,
  authoredTooMany,
} from '../ports/store-problems.ts'
import { pageByText } from './in-memory-pages.ts'
import { compareText, type InMemoryAuthored, type InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryAuthored({ authored }: InMemoryTenant): AuthoredStore {
  const living = (owner: UserId, kind: AuthoredKind) =>
    [...authored.values()].filter(
      ({ identity }) =>
        identity.owner === owner && identity.kind === kind && identity.deletedAt === null,
    )
  const named = (owner: UserId, kind: AuthoredKind, name: string) =>
    living(owner, kind).find(({ identity }) => identity.name === name)
  const inUse = (id: AuthoredToolId): InMemoryAuthored => {
    const found = authored.get(id)
    if (!found || found.identity.deletedAt !== null) throw authoredNotFound(id)
    return found
  }
  const checkRoom = ({ owner, kind, name }: AuthoredIdentity) => {
    if (named(owner, kind, name)) throw authoredNameTaken({ kind, name })
    if (living(owner, kind).length >= authoredLimits.perPerson) throw authoredTooMany(kind)
  }
  const dated = (found: InMemoryAuthored, change: Partial<AuthoredIdentity>) => {
    found.identity = { ...found.identity, ...change }
    return whole(found)
  }
  return {
    findChange: async (changeKey) => {
      for (const { identity, versions, deletedKey } of authored.values()) {
        const { id } = identity
        const made = versions.find((one) => one.changeKey === changeKey)
        if (made) return { id, number: made.version.number }
        if (deletedKey === changeKey) return { id, number: versions.length }
      }
      return null
    },
    create: async ({ tool, changeKey }) => {
      const { head, ...identity } = tool
      checkRoom(identity)
      const versions = [{ version: head, changeKey }]
      authored.set(tool.id, { identity, versions, deletedKey: null, grants: [] })
    },
    get: async (id) => {
      const found = authored.get(id)
      return found ? whole(found) : null
    },
    findByName: async (owner, kind, name) => {
      const found = named(owner, kind, name)
      return found ? whole(found) : null
    },
    list: async ({ owner, kind, deletedSince }, page) => {
      const wanted = [...authored.values()].filter(
        ({ identity }) =>
          (owner === undefined || identity.owner === owner) &&
          (kind === undefined || identity.kind === kind) &&
          (deletedSince === undefined
            ? identity.deletedAt === null
            : identity.deletedAt !== null && identity.deletedAt >= deletedSince),
      )
      return pageByText(wanted.map(headOf), page, ({ name, id }) => [name, id])
    },
    revise: async (id, { version, changeKey }) => {
      const found = inUse(id)
      if (version.number !== found.versions.length + 1) {
        throw authoredStale(found.identity, found.versions.length)
      }
      found.versions.push({ version, changeKey })
      return dated(found, { updatedAt: version.createdAt })
    },
    setEnabled: async (id, enabled, now) => dated(inUse(id), { enabled, updatedAt: now }),
    remove: async (id, { now, changeKey, purgeBefore }) => {
      for (const { identity } of [...authored.values()]) {
        if (identity.deletedAt !== null && identity.deletedAt < purgeBefore) {
          authored.delete(identity.id)
        }
      }
      const found = authored.get(id)
      if (!found) throw authoredNotFound(id)
      if (found.identity.deletedAt !== null) return
      found.deletedKey = changeKey
      dated(found, { deletedAt: now })
    },
    restore: async (id, now) => {
      const found = authored.get(id)
      if (!found) throw authoredNotFound(id)
      if (found.identity.deletedAt === null) return whole(found)
      checkRoom(found.identity)
      found.deletedKey = null
      return dated(found, { deletedAt: null, updatedAt: now })
    },
    versions: async (id) =>
      (authored.get(id)?.versions ?? []).map(({ version }) => withoutCode(version)).reverse(),
    version: async (id, number) => authored.get(id)?.versions[number - 1]?.version ?? null,
    grant: async (grant) => {
      const found = authored.get(grant.toolId)
      if (!found) throw authoredNotFound(grant.toolId)
      if (found.grants.some(({ digest }) => digest === grant.digest)) return
      found.grants.push(grant)
    },
    grants: async (owner) =>
      [...authored.values()]
        .filter(({ identity }) => identity.owner === owner)
        .flatMap(({ grants }) => grants)
        .sort((a, b) => a.grantedAt - b.grantedAt || compareText(a.digest, b.digest)),
  }
}

function headOf(found: InMemoryAuthored): AuthoredHead {
  const { head, ...identity } = whole(found)
  return { ...identity, head: withoutCode(head) }
}

function whole({ identity, versions }: InMemoryAuthored): AuthoredTool {
  const last = versions.at(-1)
  if (!last) throw new Error('a tool without a version')
  return { ...identity, head: last.version }
}

function withoutCode({ code: _code, ...version }: AuthoredVersion): Omit<AuthoredVersion, 'code'> {
  return version
}
