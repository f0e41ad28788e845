import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TenantId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { explainRouting } from '../../choose/routing/explain-routing.ts'
import { settingsOf } from '../../domain/routing-preferences.ts'
import type { ModelRequest } from '../../ports/model.ts'
import { ingestedPackage } from '../../testing/ingested-package.ts'
import {
  activate,
  catalogueOf,
  createRoutedHarness,
  outcomes,
  requestAt,
  routedRunner,
  sized,
} from '../../testing/routed-harness.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { combineToolsets } from '../tools/toolset.ts'
import { routed } from '../toolsets/routed/routed.ts'
import { workspace } from '../toolsets/workspace/workspace.ts'
import { toRoutedSkills } from './run-catalogue.ts'
import { turnEnvironment } from './turn-environment.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const play = routedRunner(sha256)

describe('the catalogue of a run', () => {
  const samples = [
    sized('trade', 50, 'routing: {keywords: [buy], stages: [decide]}'),
    sized(
      'glass',
      50,
      'routing: {keywords: [buy], conditions: {requires_env: [GLASSNODE_API_KEY]}}',
    ),
    sized('paper', 50, 'routing: {keywords: [buy], negative_keywords: [btc]}'),
    sized('other', 50),
  ]

  it('E2: lists skills with their reasons, without dropped ones', async () => {
    const { model, harness } = await play([], { samples })
    const catalogue = catalogueOf(requestAt(model, 1))
    expect(catalogue).toContain('- trade: About trade. [kw:buy, stage:decide]')
    expect(catalogue).not.toContain('glass')
    expect(catalogue).not.toContain('paper')
    const [event] = await harness.all('skills-routed')
    expect(event).toMatchObject({
      entries: [
        { slug: 'trade', score: 50, slot: 'signal', reasons: ['kw:buy', 'stage:decide'] },
        { slug: 'other', score: 0, slot: 'fallback' },
      ],
      eligible: 2,
      fits: true,
      stages: ['decide', 'evaluate'],
      assetClasses: ['crypto_major'],
    })
  })

  it('E3: a setting exists by the operator’s list, or as the skill’s own secret', async () => {
    const { model } = await play([], { samples, env: ['GLASSNODE_API_KEY'] })
    expect(catalogueOf(requestAt(model, 1))).toContain('- glass:')
    const own = createCallingModel()
    const harness = await createRoutedHarness({ model: own, sha256, samples })
    const glass = await harness.tenant.skills.findBySlug(harness.principal.userId, 'glass')
    if (!glass) throw new Error('it is there')
    const updatedBy = harness.principal.userId
    const secret = { name: 'GLASSNODE_API_KEY', encrypted: 's', updatedAt: 0, updatedBy }
    await harness.tenant.skillSecrets.put(glass.id, secret, glass.scope)
    await harness.work(await harness.say('buy'), { fresh: true })
    expect(catalogueOf(requestAt(own, 1))).toContain('- glass: About glass. [kw:buy]')
  })

  it('E2: is chosen once per run, and the same at every step except for its tags', async () => {
    const { model, harness } = await play([activate('a', ['trade']), activate('b', [])], {
      samples,
    })
    expect(await harness.all('skills-routed')).toHaveLength(1)
    expect(catalogueOf(requestAt(model, 3))).toBe(catalogueOf(requestAt(model, 1)))
    expect(catalogueOf(requestAt(model, 2))).toBe(
      catalogueOf(requestAt(model, 1)).replace('- trade:', '- trade (active):'),
    )
    await harness.work(await harness.say('And the weather?'), { fresh: true })
    expect(await harness.all('skills-routed')).toHaveLength(2)
  })

  it('E2: always lists active skills, whatever the message is about', async () => {
    const { model, harness } = await play([activate('a', ['paper'])], { samples })
    await harness.work(await harness.say('Should I buy btc?'), { fresh: true })
    expect(catalogueOf(model.requests.at(-1) as ModelRequest)).toContain('- paper (active): About')
  })

  it('E2: omits skills that were disabled or deleted since they were chosen', async () => {
    const model = createCallingModel(activate('a', ['other']))
    const harness = await createRoutedHarness({ model, sha256, samples })
    const runId = await harness.say('buy')
    const { skills } = harness.tenant
    const { userId } = harness.principal
    let steps = 0
    await harness.work(runId, { fresh: true, stopRequested: () => ++steps > 2 })
    const trade = await skills.findBySlug(userId, 'trade')
    if (!trade) throw new Error('it is there')
    await skills.update(userId, trade.id, { enabled: false })
    await harness.work(runId)
    expect(catalogueOf(requestAt(model, 1))).toContain('- trade')
    expect(catalogueOf(model.requests.at(-1) as ModelRequest)).not.toContain('- trade')
  })

  it('A13: a run without skills.read lists and loads none', async () => {
    const model = createCallingModel(activate('a', ['trade']))
    const harness = await createRoutedHarness({ model, sha256, samples })
    const permissions = harness.principal.permissions.filter((one) => one !== 'skills.read')
    Object.assign(harness.principal, { permissions })
    await harness.work(await harness.say('buy'), { fresh: true })
    expect(catalogueOf(requestAt(model, 1))).toBe('')
    expect(await outcomes(harness)).toEqual([['activate_skills', 'auth.permission-missing']])
  })

  it('E4: lists the tools of an active skill, without unavailable ones', async () => {
    const samples = [sized('files', 20, 'routing: {tool_names: [read_file, rob_bank]}')]
    const { model } = await play([activate('a', ['files'])], { samples })
    expect(catalogueOf(requestAt(model, 2))).toContain('  Tools: read_file\n')
    expect(catalogueOf(requestAt(model, 2))).not.toContain('rob_bank')
  })
})

describe('tenants', () => {
  it('A8: a run sees no skills of another organisation on the same server', async () => {
    const model = createCallingModel(activate('a', ['theirs']))
    const harness = await createRoutedHarness({ model, sha256, samples: [sized('ours', 20)] })
    const other = 'org_2' as TenantId
    await harness.store.directory.createTenant({ id: other, name: 'Other', createdAt: 0 })
    const theirs = ingestedPackage(sized('theirs', 20, 'routing: {keywords: [buy]}'), sha256)
    await harness.store.tenant(other).skills.save([theirs], 'create')
    await harness.work(await harness.say('buy'), { fresh: true })
    expect(catalogueOf(requestAt(model, 1))).toContain('- ours:')
    expect(JSON.stringify(model.requests)).not.toContain('About theirs')
    expect((await harness.all('skills-routed'))[0]?.eligible).toBe(1)
    expect(await outcomes(harness)).toEqual([['activate_skills', 'skill.not-found']])
  })
})

describe('a skill with very many keywords', () => {
  it('E2: fills neither the prompt nor the log with its reasons', async () => {
    const words = Array.from({ length: 500 }, (_, at) => `w${at}`)
    const long = `${'x'.repeat(900)}`
    const samples = [sized('loud', 20, `routing: {keywords: [${[long, ...words].join(', ')}]}`)]
    const model = createCallingModel()
    const harness = await createRoutedHarness({ model, sha256, samples })
    await harness.work(await harness.say(`${long} ${words.join(' ')}`), { fresh: true })
    const [event] = await harness.all('skills-routed')
    expect(event?.entries[0]?.score).toBe(60)
    expect(JSON.stringify(event).length).toBeLessThan(3_000)
    expect(catalogueOf(requestAt(model, 1)).length).toBeLessThan(600)
  })
})

describe('the preview for a person', () => {
  it('E2: equals the catalogue of the run', async () => {
    const samples = [
      sized('trade', 50, 'routing: {keywords: [buy], stages: [decide], co_activate: [fees]}'),
      sized('fees', 50),
      sized('files', 50, 'routing: {conditions: {requires_tools: [read_file]}}'),
      sized('web', 50, 'routing: {conditions: {requires_toolsets: [web]}}'),
    ]
    const { harness } = await play([], { samples })
    const { ports, principal, tenant } = harness
    const { settings } = await tenant.settings.get()
    const tools = combineToolsets([routed, workspace])
    const { routing, search, connectors } = ports
    if (!routing) throw new Error('it is routed')
    const { catalogue } = await explainRouting(
      {
        ...{ tenantId: principal.tenantId, viewer: principal.userId },
        ...{ skills: tenant.skills, search, router: routing.router },
      },
      {
        turn: {
          ...{ message: 'Should I buy btc?', signal: null },
          environment: await turnEnvironment({
            ...{ store: tenant, routing, connectors, principal, settings, tools },
            signal: new AbortController().signal,
          }),
        },
        settings: settingsOf(settings.routing),
        vocabulary: routing.vocabularies.of(settings.routing.vocabularies),
      },
      null,
    )
    expect([{ type: 'skills-routed', ...toRoutedSkills(catalogue) }]).toEqual(
      await harness.all('skills-routed'),
    )
    expect(catalogue.entries.map(({ skill }) => skill.slug)).toEqual(['trade', 'fees', 'files'])
  })
})
