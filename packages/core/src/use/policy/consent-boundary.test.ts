import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isProblemError } from '../../base/errors.ts'
import type { ToolGrantId, TraceId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import type { ToolCall } from '../../domain/events.ts'
import { builtInIdentity } from '../../domain/resolved-call.ts'
import type { ToolTier } from '../../domain/tool-tier.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import type { AgentHarness } from '../../testing/agent-harness.ts'
import { consentViolations } from '../../testing/consent-oracle.ts'
import { type CrashPoint, workWithAnswers } from '../../testing/crash-injection.ts'
import { createBudgetFixture } from '../../testing/finance-pack/fixture.ts'
import { answerApproval } from '../approvals/answer-approval.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const signal: TriggerContext = {
  ...{ source: 'webhook', signalId: 's', asset: null, severity: 'info' },
  ...{ preloadSkills: [], suggestedStages: ['decide'], operatorAuthored: true },
  traceId: '0'.repeat(32) as TraceId,
}
type Call = Omit<ToolCall, 'id'>
const call = (name: string, input: JsonObject): Call => ({ name, input })

const money = fc.record({
  to: fc.constantFrom('landlord', 'mallory', 'Landlord', 'lаndlord'),
  amount: fc.constantFrom(-1, 0, 5, 50, 51, 9000),
})
const direct: fc.Arbitrary<Call> = fc.oneof(
  money.map((input) => call('transfer_funds', input)),
  money.map((input) => call('place_order', input)),
  fc.nat(2).map((level) => call('set_alert', { level })),
  fc.constant(call('close_account', { account: 'main' })),
  money.map((input) =>
    call('execute_connector_tool', { connector: 'bank', tool: 'transfer', input }),
  ),
  money.map((input) => call('transfer_funds', { ...input, approved: true })),
  fc.constant(call('use_skill', { name: 'pay-invoices' })),
  fc.constant(call('clarify', { question: 'Shall I?' })),
)
const anyCall = fc.oneof(
  { weight: 3, arbitrary: direct },
  {
    weight: 1,
    arbitrary: direct.map(({ name, input }) =>
      call('tool_invoke', { tool: name, arguments: input }),
    ),
  },
)
const turns = fc.array(
  fc.record({
    calls: fc.array(anyCall, { minLength: 1, maxLength: 5 }),
    autonomous: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
)
const crashPoints: fc.Arbitrary<CrashPoint[]> = fc.array(
  fc.record({
    at: fc.integer({ min: 1, max: 60 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  { maxLength: 2 },
)
/**
 * The person's next answer, and the admin's tier for transfers just before; never less strict than the
 * call's own.
 */
const answers = fc.infiniteStream(
  fc.record({
    approved: fc.boolean(),
    tier: fc.constantFrom<ToolTier | null>(null, null, 'ALWAYS_CONFIRM', 'MANUAL_ONLY'),
  }),
)

async function play(
  plan: readonly { readonly calls: readonly Call[]; readonly autonomous: boolean }[],
  {
    crashes,
    said,
  }: {
    crashes: readonly CrashPoint[]
    said: Iterator<{ approved: boolean; tier: ToolTier | null }>
  },
) {
  const fixture = await createBudgetFixture({ sha256 })
  const { harness, ledger } = fixture
  await harness.tenant.grants.create({
    ...{ id: 'tgr_1' as ToolGrantId, tool: 'transfer_funds', identity: builtInIdentity },
    constraints: {
      to: { kind: 'equals', value: 'landlord' },
      amount: { kind: 'between', min: 1, max: 50 },
    },
    ...{ maxUses: 2, uses: 0, expiresAt: Number.MAX_SAFE_INTEGER, agentId: null },
    ...{ userId: harness.principal.userId, createdBy: harness.principal.userId, createdAt: 0 },
    ...{ revokedAt: null, revokedBy: null },
  })
  for (const { calls, autonomous } of plan) {
    fixture.plan.calls = calls
    const run = await harness.say('Go.', autonomous ? signal : undefined)
    await workWithAnswers(harness, run, {
      crashPoints: crashes,
      answer: (one) => answerNext(one, said),
    })
  }
  return { log: await harness.log(), moves: ledger.moves, harness }
}

async function answerNext(
  { tenant, principal, clock }: AgentHarness,
  said: Iterator<{ approved: boolean; tier: ToolTier | null }>,
): Promise<void> {
  const { items } = await tenant.approvals.list({ status: 'pending' }, { limit: 50 })
  for (const { id } of items) {
    const { approved, tier } = said.next().value
    const { settings } = await tenant.settings.get()
    const toolTiers: Record<string, ToolTier> = tier ? { transfer_funds: tier } : {}
    await tenant.settings.put({ ...settings, toolTiers })
    const answer = { id, approved, note: 'Yes, everything.', now: clock.now() }
    await answerApproval(tenant, principal, answer).catch((error: unknown) => {
      if (!isProblemError(error)) throw error
    })
  }
}

describe('the boundary of consent', () => {
  it('E6: no sequence of calls, answers, settings and crashes transfers unpermitted funds', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(turns, crashPoints, answers, async (plan, crashes, said) => {
        const { log, moves, harness } = await play(plan, { crashes, said })
        expect(consentViolations(log, moves, sha256)).toEqual([])
        const grant = await harness.tenant.grants.get('tgr_1' as ToolGrantId)
        const used = log.filter(({ event }) => event.type === 'grant-used').length
        expect(grant?.uses).toBe(used)
        expect(used).toBeLessThanOrEqual(2)
        for (const { event } of log) {
          seen.add(event.type)
          if (event.type !== 'tool-completed' || event.outcome.status === 'ok') continue
          seen.add(event.outcome.problem.code)
        }
        for (const { tool } of moves) seen.add(tool)
      }),
      { numRuns: 150, seed: 20_261_121 },
    )
    const expected = [
      ...['transfer_funds', 'place_order', 'set_alert', 'close_account', 'mcp__bank__transfer'],
      ...['tool-confirmed', 'grant-used', 'approval-resolved', 'run-resumed', 'approval.denied'],
      ...['tool.needs-grant', 'tool.manual-only', 'approval.stale', 'signal.nobody-to-ask'],
      ...['tool.interrupted', 'tool.bad-input'],
    ]
    expect(expected.filter((one) => !seen.has(one))).toEqual([])
  }, 120_000)
})
