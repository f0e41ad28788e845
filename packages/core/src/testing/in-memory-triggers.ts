import type { TriggerId } from '../base/ids.ts'
import { type FiringRecord, firingCursorKey, firingRetentionMs, hourMs } from '../domain/trigger.ts'
import {
  firedAlready,
  triggerExists,
  triggerNotFound,
  triggerStale,
  triggerStaleState,
  triggerTooOften,
} from '../ports/trigger-problems.ts'
import type { TriggerStore } from '../ports/triggers.ts'
import { pageLatest } from './in-memory-pages.ts'
import type { InMemoryTenant, Notify } from './in-memory-state.ts'

export function createInMemoryTriggers(tenant: InMemoryTenant, notify: Notify): TriggerStore {
  const { triggers } = tenant
  const changed = () => notify({ kind: 'triggers', tenantId: tenant.id })
  const find = (id: TriggerId) => {
    const entry = triggers.get(id)
    if (!entry) throw triggerNotFound(id)
    return entry
  }
  return {
    create: async (source, encrypted) => {
      if (triggers.has(source.id)) throw triggerExists(source.id)
      triggers.set(source.id, { source, encrypted, firings: [] })
      changed()
    },
    get: async (id) => triggers.get(id)?.source ?? null,
    list: async ({ userId, enabled }, page) => {
      const all = [...triggers.values()].map(({ source }) => source)
      const wanted = all.filter(
        (source) =>
          (userId === undefined || source.userId === userId) &&
          (enabled === undefined || source.enabled === enabled),
      )
      return pageLatest(wanted, page, ({ createdAt, id }) => [createdAt, id])
    },
    update: async (source, encrypted) => {
      const entry = find(source.id)
      if (entry.source.version !== source.version - 1) throw triggerStale(source.id)
      const { lastFiredAt } = entry.source
      entry.source = { ...source, lastFiredAt }
      if (encrypted !== undefined) entry.encrypted = encrypted
      changed()
    },
    remove: async (id) => {
      triggers.delete(find(id).source.id)
      changed()
    },
    stop: async (id, note, auditEntry) => {
      const entry = triggers.get(id)
      if (!entry?.source.enabled) return
      tenant.audit.push(auditEntry)
      const { at: now } = auditEntry
      const { version } = entry.source
      const stopped = { enabled: false, note, nextAt: null, updatedAt: now, version: version + 1 }
      entry.source = { ...entry.source, ...stopped }
      changed()
    },
    encrypted: async (id) => triggers.get(id)?.encrypted ?? null,
    record: async (record) => {
      checkFiring(tenant, record)
      recordFiring(tenant, record)
    },
    advance: async (id, { due, nextAt }) => {
      const entry = triggers.get(id)
      if (entry?.source.nextAt === due) entry.source = { ...entry.source, nextAt }
    },
    firing: async (id, key) => triggers.get(id)?.firings.find((one) => one.key === key) ?? null,
    firings: async (id, page) => pageLatest(triggers.get(id)?.firings ?? [], page, firingCursorKey),
  }
}

/** Throws ProblemError `signal.moved-on`, `signal.too-often` or `signal.fired-already`. */
export function checkFiring(
  { triggers }: InMemoryTenant,
  { firing, planned, maxTurnsPerHour }: FiringRecord,
): void {
  const { signalId: id, key, firedAt } = firing
  const entry = triggers.get(id)
  const due = planned && entry?.source.nextAt !== planned.due
  if (!entry?.source.enabled || due) throw triggerStaleState(id)
  if (entry.firings.some((one) => one.key === key)) throw firedAlready(id, key)
  if (maxTurnsPerHour === undefined) return
  const lately = entry.firings.filter(
    (one) => one.outcome === 'started' && one.firedAt > firedAt - hourMs,
  )
  if (lately.length >= maxTurnsPerHour) throw triggerTooOften(id, maxTurnsPerHour)
}

export function recordFiring(
  { triggers, audit }: InMemoryTenant,
  { firing, auditEntry, planned }: FiringRecord,
): void {
  const entry = triggers.get(firing.signalId)
  if (!entry) return
  if (auditEntry) audit.push(auditEntry)
  const { firedAt, outcome } = firing
  const oldest = firedAt - firingRetentionMs
  entry.firings = [...entry.firings.filter((one) => one.firedAt >= oldest), firing]
  entry.source = {
    ...entry.source,
    ...(planned && { nextAt: planned.nextAt }),
    ...(outcome === 'started' && { lastFiredAt: firedAt }),
  }
}
