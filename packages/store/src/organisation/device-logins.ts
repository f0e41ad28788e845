import type { DeviceAnswer, DeviceLogin, DeviceLoginStore } from '@repertoire/core/ports'
import { columnsOf } from '../database/columns-of.ts'
import type { Database } from '../database/database.ts'
import { fromJson, toJson } from '../database/json.ts'
import type { DeviceLoginsTable } from '../database/member-tables.ts'

/** Without a tenant: only an answer has one. */
export function createDeviceLogins(database: Database): DeviceLoginStore {
  const unscoped = database.unscoped
  return {
    start: (login, maxOpen) =>
      unscoped.transaction().execute(async (trx) => {
        await trx.deleteFrom('device_logins').where('expires_at', '<=', login.requestedAt).execute()
        const written = await trx
          .insertInto('device_logins')
          .values(toRow(login))
          .onConflict((conflict) => conflict.column('user_code').doNothing())
          .returning('code_hash')
          .executeTakeFirst()
        if (!written) return false
        const kept = await trx
          .selectFrom('device_logins')
          .select('code_hash')
          .orderBy('requested_at', 'desc')
          .limit(maxOpen)
          .execute()
        if (kept.length < maxOpen) return true
        const hashes = kept.map(({ code_hash: hash }) => hash)
        await trx.deleteFrom('device_logins').where('code_hash', 'not in', hashes).execute()
        return true
      }),
    find: async (userCode, now) => {
      const row = await unscoped
        .selectFrom('device_logins')
        .selectAll()
        .where('user_code', '=', userCode)
        .where('answer', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row ? toLogin(row) : null
    },
    answer: async (userCode, answer, now) => {
      const answered = await unscoped
        .updateTable('device_logins')
        .set({ answer: toJson(answer) })
        .where('user_code', '=', userCode)
        .where('answer', 'is', null)
        .where('expires_at', '>', now)
        .returning('code_hash')
        .executeTakeFirst()
      return answered !== undefined
    },
    fetch: async (codeHash, now) => {
      const over = await unscoped
        .deleteFrom('device_logins')
        .where('code_hash', '=', codeHash)
        .where((where) =>
          where.or([where('answer', 'is not', null), where('expires_at', '<=', now)]),
        )
        .returningAll()
        .executeTakeFirst()
      if (over) {
        if (over.expires_at <= now || over.answer === null) return { is: 'expired' }
        return { ...fromJson<DeviceAnswer>(over.answer), key: toLogin(over).key }
      }
      const open = await unscoped
        .selectFrom('device_logins')
        .select('code_hash')
        .where('code_hash', '=', codeHash)
        .executeTakeFirst()
      return { is: open ? 'pending' : 'expired' }
    },
  }
}

function toRow({ key, ...login }: DeviceLogin): DeviceLoginsTable {
  return { ...columnsOf(login), key_public_id: key.publicId, key_hash: key.hash, answer: null }
}

function toLogin(row: DeviceLoginsTable): DeviceLogin {
  const { name, address, scopes } = row
  return {
    ...{ codeHash: row.code_hash, userCode: row.user_code, name, address },
    scopes: scopes === null ? null : fromJson(scopes),
    key: { publicId: row.key_public_id, hash: row.key_hash },
    ...{ requestedAt: row.requested_at, expiresAt: row.expires_at },
  }
}
