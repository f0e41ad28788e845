import { expect, it, vi } from 'vitest'
import type { TenantId, UserId } from '../../base/ids.ts'
import { createFixedClock } from '../../testing/fixed-clock.ts'
import { createInMemoryStore } from '../../testing/in-memory-store.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { keepEnabledSkills } from './enabled-skills.ts'

const viewer = 'usr_1' as UserId

async function library() {
  const store = createInMemoryStore({ clock: createFixedClock() })
  const tenantId = 'org_1' as TenantId
  await store.directory.createTenant({ id: tenantId, name: 'One', createdAt: 1 })
  const { skills } = store.tenant(tenantId)
  await skills.save([sampleContent('first', 'One.'), sampleContent('second', 'Two.')], 'create')
  const list = vi.fn(skills.list)
  const read = keepEnabledSkills({ ...skills, list }, viewer)
  const slugs = async () => (await read()).skills.map(({ slug }) => slug)
  return { skills, list, slugs }
}

it('reads the skills of a run once while none is changed', async () => {
  const { list, slugs } = await library()
  expect(await slugs()).toEqual(['first', 'second'])
  const reads = list.mock.calls.length
  expect(await Promise.all([slugs(), slugs()])).toEqual(Array(2).fill(['first', 'second']))
  expect(list).toHaveBeenCalledTimes(reads)
})

it('gives no skill that was disabled or removed since, and each that came', async () => {
  const { skills, slugs } = await library()
  await slugs()
  const first = await skills.findBySlug(viewer, 'first')
  const second = await skills.findBySlug(viewer, 'second')
  if (!first || !second) throw new Error('the skills are not there')
  await skills.update(viewer, first.id, { enabled: false })
  expect(await slugs()).toEqual(['second'])
  await skills.remove(viewer, second.id)
  expect(await slugs()).toEqual([])
  await skills.save([sampleContent('third', 'Three.')], 'create')
  expect(await slugs()).toEqual(['third'])
})

it('reads again after a failure', async () => {
  const { list, slugs } = await library()
  list.mockRejectedValueOnce(new Error('no answer'))
  await expect(slugs()).rejects.toThrow('no answer')
  expect(await slugs()).toEqual(['first', 'second'])
})
