import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { TenantId, UserId } from '@repertoire/core/base'
import {
  createInProcessSegmentBuilder,
  createSkillSearch,
  VocabularyIndex,
} from '@repertoire/core/choose'
import { defaultRoutingSettings } from '@repertoire/core/domain'
import { ingestPackage } from '@repertoire/core/ingest'
import { rates, runTriggerTests, type TriggerTestReport } from '@repertoire/core/report'
import { assessedImport, createFixedClock, createInMemoryStore } from '@repertoire/core/testing'
import { loadSkillMd, readTriggerTests, type TriggerTestMessage } from '@repertoire/skill-md'
import { wordVectors } from '@repertoire/word-vectors'
import { beforeAll, describe, expect, it } from 'vitest'

const shippedFolder = import.meta.dirname
const realFolder = join(shippedFolder, '../../shared/data/skills')
const shipped = skillFiles(shippedFolder)
const slugs = shipped.map((file) => basename(dirname(file)))
const tenantId = 'tnt_skills' as TenantId
const viewer = 'usr_viewer' as UserId

function skillFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path).toLowerCase() === 'skill.md')
    .toSorted()
    .map((path) => join(folder, path))
}

function triggersOf(slug: string) {
  return readTriggerTests(readFileSync(join(shippedFolder, slug, 'evals/triggers.yaml'), 'utf8'))
}

/** The shipped vocabularies, parsed like frontmatter. */
function vocabulary(): VocabularyIndex {
  const folder = join(shippedFolder, '../vocabularies')
  return new VocabularyIndex(
    readdirSync(folder).map((file) => {
      const loaded = loadSkillMd(`---\n${readFileSync(join(folder, file), 'utf8')}---\n`)
      if (!loaded.ok || loaded.repaired) throw new Error(`${file} is not clean YAML`)
      const { name, stages, asset_classes } = loaded.document.frontmatter as unknown as Words
      return { name, stages, assetClasses: asset_classes }
    }),
  )
}

interface Words {
  readonly name: string
  readonly stages: Record<string, string[]>
  readonly asset_classes: Record<string, string[]>
}

/** Routes messages among these skills with the default settings. */
async function routingAmong(files: readonly string[]) {
  const store = createInMemoryStore({ clock: createFixedClock() })
  await store.directory.createTenant({ id: tenantId, name: 'skills', createdAt: 0 })
  const { skills } = store.tenant(tenantId)
  const arrivals = files.flatMap((file) => {
    const outcome = ingestPackage(
      {
        files: [{ path: 'SKILL.md', bytes: readFileSync(file), executable: false }],
        folderName: basename(dirname(file)),
        scope: { kind: 'org' },
        origin: {
          ...{ sourceType: 'manual', provenance: 'imported' },
          ...{ sourceUrl: null, sourceRef: null, sourceId: null },
        },
        author: viewer,
      },
      (bytes) => createHash('sha256').update(bytes).digest('hex') as never,
    )
    return outcome.ok ? [assessedImport(outcome.arrival)] : []
  })
  await skills.save(arrivals, 'upsert')
  const vectors = wordVectors
  const segments = createInProcessSegmentBuilder(vectors)
  const search = createSkillSearch({ store, segments, vectors })
  const words = vocabulary()
  return (slug: string, messages: readonly TriggerTestMessage[], within: number) =>
    runTriggerTests(
      { tenantId, viewer, skills, search, router: search },
      {
        ...{ skill: { slug }, messages, within },
        request: {
          turn: {
            signal: null,
            environment: {
              ...{ env: new Set<string>(), tools: new Set<string>() },
              ...{ toolsets: new Set<string>(), platform: 'linux' },
            },
          },
          settings: defaultRoutingSettings,
          vocabulary: words,
        },
      },
    )
}

/** The misrouted messages of a report, shown when a test fails. */
function wrong({ outcomes }: TriggerTestReport): string[] {
  return outcomes
    .filter(({ message, surfaced }) => message.mustSurface !== surfaced)
    .map(({ message, place, first }) => `${message.text} → ${place} (first: ${first})`)
}

describe('the routing metadata of the shipped skills', () => {
  it.each(shipped)('%s declares a priority, a summary and keywords without diagnostics', (file) => {
    const loaded = loadSkillMd(readFileSync(file))
    expect(loaded.diagnostics).toEqual([])
    const routing = loaded.ok ? loaded.document.fields.routing : undefined
    expect(routing?.priority).toBeGreaterThan(0)
    expect(routing?.summary).not.toBe('')
    expect(routing?.keywords?.length).toBeGreaterThan(10)
    expect(routing?.keywords?.some((keyword) => /\p{Script=Han}/u.test(keyword))).toBe(true)
  })

  it.each(slugs)('%s has at least ten positive and ten negative trigger messages', (slug) => {
    const { messages, diagnostics } = triggersOf(slug)
    expect(diagnostics).toEqual([])
    const positive = messages.filter(({ mustSurface }) => mustSurface)
    expect([positive.length >= 10, messages.length - positive.length >= 10]).toEqual([true, true])
  })
})

const realFiles = existsSync(realFolder) ? skillFiles(realFolder) : []
const catalogues = [
  { name: 'among themselves', files: shipped, within: 1, precise: 0.95 },
  // Of the three catalogue lines, the ones after the right skill count as wrong if a message says so.
  {
    ...{ name: 'among the real skills of shared/data', files: [...realFiles, ...shipped] },
    ...{ within: 3, precise: 0.9 },
  },
]

for (const { name, files, within, precise } of catalogues) {
  describe.skipIf(realFiles.length === 0 && files !== shipped)(
    `the trigger tests of the shipped skills, ${name}`,
    () => {
      const reports: TriggerTestReport[] = []
      beforeAll(async () => {
        const run = await routingAmong(files)
        for (const slug of slugs) reports.push(await run(slug, triggersOf(slug).messages, within))
      }, 120_000)

      it.each(slugs)('%s is listed for at least 90 % of its messages', (slug) => {
        const report = reports.find((one) => one.slug === slug)!
        expect(report.recall, wrong(report).join('\n')).toBeGreaterThanOrEqual(0.9)
      })

      it(`at least ${precise * 100} % of the listed skills are expected`, () => {
        const { precision } = rates(reports.flatMap(({ outcomes }) => outcomes))
        expect(precision, reports.flatMap(wrong).join('\n')).toBeGreaterThanOrEqual(precise)
      })
    },
  )
}

describe('the trigger tests of a shipped skill alone', () => {
  it.each(slugs)('%s is listed for its messages, and for few others', async (slug) => {
    const run = await routingAmong(shipped.filter((file) => basename(dirname(file)) === slug))
    const report = await run(slug, triggersOf(slug).messages, 3)
    expect(report.recall, wrong(report).join('\n')).toBeGreaterThanOrEqual(0.9)
    expect(report.precision, wrong(report).join('\n')).toBeGreaterThanOrEqual(0.9)
  })
})
