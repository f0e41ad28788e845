import type { TenantId, Timestamp } from '../base/ids.ts'
import type { ApiKey, KeyLink } from '../domain/api-key.ts'
import { isDigestDue } from '../domain/inbox-notification.ts'
import type { Member } from '../domain/member.ts'
import type { Directory } from '../ports/directory.ts'
import { keyUsePrecision } from '../ports/directory.ts'
import { memberNotFound } from '../ports/store-problems.ts'
import { findInMemoryAppToken } from './in-memory-connected-apps.ts'
import { canClaim } from './in-memory-conversations.ts'
import { createInMemoryDeviceLogins } from './in-memory-device-logins.ts'
import { createInMemoryOrganisations } from './in-memory-organisations.ts'
import { dueAt, isSyncDue } from './in-memory-sources.ts'
import type { InMemoryTenant, Notify } from './in-memory-state.ts'

/** `tenants` also contains tenants that are not yet created; `open` returns an existing one or adds it. */
export function createInMemoryDirectory(
  tenants: Map<TenantId, InMemoryTenant>,
  { open, notify }: { readonly open: (id: TenantId) => InMemoryTenant; readonly notify: Notify },
): Directory {
  const active = () => [...tenants.values()].filter(({ deletedAt }) => deletedAt === null)
  return {
    deviceLogins: createInMemoryDeviceLogins(),
    ...createInMemoryOrganisations(tenants, open),
    ...credentials({ tenants, active }, notify),
    ...backgroundWork(active),
  }
}

interface Tenants {
  readonly tenants: ReadonlyMap<TenantId, InMemoryTenant>
  /** Without deleted ones. */
  readonly active: () => readonly InMemoryTenant[]
}

function credentials(
  { tenants, active }: Tenants,
  notify: Notify,
): Omit<
  Directory,
  | 'deviceLogins'
  | keyof ReturnType<typeof createInMemoryOrganisations>
  | keyof ReturnType<typeof backgroundWork>
> {
  return {
    findKey: async (hash, now) => {
      for (const tenant of active()) {
        const key = tenant.keys.get(hash)
        const member = key && tenant.members.get(key.userId)
        const ancestors = key && ancestorsOf(tenant, key)
        if (!member || !ancestors || (key.expiresAt !== null && key.expiresAt <= now)) continue
        const fresh = key.lastUsedAt !== null && now - key.lastUsedAt < keyUsePrecision
        const used = fresh ? key : { ...key, lastUsedAt: now }
        tenant.keys.set(hash, used)
        return { tenantId: tenant.id, member, key: used, ancestors }
      }
      return null
    },
    ownerOfPublicKey: async (publicId) => {
      for (const { id: tenantId, keys } of active()) {
        const key = [...keys.values()].find((one) => one.publicId === publicId)
        if (key && publicId !== '') return { tenantId, keyId: key.id }
      }
      return null
    },
    findPasskey: async (credentialId) => {
      for (const tenant of active()) {
        const found = [...tenant.passkeys.values()].find((one) => one.credentialId === credentialId)
        const member = found && tenant.members.get(found.userId)
        if (!member) continue
        const { challengedAt: _, ...passkey } = found
        return { tenantId: tenant.id, member, passkey }
      }
      return null
    },
    findAppToken: async (hash) => {
      for (const tenant of active()) {
        const found = findInMemoryAppToken(tenant, hash)
        if (found) return found
      }
      return null
    },
    findCollection: async (tokenHash) => {
      for (const { id: tenantId, collections } of active()) {
        for (const { collection, tokenHash: own } of collections.values()) {
          if (own === tokenHash) return { tenantId, collection }
        }
      }
      return null
    },
    createSession: async (tenantId, session) => {
      const tenant = tenants.get(tenantId)
      const member = tenant?.members.get(session.userId)
      if (!tenant || !member) throw memberNotFound(session.userId)
      join(tenant, member, session.createdAt)
      tenant.sessions.set(session.tokenHash, { ...session, lastUsedAt: null })
    },
    findSession: async (tokenHash, now) => {
      for (const tenant of active()) {
        const session = tenant.sessions.get(tokenHash)
        const member = session && tenant.members.get(session.userId)
        if (!member || session.expiresAt <= now) continue
        const fresh = session.lastUsedAt !== null && now - session.lastUsedAt < keyUsePrecision
        const used = fresh ? session : { ...session, lastUsedAt: now }
        tenant.sessions.set(tokenHash, used)
        return { tenantId: tenant.id, member, session: used }
      }
      return null
    },
    removeSession: async (tokenHash) => {
      for (const tenant of tenants.values()) {
        if (tenant.sessions.delete(tokenHash)) notify({ kind: 'credentials', tenantId: tenant.id })
      }
    },
    redeemInvitation: async (tokenHash, now) => {
      for (const tenant of active()) {
        const invitation = [...tenant.invitations.values()].find(
          (one) => one.tokenHash === tokenHash,
        )
        const member = invitation && tenant.members.get(invitation.userId)
        if (!member) continue
        tenant.invitations.delete(member.id)
        if (invitation.expiresAt <= now || member.joinedAt !== null) return null
        return { tenantId: tenant.id, member: join(tenant, member, now) }
      }
      return null
    },
  }
}

function backgroundWork(
  active: Tenants['active'],
): Pick<
  Directory,
  | 'auditHeads'
  | 'claimableRuns'
  | 'dueInboxNotifications'
  | 'dueSources'
  | 'dueTriggers'
  | 'endSyncLeases'
  | 'openWork'
  | 'plannedTriggers'
  | 'tenantOfTrigger'
  | 'overdueApprovals'
  | 'runningExecutions'
> {
  return {
    auditHeads: async () =>
      active().map(({ id: tenantId, audit, auditChain }) => ({
        tenantId,
        seq: auditChain.head.seq + audit.length,
      })),
    claimableRuns: async (now) =>
      active().flatMap((tenant) =>
        [...tenant.runs.values()]
          .filter((entry) => canClaim(tenant, entry, now))
          .map(({ run }) => ({
            tenantId: tenant.id,
            conversationId: run.conversationId,
            runId: run.id,
            userId: run.userId,
            role: run.role,
          })),
      ),
    openWork: async (now) => {
      const runs = active().flatMap((tenant) => [...tenant.runs.values()])
      const approvals = active().flatMap((tenant) => [...tenant.approvals.values()])
      const runsIn = (status: string) => runs.filter(({ run }) => run.status === status).length
      const claimable = active().flatMap((tenant) =>
        [...tenant.runs.values()].filter((entry) => canClaim(tenant, entry, now)),
      )
      return {
        ...{ runningRuns: runsIn('running'), waitingRuns: runsIn('waiting') },
        claimableRuns: claimable.length,
        pendingApprovals: approvals.filter(({ status }) => status === 'pending').length,
      }
    },
    dueTriggers: async (now, limit) =>
      active()
        .flatMap((tenant) =>
          [...tenant.triggers.values()].map(({ source }) => ({ tenant, source })),
        )
        .filter(({ source }) => source.enabled && source.nextAt !== null && source.nextAt <= now)
        .sort((a, b) => (a.source.nextAt ?? 0) - (b.source.nextAt ?? 0))
        .slice(0, limit)
        .map(({ tenant, source }) => ({ tenantId: tenant.id, id: source.id })),
    plannedTriggers: async () =>
      active().flatMap(({ triggers }) =>
        [...triggers.values()].flatMap(({ source: { id, version, enabled, nextAt } }) =>
          enabled && nextAt !== null ? [{ id, version, nextAt }] : [],
        ),
      ),
    dueSources: async (now, limit) =>
      active()
        .flatMap((tenant) => [...tenant.sources.values()].map((entry) => ({ tenant, entry })))
        .filter(({ entry }) => isSyncDue(entry, now))
        .sort((a, b) => dueAt(a.entry) - dueAt(b.entry))
        .slice(0, limit)
        .map(({ tenant, entry }) => ({ tenantId: tenant.id, id: entry.source.id })),
    endSyncLeases: async (now) => {
      for (const entry of active().flatMap(({ sources }) => [...sources.values()])) {
        if (entry.lease) entry.lease = { ...entry.lease, until: now }
      }
    },
    dueInboxNotifications: async (now, limit) =>
      active()
        .flatMap(({ id, inboxNotification: due }) => (due ? [{ id, due }] : []))
        .filter(({ due }) => isDigestDue(due, now))
        .sort((a, b) => a.due.nextAt - b.due.nextAt)
        .slice(0, limit)
        .map(({ id }) => id),
    tenantOfTrigger: async (id) => active().find(({ triggers }) => triggers.has(id))?.id ?? null,
    overdueApprovals: async (now) =>
      active().flatMap((tenant) =>
        [...tenant.approvals.values()]
          .filter((approval) => approval.status === 'pending' && approval.expiresAt <= now)
          .map((approval) => ({ tenantId: tenant.id, approvalId: approval.id })),
      ),
    runningExecutions: async () =>
      active().flatMap((tenant) =>
        [...tenant.executions.values()]
          .filter(({ execution }) => execution.finishedAt === null)
          .map(({ execution, heartbeatCount }) => ({
            tenantId: tenant.id,
            id: execution.id,
            heartbeatCount,
          })),
      ),
  }
}

function join(tenant: InMemoryTenant, member: Member, now: Timestamp): Member {
  const joined = { ...member, joinedAt: member.joinedAt ?? now }
  tenant.members.set(member.id, joined)
  return joined
}

/** Null when one of them is gone. */
function ancestorsOf(tenant: InMemoryTenant, key: ApiKey): readonly KeyLink[] | null {
  const parent = [...tenant.keys.values()].find(({ id }) => id === key.parentId)
  if (key.parentId !== null && !parent) return null
  const minter = parent?.userId ?? key.createdBy
  if (minter === null || (!parent && minter === key.userId)) return []
  const member = tenant.members.get(minter)
  const above = parent ? ancestorsOf(tenant, parent) : []
  return member && above ? [{ member, key: parent ?? null }, ...above] : null
}
