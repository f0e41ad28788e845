import { describe, expect, it } from 'vitest'
import type { RevisionDigest, RunId, SkillId, TenantId, UserId } from '../../base/ids.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import { roles } from '../../domain/principal.ts'
import { emptySession } from '../../domain/session-state.ts'
import { defaultSettings } from '../../domain/settings.ts'
import { sampleTierInput } from '../../testing/tier-input.ts'
import { foldTurnState } from '../session/turn-state.ts'
import type { BoundCall, Tool } from '../tools/tool.ts'
import { type GateVerdict, gateToolCall } from './gate.ts'

const subject = { question: 'May I?', options: [] }
const clarification = { type: 'clarification', subject } as const
const call: BoundCall = {
  skillSlug: null,
  reason: '',
  allowlistNames: ['mcp__github__get'],
  approvalRequest: () => clarification,
  effect: { kind: 'read', run: async () => null },
}
const tool: Tool = {
  name: 'execute_connector_tool',
  description: '',
  inputSchema: {},
  permission: 'skills.read',
  policy: 'none',
  tier: null,
  exemptFromAllowlist: false,
  answersFrom: 'outside',
  bind: () => ({ ok: true, call }),
}

function gate(
  allowedTools: readonly string[],
  change: { tool?: Partial<Tool>; approved?: true; role?: (typeof roles)[number] } = {},
): GateVerdict {
  const { role = 'member', approved } = change
  const skill = {
    skillId: 'skl_1' as SkillId,
    digest: 'sha256:1' as RevisionDigest,
    slug: 'careful',
    name: 'Careful',
  }
  const turn = foldTurnState([], { runId: 'run_1' as RunId, fork: null })
  return gateToolCall({
    tool: { ...tool, ...change.tool },
    call,
    principal: {
      tenantId: 'org_1' as TenantId,
      userId: 'usr_1' as UserId,
      role,
      permissions: rolePermissions(role),
    },
    facts: {
      session: emptySession,
      settings: defaultSettings,
      skill: null,
      failedCondition: null,
      contextTokens: 128_000,
      connector: null,
      attached: [],
      turn: { ...turn, restrictions: [{ skill, allowedTools }] },
      signal: null,
      egress: null,
    },
    ...sampleTierInput(tool.name),
    approval: approved
      ? { approvalRequest: clarification, decision: 'approved', note: '', answeredBy: null }
      : null,
    administrators: [],
  })
}

const refused = { verdict: 'refuse', problem: { code: 'tool.not-allowed' } }

describe('the gate under a list of allowed tools', () => {
  it('D7: refuses before an approval request', () => {
    expect(gate(['Read'])).toMatchObject(refused)
    expect(gate(['mcp__github'])).toMatchObject({ verdict: 'ask' })
  })

  it('D7: refuses after an approval, when the list came in between', () => {
    expect(gate(['Read'], { approved: true })).toMatchObject(refused)
    expect(gate(['mcp__github__get'], { approved: true })).toEqual({
      verdict: 'run',
      by: { by: 'nothing' },
    })
  })

  it.each(roles)('D7: applies to %s', (role) => {
    expect(gate(['Read'], { role })).toMatchObject(refused)
  })

  it('D7: permits exempt tools, whatever the list, and no tool that only has their name', () => {
    const exemptFromAllowlist = { exemptFromAllowlist: true, name: 'use_skill' }
    expect(gate(['Rеad'], { tool: exemptFromAllowlist, approved: true })).toEqual({
      verdict: 'run',
      by: { by: 'nothing' },
    })
    expect(gate(['Rеad'], { tool: { name: 'use_skill' } })).toMatchObject(refused)
  })

  it('D7: names the tool as the list would have to', () => {
    expect(gate(['Read'])).toMatchObject({
      problem: { details: { tool: 'mcp__github__get', skill: 'careful' } },
    })
  })
})
