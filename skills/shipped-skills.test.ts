import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  createArrival,
  createInProcessSegmentBuilder,
  createSkillSearch,
  type SkillArrival,
  type TenantId,
  type UserId,
} from '@repertoire/core'
import { createFixedClock, createMemoryStore } from '@repertoire/core/testing'
import { countCharacters, loadSkillMd, validateSkillMd } from '@repertoire/skill-md'
import { beforeAll, describe, expect, it } from 'vitest'

const shippedFolder = import.meta.dirname
const realFolder = join(shippedFolder, '../../shared/data/skills')
const shipped = skillFiles(shippedFolder)
const slugs = shipped.map((file) => basename(dirname(file)))

const tenant = 'tnt_skills' as TenantId
const viewer = 'usr_viewer' as UserId

function skillFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path).toLowerCase() === 'skill.md')
    .toSorted()
    .map((path) => join(folder, path))
}

/** The messages a skill is for and those it is not, from its `evals/triggers.yaml`. */
function triggersOf(slug: string): { must_surface: string[]; must_not_surface: string[] } {
  const yaml = readFileSync(join(shippedFolder, slug, 'evals/triggers.yaml'), 'utf8')
  const loaded = loadSkillMd(`---\n${yaml}---\n`)
  if (!loaded.ok || loaded.repaired)
    throw new Error(`${slug}: evals/triggers.yaml is not clean YAML`)
  return loaded.document.frontmatter as ReturnType<typeof triggersOf>
}

function arrivalOf(file: string): SkillArrival {
  const outcome = createArrival(
    {
      files: [{ path: 'SKILL.md', bytes: readFileSync(file), executable: false }],
      folderName: basename(dirname(file)),
      scope: { kind: 'org' },
      origin: {
        sourceType: 'manual',
        sourceUrl: null,
        sourceRef: null,
        sourceId: null,
        provenance: 'imported',
      },
      author: viewer,
    },
    (bytes) => createHash('sha256').update(bytes).digest('hex') as never,
  )
  if (!outcome.ok) throw new Error(`${file}: ${outcome.problem.message}`)
  return outcome.arrival
}

/** The slugs that the product's own search gives for a message, best first. */
async function searchOver(files: readonly string[]): Promise<(text: string) => Promise<string[]>> {
  const store = createMemoryStore({ clock: createFixedClock() })
  await store.directory.createTenant({ id: tenant, name: 'skills', createdAt: 0 })
  const arrivals = files.map(arrivalOf)
  const outcomes = await store.tenant(tenant).skills.save(arrivals, 'upsert')
  const slugById = new Map(
    outcomes.map((outcome) => {
      const { id, slug } = 'skill' in outcome ? outcome.skill : outcome.existing
      return [id, slug]
    }),
  )
  const search = createSkillSearch({ store, segments: createInProcessSegmentBuilder() })
  return async (text) => {
    const hits = await search.search(tenant, viewer, { text, limit: 10 })
    return hits.map(({ skillId }) => slugById.get(skillId) ?? '')
  }
}

describe('the skills that ship with the product', () => {
  it('are six', () => {
    expect(slugs).toHaveLength(6)
  })

  it.each(shipped)('%s keeps the rules of the open format and needs no repair', (file) => {
    const text = readFileSync(file, 'utf8')
    const folderName = basename(dirname(file))
    expect(validateSkillMd(text, 'spec', { folderName })).toEqual([])
    const loaded = loadSkillMd(text, { folderName })
    expect(loaded).toMatchObject({ ok: true, repaired: false, diagnostics: [] })
    if (!loaded.ok) return
    const { body, fields } = loaded.document
    expect(countCharacters(fields.description)).toBeLessThanOrEqual(300)
    expect(fields.description).toMatch(/ Use when /)
    expect(countCharacters(body)).toBeGreaterThanOrEqual(1500)
    expect(countCharacters(body)).toBeLessThanOrEqual(4500)
  })

  it.each(slugs)('%s names at least six messages it is for and four it is not for', (slug) => {
    const triggers = triggersOf(slug)
    expect(triggers.must_surface.length).toBeGreaterThanOrEqual(6)
    expect(triggers.must_not_surface.length).toBeGreaterThanOrEqual(4)
    const all = [...triggers.must_surface, ...triggers.must_not_surface]
    expect(all.every((message) => typeof message === 'string')).toBe(true)
    expect(new Set(all).size).toBe(all.length)
  })
})

const realFiles = existsSync(realFolder) ? skillFiles(realFolder) : []
const catalogues = [
  { name: 'among themselves', files: shipped, absent: false },
  {
    name: 'among the real skills of shared/data',
    files: [...realFiles, ...shipped],
    absent: realFiles.length === 0,
  },
]

for (const { name, files, absent } of catalogues) {
  describe.skipIf(absent)(`searching for the shipped skills ${name}`, () => {
    let search: (text: string) => Promise<string[]>
    beforeAll(async () => {
      search = await searchOver(files)
    })

    it.each(slugs)('finds %s among the first three for each of its messages', async (slug) => {
      for (const message of triggersOf(slug).must_surface) {
        const found = await search(message)
        expect(found.slice(0, 3), message).toContain(slug)
      }
    })

    it.each(slugs)('never puts %s first for a message it is not for', async (slug) => {
      for (const message of triggersOf(slug).must_not_surface) {
        const [first] = await search(message)
        expect(first, message).not.toBe(slug)
      }
    })
  })
}
