import { expect, it } from 'vitest'
import { rolePermissions } from '../../domain/permissions.ts'
import type { Permission, Role } from '../../domain/principal.ts'
import { inboxAudience, organisationAudience } from './inbox-audience.ts'

const settings = { connectorAccess: { mail: 'ask-admin', wiki: 'ask' } } as const
const audience = (role: Role, permissions: readonly Permission[] = rolePermissions(role)) =>
  inboxAudience({ userId: 'usr_1', tenantId: 'ten_1', role, permissions } as never, settings)

it('a member sees their own, an admin also the organisation’s', () => {
  expect(audience('member')).toEqual({
    approvals: { person: 'usr_1' },
    proposals: { person: 'usr_1', organisation: false },
    imports: false,
  })
  expect(audience('admin')).toEqual({
    approvals: { person: 'usr_1', administers: { connectors: ['mail'] } },
    proposals: { person: 'usr_1', organisation: true },
    imports: true,
  })
})

it('a key without the permission shows no approvals, or no imports', () => {
  expect(audience('owner', ['skills.read', 'skills.write'])).toMatchObject({ approvals: null })
  expect(audience('owner', ['skills.read'])).toMatchObject({ imports: false })
})

it('the organisation is every administrator, and no person', () => {
  const { approvals, ...others } = audience('owner')
  expect(organisationAudience(settings)).toEqual({
    approvals: { ...approvals, person: 'usr_nobody' },
    ...{ ...others, proposals: { person: 'usr_nobody', organisation: true } },
  })
})
