import type { TriggerId } from '@repertoire/core/base'
import type { AuditEntry, FiringRecord, Trigger, TriggerFiring } from '@repertoire/core/domain'
import { ann, type StoreFixture } from './store-fixture.ts'

/** A schedule of Ann's. */
export function schedule(fixture: StoreFixture, change: Partial<Trigger> = {}): Trigger {
  return {
    id: fixture.id('sig') as TriggerId,
    name: 'Morning look',
    userId: ann,
    agentId: null,
    message: 'Look at what changed.',
    trigger: { kind: 'cron', cron: '* * * * *', timeZone: 'UTC', missed: 'skip' },
    asset: { symbol: 'BTC', assetClass: 'crypto_major' },
    severity: 'warn',
    preloadSkills: ['watch'],
    suggestedStages: ['evaluate'],
    scriptsAllowed: false,
    conversation: 'new',
    maxTurnsPerHour: 60,
    enabled: true,
    role: 'member',
    permissions: ['conversations.use'],
    note: null,
    nextAt: 60_000,
    lastFiredAt: null,
    createdAt: 1,
    updatedAt: 1,
    version: 1,
    ...change,
  }
}

export function auditEntryOf(fixture: StoreFixture, target: string, at: number): AuditEntry {
  const id = fixture.id('aud')
  return { id, at, actor: null, action: 'signal-told', target, traceId: null, details: {} }
}

/** One firing of a trigger. */
export function firing(source: Trigger, change: Partial<TriggerFiring>): TriggerFiring {
  return {
    signalId: source.id,
    key: 'key:1',
    plannedAt: null,
    firedAt: 1_000,
    bodyDigest: null,
    traceId: 'a'.repeat(32),
    outcome: 'started',
    problem: null,
    conversationId: null,
    runId: null,
    ...change,
  }
}

/** The record of a firing at a planned time. */
export function planned(
  source: Trigger,
  when: { due: number; nextAt: number | null },
): FiringRecord {
  const { due } = when
  const fired = firing(source, { key: `at:${due}`, plannedAt: due, firedAt: due })
  return { firing: fired, auditEntry: null, planned: when }
}
