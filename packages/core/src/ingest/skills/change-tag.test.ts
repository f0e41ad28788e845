import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import { createCatalogFixture, plainSkill, skillText } from '../../testing/catalog-fixture.ts'
import { agentOrigin } from '../proposals/create-proposal.ts'
import { changeTag } from './change-tag.ts'
import { createSkill } from './create-skill.ts'
import { updateSkill } from './update-skill.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const catalog = () => createCatalogFixture(sha256)

describe('changing a tag in all skills', () => {
  const tagged = (tags: readonly string[]) => `tags: ${JSON.stringify(tags)}\n`

  it('renames it in place, merges it into an existing one, and removes it', async () => {
    const { deps, owner, store } = await catalog()
    const create = (name: string, tags: readonly string[]) =>
      createSkill(deps, owner, { content: skillText(name, 'Body.', tagged(tags)), ...plainSkill })
    const one = await create('one', ['x', 'data', 'y'])
    await create('two', ['data', 'excel'])
    await create('three', ['other'])
    const viewer = owner.principal.userId
    const tagsOf = async (slug: string) =>
      (await store.skills.findBySlug(viewer, slug))?.head.tags.join(' ')
    const renamed = await changeTag(deps, owner, { tag: 'data', to: 'excel' })
    expect(renamed.map(({ skill, status }) => [skill.slug, status])).toEqual([
      ['one', 'changed'],
      ['two', 'changed'],
    ])
    expect([await tagsOf('one'), await tagsOf('two')]).toEqual(['x excel y', 'excel'])
    expect(await store.skills.tags(viewer)).not.toContainEqual({ tag: 'data', count: 1 })
    const [newest] = await store.skills.revisions(viewer, one.id)
    expect(newest).toMatchObject({ number: 2, reason: 'Renamed the tag “data” to “excel”.' })
    await changeTag(deps, owner, { tag: 'excel', to: null })
    expect([await tagsOf('one'), await tagsOf('two')]).toEqual(['x y', ''])
    expect(await tagsOf('three')).toBe('other')
    expect(await changeTag(deps, owner, { tag: 'nobody-has-it', to: 'z' })).toEqual([])
    expect(await changeTag(deps, owner, { tag: 'x', to: 'x' })).toEqual([])
  })

  it('skips and reports skills that the actor may not write', async () => {
    const { deps, owner, member, store } = await catalog()
    const content = skillText('a', 'Body.', tagged(['data']))
    await createSkill(deps, owner, { content, ...plainSkill })
    await createSkill(deps, member, { content, ...plainSkill, scope: 'user' })
    await createSkill(deps, owner, {
      content: content.replace('name: a', 'name: b'),
      ...plainSkill,
      scope: 'user',
    })
    const outcomes = await changeTag(deps, member, { tag: 'data', to: 'facts' })
    const results = outcomes.map((one) => [
      one.skill.scope.kind,
      one.status === 'refused' ? one.problem.code : one.status,
    ])
    expect(new Set(results.map(String))).toEqual(
      new Set(['org,skill.org-scope-forbidden', 'user,changed']),
    )
    const tags = (await store.skills.tags(owner.principal.userId)).map(({ tag }) => tag)
    expect(tags).toEqual(['data'])
  })

  it('keeps the provenance of an agent’s skill', async () => {
    const { deps, owner } = await catalog()
    const made = await createSkill(deps, owner, {
      content: skillText('a', 'Body.', tagged(['data'])),
      ...plainSkill,
    })
    await deps.store.skills.update(owner.principal.userId, made.id, { origin: agentOrigin })
    const [outcome] = await changeTag(deps, owner, { tag: 'data', to: 'facts' })
    expect(outcome).toMatchObject({ status: 'changed', skill: { origin: agentOrigin } })
  })

  it('keeps a tag that is added concurrently', async () => {
    const { deps, owner, store } = await catalog()
    const content = skillText('a', 'Body.', tagged(['data']))
    const { id } = await createSkill(deps, owner, { content, ...plainSkill })
    let raced = false
    const { list } = store.skills
    const skills: typeof store.skills = {
      ...store.skills,
      list: async (...given) => {
        const page = await list(...given)
        if (!raced) {
          raced = true
          await updateSkill(deps, owner, { id, overrides: { tags: ['data', 'new'] }, reason: '' })
        }
        return page
      },
    }
    const racing = { ...deps, store: { ...store, skills } }
    await changeTag(racing, owner, { tag: 'data', to: 'facts' })
    expect((await store.skills.get(owner.principal.userId, id))?.head.tags).toEqual([
      'facts',
      'new',
    ])
  })

  it('removes and renames tags under metadata', async () => {
    const { deps, owner } = await catalog()
    const content = skillText('a', 'Body.', 'metadata:\n  tags: [data]\n')
    await createSkill(deps, owner, { content, ...plainSkill })
    const [renamed] = await changeTag(deps, owner, { tag: 'data', to: 'facts' })
    expect(renamed).toMatchObject({ status: 'changed', skill: { head: { tags: ['facts'] } } })
    const [off] = await changeTag(deps, owner, { tag: 'facts', to: null })
    expect(off).toMatchObject({ status: 'changed', skill: { head: { tags: [] } } })
  })
})
