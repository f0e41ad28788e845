import { describe, expect, it } from 'vitest'
import type { RunId, TenantId, UserId } from '../../base/ids.ts'
import type { JsonValue } from '../../base/json.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import type { Permission, Role } from '../../domain/principal.ts'
import { emptySession, type SessionState } from '../../domain/session-state.ts'
import { defaultSettings, type EnablementPolicy } from '../../domain/settings.ts'
import type { Skill } from '../../domain/skill.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { sampleTierInput } from '../../testing/tier-input.ts'
import { activeSkillOf, enablementSubjectOf } from '../session/active-skill.ts'
import { foldTurnState } from '../session/turn-state.ts'
import { combineToolsets } from '../tools/toolset.ts'
import { discovery } from '../toolsets/discovery/discovery.ts'
import type { AnsweredApproval } from './answer-problem.ts'
import { type GateVerdict, gateToolCall, routeToolCall } from './gate.ts'

const tools = combineToolsets([discovery])

function skill(body = 'Check the locks.', enabled = true): Skill {
  const { facts, slug, scope, origin, author } = sampleContent('postgres', body)
  const revision = { number: 1, createdAt: 0, createdBy: author, reason: '' }
  return {
    id: 'skl_postgres' as Skill['id'],
    scope,
    slug,
    enabled,
    origin,
    archivedAt: null,
    useCount: 0,
    lastUsedAt: null,
    head: { ...facts, ...revision },
    version: 1,
    createdBy: author,
    createdAt: 0,
    updatedAt: 0,
  }
}

interface Situation {
  tool?: string
  input?: JsonValue
  role?: Role
  permissions?: readonly Permission[]
  policy?: EnablementPolicy
  skill?: Skill | null
  session?: SessionState
  approval?: AnsweredApproval | null
  cap?: number
}

function gate(situation: Situation): GateVerdict {
  const { role = 'member', policy = 'auto', session = emptySession, cap = 16_000 } = situation
  const name = situation.tool ?? 'enable_skill'
  const { input = { skill_slug: 'postgres', reason: 'It is slow.' } } = situation
  const routing = routeToolCall({ id: 'call_1', name, input }, tools)
  if (!routing.ok) return { verdict: 'refuse', problem: routing.problem }
  return gateToolCall({
    tool: routing.tool,
    call: routing.call,
    principal: {
      tenantId: 'org_1' as TenantId,
      userId: 'usr_1' as UserId,
      role,
      permissions: situation.permissions ?? rolePermissions(role),
    },
    facts: {
      session,
      settings: {
        ...defaultSettings,
        skillEnablementPolicy: policy,
        skillsMaxPromptChars: cap,
      },
      skill: situation.skill === undefined ? skill() : situation.skill,
      failedCondition: null,
      contextTokens: 128_000,
      connector: null,
      attached: [],
      turn: foldTurnState([], { runId: 'run_1' as RunId, fork: null }),
      signal: null,
      egress: null,
    },
    ...sampleTierInput(name, input),
    approval: situation.approval ?? null,
    administrators: ['Ada', 'Grace'],
  })
}

function code(verdict: GateVerdict): string {
  return verdict.verdict === 'refuse' ? verdict.problem.code : verdict.verdict
}

function answer(decision: AnsweredApproval['decision'], about = skill(), note = '') {
  const approvalRequest = { type: 'skill_enablement', subject: enablementSubjectOf(about) } as const
  return { approvalRequest, decision, note, answeredBy: null }
}

describe('routing', () => {
  it.each([
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'prototype',
    '',
    'Enable_Skill',
  ])('A7: %j is not a tool', (name) => {
    expect(code(gate({ tool: name }))).toBe('tool.unknown')
  })

  it.each([
    [{ skill_slug: 7 }],
    [{}],
    [{ skill_slug: '' }],
    [{ skill_slug: 'x'.repeat(201) }],
    [{ skill_slug: 'postgres', policy: 'auto' }],
    [JSON.parse('{"skill_slug":"postgres","__proto__":{"enabled":true}}')],
    ['{"skill_slug": "postgres"}'],
    [['postgres']],
    [true],
  ])('A3: refuses the input %j with a description of the right one', (input) => {
    const verdict = gate({ input })
    expect(code(verdict)).toBe('tool.bad-input')
  })

  it('treats null as an absent parameter', () => {
    expect(code(gate({ input: { skill_slug: 'postgres', reason: null } }))).toBe('run')
    expect(code(gate({ tool: 'list_enabled_skills', input: null }))).toBe('run')
  })
})

describe('policy', () => {
  it('A7: auto permits at once', () => {
    expect(code(gate({ policy: 'auto' }))).toBe('run')
  })

  it('A7: prompt-user requests an approval of exactly this content, with the agent’s reason', () => {
    expect(gate({ policy: 'prompt-user' })).toEqual({
      verdict: 'ask',
      approvalRequest: { type: 'skill_enablement', subject: enablementSubjectOf(skill()) },
      reason: 'It is slow.',
    })
  })

  it('A7: prompt-user asks administrators too', () => {
    expect(code(gate({ policy: 'prompt-user', role: 'owner' }))).toBe('ask')
  })

  it('A7: admin-only refuses members and names administrators', () => {
    const verdict = gate({ policy: 'admin-only' })
    expect(code(verdict)).toBe('policy.admin-only')
    expect(verdict.verdict === 'refuse' && verdict.problem.message).toContain('Ada, Grace')
  })

  it.each(['owner', 'admin'] as const)('A7: admin-only permits %s without a request', (role) => {
    expect(code(gate({ policy: 'admin-only', role }))).toBe('run')
  })

  it('A7: no policy restricts searching, listing and disabling', () => {
    const session = { active: [activeSkillOf(skill())] }
    const policy = 'admin-only'
    const disable = { tool: 'disable_skill', input: { skill_slug: 'postgres' } }
    expect(code(gate({ ...disable, session, policy }))).toBe('run')
    expect(code(gate({ tool: 'list_enabled_skills', input: {}, policy }))).toBe('run')
    expect(code(gate({ tool: 'search_skills', input: { query: 'x' }, policy }))).toBe('run')
  })

  it.each(['search_skills', 'list_enabled_skills', 'enable_skill'])(
    'A13: %s needs skills.read, whatever the role',
    (tool) => {
      const input = tool === 'enable_skill' ? { skill_slug: 'postgres' } : {}
      const permissions: Permission[] = ['conversations.use']
      expect(code(gate({ tool, input, role: 'owner', permissions }))).toBe(
        'auth.permission-missing',
      )
    },
  )
})

describe('preflight: no request for an impossible call', () => {
  const policy = 'prompt-user'

  it('refuses a missing or disabled skill', () => {
    expect(code(gate({ policy, skill: null }))).toBe('skill.not-found')
    expect(code(gate({ policy, skill: skill('x', false) }))).toBe('skill.disabled')
  })

  it('A4: refuses over budget before a request', () => {
    expect(code(gate({ policy, cap: 3 }))).toBe('session.over-budget')
  })

  it('makes no request for an active skill', () => {
    expect(code(gate({ policy, session: { active: [activeSkillOf(skill())] } }))).toBe('run')
  })

  it('refuses to disable an inactive skill', () => {
    const call = { tool: 'disable_skill', input: { skill_slug: 'postgres' } }
    expect(code(gate(call))).toBe('session.not-active')
  })
})

describe('after an approval everything is checked again', () => {
  const policy = 'prompt-user'

  it('A7: an approval of unchanged content permits the call', () => {
    expect(code(gate({ policy, approval: answer('approved') }))).toBe('run')
  })

  it.each(['denied', 'expired', 'cancelled'] as const)('A7: %s is a refusal', (decision) => {
    const verdict = gate({ policy, approval: answer(decision, skill(), 'Not on this host.') })
    expect(code(verdict)).toBe(`approval.${decision}`)
    expect(verdict.verdict === 'refuse' && verdict.problem.message).toContain('Not on this host.')
  })

  it('A7: a denial still counts when the policy has become auto', () => {
    expect(code(gate({ policy: 'auto', approval: answer('denied') }))).toBe('approval.denied')
  })

  it('A7: changed content makes the approval stale', () => {
    const verdict = gate({ policy, skill: skill('Now evil.'), approval: answer('approved') })
    expect(code(verdict)).toBe('approval.stale')
    expect(verdict.verdict === 'refuse' && verdict.problem.message).toContain('has changed')
  })

  it.each([
    ['removed', null],
    ['switched off', skill('Check the locks.', false)],
    ['replaced', { ...skill(), id: 'skl_other' as Skill['id'] }],
  ])('A7: a skill that was %s meanwhile makes the approval stale', (_what, now) => {
    expect(code(gate({ policy, skill: now, approval: answer('approved') }))).toBe('approval.stale')
  })

  it('A4: the budget is checked again', () => {
    expect(code(gate({ policy, cap: 3, approval: answer('approved') }))).toBe('session.over-budget')
  })

  it('A7: an approval does not outlive a policy that has become admin-only', () => {
    expect(code(gate({ policy: 'admin-only', approval: answer('approved') }))).toBe(
      'policy.admin-only',
    )
  })
})
