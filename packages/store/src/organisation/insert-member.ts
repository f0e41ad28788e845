import type { TenantId } from '@repertoire/core/base'
import { memberExists, type NewMember, tenantNotFound } from '@repertoire/core/ports'
import { mapConstraintErrors } from '../database/database-errors.ts'
import type { Transaction } from '../database/query.ts'

/** Throws ProblemError `member.exists` or `tenant.not-found`. */
export async function insertMember(
  trx: Transaction,
  tenantId: TenantId,
  member: NewMember,
): Promise<void> {
  const { id, name, role, createdAt, kind = 'person', joinedAt = null } = member
  const row = { id, name, role, created_at: createdAt, kind, joined_at: joinedAt }
  await mapConstraintErrors(trx.insertInto('members').values(row).execute(), {
    onDuplicate: () => memberExists(id),
    onMissingParent: () => tenantNotFound(tenantId),
  })
}
