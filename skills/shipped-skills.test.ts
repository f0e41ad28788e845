import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { TenantId, UserId } from '@repertoire/core/base'
import { createInProcessSegmentBuilder, createSkillSearch } from '@repertoire/core/choose'
import type { CheckedContent } from '@repertoire/core/domain'
import { ingestPackage } from '@repertoire/core/ingest'
import { assessedImport, createFixedClock, createInMemoryStore } from '@repertoire/core/testing'
import {
  countCharacters,
  loadSkillMd,
  readTriggerTests,
  validateSkillMd,
} from '@repertoire/skill-md'
import { wordVectors } from '@repertoire/word-vectors'
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

/** The positive trigger messages of a skill. */
function triggersOf(slug: string): readonly string[] {
  const yaml = readFileSync(join(shippedFolder, slug, 'evals/triggers.yaml'), 'utf8')
  return readTriggerTests(yaml).messages.flatMap(({ text, mustSurface }) =>
    mustSurface ? text : [],
  )
}

/** Search matches the words of a skill, which are English. Its keywords cover the other languages. */
function isEnglish(message: string): boolean {
  return !/\p{Script=Han}|[äöüß]|\b(?:bitte|von|seit|ist|der)\b/iu.test(message)
}

function ingestedContent(file: string): CheckedContent {
  const outcome = ingestPackage(
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
  return assessedImport(outcome.arrival)
}

/** Returns the slugs found by the product's search for a message, best first. */
async function searchOver(files: readonly string[]): Promise<(text: string) => Promise<string[]>> {
  const store = createInMemoryStore({ clock: createFixedClock() })
  await store.directory.createTenant({ id: tenant, name: 'skills', createdAt: 0 })
  const arrivals = files.map(ingestedContent)
  const outcomes = await store.tenant(tenant).skills.save(arrivals, 'upsert')
  const slugById = new Map(
    outcomes.map((outcome) => {
      const { id, slug } = 'skill' in outcome ? outcome.skill : outcome.existing
      return [id, slug]
    }),
  )
  const vectors = wordVectors
  const segments = createInProcessSegmentBuilder(vectors)
  const search = createSkillSearch({ store, segments, vectors })
  return async (text) => {
    const hits = await search.search(tenant, viewer, { text, limit: 10 })
    return hits.map(({ skillId }) => slugById.get(skillId) ?? '')
  }
}

describe('the shipped skills', () => {
  it('number six', () => {
    expect(slugs).toHaveLength(6)
  })

  it.each(shipped)('%s follows the open format and needs no repair', (file) => {
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

    it.each(slugs)(
      'finds %s among the first three for most of its messages in English',
      async (slug) => {
        const messages = triggersOf(slug).filter(isEnglish)
        const found = await Promise.all(messages.map(search))
        const missed = messages.filter((_, index) => !found[index]?.slice(0, 3).includes(slug))
        expect(messages.length).toBeGreaterThanOrEqual(6)
        expect(missed.length / messages.length, missed.join('\n')).toBeLessThanOrEqual(0.15)
      },
    )
  })
}

describe.skipIf(realFiles.length === 0)('what a person types among the real skills', () => {
  let search: (text: string) => Promise<string[]>
  beforeAll(async () => {
    search = await searchOver([...realFiles, ...shipped])
  })

  it.each([
    ['postgres', 'postgres-health-triage'],
    ['Plan an A/B test', 'ab-testing'],
    ['A/B test', 'ab-testing'],
    ['Kubernetes pods keep restarting', 'k8s-manifest-generator'],
    ['kubernetes', 'k8s-manifest-generator'],
    ['page cro', 'page-cro'],
    ['airflow', 'airflow-dag-patterns'],
    ['code review', 'code-review'],
  ])('A3: %s brings %s first', async (text, slug) => {
    const found = await search(text)
    expect(found[0], found.slice(0, 5).join(', ')).toBe(slug)
  })
})
