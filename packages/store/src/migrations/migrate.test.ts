import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Backend, databaseKinds } from '../contract/backends.ts'
import { outputOf, startChild } from '../contract/child-process.ts'
import { inspect } from '../contract/inspect.ts'

function openInChild({ dataDir, databaseUrl }: Backend): Promise<string[]> {
  return outputOf(startChild('./open-store-child.ts', { dataDir, databaseUrl }))
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`migrations (${kind.name})`, () => {
    test('four processes that open a new database at once all succeed', async () => {
      const backend = await kind.create()
      try {
        const opened = await Promise.all(Array.from({ length: 4 }, () => openInChild(backend)))
        expect(opened).toEqual(Array(4).fill(['opened']))
        const rows = await inspect(backend, (db) =>
          sql<{ name: string }>`select name from schema_migrations order by name`.execute(db),
        )
        const names = [
          '0001-foundation',
          '0002-portable',
          '0003-scripts',
          '0004-library',
          '0005-package-approvals',
          '0005-prompt-contexts',
          '0005-public-key-ids',
          '0005-run-references',
          '0006-invitations',
          '0006-key-parents',
          '0006-login-sessions',
          '0007-audit-chain',
          '0008-organisations',
          '0008-quotas',
          '0009-passkeys',
          '0009-sign-on',
          '0010-sources',
          '0011-skill-sources',
          '0012-audit-checkpoints',
          '0013-acknowledgements',
          '0014-update-age',
          '0015-suppressions',
          '0016-model-providers',
          '0017-collections',
          '0018-inbox',
          '0019-connected-apps',
          '0020-usage',
          '0021-device-logins',
          '0022-traces',
          '0023-advisories',
          '0024-ignored-entries',
          '0025-deleted-conversations',
          '0026-commits',
          '0027-collection-promotions',
          '0028-connectors',
          '0029-outcome-retests',
          '0030-list-indexes',
          '0031-one-review',
          '0032-inbox-notification',
          '0033-changed-skills',
          '0034-run-totals',
          '0035-usage-pairs',
          '0036-latency',
          '0037-search-log',
          '0038-source-items-by-skill',
          '0039-offered-skills',
          '0040-recorded-promotions',
        ]
        expect(rows).toEqual(names.map((name) => ({ name })))
      } finally {
        await backend.destroy()
      }
    })

    test('a database of a newer release is not changed', async () => {
      const backend = await kind.create()
      try {
        await openInChild(backend)
        await inspect(backend, (db) =>
          sql`insert into schema_migrations (name, applied_at) values ('9999-later', 1)`.execute(
            db,
          ),
        )
        expect((await openInChild(backend))[0]).toBe('store.newer-schema')
      } finally {
        await backend.destroy()
      }
    })
  })
}
