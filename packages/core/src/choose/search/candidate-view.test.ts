import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TenantId, UserId } from '../../base/ids.ts'
import { defaultRoutingSettings } from '../../domain/routing-settings.ts'
import type { Skill } from '../../domain/skill.ts'
import { bareEnvironment } from '../../testing/bare-environment.ts'
import { ingestedPackage } from '../../testing/ingested-package.ts'
import { createRoutingFixture } from '../../testing/routing-fixture.ts'
import { type RoutingServices, routeTurn } from '../routing/route-turn.ts'
import { VocabularyIndex } from '../routing/vocabulary.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')

const skill = (name: string, ...lines: readonly string[]) => ({
  frontmatter: [`name: ${name}`, `description: About ${name} and tokens.`, ...lines].join('\n'),
})

const library = [
  skill('swap', 'routing: {keywords: [swap, exchange]}'),
  skill('bridge', 'routing: {keywords: [bridge], co_activate: [stake]}'),
  skill('stake', 'routing: {keywords: [stake], priority: 20}'),
  skill('lend'),
]

const messages = [
  'swap my tokens',
  'bridge it',
  'stake it',
  'about tokens',
  'lend and swap',
  'zebra',
  'something else',
]

/** What each message is offered, with its points. */
async function offers(services: RoutingServices) {
  const settings = defaultRoutingSettings
  const turn = { signal: null, environment: await bareEnvironment() }
  const vocabulary = new VocabularyIndex([])
  return Promise.all(
    messages.map(async (message) => {
      const request = { turn: { ...turn, message }, settings, vocabulary }
      const { entries, eligible } = await routeTurn(services, request)
      const rows = entries.map(({ skill: { slug }, score, slot, searchScore, reasons }) => {
        return { slug, score, slot, searchScore, reasons }
      })
      return { message, rows, eligible }
    }),
  )
}

const changes = {
  'a new skill': skill('zebra', 'routing: {keywords: [zebra, swap], priority: 1}'),
  'another text of a skill': skill('swap', 'routing: {keywords: [zebra]}', 'when_to_use: to lend'),
  'one that models may not choose': skill('swap', 'disable-model-invocation: true'),
  'one without a description': { frontmatter: 'name: swap\ndescription: ""' },
}

async function withCandidate(sample: { readonly frontmatter: string }) {
  const { services, tenant } = await createRoutingFixture(library, sha256)
  const arrival = ingestedPackage(sample, sha256)
  const known = await tenant.skills.findBySlug(services.viewer, arrival.slug)
  const stored = await createRoutingFixture(library, sha256)
  await stored.tenant.skills.save([arrival], 'upsert')
  const updated = await stored.tenant.skills.findBySlug(services.viewer, arrival.slug)
  if (!updated) throw new Error('the fixture has no such skill')
  const candidate: Skill = { ...updated, id: known?.id ?? updated.id }
  const { search, router } = await services.search.withCandidate(services.tenantId, {
    ...{ skill: candidate, body: arrival.content.body },
  })
  const getMany: RoutingServices['skills']['getMany'] = async (viewer, ids) => {
    const rest = await tenant.skills.getMany(viewer, ids)
    const all = [candidate, ...rest.filter(({ id }) => id !== candidate.id)]
    return ids.flatMap((id) => all.find((one) => one.id === id) ?? [])
  }
  const preview: RoutingServices = { ...services, search, router, skills: { getMany } }
  return { services, tenant, preview }
}

describe('search and routing with a candidate in place', () => {
  it.each(Object.entries(changes))('answers as if it were stored: %s', async (_, sample) => {
    const { tenant, preview, services } = await withCandidate(sample)
    const previewed = await offers(preview)
    await tenant.skills.save([ingestedPackage(sample, sha256)], 'upsert')
    expect(previewed).toEqual(await offers(services))
  })

  it('leaves the index, its routing and its cache as they were', async () => {
    const { services, preview } = await withCandidate(changes['a new skill'])
    const before = await offers(services)
    const cached = services.router.cache.size
    await offers(preview)
    expect(await offers(services)).toEqual(before)
    expect(services.router.cache.size).toBe(cached)
    const other = 'usr_other' as UserId
    const found = await services.search.search('org_1' as TenantId, other, {
      ...{ text: 'zebra', limit: 10, includeDisabled: true, prefixLastWord: true },
    })
    expect(found).toEqual([])
  })
})
