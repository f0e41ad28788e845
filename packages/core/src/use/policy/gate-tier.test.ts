import { describe, expect, it } from 'vitest'
import type { RunId, TenantId, TraceId, UserId } from '../../base/ids.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import { emptySession } from '../../domain/session-state.ts'
import { defaultSettings } from '../../domain/settings.ts'
import type { ToolTier } from '../../domain/tool-tier.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import { sampleTierInput } from '../../testing/tier-input.ts'
import { foldTurnState } from '../session/turn-state.ts'
import type { BoundCall, Tool, ToolEffect } from '../tools/tool.ts'
import type { AnsweredApproval } from './answer-problem.ts'
import { type GateVerdict, gateToolCall } from './gate.ts'

const act: ToolEffect = { kind: 'act', repeatable: false, run: async () => ({ output: null }) }
const script: ToolEffect = { ...act, executes: true }
const look: ToolEffect = { kind: 'read', run: async () => null }
const signal: TriggerContext = {
  ...{ source: 'cron', signalId: 's', asset: null, severity: 'info' },
  ...{ preloadSkills: [], suggestedStages: [], operatorAuthored: false },
  traceId: '0'.repeat(32) as TraceId,
}
const words = { type: 'clarification', subject: { question: 'May I?', options: [] } } as const
const code = {
  type: 'authored_tool',
  subject: { ...{ toolId: 'aut_1', name: 't', description: '', parameters: {}, version: 1 } },
} as unknown as ReturnType<NonNullable<BoundCall['approvalRequest']>>

interface Case {
  readonly effect: ToolEffect
  readonly tier?: ToolTier
  readonly set?: ToolTier
  readonly signal?: TriggerContext
  readonly approvalRequest?: ReturnType<NonNullable<BoundCall['approvalRequest']>>
  readonly approval?: AnsweredApproval | null
}

function gate({
  effect,
  tier,
  set,
  signal: from,
  approvalRequest,
  approval = null,
}: Case): GateVerdict {
  const call: BoundCall = {
    ...{ skillSlug: null, reason: '', effect },
    ...(approvalRequest && { approvalRequest: () => approvalRequest }),
  }
  const tool: Tool = {
    ...{ name: 't', description: '', inputSchema: {}, permission: 'skills.read', policy: 'none' },
    ...{ tier: tier ?? null, exemptFromAllowlist: false, answersFrom: 'services' },
    bind: () => ({ ok: true, call }),
  }
  return gateToolCall({
    ...sampleTierInput('t'),
    ...{ tool, call, approval, administrators: [] },
    principal: {
      ...{ tenantId: 'org_1' as TenantId, userId: 'usr_1' as UserId, role: 'member' },
      permissions: rolePermissions('member'),
    },
    facts: {
      settings: { ...defaultSettings, toolTiers: set ? { t: set } : {} },
      ...{
        session: emptySession,
        skill: null,
        failedCondition: null,
        contextTokens: 128_000,
        connector: null,
        attached: [],
      },
      turn: foldTurnState([], { runId: 'run_1' as RunId, fork: null }),
      signal: from ?? null,
      egress: null,
    },
  })
}

/** `run`, the type of the question, or the code of the refusal. */
function outcome(one: Case): string {
  const verdict = gate(one)
  if (verdict.verdict === 'ask') return verdict.approvalRequest.type
  return verdict.verdict === 'run' ? 'run' : verdict.problem.code
}

describe('the tier of built-in tools, with a person', () => {
  it('E6: without a setting the tools follow their own rules', () => {
    expect(outcome({ effect: act })).toBe('run')
    expect(outcome({ effect: script })).toBe('run')
    expect(outcome({ effect: act, approvalRequest: words })).toBe('clarification')
  })

  it.each(['CONFIRM_ONCE', 'ALWAYS_CONFIRM', 'MANUAL_ONLY'] as const)(
    'E6: %s, set by an admin, makes a request before the effect, whatever its kind',
    (set) => {
      for (const effect of [act, script, look]) {
        expect(outcome({ effect, set })).toBe('tool_call')
        expect(outcome({ effect, set, tier: 'READ_ONLY' })).toBe('tool_call')
      }
    },
  )

  it('E6: a request that shows the whole call is the only one', () => {
    expect(outcome({ effect: act, approvalRequest: words, set: 'ALWAYS_CONFIRM' })).toBe(
      'clarification',
    )
  })

  it('E6: an approval of code shows no input, so each call needs its own request too', () => {
    expect(outcome({ effect: act, approvalRequest: code, set: 'CONFIRM_ONCE' })).toBe(
      'authored_tool',
    )
    expect(outcome({ effect: act, approvalRequest: code, set: 'ALWAYS_CONFIRM' })).toBe('tool_call')
  })

  it('E6: MANUAL_ONLY needs its own approval: no other request of the call covers it', () => {
    const approvedClarification = {
      approvalRequest: words,
      decision: 'approved',
      note: 'Yes.',
      answeredBy: null,
    } as const
    for (const approvalRequest of [words, code]) {
      expect(outcome({ effect: act, approvalRequest, set: 'MANUAL_ONLY' })).toBe('tool_call')
    }
    expect(
      outcome({
        effect: act,
        approvalRequest: words,
        set: 'ALWAYS_CONFIRM',
        approval: approvedClarification,
      }),
    ).toBe('run')
    expect(
      outcome({
        effect: act,
        approvalRequest: words,
        set: 'MANUAL_ONLY',
        approval: approvedClarification,
      }),
    ).toBe('tool_call')
  })

  it('makes no request for an impossible call', () => {
    const problem = { code: 'x.y', kind: 'conflict', message: 'No.' } as const
    expect(outcome({ effect: act, approvalRequest: problem, set: 'ALWAYS_CONFIRM' })).toBe('x.y')
  })
})

describe('the same tools in a turn that no person started', () => {
  it('E8: reading runs, acting needs a grant, and a needed approval is a refusal', () => {
    expect(outcome({ effect: look, signal })).toBe('run')
    expect(outcome({ effect: act, tier: 'READ_ONLY', signal })).toBe('run')
    expect(outcome({ effect: act, signal })).toBe('tool.needs-grant')
    expect(outcome({ effect: look, set: 'CONFIRM_ONCE', signal })).toBe('tool.needs-grant')
    expect(outcome({ effect: look, set: 'MANUAL_ONLY', signal })).toBe('tool.manual-only')
    expect(outcome({ effect: look, approvalRequest: words, signal })).toBe('signal.nobody-to-ask')
  })

  it('E8: scripts run only when an owner or admin set up what started the turn', () => {
    const own = { ...signal, operatorAuthored: true }
    expect(outcome({ effect: script, signal })).toBe('signal.no-scripts')
    expect(outcome({ effect: script, set: 'READ_ONLY', signal })).toBe('signal.no-scripts')
    // Its person may well be an owner, who did not allow scripts.
    const refused = gate({ effect: script, signal })
    const problem = refused.verdict === 'refuse' ? refused.problem : null
    expect(problem?.message).toContain('its trigger does not allow scripts and commands')
    expect(outcome({ effect: script, signal: own })).toBe('run')
    expect(outcome({ effect: script, set: 'MANUAL_ONLY', signal: own })).toBe('tool.manual-only')
  })
})
