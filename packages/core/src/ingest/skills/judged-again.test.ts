import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import { archiveSkill } from '../../keep/skills/archive-skill.ts'
import { removeSkill } from '../../keep/skills/remove-skill.ts'
import {
  createCatalogFixture,
  plainSkill,
  rejectionOf,
  skillText,
} from '../../testing/catalog-fixture.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { changeTag } from './change-tag.ts'
import { createSkill } from './create-skill.ts'
import { restoreRevision } from './restore-revision.ts'
import { restoreSkill } from './restore-skill.ts'
import { unarchiveSkill } from './unarchive-skill.ts'
import { updateSkill } from './update-skill.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')

/** Rules of a later release, which block what was clean. */
function stricter(deps: JudgingDeps): JudgingDeps {
  const { judge } = deps
  const words = new TextEncoder().encode('MALWARE')
  const file = { path: 'found.md', bytes: words, executable: false }
  return {
    ...deps,
    judge: { ...judge, judge: ({ files }) => judge.judge({ files: [...files, file] }) },
  }
}

describe('a skill that is taken out of the archive', () => {
  it('A10: is judged again first, and stays there without an owner’s yes where the scan blocks it by now', async () => {
    const { deps, owner, store } = await createCatalogFixture(sha256)
    const created = await createSkill(deps, owner, { ...plainSkill, content: skillText('deploy') })
    const { id, head } = created
    await archiveSkill(deps, owner, { id, archived: true })
    const later = stricter(deps)
    expect(await rejectionOf(unarchiveSkill(later, owner, { id }))).toBe(
      'skill.findings-unacknowledged',
    )
    const kept = await store.skills.get(owner.principal.userId, id)
    expect(kept).toMatchObject({ enabled: false, archivedAt: expect.any(Number) })
    const taken = await unarchiveSkill(later, owner, { id, acknowledged: [head.digest] })
    expect(taken).toMatchObject({ enabled: true, archivedAt: null })
  })

  it('A10: needs no yes while it is clean', async () => {
    const { deps, owner } = await createCatalogFixture(sha256)
    const { id } = await createSkill(deps, owner, { ...plainSkill, content: skillText('deploy') })
    await archiveSkill(deps, owner, { id, archived: true })
    expect(await unarchiveSkill(deps, owner, { id })).toMatchObject({ enabled: true })
  })
})

describe('A10: what makes a stored content usable again is judged by the rules of now', () => {
  const unacknowledged = 'skill.findings-unacknowledged'
  const change = { overrides: {}, reason: '' }

  it('a deleted skill stays deleted until an owner said yes to what is found in it', async () => {
    const { deps, owner, store } = await createCatalogFixture(sha256)
    const made = await createSkill(deps, owner, { ...plainSkill, content: skillText('deploy') })
    const { id, head } = made
    await removeSkill(deps, owner, { id })
    const later = stricter(deps)
    expect(await rejectionOf(restoreSkill(later, owner, { id }))).toBe(unacknowledged)
    expect(await store.skills.get(owner.principal.userId, id)).toBeNull()
    const taken = await restoreSkill(later, owner, { id, acknowledged: [head.digest] })
    expect(taken).toMatchObject({ id, enabled: true })
  })

  it('a deleted skill that was disabled comes back disabled, and is judged when it is enabled', async () => {
    const { deps, owner } = await createCatalogFixture(sha256)
    const content = skillText('deploy')
    const { id } = await createSkill(deps, owner, { ...plainSkill, content, enabled: false })
    await removeSkill(deps, owner, { id })
    const later = stricter(deps)
    expect(await restoreSkill(later, owner, { id })).toMatchObject({ enabled: false })
    expect(await rejectionOf(updateSkill(later, owner, { ...change, id, enabled: true }))).toBe(
      unacknowledged,
    )
  })

  it('an earlier revision becomes the newest one only with a yes', async () => {
    const { deps, owner, store } = await createCatalogFixture(sha256)
    const made = await createSkill(deps, owner, { ...plainSkill, content: skillText('a', 'One.') })
    const { id, head } = made
    await updateSkill(deps, owner, { ...change, id, content: skillText('a', 'Two.') })
    const later = stricter(deps)
    const first = { id, number: 1, reason: '' }
    expect(await rejectionOf(restoreRevision(later, owner, first))).toBe(unacknowledged)
    expect((await store.skills.get(owner.principal.userId, id))?.head.number).toBe(2)
    const taken = await restoreRevision(later, owner, { ...first, acknowledged: [head.digest] })
    expect(taken.head).toMatchObject({ number: 3, digest: head.digest })
  })

  it('a change of tags makes no new revision of it', async () => {
    const { deps, owner, store } = await createCatalogFixture(sha256)
    const content = skillText('deploy')
    const { id } = await createSkill(deps, owner, {
      ...plainSkill,
      content,
      overrides: { tags: ['old'] },
    })
    const outcomes = await changeTag(stricter(deps), owner, { tag: 'old', to: 'new' })
    expect(outcomes).toMatchObject([{ status: 'refused', problem: { code: unacknowledged } }])
    expect((await store.skills.get(owner.principal.userId, id))?.head.number).toBe(1)
  })
})
