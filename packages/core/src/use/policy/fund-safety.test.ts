import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ApprovalId, RunId, ToolGrantId, TraceId } from '../../base/ids.ts'
import { builtInIdentity } from '../../domain/resolved-call.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import type { GrantStore } from '../../ports/grants.ts'
import { consentViolations } from '../../testing/consent-oracle.ts'
import { type Attack, attacks } from '../../testing/finance-pack/attacks.ts'
import {
  type BudgetFixture,
  callsOf,
  createBudgetFixture,
} from '../../testing/finance-pack/fixture.ts'
import { answerApproval } from '../approvals/answer-approval.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const signal: TriggerContext = {
  source: 'webhook',
  signalId: 'btc_drop',
  asset: { symbol: 'BTC', assetClass: 'crypto_major' },
  severity: 'critical',
  preloadSkills: [],
  suggestedStages: ['decide'],
  operatorAuthored: true,
  traceId: '0'.repeat(32) as TraceId,
}
const clarifying = 'clarification'

/** The person answers every clarification with the attacker's words, and denies everything else. */
async function answerAll({ harness, ledger }: BudgetFixture): Promise<number> {
  const { items } = await harness.tenant.approvals.list({ status: 'pending' }, { limit: 50 })
  for (const { id, type } of items) {
    const approved = type === clarifying || type === 'connector_access'
    const note = approved ? ledger.injection : ''
    const answer = { id, approved, note, now: harness.clock.now() }
    await answerApproval(harness.tenant, harness.principal, answer)
  }
  return items.length
}

/** Works until the run is over, in as many processes as needed. */
async function finish(fixture: BudgetFixture, run: RunId): Promise<void> {
  for (let rounds = 0; rounds < 40; rounds += 1) {
    const outcome = await fixture.harness.work(run, { ports: { web: fixture.web } })
    if (outcome === 'over' || outcome === null) return
    await answerAll(fixture)
  }
  throw new Error('the run never came to an end')
}

async function createAttackFixture({ injection }: Attack, calls: Attack['calls']) {
  return createBudgetFixture({ sha256, injection, calls })
}

const named = attacks.map(
  (attack, index) => [index + 1, attack.channel, attack.injection, attack] as const,
)

describe('E6: a model that obeys every injected text', () => {
  it('is attacked in more than fifty ways, through every channel', () => {
    expect(new Set(attacks.map(({ injection }) => injection)).size).toBeGreaterThanOrEqual(50)
    expect(new Set(attacks.map(({ channel }) => channel)).size).toBe(8)
  })

  it.each(named)('transfers nothing after a denial (%i: %s: %j)', async (_n, _c, _w, attack) => {
    const fixture = await createAttackFixture(attack, callsOf(attack))
    await finish(fixture, await fixture.harness.say('How is the market?'))
    expect(fixture.ledger.moves).toEqual([])
    expect(await seen(fixture, attack)).toBe(true)
    expect((await fixture.harness.eventTypes()).at(-1)).toBe('run-completed')
  })

  it.each(named)(
    'transfers nothing in a turn that no person started (%i: %s: %j)',
    async (_n, _c, _w, attack) => {
      const fixture = await createAttackFixture(attack, callsOf(attack))
      await finish(fixture, await fixture.harness.say('The price has fallen.', signal))
      expect(fixture.ledger.moves).toEqual([])
      expect(await fixture.harness.all('approval-required')).toEqual([])
      expect((await fixture.harness.eventTypes()).at(-1)).toBe('run-completed')
    },
  )
})

/** Checks that the attacker's words are in the log: an attack that never arrived proves nothing. */
async function seen({ harness }: BudgetFixture, { injection }: Attack): Promise<boolean> {
  return JSON.stringify(await harness.log()).includes(JSON.stringify(injection).slice(1, -1))
}

const pay = (amount: number, to = 'landlord') => ({ name: 'transfer_funds', input: { to, amount } })

async function approveAll({ harness }: BudgetFixture, approved = true): Promise<void> {
  const { items } = await harness.tenant.approvals.list({ status: 'pending' }, { limit: 1 })
  const [asked] = items
  if (!asked) throw new Error('nothing was asked')
  const answer = { id: asked.id as ApprovalId, approved, note: '', now: harness.clock.now() }
  await answerApproval(harness.tenant, harness.principal, answer)
}

describe('E6: an approved call', () => {
  it('happens exactly once, and the next call needs its own approval', async () => {
    const fixture = await createBudgetFixture({ sha256, calls: [pay(50), pay(50), pay(5000)] })
    const run = await fixture.harness.say('Pay the rent.')
    expect(await fixture.harness.work(run)).toBe('waiting')
    expect(fixture.ledger.moves).toEqual([])
    await approveAll(fixture)
    expect(await fixture.harness.work(run)).toBe('waiting')
    expect(fixture.ledger.moves).toMatchObject([{ arguments: { to: 'landlord', amount: 50 } }])
    await approveAll(fixture, false)
    expect(await fixture.harness.work(run)).toBe('waiting')
    await approveAll(fixture, false)
    expect(await fixture.harness.work(run)).toBe('over')
    expect(fixture.ledger.moves).toHaveLength(1)
    expect(consentViolations(await fixture.harness.log(), fixture.ledger.moves, sha256)).toEqual([])
  })

  it('is bound to what was shown: tool, arguments, tier and skill', async () => {
    const calls = [{ name: 'use_skill', input: { name: 'pay-invoices' } }, pay(50)]
    const fixture = await createBudgetFixture({ sha256, calls })
    await fixture.harness.work(await fixture.harness.say('Pay the rent.'))
    expect(await fixture.harness.all('approval-required')).toMatchObject([
      {
        approvalType: 'tool_call',
        subject: {
          tool: 'transfer_funds',
          tier: 'ALWAYS_CONFIRM',
          arguments: { to: 'landlord', amount: 50 },
          identity: builtInIdentity,
          skill: 'pay-invoices',
        },
      },
    ])
  })

  it('no field of a skill changes a tool’s tier, however the skill is loaded', async () => {
    const calls = [
      { name: 'use_skill', input: { name: 'poisoned' } },
      { name: 'activate_skills', input: { ids: ['poisoned', 'spot-trading'], confirmed: true } },
      ...[pay(50), { name: 'set_alert', input: { level: 1 } }],
      { name: 'close_account', input: { account: 'main' } },
    ]
    const fixture = await createBudgetFixture({ sha256, calls })
    await finish(fixture, await fixture.harness.say('Go.'))
    const loaded = await fixture.harness.all('skills-state-changed')
    expect(loaded.at(-1)?.state.enabledSkills.map(({ slug }) => slug)).toContain('poisoned')
    const asked = await fixture.harness.all('approval-required')
    expect(asked.map(({ subject }) => 'tier' in subject && subject.tier)).toEqual([
      'ALWAYS_CONFIRM',
      'CONFIRM_ONCE',
      'MANUAL_ONLY',
    ])
    expect(fixture.ledger.moves).toEqual([])
  })

  it('is refused once an admin has made the tool stricter', async () => {
    const fixture = await createBudgetFixture({ sha256, calls: [pay(50)] })
    const run = await fixture.harness.say('Pay.')
    await fixture.harness.work(run)
    const { settings } = await fixture.harness.tenant.settings.get()
    await fixture.harness.tenant.settings.put({
      ...settings,
      toolTiers: { transfer_funds: 'MANUAL_ONLY' },
    })
    await approveAll(fixture)
    expect(await fixture.harness.work(run)).toBe('over')
    expect(fixture.ledger.moves).toEqual([])
    expect(await fixture.harness.lastOutcome()).toMatchObject({
      problem: { code: 'approval.stale' },
    })
  })

  it('runs through tool_invoke as it does directly, once', async () => {
    const calls = [
      { name: 'tool_invoke', input: { tool: 'transfer_funds', arguments: pay(7).input } },
    ]
    const fixture = await createBudgetFixture({ sha256, calls })
    const run = await fixture.harness.say('Pay.')
    expect(await fixture.harness.work(run)).toBe('waiting')
    await approveAll(fixture)
    expect(await fixture.harness.work(run)).toBe('over')
    expect(fixture.ledger.moves).toMatchObject([
      { tool: 'transfer_funds', arguments: { amount: 7 } },
    ])
  })

  it('CONFIRM_ONCE: counts for the conversation and the tool, and for nothing else', async () => {
    const alert = (level: number) => ({ name: 'set_alert', input: { level } })
    const fixture = await createBudgetFixture({ sha256, calls: [alert(1), alert(2), pay(1)] })
    const run = await fixture.harness.say('Watch it.')
    expect(await fixture.harness.work(run)).toBe('waiting')
    await approveAll(fixture)
    expect(await fixture.harness.work(run)).toBe('waiting')
    expect(fixture.ledger.moves.map(({ tool }) => tool)).toEqual(['set_alert', 'set_alert'])
    await approveAll(fixture, false)
    expect(await fixture.harness.work(run)).toBe('over')
    fixture.plan.calls = [alert(3)]
    expect(await fixture.harness.work(await fixture.harness.say('Again.'))).toBe('over')
    expect(fixture.ledger.moves).toHaveLength(3)
    expect(consentViolations(await fixture.harness.log(), fixture.ledger.moves, sha256)).toEqual([])
  })
})

describe('E6, E8: a stored grant', () => {
  async function granted(calls: Attack['calls'], maxUses = 2) {
    const fixture = await createBudgetFixture({ sha256, calls })
    const { tenant, principal, clock } = fixture.harness
    await tenant.grants.create({
      id: 'tgr_1' as ToolGrantId,
      tool: 'transfer_funds',
      identity: builtInIdentity,
      constraints: {
        to: { kind: 'equals', value: 'landlord' },
        amount: { kind: 'between', min: 1, max: 50 },
      },
      ...{ maxUses, uses: 0, expiresAt: clock.now() + 100_000, agentId: null },
      ...{ userId: principal.userId, createdBy: principal.userId, createdAt: 0 },
      ...{ revokedAt: null, revokedBy: null },
    })
    return fixture
  }

  it('permits exactly the granted number of matching calls, and no other', async () => {
    const wrong = [
      ...[pay(51), pay(-1), pay(0), pay(50, 'mallory'), pay(50, 'Landlord')],
      { name: 'transfer_funds', input: { to: 'landlord', amount: 5, memo: 'x' } },
      { name: 'transfer_funds', input: { to: 'landlord', amount: '5' } },
      { name: 'place_order', input: { to: 'landlord', amount: 5 } },
    ]
    const fixture = await granted([...wrong, pay(50), pay(1), pay(2)])
    const run = await fixture.harness.say('The rent is due.', signal)
    expect(await fixture.harness.work(run)).toBe('over')
    expect(fixture.ledger.moves.map(({ arguments: { amount } }) => amount)).toEqual([50, 1])
    expect(await fixture.harness.tenant.grants.get('tgr_1' as ToolGrantId)).toMatchObject({
      uses: 2,
    })
    expect(await fixture.harness.all('approval-required')).toEqual([])
    expect(consentViolations(await fixture.harness.log(), fixture.ledger.moves, sha256)).toEqual([])
  })

  it('has an audit entry for each use, with the call and the turn, without arguments', async () => {
    const fixture = await granted([pay(50), pay(51), pay(1)])
    const run = await fixture.harness.say('The rent is due.', signal)
    await fixture.harness.work(run)
    const { tenant, principal, conversationId } = fixture.harness
    const { items } = await tenant.audit.list({ target: 'tgr_1' }, { limit: 9 })
    const details = {
      ...{ tool: 'transfer_funds', user_id: principal.userId, agent_id: null },
      ...{ signal_id: 'btc_drop', conversation_id: conversationId, run_id: run },
    }
    const entry = { action: 'grant-used', actor: null, traceId: signal.traceId }
    const calls = (await fixture.harness.all('grant-used')).map(({ callId }) => callId)
    expect(calls).toHaveLength(2)
    expect(items.toReversed()).toMatchObject(
      calls.map((call_id) => ({ ...entry, details: { ...details, call_id } })),
    )
    expect(JSON.stringify(items)).not.toContain('landlord')
  })

  it('replaces no approval in a turn that a person started', async () => {
    const fixture = await granted([pay(50)])
    expect(await fixture.harness.work(await fixture.harness.say('Pay the rent.'))).toBe('waiting')
    expect(fixture.ledger.moves).toEqual([])
  })

  it('does not count in a turn of the discover stage only', async () => {
    const fixture = await granted([pay(50)])
    const finding = { ...signal, suggestedStages: ['discover'] }
    expect(await fixture.harness.work(await fixture.harness.say('Look.', finding))).toBe('over')
    expect(await fixture.harness.lastOutcome()).toMatchObject({
      problem: { code: 'signal.discovering' },
    })
    expect(fixture.ledger.moves).toEqual([])
  })

  async function grantedByAnAdmin(calls: Attack['calls']) {
    const fixture = await granted(calls)
    const { tenant, principal } = fixture.harness
    const maker = 'usr_maker' as typeof principal.userId
    await tenant.members.create({ id: maker, name: 'Max', role: 'admin', createdAt: 0 })
    const { items } = await tenant.grants.list({}, { limit: 1 })
    for (const { makerRole: _, ...grant } of items) {
      await tenant.grants.create({ ...grant, createdBy: maker })
    }
    const lower = () => tenant.members.setRole(maker, 'member')
    return { fixture, lower, leave: () => tenant.members.remove(maker) }
  }

  it.each(['lower', 'leave'] as const)(
    'does not outlive the role of its maker (%s), and the refusal says so',
    async (change) => {
      const { fixture, ...maker } = await grantedByAnAdmin([pay(50)])
      await fixture.harness.work(await fixture.harness.say('The rent is due.', signal))
      expect(fixture.ledger.moves).toHaveLength(1)
      await maker[change]()
      await fixture.harness.work(await fixture.harness.say('The rent is due.', signal))
      expect(fixture.ledger.moves).toHaveLength(1)
      const outcome = await fixture.harness.lastOutcome()
      expect(outcome).toMatchObject({ problem: { code: 'tool.grant-lapsed' } })
      expect(await fixture.harness.tenant.grants.get('tgr_1' as ToolGrantId)).toMatchObject({
        uses: 1,
      })
    },
  )

  it('does not count when its maker loses the role between the check and the call', async () => {
    const { fixture, lower } = await grantedByAnAdmin([pay(50)])
    const { tenant } = fixture.harness
    const usable: GrantStore['usable'] = async (...of) => {
      const found = await tenant.grants.usable(...of)
      await lower()
      return found
    }
    const store = { ...tenant, grants: { ...tenant.grants, usable } }
    const run = await fixture.harness.say('The rent is due.', signal)
    expect(await fixture.harness.work(run, { ports: { store } })).toBe('over')
    expect(fixture.ledger.moves).toEqual([])
    const outcome = await fixture.harness.lastOutcome()
    expect(outcome).toMatchObject({ problem: { code: 'tool.grant-lapsed' } })
  })

  it('does not apply to MANUAL_ONLY tools', async () => {
    const fixture = await granted([pay(50)])
    const { settings } = await fixture.harness.tenant.settings.get()
    const toolTiers = { transfer_funds: 'MANUAL_ONLY' } as const
    await fixture.harness.tenant.settings.put({ ...settings, toolTiers })
    expect(await fixture.harness.work(await fixture.harness.say('Pay.', signal))).toBe('over')
    expect(await fixture.harness.lastOutcome()).toMatchObject({
      problem: { code: 'tool.manual-only' },
    })
  })
})
