import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isProblemError } from '../../base/errors.ts'
import type { SkillId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { slugKey } from '../../domain/slug.ts'
import { listDeletedSkills } from '../../keep/skills/deleted-skills.ts'
import { purgeSkills } from '../../keep/skills/purge-skills.ts'
import { removeSkill } from '../../keep/skills/remove-skill.ts'
import { tombstoneRetention } from '../../keep/skills/tombstone.ts'
import {
  type CatalogFixture,
  createCatalogFixture,
  plainSkill,
  skillText,
  textFile,
} from '../../testing/catalog-fixture.ts'
import { importSkills } from '../import/import-skills.ts'
import { createSkill } from './create-skill.ts'
import { restoreRevision } from './restore-revision.ts'
import { restoreSkill } from './restore-skill.ts'
import { updateSkill } from './update-skill.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const catalog = () => createCatalogFixture(sha256)

describe('skills after any sequence of changes', () => {
  const slug = fc.constantFrom('a', 'b')
  const nth = fc.nat({ max: 3 })
  const body = fc.constantFrom('One.', 'Two.', 'Three.')
  const steps = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('create' as const), slug, body }),
      fc.record({ do: fc.constant('import' as const), slug, body }),
      fc.record({ do: fc.constant('update' as const), nth, body }),
      fc.record({
        do: fc.constant('revert' as const),
        nth,
        number: fc.integer({ min: 1, max: 3 }),
      }),
      fc.record({ do: fc.constant('delete' as const), nth }),
      fc.record({
        do: fc.constant('restore' as const),
        nth,
        slug: fc.option(slug, { nil: undefined }),
      }),
      fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 29, 30) }),
    ),
    { minLength: 5, maxLength: 30, size: 'max' },
  )
  type Step = typeof steps extends fc.Arbitrary<readonly (infer One)[]> ? One : never

  async function apply(all: CatalogFixture, known: SkillId[], step: Step): Promise<void> {
    const { deps, owner, clock, store } = all
    const idOf = (n: number) => known[n % Math.max(known.length, 1)] ?? ('skl_none' as SkillId)
    const content = (name: string) => skillText(name, 'body' in step ? step.body : '')
    switch (step.do) {
      case 'create': {
        const request = { content: content(step.slug), ...plainSkill }
        known.push((await createSkill(deps, owner, request)).id)
        return
      }
      case 'import': {
        const items = [{ path: step.slug, files: [textFile('SKILL.md', content(step.slug))] }]
        const [outcome] = await importSkills(deps, owner, { scope: 'org', items })
        if (outcome?.status === 'created') known.push(outcome.skill.id)
        return
      }
      case 'update': {
        const id = idOf(step.nth)
        const skill = await store.skills.get(owner.principal.userId, id)
        const request = { id, content: content(skill?.slug ?? 'a'), overrides: {}, reason: '' }
        await updateSkill(deps, owner, request)
        return
      }
      case 'revert':
        await restoreRevision(deps, owner, { id: idOf(step.nth), number: step.number, reason: '' })
        return
      case 'delete':
        return removeSkill(deps, owner, { id: idOf(step.nth) })
      case 'restore':
        await restoreSkill(deps, owner, { id: idOf(step.nth), slug: step.slug })
        return
      case 'wait':
        clock.advance((step.days * tombstoneRetention) / 30)
        await purgeSkills(deps, { sweep: '0'.repeat(32) })
    }
  }

  it('B8: slugs stay unique, revision chains complete, and nothing is lost within 30 days (property)', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const all = await catalog()
        const { store, owner, clock } = all
        const viewer = owner.principal.userId
        const known: SkillId[] = []
        /** The time of each skill’s latest deletion. */
        const deletedAt = new Map<SkillId, number>()
        for (const step of given) {
          const live = new Set(
            (await store.skills.list(viewer, {}, { limit: 50 })).items.map((s) => s.id),
          )
          await apply(all, known, step).catch((error: unknown) => {
            if (!isProblemError(error)) throw error
          })
          const skills = (await store.skills.list(viewer, {}, { limit: 50 })).items
          for (const id of live) {
            if (!skills.some((skill) => skill.id === id)) deletedAt.set(id, clock.now())
          }
          const handles = skills.map((skill) => slugKey(skill.scope, skill.slug))
          expect(new Set(handles).size).toBe(handles.length)
          for (const { id, head } of skills) {
            const chain = await store.skills.revisions(viewer, id)
            expect(chain.map(({ number }) => number)).toEqual(
              Array.from({ length: head.number }, (_, index) => head.number - index),
            )
          }
          const deleted = (await listDeletedSkills(store, owner.principal, { limit: 50 })).items
          const there = new Set(
            [...skills, ...deleted.map(({ skill }) => skill)].map(({ id }) => id),
          )
          expect(there.size).toBe(skills.length + deleted.length)
          for (const id of known) {
            const over = clock.now() - (deletedAt.get(id) ?? clock.now()) >= tombstoneRetention
            expect([id, there.has(id)]).toEqual([id, there.has(id) || !over])
          }
        }
      }),
      { numRuns: 60 },
    )
  }, 120_000)
})
