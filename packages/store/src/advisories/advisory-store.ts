import type { Problem, RevisionDigest, UserId } from '@repertoire/core/base'
import type {
  AdvisoryException,
  AdvisoryList,
  AdvisoryListContent,
  AdvisoryListOwner,
  TrustedSigner,
} from '@repertoire/core/domain'
import { type AdvisoryStore, mayReplace } from '@repertoire/core/ports'
import { changesRow } from '../database/changes-row.ts'
import type { TenantDatabase } from '../database/database.ts'
import { fromJson, toJson } from '../database/json.ts'
import type { QueryExecutor, Transaction } from '../database/query.ts'
import type { Row } from '../database/schema.ts'
import { lockTenant } from '../database/tenant-lock.ts'

export function createAdvisoryStore(db: TenantDatabase): AdvisoryStore {
  const changed = { kind: 'sources', tenantId: db.tenantId } as const
  return {
    lists: () => readLists(db.read),
    put: (list) =>
      db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        await writeList(trx, list)
        notify(changed)
      }),
    record: (list) =>
      db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        const before = (await readLists(trx)).find(({ owner }) => owner === list.owner)
        if (!mayReplace(before ?? null, list)) return false
        await writeList(trx, list)
        notify(changed)
        return true
      }),
    remove: (owner) =>
      db.write(async (trx, notify) => {
        const row = await trx
          .deleteFrom('advisory_lists')
          .where('owner', '=', owner)
          .returning('owner')
          .executeTakeFirst()
        if (row) notify(changed)
        return row !== undefined
      }),
    ...createExceptions(db),
  }
}

type Exceptions = Pick<AdvisoryStore, 'exceptions' | 'except' | 'removeException'>

function createExceptions(db: TenantDatabase): Exceptions {
  return {
    exceptions: async () => {
      const rows = await db.read
        .selectFrom('advisory_exceptions')
        .selectAll()
        .orderBy('excepted_at', 'desc')
        .orderBy('digest', 'desc')
        .execute()
      return rows.map(toException)
    },
    except: async ({ digest, advisoryIds, reason, by, at }) => {
      await db.write(async (trx) => {
        await lockTenant(trx, db.tenantId)
        await trx.deleteFrom('advisory_exceptions').where('digest', '=', digest).execute()
        const said = { advisory_ids: toJson(advisoryIds), reason }
        const row = { digest, ...said, excepted_by: by, excepted_at: at }
        await trx.insertInto('advisory_exceptions').values(row).execute()
      })
    },
    removeException: (digest) =>
      changesRow(db, (trx) =>
        trx.deleteFrom('advisory_exceptions').where('digest', '=', digest).returning('digest'),
      ),
  }
}

async function readLists(db: QueryExecutor): Promise<readonly AdvisoryList[]> {
  const rows = await db.selectFrom('advisory_lists').selectAll().orderBy('owner').execute()
  return rows.map(toList)
}

async function writeList(trx: Transaction, list: AdvisoryList): Promise<void> {
  const { owner, url, signer, content, sha256, takenAt, checkedAt, problem } = list
  await trx.deleteFrom('advisory_lists').where('owner', '=', owner).execute()
  await trx
    .insertInto('advisory_lists')
    .values({
      ...{ owner, url, signer: toJson(signer), serial: content?.serial ?? null, sha256 },
      content: content && toJson(content),
      ...{ taken_at: takenAt, checked_at: checkedAt, problem: problem && toJson(problem) },
    })
    .execute()
}

function toList(row: Row<'advisory_lists'>): AdvisoryList {
  return {
    owner: row.owner as AdvisoryListOwner,
    url: row.url,
    signer: fromJson<TrustedSigner>(row.signer),
    content: row.content === null ? null : fromJson<AdvisoryListContent>(row.content),
    ...{ sha256: row.sha256, takenAt: row.taken_at, checkedAt: row.checked_at },
    problem: row.problem === null ? null : fromJson<Problem>(row.problem),
  }
}

function toException(row: Row<'advisory_exceptions'>): AdvisoryException {
  return {
    digest: row.digest as RevisionDigest,
    advisoryIds: fromJson<readonly string[]>(row.advisory_ids),
    ...{ reason: row.reason, by: row.excepted_by as UserId, at: row.excepted_at },
  }
}
