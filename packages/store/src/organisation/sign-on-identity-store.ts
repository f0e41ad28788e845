import type { SignOnIdentityId, UserId } from '@repertoire/core/base'
import type { SignOnIdentity } from '@repertoire/core/domain'
import { identityExists, type MemberStore, tenantNotFound } from '@repertoire/core/ports'
import { changesRow } from '../database/changes-row.ts'
import { columnsOf } from '../database/columns-of.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import type { Row } from '../database/schema.ts'
import { insertMember } from './insert-member.ts'

type Identities = Pick<MemberStore, 'identity' | 'identities' | 'admit' | 'removeIdentity'>

/** Which member a person of an identity provider is. */
export function createSignOnIdentityStore(db: TenantDatabase): Identities {
  return {
    identity: async ({ issuer, subject }) => {
      const row = await db.read
        .selectFrom('sign_on_identities')
        .selectAll()
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return row ? toIdentity(row) : null
    },
    identities: async () => {
      const rows = await db.read
        .selectFrom('sign_on_identities')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toIdentity)
    },
    admit: (member, identity) =>
      db.write(async (trx) => {
        const row = columnsOf(identity)
        await mapConstraintErrors(trx.insertInto('sign_on_identities').values(row).execute(), {
          onDuplicate: () => identityExists(identity.subject),
          onMissingParent: () => tenantNotFound(db.tenantId),
        })
        await insertMember(trx, db.tenantId, member)
      }),
    removeIdentity: (id) =>
      changesRow(db, (trx) =>
        trx
          .deleteFrom('sign_on_identities')
          .where('id', '=', id)
          .where('user_id', 'not in', trx.selectFrom('members').select('id'))
          .returning('id'),
      ),
  }
}

function toIdentity(row: Omit<Row<'sign_on_identities'>, 'tenant_id'>): SignOnIdentity {
  return {
    id: row.id as SignOnIdentityId,
    issuer: row.issuer,
    subject: row.subject,
    userId: row.user_id as UserId,
    provider: row.provider,
    label: row.label,
    createdAt: row.created_at,
  }
}
