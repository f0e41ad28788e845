import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ToolGrantId, TraceId } from '../../base/ids.ts'
import { ownIdentity } from '../../domain/exact-call.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import { consentBreaches } from '../../testing/consent-judge.ts'
import { createFundsStage, type FundsStage } from '../../testing/finance-pack/stage.ts'
import { type Death, workThrough } from '../../testing/mortal-process.ts'

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

/** A person says yes to everything, and processes die as told. */
async function withPerson(deaths: readonly Death[]) {
  const stage = await createFundsStage({ sha256, calls: [pay(50), alert, alert, pay(7)] })
  const calls = await workThrough(stage.scene, await stage.scene.say('Pay.'), deaths)
  return { stage, calls }
}

async function withGrant(deaths: readonly Death[]) {
  const stage = await createFundsStage({ sha256, calls: [pay(50), pay(7), pay(8)] })
  const { tenant, principal, clock } = stage.scene
  await tenant.grants.create({
    ...{ id: 'tgr_1' as ToolGrantId, tool: 'transfer_funds', identity: ownIdentity },
    constraints: { to: { kind: 'any' }, amount: { kind: 'between', min: 0, max: 100 } },
    ...{ maxUses: 2, uses: 0, expiresAt: clock.now() + 10_000_000, agentId: null },
    ...{ userId: principal.userId, createdBy: principal.userId, createdAt: 0 },
    ...{ revokedAt: null, revokedBy: null },
  })
  const calls = await workThrough(stage.scene, await stage.scene.say('Rent.', signal), deaths)
  return { stage, calls }
}

/** What happened, without the calls of which nobody can say whether they did. */
async function account({ scene, ledger }: FundsStage) {
  const log = await scene.log()
  const interrupted = log.filter(
    ({ event }) => event.type === 'tool-completed' && event.outcome.status === 'interrupted',
  ).length
  return { breaches: consentBreaches(log, ledger.moves, sha256), interrupted }
}

describe.each(['before', 'after'] as const)('kill -9 %s any one look at the world', (when) => {
  it('E6: what a person said yes to happens once, or is told as not known', async () => {
    const { calls } = await withPerson([])
    for (let at = 1; at <= calls; at += 1) {
      const { stage } = await withPerson([{ at, when }])
      const { breaches, interrupted } = await account(stage)
      expect(breaches).toEqual([])
      expect(stage.ledger.moves.length).toBeLessThanOrEqual(4)
      expect(stage.ledger.moves.length + interrupted).toBeGreaterThanOrEqual(4)
      const asked = await stage.scene.all('approval-required')
      expect(asked.map(({ subject }) => 'tool' in subject && subject.tool)).toEqual([
        'transfer_funds',
        'set_alert',
        'transfer_funds',
      ])
    }
  }, 120_000)

  it('E6, E8: a grant is used once for each call it lets happen', async () => {
    const { calls } = await withGrant([])
    for (let at = 1; at <= calls; at += 1) {
      const { stage } = await withGrant([{ at, when }])
      const { breaches, interrupted } = await account(stage)
      expect(breaches).toEqual([])
      const used = await stage.scene.all('grant-used')
      expect(used).toHaveLength(2)
      expect(await stage.scene.tenant.grants.get('tgr_1' as ToolGrantId)).toMatchObject({ uses: 2 })
      expect(stage.ledger.moves.length + interrupted).toBeGreaterThanOrEqual(2)
      expect(stage.ledger.moves.length).toBeLessThanOrEqual(2)
    }
  }, 120_000)
})
