import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isProblemError } from '../../base/errors.ts'
import type { TenantId, UserId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { applyEdit, type EditInput } from '../../base/text/edit-text.ts'
import { createFixedClock } from '../../testing/fixed-clock.ts'
import { createInMemoryStore } from '../../testing/in-memory-store.ts'
import { assessedImport } from '../../testing/ingested-package.ts'
import { createSequentialIds } from '../../testing/sequential-ids.ts'
import { composeChangedSkill, composeNewSkill } from './compose-change.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const person = 'usr_1' as UserId
const writer = { person, sha256 }

/**
 * Pieces of text, with those that are difficult in SKILL.md: fences, line ends, quotes, tags, wide
 * characters.
 */
const piece = fc.constantFrom(
  'a',
  'b',
  '\n',
  '\r\n',
  '---\n',
  '---',
  '# ',
  ' ',
  ': ',
  '"',
  '😀',
  '<x>',
)
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
const edit: fc.Arbitrary<EditInput> = fc.oneof(
  fc.record({
    operation: fc.constantFrom(
      'replace' as const,
      'append' as const,
      'prepend' as const,
      'delete' as const,
    ),
    content: text,
  }),
  fc.record({
    operation: fc.constant('find_replace' as const),
    find: text,
    replace: text,
    replace_all: fc.boolean(),
  }),
)

async function createTenant() {
  const store = createInMemoryStore({ clock: createFixedClock(), ids: createSequentialIds() })
  await store.directory.createTenant({ id: 'ten_1' as TenantId, name: 'T', createdAt: 0 })
  return store.tenant('ten_1' as TenantId).skills
}

/** The accepted edits, and the resulting skill. */
async function edited(first: string, edits: readonly EditInput[]) {
  const skills = await createTenant()
  const draft = { name: 'a', title: 'A', description: 'D.', tags: [], content: first }
  const [saved] = await skills.save([assessedImport(composeNewSkill(draft, writer))], 'create')
  if (saved?.status !== 'created') throw new Error('it was not created')
  let skill = saved.skill
  const taken: EditInput[] = []
  for (const edit of edits) {
    const content = await skills.content(person, skill.id, skill.head.digest)
    if (!content) throw new Error('the text is gone')
    try {
      const current = { skill, content, otherFiles: [] }
      const arrival = assessedImport(composeChangedSkill(current, { edit }, writer))
      skill = await skills.update(person, skill.id, { arrival }, skill.version)
      taken.push(edit)
    } catch (error) {
      if (!isProblemError(error)) throw error
      expect(await skills.get(person, skill.id)).toEqual(skill)
    }
  }
  const revisions = (await skills.revisions(person, skill.id)).toReversed()
  const bodies = await Promise.all(
    revisions.map(async ({ digest }) => (await skills.content(person, skill.id, digest))?.body),
  )
  return { skill, taken, bodies }
}

describe('the history of a skill', () => {
  it('B3: replaying accepted edits gives the stored text, byte for byte; refused ones leave no trace', async () => {
    const first = text.filter((text) => text.trim() !== '')
    await fc.assert(
      fc.asyncProperty(first, fc.array(edit, { maxLength: 12 }), async (begun, edits) => {
        const { taken, bodies, skill } = await edited(begun, edits)
        const replayed = [begun]
        for (const edit of taken) {
          const next = applyEdit(replayed.at(-1) ?? '', edit)
          if (next !== replayed.at(-1)) replayed.push(next)
        }
        expect(bodies).toEqual(replayed)
        expect(skill.head.number).toBe(replayed.length)
        expect(skill.slug).toBe('a')
      }),
      { numRuns: 300 },
    )
  })
})
