import { describe, expect, it } from 'vitest'
import type { RevisionDigest, SkillId, TenantId, UserId } from '../base/ids.ts'
import type { ApprovalRequest } from './approval.ts'
import {
  approvalAnswerProblem,
  missingPermission,
  narrowPermissions,
  rolePermissions,
  skillWriteProblem,
} from './permissions.ts'
import { type Permission, type Principal, type Role, roles } from './principal.ts'
import type { SkillScope } from './skill.ts'

const me = 'usr_me' as UserId
const other = 'usr_other' as UserId
const org: SkillScope = { kind: 'org' }
const mine: SkillScope = { kind: 'user', userId: me }
const theirs: SkillScope = { kind: 'user', userId: other }

function principal(role: Role, permissions: readonly Permission[] = rolePermissions(role)) {
  return { tenantId: 'org_1' as TenantId, userId: me, role, permissions } satisfies Principal
}

describe('permissions', () => {
  it('A13: a key never gets more than the role of the person behind it', () => {
    expect(narrowPermissions('member', ['settings.write', 'skills.read'])).toEqual(['skills.read'])
    const forged = principal('member', ['settings.write'])
    expect(missingPermission(forged, 'settings.write')?.code).toBe('auth.permission-missing')
  })

  it('A13: a key never gets more than its scopes, whatever the role', () => {
    const reader = principal('owner', ['skills.read'])
    expect(missingPermission(reader, 'skills.read')).toBeUndefined()
    expect(missingPermission(reader, 'skills.write')?.kind).toBe('forbidden')
    expect(skillWriteProblem(reader, org)?.code).toBe('auth.permission-missing')
  })

  it('A8: members write their own skills and not the organisation’s', () => {
    expect(skillWriteProblem(principal('member'), mine)).toBeUndefined()
    expect(skillWriteProblem(principal('member'), org)?.code).toBe('skill.org-scope-forbidden')
    expect(skillWriteProblem(principal('admin'), org)).toBeUndefined()
    expect(skillWriteProblem(principal('owner'), org)).toBeUndefined()
  })

  it.each(roles)('A8: another person’s skill does not exist for %s', (role) => {
    expect(skillWriteProblem(principal(role), theirs)?.code).toBe('skill.not-found')
    expect(skillWriteProblem(principal(role), mine, { scope: theirs })?.code).toBe(
      'skill.not-found',
    )
  })

  it('A8: a member cannot publish a skill to the organisation, nor withdraw one from it', () => {
    expect(skillWriteProblem(principal('member'), org, { scope: mine })?.kind).toBe('forbidden')
    expect(skillWriteProblem(principal('member'), mine, { scope: org })?.kind).toBe('forbidden')
  })
})

describe('answering an approval', () => {
  const { skillId, digest } = { skillId: 'skl_1' as SkillId, digest: 'sha256:0' as RevisionDigest }
  const aboutSkill: ApprovalRequest = {
    type: 'skill_enablement',
    subject: {
      skillId,
      digest,
      slug: 'triage',
      name: 'Triage',
      description: '',
      contentLength: 1,
      sourceType: 'manual',
    },
  }
  const inWords: ApprovalRequest = {
    type: 'clarification',
    subject: { question: 'Which one?', options: [] },
  }
  const aboutConnector = (connector: string): ApprovalRequest => ({
    type: 'connector_access',
    subject: { connector, title: '', description: '', endpoint: '', digest: 'sha256:1' },
  })
  const settings = { connectorAccess: { payroll: 'ask-admin', wiki: 'ask' } } as const
  const verdict = (who: Principal, request: ApprovalRequest, requestedBy: UserId) =>
    approvalAnswerProblem(who, { ...request, requestedBy }, settings)?.code ?? 'allowed'

  it('A7: is allowed for the requester, and for owners and admins', () => {
    expect(verdict(principal('member'), aboutSkill, me)).toBe('allowed')
    expect(verdict(principal('admin'), aboutSkill, other)).toBe('allowed')
    expect(verdict(principal('member'), aboutSkill, other)).toBe('approval.not-found')
  })

  it('A7: needs a credential that may use conversations', () => {
    const reader = principal('owner', ['skills.read'])
    for (const request of [aboutSkill, inWords, aboutConnector('wiki')]) {
      expect(verdict(reader, request, me)).toBe('auth.permission-missing')
    }
  })

  it.each(roles)('A7: another person’s clarification does not exist for %s', (role) => {
    expect(verdict(principal(role), inWords, other)).toBe('approval.not-found')
    expect(verdict(principal(role), inWords, me)).toBe('allowed')
  })

  it.each(['wiki', 'unnamed', 'constructor', '__proto__'])(
    'A7: only the person of the conversation may allow the connector %s',
    (name) => {
      expect(verdict(principal('member'), aboutConnector(name), me)).toBe('allowed')
      expect(verdict(principal('member'), aboutConnector(name), other)).toBe('approval.not-found')
      expect(verdict(principal('owner'), aboutConnector(name), other)).toBe('approval.not-found')
    },
  )

  it('A7: only owners and admins may allow a connector set to ask-admin, whoever requested it', () => {
    const request = aboutConnector('payroll')
    expect(verdict(principal('member'), request, me)).toBe('approval.administrators-only')
    expect(verdict(principal('member'), request, other)).toBe('approval.not-found')
    for (const role of ['owner', 'admin'] as const) {
      expect(verdict(principal(role), request, me)).toBe('allowed')
      expect(verdict(principal(role), request, other)).toBe('allowed')
    }
  })
})
