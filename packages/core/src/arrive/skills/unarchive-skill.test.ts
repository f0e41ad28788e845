import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import { archiveSkill } from '../../keep/skills/archive-skill.ts'
import {
  createCatalogFixture,
  plainSkill,
  refusalOf,
  skillText,
} from '../../testing/catalog-fixture.ts'
import type { JudgingDeps } from '../admission/arrival-judge.ts'
import { createSkill } from './create-skill.ts'
import { unarchiveSkill } from './unarchive-skill.ts'

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

describe('issue 32: a skill that is taken out of the archive', () => {
  it('A10: is judged again first, and stays there without an owner’s yes where the scan blocks it by now', async () => {
    const { deps, owner, store } = await createCatalogFixture(sha256)
    const created = await createSkill(deps, owner, { ...plainSkill, content: skillText('deploy') })
    const { id, head } = created
    await archiveSkill(deps, owner, { id, archived: true })
    const later = stricter(deps)
    expect(await refusalOf(unarchiveSkill(later, owner, { id }))).toBe(
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
