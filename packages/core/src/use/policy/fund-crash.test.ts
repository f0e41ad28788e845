import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ToolGrantId, TraceId } from '../../base/ids.ts'
import { builtInIdentity } from '../../domain/resolved-call.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import { consentViolations } from '../../testing/consent-oracle.ts'
import { type CrashPoint, workThroughCrashes } from '../../testing/crash-injection.ts'
import { type BudgetFixture, createBudgetFixture } from '../../testing/finance-pack/fixture.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const pay = (amount: number) => ({
  name: 'transfer_funds',
  input: { to: 'landlord', amount },
})
const alert = { name: 'set_alert', input: { level: 1 } }
const signal: TriggerContext = {
  ...{ source: 'cron', signalId: 'rent', asset: null, severity: 'info' },
  ...{ preloadSkills: [], suggestedStages: [], operatorAuthored: true },
  traceId: '0'.repeat(32) as TraceId,
}

/** A person approves everything, and processes crash at the given points. */
async function withPerson(crashPoints: readonly CrashPoint[]) {
  const fixture = await createBudgetFixture({ sha256, calls: [pay(50), alert, alert, pay(7)] })
  const calls = await workThroughCrashes(
    fixture.harness,
    await fixture.harness.say('Pay.'),
    crashPoints,
  )
  return { fixture, calls }
}

async function withGrant(crashPoints: readonly CrashPoint[]) {
  const fixture = await createBudgetFixture({ sha256, calls: [pay(50), pay(7), pay(8)] })
  const { tenant, principal, clock } = fixture.harness
  await tenant.grants.create({
    ...{ id: 'tgr_1' as ToolGrantId, tool: 'transfer_funds', identity: builtInIdentity },
    constraints: { to: { kind: 'any' }, amount: { kind: 'between', min: 0, max: 100 } },
    ...{ maxUses: 2, uses: 0, expiresAt: clock.now() + 10_000_000, agentId: null },
    ...{ userId: principal.userId, createdBy: principal.userId, createdAt: 0 },
    ...{ revokedAt: null, revokedBy: null },
  })
  const calls = await workThroughCrashes(
    fixture.harness,
    await fixture.harness.say('Rent.', signal),
    crashPoints,
  )
  return { fixture, calls }
}

/** The effects, without interrupted calls, whose effect is unknown. */
async function summarise({ harness, ledger }: BudgetFixture) {
  const log = await harness.log()
  const interrupted = log.filter(
    ({ event }) => event.type === 'tool-completed' && event.outcome.status === 'interrupted',
  ).length
  return { breaches: consentViolations(log, ledger.moves, sha256), interrupted }
}

describe.each(['before', 'after'] as const)('kill -9 %s any one port call', (when) => {
  it('E6: an approved call happens once, or is reported as interrupted', async () => {
    const { calls } = await withPerson([])
    for (let at = 1; at <= calls; at += 1) {
      const { fixture } = await withPerson([{ at, when }])
      const { breaches, interrupted } = await summarise(fixture)
      expect(breaches).toEqual([])
      expect(fixture.ledger.moves.length).toBeLessThanOrEqual(4)
      expect(fixture.ledger.moves.length + interrupted).toBeGreaterThanOrEqual(4)
      const asked = await fixture.harness.all('approval-required')
      expect(asked.map(({ subject }) => 'tool' in subject && subject.tool)).toEqual([
        'transfer_funds',
        'set_alert',
        'transfer_funds',
      ])
    }
  }, 120_000)

  it('E6, E8: a grant is used once for each call it permits', async () => {
    const { calls } = await withGrant([])
    for (let at = 1; at <= calls; at += 1) {
      const { fixture } = await withGrant([{ at, when }])
      const { breaches, interrupted } = await summarise(fixture)
      expect(breaches).toEqual([])
      const used = await fixture.harness.all('grant-used')
      expect(used).toHaveLength(2)
      expect(await fixture.harness.tenant.grants.get('tgr_1' as ToolGrantId)).toMatchObject({
        uses: 2,
      })
      expect(fixture.ledger.moves.length + interrupted).toBeGreaterThanOrEqual(2)
      expect(fixture.ledger.moves.length).toBeLessThanOrEqual(2)
    }
  }, 120_000)
})
