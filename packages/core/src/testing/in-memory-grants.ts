import type { Timestamp, ToolGrantId } from '../base/ids.ts'
import {
  type GrantWithAuthor,
  isAuthorAuthorized,
  isUsable,
  type ToolGrant,
} from '../domain/tool-grant.ts'
import type { LogBatch } from '../ports/conversations.ts'
import type { GrantStore } from '../ports/grants.ts'
import { grantNotUsable, memberNotFound } from '../ports/store-problems.ts'
import { pageLatest } from './in-memory-pages.ts'
import { compareText, type InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryGrants({ grants, members }: InMemoryTenant): GrantStore {
  /** Grants are deleted with their person. */
  const standing = () =>
    [...grants.values()]
      .filter(({ userId }) => members.has(userId))
      .map((grant) => withMaker(members, grant))
  const find = (id: ToolGrantId) => standing().find((grant) => grant.id === id) ?? null
  return {
    create: async (grant) => {
      if (!members.has(grant.userId)) throw memberNotFound(grant.userId)
      grants.set(grant.id, grant)
    },
    get: async (id) => find(id),
    list: async ({ userId }, page) => {
      const wanted = standing().filter((grant) => userId === undefined || grant.userId === userId)
      return pageLatest(wanted, page, ({ createdAt, id }) => [createdAt, id])
    },
    usable: async (userId, tool, now) =>
      standing()
        .filter((one) => one.userId === userId && one.tool === tool && isUsable(one, now))
        .sort((a, b) => a.expiresAt - b.expiresAt || compareText(a.id, b.id)),
    revoke: async (id, { by, now }) => {
      const grant = find(id)
      if (!grant || grant.revokedAt !== null) return grant
      const { makerRole: _, ...kept } = grant
      grants.set(id, { ...kept, revokedAt: now, revokedBy: by })
      return find(id)
    },
  }
}

function withMaker(members: InMemoryTenant['members'], grant: ToolGrant): GrantWithAuthor {
  return { ...grant, makerRole: members.get(grant.createdBy)?.role ?? null }
}

/** Throws ProblemError `grant.not-usable`. */
export function checkGrantUse(
  { grants, members }: InMemoryTenant,
  id: ToolGrantId,
  now: Timestamp,
): void {
  const grant = grants.get(id)
  if (grant && isUsable(grant, now) && isAuthorAuthorized(withMaker(members, grant))) return
  throw grantNotUsable(id)
}

export function useGrant(
  { grants, audit }: InMemoryTenant,
  { id, auditEntry }: NonNullable<LogBatch['grantUse']>,
): void {
  audit.push(auditEntry)
  const grant = grants.get(id)
  if (grant) grants.set(id, { ...grant, uses: grant.uses + 1 })
}
