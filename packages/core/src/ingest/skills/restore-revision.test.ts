import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SkillId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { removeSkill } from '../../keep/skills/remove-skill.ts'
import {
  type CatalogFixture,
  createCatalogFixture,
  plainSkill,
  rejectionOf,
  skillText,
  textFile,
} from '../../testing/catalog-fixture.ts'
import { importSkills } from '../import/import-skills.ts'
import { createSkill } from './create-skill.ts'
import { restoreRevision } from './restore-revision.ts'
import { updateSkill } from './update-skill.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const catalog = () => createCatalogFixture(sha256)

const textOf = async ({ store, owner }: CatalogFixture, id: SkillId) => {
  const viewer = owner.principal.userId
  const skill = await store.skills.get(viewer, id)
  return skill && (await store.skills.content(viewer, id, skill.head.digest))?.source
}

describe('restoring a revision', () => {
  it('adds its files as the newest revision, with a reason, and keeps all others', async () => {
    const all = await catalog()
    const { deps, owner, store } = all
    const items = [
      { path: 'a', files: [textFile('SKILL.md', skillText('a', 'One.')), textFile('run.sh', '1')] },
    ]
    await importSkills(deps, owner, { scope: 'org', items })
    const viewer = owner.principal.userId
    const first = await store.skills.findBySlug(viewer, 'a')
    if (!first) throw new Error('nothing was imported')
    const { id } = first
    const later = [{ path: 'a', files: [textFile('SKILL.md', skillText('a', 'Two.'))] }]
    await importSkills(deps, owner, { scope: 'org', items: later })
    const restored = await restoreRevision(deps, owner, { id, number: 1, reason: 'It was better' })
    expect(restored.head).toMatchObject({
      ...{ number: 3, digest: first.head.digest, createdBy: viewer },
      reason: 'Restored revision 1: It was better',
    })
    expect(await textOf(all, id)).toBe(skillText('a', 'One.'))
    const script = restored.head.manifest.find(({ path }) => path === 'run.sh')
    expect(script).toMatchObject({ executable: true })
    expect((await store.skills.revisions(viewer, id)).map(({ number }) => number)).toEqual([
      3, 2, 1,
    ])
    const { items: log } = await store.audit.list({ action: 'skill-updated' }, { limit: 9 })
    expect(log[0]?.details).toMatchObject({ restored_revision: 1 })
    const again = await restoreRevision(deps, owner, { id, number: 3, reason: '' })
    expect(again.version).toBe(restored.version)
  })

  it('is refused for skills of others, unknown numbers and stale versions', async () => {
    const { deps, owner, member, store } = await catalog()
    const { id } = await createSkill(deps, owner, { content: skillText('a'), ...plainSkill })
    await updateSkill(deps, owner, { id, overrides: { description: 'e' }, reason: '' })
    const at = { id, number: 1, reason: '' }
    expect(await rejectionOf(restoreRevision(deps, member, at))).toBe('skill.org-scope-forbidden')
    expect(await rejectionOf(restoreRevision(deps, owner, { ...at, number: 9 }))).toBe(
      'revision.not-found',
    )
    const old = { ...at, expectedVersion: 1 }
    expect(await rejectionOf(restoreRevision(deps, owner, old))).toBe('skill.stale')
    await removeSkill(deps, owner, { id })
    expect(await rejectionOf(restoreRevision(deps, owner, at))).toBe('skill.not-found')
    expect(await store.skills.list(owner.principal.userId, {}, { limit: 9 })).toMatchObject({
      items: [],
    })
  })
})
