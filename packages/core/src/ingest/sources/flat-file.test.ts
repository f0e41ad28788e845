import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import { createSyncFixture } from '../../testing/sync-fixture.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const plain = '# Postgres triage\nFind slow queries and\nlock waits.\n\n## Steps\n\nLook.\n'

describe('A9: a Markdown file of a repository that is a skill of its own', () => {
  it('is named by its file and described by its first heading and paragraph, and waits', async () => {
    const { offer, sync, held, skills, approve } = await createSyncFixture(sha256)
    offer('one', { 'skills/db/postgres-triage.md': { 'SKILL.md': plain } })
    await sync()
    const [one] = await held()
    expect(one).toMatchObject({
      ...{ state: 'held', slug: 'postgres-triage', name: 'postgres-triage' },
      description: 'Postgres triage: Find slow queries and lock waits.',
    })
    expect(await skills()).toEqual([])
    await approve(one, { enable: undefined })
    expect(await skills()).toMatchObject([
      { slug: 'postgres-triage', enabled: false, head: { description: one?.description } },
    ])
  })

  it('keeps what its frontmatter says, and is not read twice', async () => {
    const { offer, sync, held } = await createSyncFixture(sha256)
    const said = '---\nname: Night watch\ndescription: For nights.\n---\n# Other\n'
    offer('one', { 'a.md': { 'SKILL.md': said }, 'b.md': { 'SKILL.md': plain } })
    await sync()
    const before = await held()
    expect(before.map(({ slug, description }) => [slug, description]).toSorted()).toEqual([
      ['b', 'Postgres triage: Find slow queries and lock waits.'],
      ['night-watch', 'For nights.'],
    ])
    await sync({ isForced: true })
    expect(await held()).toEqual(before)
  })

  it('of two files of one name both are kept: the one that is approved first has the slug', async () => {
    const { offer, sync, held, skills, approve } = await createSyncFixture(sha256)
    offer('one', { 'a/x.md': { 'SKILL.md': plain }, 'b/x.md': { 'SKILL.md': `${plain}More.\n` } })
    await sync()
    const [first, second] = await held()
    await approve(first)
    expect((await approve(second)).slug).toBe('acme-x')
    expect((await skills()).map(({ slug }) => slug).toSorted()).toEqual(['acme-x', 'x'])
  })
})
