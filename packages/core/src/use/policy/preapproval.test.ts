import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RevisionDigest, RunId, SkillId, TenantId, UserId } from '../../base/ids.ts'
import type { ToolRestriction } from '../../domain/events.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import { emptySession } from '../../domain/session-state.ts'
import { defaultSettings } from '../../domain/settings.ts'
import { toolTiers } from '../../domain/tool-tier.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import { sampleTierInput } from '../../testing/tier-input.ts'
import { foldTurnState } from '../session/turn-state.ts'
import type { BoundCall, EgressFacts, Tool, ToolEffect } from '../tools/tool.ts'
import { type GateInput, gateToolCall } from './gate.ts'

const names = ['set_alert', 'mcp__github__merge', 'run_command', 'web_fetch'] as const
const entries = [
  ...names,
  ...['*', '()', 'mcp__github', 'mcp__github__*', 'execute_connector_tool', 'tool_invoke'],
  ...['Bash(git:*)', 'Bash(git push:*)', 'set_alert(x)', 'Set_Alert', 'ｓet_alert', 'everything'],
]

const effects: readonly ToolEffect[] = [
  { kind: 'read', run: async () => null },
  { kind: 'act', repeatable: false, run: async () => ({ output: null }) },
  { kind: 'act', repeatable: true, executes: true, run: async () => ({ output: null }) },
  { kind: 'record', lasting: true, run: async () => ({ output: null }) },
]

const signal: TriggerContext = {
  ...{ source: 'webhook', signalId: 'sig_1', asset: null, severity: 'info', preloadSkills: [] },
  ...{ suggestedStages: ['decide'], operatorAuthored: true, traceId: '0'.repeat(32) },
}

const egress: fc.Arbitrary<EgressFacts> = fc.record({
  destination: fc.constantFrom(
    { kind: 'web', url: 'https://x.example/', host: 'x.example' } as const,
    { kind: 'connector', connector: 'github', tool: 'merge', openWorld: true } as const,
  ) as fc.Arbitrary<EgressFacts['destination']>,
  ...{ listed: fc.boolean(), untrustedInput: fc.boolean() },
  ...{ writtenByPerson: fc.boolean(), namesAddress: fc.boolean() },
})

const lists: fc.Arbitrary<readonly ToolRestriction[]> = fc.array(
  fc.uniqueArray(fc.constantFrom(...entries), { minLength: 1, maxLength: 4 }).map(listOf),
  { minLength: 1, maxLength: 3 },
)

function listOf(allowedTools: readonly string[]): ToolRestriction {
  const [skillId, digest] = ['skl_1' as SkillId, 'sha256:1' as RevisionDigest]
  return { skill: { skillId, digest, slug: 'alerts', name: 'Alerts' }, allowedTools }
}

const clarification = {
  type: 'clarification',
  subject: { question: 'May I?', options: [] },
} as const

/** Any call of any tool, in any turn, without an answer of a person to it. */
const inputs: fc.Arbitrary<GateInput> = fc
  .record({
    name: fc.constantFrom(...names),
    through: fc.constantFrom(null, 'tool_invoke', 'execute_connector_tool'),
    tier: fc.constantFrom(null, ...toolTiers),
    configured: fc.dictionary(
      fc.constantFrom(...names, 'mcp__github__*', 'tool_invoke', 'execute_connector_tool'),
      fc.constantFrom(...toolTiers),
    ),
    effect: fc.constantFrom(...effects),
    ownRequest: fc.boolean(),
    command: fc.constantFrom('git push', 'git push; rm -rf /', 'git log', 'rm x'),
    signal: fc.constantFrom(null, signal),
    egress: fc.option(egress),
    restrictions: fc.oneof(fc.constant([]), lists),
    role: fc.constantFrom('owner', 'member' as const),
    policy: fc.constantFrom<Tool['policy']>('none', 'dynamic-search'),
  })
  .map((given): GateInput => {
    const call: BoundCall = {
      ...{ skillSlug: null, reason: '', effect: given.effect },
      subject: { kind: 'command', command: given.command },
      ...(given.ownRequest && { approvalRequest: () => clarification }),
    }
    const turn = foldTurnState([], { runId: 'run_1' as RunId, fork: null })
    return {
      ...sampleTierInput(given.name),
      tool: {
        ...{ name: given.name, description: '', inputSchema: {}, permission: 'skills.read' },
        ...{ policy: given.policy, tier: given.tier, exemptFromAllowlist: false },
        ...{ answersFrom: 'services', bind: () => ({ ok: true, call }) },
      },
      call,
      through: given.through,
      principal: {
        ...{ tenantId: 'org_1' as TenantId, userId: 'usr_1' as UserId, role: given.role },
        permissions: rolePermissions(given.role),
      },
      facts: {
        ...{ session: emptySession, skill: null, failedCondition: null, connector: null },
        ...{ contextTokens: 128_000, attached: [], signal: given.signal, egress: given.egress },
        settings: {
          ...defaultSettings,
          ...{ toolTiers: given.configured, skillsDynamicSearchPolicy: 'admin-only' },
        },
        turn: { ...turn, restrictions: given.restrictions },
      },
      approval: null,
      administrators: [],
    }
  })

/** The same call, of a tool that the person has confirmed for this conversation. */
function confirmedBefore(input: GateInput): GateInput {
  const { tool, identity } = input.resolvedCall
  const turn = { ...input.facts.turn, confirmed: new Map([[tool, identity]]) }
  return { ...input, facts: { ...input.facts, turn } }
}

describe('a list of allowed tools that pre-approves', () => {
  it('lets nothing through that a person’s remembered confirmation would not', () => {
    let relieved = 0
    fc.assert(
      fc.property(inputs, lists, (input, preapproved) => {
        const verdict = gateToolCall({ ...input, preapproved })
        const without = gateToolCall(input)
        if (JSON.stringify(verdict) === JSON.stringify(without)) return
        relieved += 1
        expect(without.verdict).toBe('ask')
        expect(gateToolCall(confirmedBefore(input)).verdict).toBe(verdict.verdict)
      }),
      { numRuns: 5_000 },
    )
    // The generators reach it: otherwise this would prove nothing.
    expect(relieved).toBeGreaterThan(20)
  })

  it('names the skill whose list it was, and remembers nothing', () => {
    const [input] = fc.sample(
      inputs.filter(({ tool, facts }) => {
        const { signal: trigger, egress: outbound, turn, settings } = facts
        const plain = trigger === null && outbound === null && turn.restrictions.length === 0
        return plain && tool.policy === 'none' && Object.keys(settings.toolTiers).length === 0
      }),
      1,
    )
    if (!input) throw new Error('no call was generated')
    const { approvalRequest: _, ...call } = input.call
    const once = { ...input, call, tool: { ...input.tool, tier: 'CONFIRM_ONCE' as const } }
    const list = listOf([input.tool.name])
    expect(gateToolCall({ ...once, preapproved: [list] })).toEqual({
      verdict: 'run',
      by: { by: 'skill', skill: list.skill },
    })
  })

  it.each([
    ['another tool', ['run_command']],
    ['every tool', ['*']],
    ['nothing', ['()']],
    ['a lookalike', ['ｓet_alert']],
    ['the proxy', ['tool_invoke']],
    ['a pattern that the call does not match', ['set_alert(x)']],
  ])('a list that names %s pre-approves nothing', (_, entriesOfList) => {
    fc.assert(
      fc.property(
        inputs.filter(({ tool }) => tool.name === 'set_alert'),
        (input) => {
          const preapproved = [listOf(entriesOfList)]
          expect(JSON.stringify(gateToolCall({ ...input, preapproved }))).toBe(
            JSON.stringify(gateToolCall(input)),
          )
        },
      ),
    )
  })
})
