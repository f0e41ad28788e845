import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultRoutingSettings } from '../../domain/routing-settings.ts'
import { isSample } from '../../domain/sample.ts'
import type { SamplePackage } from '../../testing/ingested-package.ts'
import { createRoutingFixture } from '../../testing/routing-fixture.ts'
import { type RoutingRequest, routeTurn } from './route-turn.ts'
import { VocabularyIndex } from './vocabulary.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const vocabulary = new VocabularyIndex([
  {
    name: 'work',
    stages: { investigate: ['keep restarting'] },
    assetClasses: { infrastructure: ['pods'] },
  },
])
const environment = {
  ...{ env: new Set<string>(), tools: new Set<string>(), toolsets: new Set<string>() },
  platform: 'linux',
}

function ask(message: string, slots = { signalSlots: 6, searchSlots: 6 }): RoutingRequest {
  const settings = { ...defaultRoutingSettings, ...slots }
  return { turn: { message, signal: null, environment }, settings, vocabulary }
}

interface Draft {
  readonly name: string
  readonly slug?: string
  readonly description: string
  readonly keywords?: readonly string[]
  readonly isStaged?: boolean
  readonly isFromServer?: boolean
}

function packageOf({
  name,
  slug = name,
  description,
  keywords = [],
  isStaged,
  isFromServer,
}: Draft): SamplePackage {
  const frontmatter = [
    ...[`name: ${name}`, `slug: ${slug}`, `description: ${description}`, 'metadata:'],
    `  repertoire.keywords: "${keywords.join(', ')}"`,
    ...(isStaged
      ? ['  repertoire.stages: "investigate"', '  repertoire.asset_classes: "infrastructure"']
      : []),
  ].join('\n')
  return { frontmatter, isFromServer: isFromServer === true }
}

async function routed(drafts: readonly Draft[], request: RoutingRequest) {
  const { services } = await createRoutingFixture(drafts.map(packageOf), sha256)
  const { entries, fits } = await routeTurn(services, request)
  const { search, tenantId, viewer } = services
  const query = { text: request.turn.message, limit: 2 }
  const hits = await search.search(tenantId, viewer, query)
  const found = await services.skills.getMany(
    viewer,
    hits.map(({ skillId }) => skillId),
  )
  return { entries, fits, slugs: entries.map(({ skill }) => skill.slug), hits, found }
}

const triage: Draft = {
  ...{ name: 'postgres-health-triage', description: 'Finds why Postgres is slow.' },
  ...{ isStaged: true, isFromServer: true, keywords: ['postgres'] },
}
const pods: Draft = { name: 'kubernetes-pods', description: 'Debugs pods that keep restarting.' }
const cooking: Draft = { name: 'cooking', description: 'Cooks soup.' }

describe('A9: samples after the skills of the organisation', () => {
  it('a stage and an asset class alone lift no sample above a skill, not even one that does not fit', async () => {
    const message = 'Kubernetes pods keep restarting'
    expect((await routed([triage, pods, cooking], ask(message))).slugs).toEqual([
      ...['kubernetes-pods', 'cooking', 'postgres-health-triage'],
    ])
    expect((await routed([triage], ask(message))).fits).toBe(false)
  })

  it('a sample that fits stands behind each skill that fits, and before the others', async () => {
    const weak: Draft = { name: 'weak', description: 'Mentions a database and postgres once.' }
    const { slugs, hits, found } = await routed([triage, weak, cooking], ask('postgres is slow'))
    expect(slugs).toEqual(['weak', 'postgres-health-triage', 'cooking'])
    expect(found.map(({ slug }) => slug)).toEqual(['weak', 'postgres-health-triage'])
    expect(hits[1]!.score).toBeGreaterThan(hits[0]!.score)
  })

  it('a sample never hides a copy of it that somebody brought', async () => {
    const copy = { ...triage, isFromServer: false, isStaged: false, keywords: [] }
    const shipped = { ...triage, slug: 'a-sample' }
    const { slugs } = await routed([shipped, copy], ask('postgres'))
    expect(slugs).toEqual(['postgres-health-triage'])
  })

  it('answers alone where nothing else is there', async () => {
    const { slugs, fits } = await routed([triage], ask('postgres is slow'))
    expect([slugs, fits]).toEqual([['postgres-health-triage'], true])
  })

  it('holds for every library, message and number of slots', async () => {
    const words = ['postgres', 'pods', 'soup', 'restarting', 'keep restarting', 'slow']
    const draft = fc.record({
      description: fc.constantFrom(...words.map((text) => `Helps with ${text}.`)),
      keywords: fc.subarray(words),
      isStaged: fc.boolean(),
      isFromServer: fc.boolean(),
    })
    const slots = fc.record({
      signalSlots: fc.integer({ min: 1, max: 3 }),
      searchSlots: fc.integer({ min: 0, max: 3 }),
    })
    const message = fc.subarray(words, { minLength: 1 }).map((parts) => parts.join(' and '))
    await fc.assert(
      fc.asyncProperty(
        fc.array(draft, { maxLength: 8 }),
        message,
        slots,
        async (some, text, of) => {
          const drafts = some.map((one, at) => ({ ...one, name: `skill-${at}` }))
          const own = drafts.filter(({ isFromServer }) => !isFromServer)
          const { entries } = await routed(drafts, ask(text, of))
          const alone = await routed(own, ask(text, of))
          const fit = alone.entries.filter(({ slot }) => slot !== 'fallback').length
          const first = entries.slice(0, fit)
          expect(first.map(({ skill }) => isSample(skill))).toEqual(Array(fit).fill(false))
          expect(first.map(({ slot }) => slot)).not.toContain('fallback')
          const slotted = entries.map(({ skill, slot }) => isSample(skill) && slot === 'fallback')
          const last = entries.findLastIndex(({ skill }) => !isSample(skill))
          expect(slotted.slice(0, last + 1)).not.toContain(true)
        },
      ),
      { numRuns: 60 },
    )
  })
})
