import type { ApiKeyId, PasskeyId, UserId } from '@repertoire/core/base'
import type { Passkey } from '@repertoire/core/domain'
import { type MemberStore, memberNotFound, passkeyExists } from '@repertoire/core/ports'
import { changesRow } from '../database/changes-row.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import type { Row } from '../database/schema.ts'

type Passkeys = Pick<MemberStore, 'passkeys' | 'createPasskey' | 'removePasskeys' | 'usePasskey'>

export function createPasskeyStore(db: TenantDatabase): Passkeys {
  return {
    passkeys: async () => {
      const rows = await db.read
        .selectFrom('passkeys')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toPasskey)
    },
    createPasskey: (passkey) =>
      db.write(async (trx) => {
        const { id, userId, credentialId, publicKey, name, createdAt, loginKeyId } = passkey
        const row = {
          ...{ id, user_id: userId, credential_id: credentialId, public_key: publicKey, name },
          ...{ created_at: createdAt, last_used_at: passkey.lastUsedAt, challenged_at: 0 },
          login_key_id: loginKeyId,
        }
        await mapConstraintErrors(trx.insertInto('passkeys').values(row).execute(), {
          onDuplicate: passkeyExists,
          onMissingParent: () => memberNotFound(userId),
        })
      }),
    removePasskeys: (ids) =>
      db.write(async (trx) => {
        if (ids.length === 0) return 0
        const query = trx.deleteFrom('passkeys').where('id', 'in', ids)
        return (await query.returning('id').execute()).length
      }),
    usePasskey: (id, { challengedAt, now }) =>
      changesRow(db, (trx) =>
        trx
          .updateTable('passkeys')
          .set({ challenged_at: challengedAt, last_used_at: now })
          .where('id', '=', id)
          .where('challenged_at', '<', challengedAt)
          .returning('id'),
      ),
  }
}

export function toPasskey(row: Omit<Row<'passkeys'>, 'tenant_id' | 'challenged_at'>): Passkey {
  return {
    id: row.id as PasskeyId,
    userId: row.user_id as UserId,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    loginKeyId: row.login_key_id as ApiKeyId | null,
  }
}
