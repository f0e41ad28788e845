import type { SkillSource } from '@repertoire/core/domain'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import { inspect } from '../contract/inspect.ts'
import { newSource } from '../contract/pending-revision-fixture.ts'
import { forEveryStore } from '../contract/store-fixture.ts'

/** Document A's `skill_sources` table, in the document's order. */
const documentColumns = [
  ...['id', 'organization_id', 'name', 'source_type', 'config', 'enabled'],
  ...['last_sync_at', 'last_sync_status', 'last_sync_error'],
]

const configs: Readonly<Record<string, readonly [SkillSource['config'], object]>> = {
  'a git': [
    { kind: 'git', url: 'https://git.example/a.git', ref: null, path: '' },
    { url: 'https://git.example/a.git', ref: null, path: '' },
  ],
  'a github': [
    { kind: 'github', repo: 'acme/runbooks', ref: 'main', path: 'skills' },
    { repo: 'acme/runbooks', ref: 'main', path: 'skills' },
  ],
  'a marketplace': [
    { kind: 'marketplace', baseUrl: 'https://skills.sh', skills: ['a/b/c'] },
    { base_url: 'https://skills.sh', skills: ['a/b/c'] },
  ],
  'a url': [
    { kind: 'url', url: 'https://example.com/né\u0001.md' },
    { url: 'https://example.com/né\u0001.md' },
  ],
}

forEveryStore(
  'the view skill_sources',
  (fixture) => {
    test('A12: has exactly the document’s columns, the configuration of each kind, and no token', async () => {
      const { sources, tenantId } = await fixture.tenant()
      for (const [name, [config]] of Object.entries(configs)) {
        await sources.create(
          newSource(fixture, { name, config, encryptedToken: 'encrypted secret' }),
        )
      }
      const [first] = await sources.list()
      if (!first) throw new Error('there is no source')
      const lease = { owner: 'one', until: 1_000 }
      await sources.startSync(first.id, lease, 0)
      const error = { code: 'source.empty', kind: 'invalid', message: 'It’s empty.' } as const
      const after = {
        ...first.sync,
        status: 'failed',
        error,
        lastSyncAt: 1_767_225_600_000,
      } as const
      await sources.finishSync(first.id, lease, after)
      const rows = await inspect(fixture.backend, (db) =>
        sql<Record<string, unknown>>`select * from skill_sources
          where organization_id = ${tenantId} order by name`.execute(db),
      )
      expect(Object.keys(rows[0] ?? {})).toEqual(documentColumns)
      const { syncPolicy, syncIntervalMinutes, id } = first
      const synced = { sync_policy: syncPolicy, sync_interval_minutes: syncIntervalMinutes }
      expect(rows.map(({ name, config }) => [name, JSON.parse(String(config))])).toEqual(
        Object.entries(configs).map(([name, [, shown]]) => [name, { ...shown, ...synced }]),
      )
      expect(rows[0]).toMatchObject({
        ...{ id, organization_id: tenantId, source_type: 'git', enabled: 1 },
        ...{ last_sync_at: 1_767_225_600_000, last_sync_status: 'failed' },
        last_sync_error: 'It’s empty.',
      })
      expect(rows[1]).toMatchObject({
        ...{ source_type: 'github', last_sync_at: null, last_sync_status: 'never' },
        last_sync_error: null,
      })
      expect(JSON.stringify(rows)).not.toContain('secret')
    })
  },
  databaseKinds,
)
