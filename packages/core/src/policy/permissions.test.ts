import { describe, expect, it } from 'vitest'
import type { SkillScope } from '../catalog/skill.ts'
import type { TenantId, UserId } from '../ids.ts'
import {
  canAnswerApproval,
  canWriteSkill,
  missingPermission,
  narrowPermissions,
  rolePermissions,
} from './permissions.ts'
import { type Permission, type Principal, type Role, roles } from './principal.ts'

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
    expect(canWriteSkill(reader, org)?.code).toBe('auth.permission-missing')
  })

  it('A8: members write their own skills and not the organisation’s', () => {
    expect(canWriteSkill(principal('member'), mine)).toBeUndefined()
    expect(canWriteSkill(principal('member'), org)?.code).toBe('skill.org-scope-forbidden')
    expect(canWriteSkill(principal('admin'), org)).toBeUndefined()
    expect(canWriteSkill(principal('owner'), org)).toBeUndefined()
  })

  it.each(roles)('A8: for %s another person’s skill does not exist', (role) => {
    expect(canWriteSkill(principal(role), theirs)?.code).toBe('skill.not-found')
    expect(canWriteSkill(principal(role), mine, { scope: theirs })?.code).toBe('skill.not-found')
  })

  it('A8: a member cannot publish their skill to everybody, nor take one away from everybody', () => {
    expect(canWriteSkill(principal('member'), org, { scope: mine })?.kind).toBe('forbidden')
    expect(canWriteSkill(principal('member'), mine, { scope: org })?.kind).toBe('forbidden')
  })
})

describe('answering an approval', () => {
  it('A7: is for the person concerned, and for owners and admins', () => {
    expect(canAnswerApproval(principal('member'), { requestedBy: me })).toBeUndefined()
    expect(canAnswerApproval(principal('admin'), { requestedBy: other })).toBeUndefined()
    expect(canAnswerApproval(principal('member'), { requestedBy: other })?.code).toBe(
      'approval.not-found',
    )
  })

  it('A7: needs a credential that may use conversations', () => {
    const reader = principal('owner', ['skills.read'])
    expect(canAnswerApproval(reader, { requestedBy: me })?.code).toBe('auth.permission-missing')
  })
})
