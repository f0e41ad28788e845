import type { Timestamp, UserId } from '../base/ids.ts'
import {
  addedBytes,
  checkQuota,
  dayOf,
  limitedScopes,
  type QuotaName,
  type QuotaRequest,
  quotaNames,
} from '../domain/quotas.ts'
import { storedBytes } from '../ingest/review/add-pending-revisions.ts'
import { personOf } from '../keep/skills/skill-quotas.ts'
import type { QuotaStore } from '../ports/quotas.ts'
import type { WorkspaceFile } from '../ports/workspace.ts'
import type { InMemoryRevision, InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryQuotas(tenant: InMemoryTenant): QuotaStore {
  return {
    limits: async () => tenant.quotas,
    usage: async (person, now) =>
      quotaNames.map((quota) => ({
        quota,
        organisation: usageOf(tenant, { quota, person: null, now }),
        person: usageOf(tenant, { quota, person, now }),
      })),
  }
}

/** Throws ProblemError `quota.exceeded`. */
export function enforceQuota(tenant: InMemoryTenant, request: QuotaRequest): void {
  const { quota, now } = request
  for (const scope of limitedScopes(tenant.quotas, request)) {
    const person = scope === 'person' ? request.person : null
    const used = usageOf(tenant, { quota, person, now })
    checkQuota(tenant.quotas, request, { scope, used })
  }
}

export function countRun({ dailyRuns }: InMemoryTenant, person: UserId, now: Timestamp): void {
  const days = dailyRuns.get(person) ?? new Map<number, number>()
  days.set(dayOf(now), (days.get(dayOf(now)) ?? 0) + 1)
  dailyRuns.set(person, days)
}

export function sizeOf(files: readonly WorkspaceFile[]): number {
  return sum(files.map(({ size }) => size))
}

interface UsageQuery {
  readonly quota: QuotaName
  readonly person: UserId | null
  readonly now: Timestamp
}

function usageOf(tenant: InMemoryTenant, { quota, person, now }: UsageQuery): number {
  const isCounted = (owner: UserId | null | undefined) => person === null || owner === person
  switch (quota) {
    case 'bytes':
      return (
        skillBytes(tenant, isCounted) +
        workspaceBytes(tenant, isCounted) +
        (person === null ? heldBytes(tenant) : 0)
      )
    case 'skills':
      return [...tenant.skills.values()].filter(({ skill }) => isCounted(personOf(skill.scope)))
        .length
    case 'keys':
      return [...tenant.keys.values()].filter(
        ({ userId, expiresAt }) => isCounted(userId) && (expiresAt === null || expiresAt > now),
      ).length
    case 'conversations':
      return [...tenant.conversations.values()].filter(({ conversation }) =>
        isCounted(conversation.userId),
      ).length
    case 'runs_per_day':
      return sum(
        [...tenant.dailyRuns]
          .filter(([owner]) => isCounted(owner))
          .map(([, days]) => days.get(dayOf(now)) ?? 0),
      )
  }
}

type IsCounted = (owner: UserId | null | undefined) => boolean

function skillBytes({ skills, tombstones }: InMemoryTenant, isCounted: IsCounted): number {
  const kept = [...skills.values(), ...[...tombstones.values()].map(({ entry }) => entry)]
  return sum(
    kept
      .filter(({ skill }) => isCounted(personOf(skill.scope)))
      .map(({ revisions }) => revisionBytes(revisions)),
  )
}

function revisionBytes(revisions: readonly InMemoryRevision[]): number {
  const manifests = revisions.map(({ revision }) => revision.manifest)
  return sum(manifests.map((manifest, at) => addedBytes(manifest, manifests[at - 1] ?? [])))
}

function heldBytes({ heldArrivals }: InMemoryTenant): number {
  const withFiles = [...heldArrivals.values()].filter(({ files }) => files.length > 0)
  return sum(withFiles.map(({ held }) => storedBytes(held)))
}

function workspaceBytes(tenant: InMemoryTenant, isCounted: IsCounted): number {
  // Deleted conversations count until they are removed for good.
  const deleted = [...tenant.deletedConversations.values()]
    .filter(({ entry }) => isCounted(entry.conversation.userId))
    .map(({ workspace }) => workspace)
  const kept = [...tenant.workspaces]
    .filter(([id]) => isCounted(tenant.conversations.get(id)?.conversation.userId))
    .map(([, files]) => files)
  return sum([...kept, ...deleted].map((files) => sizeOf(files)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
