import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { TenantId, UserId } from '../../base/ids.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import { createFixedClock } from '../../testing/fixed-clock.ts'
import { createInMemoryStore } from '../../testing/in-memory-store.ts'
import { judgeByWords } from '../../testing/judge-by-words.ts'
import { createSequentialIds } from '../../testing/sequential-ids.ts'
import { findByName } from '../../use/tools/portable-skill.ts'
import { importSkills } from './import-skills.ts'

it('D2: an agent finds each of two skills of one name, also as owner/name', async () => {
  const ports = { clock: createFixedClock(), ids: createSequentialIds() }
  const tenantId = 'ten_1' as TenantId
  const userId = 'usr_1' as UserId
  const all = createInMemoryStore(ports)
  await all.directory.createTenant({ id: tenantId, name: 'T', createdAt: 0 })
  const store = all.tenant(tenantId)
  const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
  const permissions = rolePermissions('owner')
  const principal = { tenantId, userId, role: 'owner', permissions } as const
  for (const owner of ['acme', 'beta']) {
    const text = `---\nname: postgres\ndescription: d\n---\nThe one of ${owner}.\n`
    const bytes = new TextEncoder().encode(text)
    await importSkills(
      { store, sha256, judge: judgeByWords, ...ports },
      { principal, traceId: '0'.repeat(32) },
      {
        scope: 'org',
        items: [{ path: 'postgres', files: [{ path: 'SKILL.md', bytes, executable: false }] }],
        source: { sourceUrl: `https://github.com/${owner}/skills` },
      },
    )
  }
  const bodyOf = async (name: string) => {
    const skill = await findByName({ skills: store.skills, viewer: userId }, name)
    return skill && (await store.skills.content(userId, skill.id, skill.head.digest))?.body.trim()
  }
  expect(await bodyOf('postgres')).toBe('The one of acme.')
  expect(await bodyOf('beta-postgres')).toBe('The one of beta.')
  expect(await bodyOf('beta/postgres')).toBe('The one of beta.')
})
