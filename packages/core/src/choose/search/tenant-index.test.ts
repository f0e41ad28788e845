import { expect, test } from 'vitest'
import { acme, ann, save, setUp, userScope } from '../../testing/search-fixture.ts'
import { createInProcessSegmentBuilder } from './segment-builder.ts'
import { TenantIndex } from './tenant-index.ts'

test('A8: a skill that reuses a slug deleted during loading shadows like any other', async () => {
  const { store } = await setUp()
  const draft = { slug: 'pdf', description: 'pdf for me', scope: userScope }
  const [first] = await save(store, draft)
  const { skills } = store.tenant(acme)
  let second: unknown
  const feed = {
    ...skills,
    indexable: async (...page: Parameters<typeof skills.indexable>) => {
      const read = await skills.indexable(...page)
      if (second === undefined) {
        await skills.remove(ann, first!)
        ;[second] = await save(store, draft)
      }
      return read
    },
  }
  const index = new TenantIndex(() => feed, { builder: createInProcessSegmentBuilder() })
  for (const seen of [await index.view(ann), await index.view(ann)]) {
    expect([...seen.ownSlugs]).toEqual(['pdf'])
    expect(second).not.toBe(first)
  }
})
