import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TenantId } from '../ids.ts'
import type { JsonValue } from '../json.ts'
import type { ModelRequest } from '../ports/model.ts'
import type { SignalContext } from '../signals/signal-context.ts'
import type { AgentScene } from '../testing/agent-scene.ts'
import { packageArrival } from '../testing/package-arrival.ts'
import { createRoutedScene, type RoutedSceneOptions, sized } from '../testing/routed-scene.ts'
import {
  createCallingModel,
  createScriptedModel,
  resultsSinceQuestion,
  type ScriptedModel,
} from '../testing/scripted-model.ts'
import { routed } from '../tools/routed.ts'
import { combineToolsets } from '../tools/toolset.ts'
import type { ToolCall } from './events.ts'
import { defaultRunLimits } from './next-action.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')

const activate = (id: string, ids: readonly string[], more: Record<string, JsonValue> = {}) =>
  ({ id, name: 'activate_skills', input: { ids: [...ids], ...more } }) satisfies ToolCall

async function play(
  calls: readonly ToolCall[],
  options: Partial<RoutedSceneOptions> & Pick<RoutedSceneOptions, 'samples'>,
): Promise<{ scene: AgentScene; model: ScriptedModel }> {
  const model = createCallingModel(...calls)
  const scene = await createRoutedScene({ model, sha256, ...options })
  await scene.work(await scene.say('Should I buy btc?'), { fresh: true })
  return { scene, model }
}

const catalogueOf = ({ system }: ModelRequest) =>
  system.find((block) => block.startsWith('<skill_catalogue>')) ?? ''
const bodiesOf = ({ system }: ModelRequest) =>
  system.flatMap((block) => /^<skill name="([^"]*)">/.exec(block)?.[1] ?? [])
const at = ({ requests }: ScriptedModel, step: number) => {
  const request = requests[step - 1]
  if (!request) throw new Error(`there was no step ${step}`)
  return request
}
const outcomes = async (scene: AgentScene) =>
  (await scene.all('tool-completed')).map(({ name, outcome }) => [
    name,
    outcome.status === 'ok' ? outcome.output : outcome.problem.code,
  ])

describe('activate_skills', () => {
  const samples = [sized('one', 100), sized('two', 100), sized('three', 100)]

  it('E4: a fresh call replaces the prior set, in the order of its ids', async () => {
    const calls = [activate('a', ['one', 'two']), activate('b', ['three', 'one'])]
    const { model, scene } = await play(calls, { samples })
    expect(bodiesOf(at(model, 1))).toEqual([])
    expect(bodiesOf(at(model, 2))).toEqual(['one', 'two'])
    expect(bodiesOf(at(model, 3))).toEqual(['three', 'one'])
    expect(await outcomes(scene)).toMatchObject([
      ['activate_skills', { active: ['one', 'two'], unloaded: [] }],
      ['activate_skills', { active: ['three', 'one'], unloaded: ['two'] }],
    ])
  })

  it('E4: with no ids it unloads all; no skill is always active', async () => {
    const { model } = await play([activate('a', ['one']), activate('b', [])], { samples })
    expect(bodiesOf(at(model, 3))).toEqual([])
    expect(catalogueOf(at(model, 3))).not.toContain('(active')
  })

  it('E4: tells what it does not know, id by id, and loads the others', async () => {
    const { scene, model } = await play([activate('a', ['nobody', 'one', 'one'])], { samples })
    expect(bodiesOf(at(model, 2))).toEqual(['one'])
    expect((await outcomes(scene))[0]).toMatchObject([
      'activate_skills',
      { active: ['one'], not_loaded: [{ id: 'nobody', code: 'skill.not-found' }] },
    ])
  })

  it('E4: what was loaded stays when nothing of a call can be loaded', async () => {
    const calls = [activate('a', ['one']), activate('b', ['nobody'])]
    const { scene, model } = await play(calls, { samples })
    expect((await outcomes(scene))[1]).toEqual(['activate_skills', 'skill.not-found'])
    expect(bodiesOf(at(model, 3))).toEqual(['one'])
  })

  it.each(['prompt-user', 'admin-only'] as const)(
    'E4: never asks, whatever the policy (%s), confirmed or not',
    async (skillEnablementPolicy) => {
      const { scene, model } = await play([activate('a', ['one'], { confirmed: false })], {
        ...{ samples, role: 'member' },
        settings: { skillEnablementPolicy },
      })
      expect(await scene.story()).not.toContain('approval-required')
      expect(bodiesOf(at(model, 2))).toEqual(['one'])
    },
  )

  it('E4: loads neither what is switched off nor what only people may start', async () => {
    const { scene } = await play([activate('a', ['one', 'off', 'manual'])], {
      samples: [
        ...samples,
        { ...sized('off', 10), enabled: false },
        sized('manual', 10, 'disable-model-invocation: true'),
      ],
    })
    expect((await outcomes(scene))[0]).toMatchObject([
      'activate_skills',
      { active: ['one'], not_loaded: [{ id: 'off' }, { id: 'manual' }] },
    ])
  })

  it('D6: a skill somebody else keeps to himself is not there', async () => {
    const theirs = { kind: 'user', userId: 'usr_other' as never } as const
    const { scene } = await play([activate('a', ['theirs'])], {
      samples: [{ ...sized('theirs', 10), scope: theirs }],
    })
    expect(await outcomes(scene)).toEqual([['activate_skills', 'skill.not-found']])
  })
})

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

  it('E2: names skills with the reasons they are there, and never those that are dropped', async () => {
    const { model, scene } = await play([], { samples })
    const catalogue = catalogueOf(at(model, 1))
    expect(catalogue).toContain('- trade: About trade. [kw:buy, stage:decide]')
    expect(catalogue).not.toContain('glass')
    expect(catalogue).not.toContain('paper')
    const [event] = await scene.all('skills-routed')
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

  it('E3: a setting is there by the operator’s list, or as the skill’s own secret', async () => {
    const { model } = await play([], { samples, env: ['GLASSNODE_API_KEY'] })
    expect(catalogueOf(at(model, 1))).toContain('- glass:')
    const own = createCallingModel()
    const scene = await createRoutedScene({ model: own, sha256, samples })
    const glass = await scene.tenant.skills.findBySlug(scene.principal.userId, 'glass')
    if (!glass) throw new Error('it is there')
    await scene.tenant.skillSecrets.put(glass.id, {
      ...{ name: 'GLASSNODE_API_KEY', sealed: 's', updatedAt: 0 },
      updatedBy: scene.principal.userId,
    })
    await scene.work(await scene.say('buy'), { fresh: true })
    expect(catalogueOf(at(own, 1))).toContain('- glass: About glass. [kw:buy]')
  })

  it('E2: is chosen once a run, and the same at every step but for its tags', async () => {
    const { model, scene } = await play([activate('a', ['trade']), activate('b', [])], { samples })
    expect(await scene.all('skills-routed')).toHaveLength(1)
    expect(catalogueOf(at(model, 3))).toBe(catalogueOf(at(model, 1)))
    expect(catalogueOf(at(model, 2))).toBe(
      catalogueOf(at(model, 1)).replace('- trade:', '- trade (active):'),
    )
    await scene.work(await scene.say('And the weather?'), { fresh: true })
    expect(await scene.all('skills-routed')).toHaveLength(2)
  })

  it('E2: always lists what is active, whatever the message is about', async () => {
    const { model, scene } = await play([activate('a', ['paper'])], { samples })
    await scene.work(await scene.say('Should I buy btc?'), { fresh: true })
    expect(catalogueOf(model.requests.at(-1) as ModelRequest)).toContain('- paper (active): About')
  })

  it('E2: says nothing of a skill that was switched off or deleted since it was chosen', async () => {
    const model = createCallingModel(activate('a', ['other']))
    const scene = await createRoutedScene({ model, sha256, samples })
    const runId = await scene.say('buy')
    const { skills } = scene.tenant
    const { userId } = scene.principal
    let steps = 0
    await scene.work(runId, { fresh: true, stopRequested: () => ++steps > 2 })
    const trade = await skills.findBySlug(userId, 'trade')
    if (!trade) throw new Error('it is there')
    await skills.update(userId, trade.id, { enabled: false })
    await scene.work(runId)
    expect(catalogueOf(at(model, 1))).toContain('- trade')
    expect(catalogueOf(model.requests.at(-1) as ModelRequest)).not.toContain('- trade')
  })

  it('A13: a run without skills.read is told of none and loads none', async () => {
    const model = createCallingModel(activate('a', ['trade']))
    const scene = await createRoutedScene({ model, sha256, samples })
    const permissions = scene.principal.permissions.filter((one) => one !== 'skills.read')
    Object.assign(scene.principal, { permissions })
    await scene.work(await scene.say('buy'), { fresh: true })
    expect(catalogueOf(at(model, 1))).toBe('')
    expect(await outcomes(scene)).toEqual([['activate_skills', 'auth.permission-missing']])
  })

  it('E4: tells the tools an active skill works with, and none that are not there', async () => {
    const samples = [sized('files', 20, 'routing: {tool_names: [read_file, rob_bank]}')]
    const { model } = await play([activate('a', ['files'])], { samples })
    expect(catalogueOf(at(model, 2))).toContain('  Tools: read_file\n')
    expect(catalogueOf(at(model, 2))).not.toContain('rob_bank')
  })
})

describe('the body budget', () => {
  const samples = [
    sized('core', 5_000, 'metadata: {repertoire.priority: 10}'),
    sized('big', 6_000, 'metadata: {repertoire.priority: 50, repertoire.summary: In short.}'),
    sized('late', 4_000, 'metadata: {repertoire.priority: 90, repertoire.summary: Late it is.}'),
  ]
  const all = ['core', 'big', 'late']

  it('E5: sheds the lowest priority, tags it and tells its summary instead', async () => {
    const { model, scene } = await play([activate('a', all)], { samples })
    expect(bodiesOf(at(model, 2))).toEqual(['core', 'big'])
    const catalogue = catalogueOf(at(model, 2))
    expect(catalogue).toContain('- core (active): ')
    expect(catalogue).toMatch(
      /- late \(active, body shed\): About late\..*\n {2}Summary: Late it is\./,
    )
    expect(await scene.all('skill-bodies-shed')).toMatchObject([
      { skills: [{ slug: 'late' }], budgetChars: 12_000, usedChars: 11_000 },
    ])
    expect((await scene.all('skills-state-changed')).at(-1)?.state).toMatchObject({
      enabledSkills: [{ slug: 'core' }, { slug: 'big' }, { slug: 'late', bodyShed: true }],
      ...{ budgetUsedChars: 11_000, budgetMaxChars: 12_000 },
    })
  })

  it('E5: a body comes back as soon as there is room, and that is told, too', async () => {
    const calls = [activate('a', all), activate('b', ['core', 'late'])]
    const { model, scene } = await play(calls, { samples })
    expect(bodiesOf(at(model, 3))).toEqual(['core', 'late'])
    expect(await scene.all('skill-bodies-restored')).toMatchObject([{ skills: [{ slug: 'late' }] }])
  })

  it('E5: the budget is a setting', async () => {
    const { model } = await play([activate('a', all)], {
      samples,
      settings: { skillBodyBudgetChars: 5_500 },
    })
    expect(bodiesOf(at(model, 2))).toEqual(['core'])
  })

  it('E5: tools of a shed skill stay callable', async () => {
    const samples = [sized('files', 9_000, 'routing: {tool_names: [list_dir]}')]
    const calls = [activate('a', ['files']), { id: 'l', name: 'list_dir', input: {} }]
    const { scene, model } = await play(calls, {
      samples,
      settings: { skillBodyBudgetChars: 1_000 },
    })
    expect(catalogueOf(at(model, 2))).toContain('(active, body shed)')
    expect(catalogueOf(at(model, 2))).toContain('  Tools: list_dir\n')
    expect((await scene.lastOutcome())?.status).toBe('ok')
  })

  it('D9: a skill whose body was shed is not counted as given again', async () => {
    const { scene } = await play([activate('a', all)], { samples })
    await scene.work(await scene.say('And now?'), { fresh: true })
    const used = async (slug: string) =>
      (await scene.tenant.skills.findBySlug(scene.principal.userId, slug))?.useCount
    expect([await used('core'), await used('late')]).toEqual([2, 1])
  })

  it('A4: another agent in the same conversation has all bodies back, under the usual cap', async () => {
    const { scene, model } = await play([activate('a', all)], { samples })
    const { tools } = scene.ports
    const runId = await scene.say('go on')
    await scene.work(runId, {
      ports: {
        tools: (names, material) =>
          tools(
            names.filter((name) => name !== 'routed'),
            material,
          ),
      },
    })
    expect(bodiesOf(model.requests.at(-1) as ModelRequest)).toEqual(all)
    expect((await scene.all('skills-state-changed')).at(-1)?.state.budgetMaxChars).toBe(16_000)
  })
})

describe('preloads', () => {
  const signal: SignalContext = {
    ...{ source: 'cron', signalId: 'btc_drop_5pct', severity: 'warn', operatorAuthored: false },
    asset: { symbol: 'BTC', assetClass: 'crypto_major' },
    preloadSkills: ['market-watch', 'nobody'],
    suggestedStages: ['evaluate'],
    traceId: '0'.repeat(32),
  }
  const samples = [
    sized('market-watch', 60, 'routing: {signal_sources: [cron], asset_classes: [crypto_major]}'),
    sized('other', 60),
  ]

  it('E8: are in the prompt of the first model call, and in the log', async () => {
    const model = createCallingModel()
    const scene = await createRoutedScene({ model, sha256, samples })
    await scene.work(await scene.say('Look at it.', signal), { fresh: true })
    expect(bodiesOf(at(model, 1))).toEqual(['market-watch'])
    expect(await scene.all('skills-preloaded')).toMatchObject([
      {
        skills: [{ slug: 'market-watch' }],
        refused: [{ slug: 'nobody', problem: { code: 'skill.not-found' } }],
      },
    ])
    expect((await scene.all('skills-routed'))[0]?.entries[0]).toMatchObject({
      ...{ slug: 'market-watch', score: 40 },
      reasons: ['asset:crypto_major', 'signal:cron'],
    })
    expect((await scene.all('skills-routed'))[0]?.stages).toEqual(['evaluate'])
  })

  it('E8: the model replaces them like anything loaded, and they do not come back', async () => {
    const model = createCallingModel(activate('a', ['other']))
    const scene = await createRoutedScene({ model, sha256, samples })
    await scene.work(await scene.say('Look at it.', signal), { fresh: true })
    expect(bodiesOf(at(model, 2))).toEqual(['other'])
    expect(await scene.all('skills-preloaded')).toHaveLength(1)
  })

  it('A7: load nothing where a person would have to be asked', async () => {
    const { discovery } = await import('../tools/discovery.ts')
    const model = createCallingModel()
    const scene = await createRoutedScene({
      ...{ model, sha256, samples, toolsets: [discovery] },
      settings: { skillEnablementPolicy: 'prompt-user' },
    })
    await scene.work(await scene.say('Look at it.', signal), { fresh: true })
    expect(bodiesOf(at(model, 1))).toEqual([])
    const [event] = await scene.all('skills-preloaded')
    expect(event?.refused.map(({ problem }) => problem.code)).toEqual([
      'skill.not-found',
      'policy.nobody-to-ask',
    ])
  })
})

describe('what a run has read', () => {
  it('D6: a skill that was loaded and replaced again was read all the same', async () => {
    const samples = [sized('stranger', 40), sized('other', 40)]
    const calls = [activate('a', ['stranger']), activate('b', ['other']), activate('c', [])]
    const { scene } = await play(calls, { samples })
    const { foldReadings } = await import('./readings.ts')
    const { skills } = foldReadings(await scene.log(), combineToolsets([routed]))
    const ids = await Promise.all(
      ['stranger', 'other'].map(
        async (slug) => (await scene.tenant.skills.findBySlug(scene.principal.userId, slug))?.id,
      ),
    )
    expect(skills.toSorted()).toEqual(ids.toSorted())
  })
})

describe('tenants', () => {
  it('A8: a run knows nothing of the skills of another organisation on the same server', async () => {
    const model = createCallingModel(activate('a', ['theirs']))
    const scene = await createRoutedScene({ model, sha256, samples: [sized('ours', 20)] })
    const other = 'org_2' as TenantId
    await scene.store.directory.createTenant({ id: other, name: 'Other', createdAt: 0 })
    const theirs = packageArrival(sized('theirs', 20, 'routing: {keywords: [buy]}'), sha256)
    await scene.store.tenant(other).skills.save([theirs], 'create')
    await scene.work(await scene.say('buy'), { fresh: true })
    expect(catalogueOf(at(model, 1))).toContain('- ours:')
    expect(JSON.stringify(model.requests)).not.toContain('About theirs')
    expect((await scene.all('skills-routed'))[0]?.eligible).toBe(1)
    expect(await outcomes(scene)).toEqual([['activate_skills', 'skill.not-found']])
  })
})

describe('after compaction', () => {
  it('C7, E5: what is loaded, shed and listed is the same', async () => {
    const samples = [
      sized('core', 5_000, 'routing: {keywords: [buy], priority: 10}'),
      sized('late', 9_000, 'routing: {priority: 90, summary: Late it is.}'),
    ]
    const model = createScriptedModel((request) => {
      if (request.tools.length === 0) return { text: 'They spoke of buying.' }
      const turn = request.messages.filter(({ role }) => role === 'user').length
      return turn === 1 && resultsSinceQuestion(request) === 0
        ? { toolCalls: [activate('a', ['core', 'late'])] }
        : { text: 'word '.repeat(400) }
    })
    const scene = await createRoutedScene({ model, sha256, samples })
    const ports = {
      limits: { ...defaultRunLimits, context: { tokens: 6_000, compactAt: 0.8, compactTo: 0.5 } },
    }
    for (let turn = 0; turn < 8; turn += 1) {
      await scene.work(await scene.say(`buy ${'more '.repeat(200)}`), { fresh: true, ports })
    }
    expect(await scene.all('context-summarised')).not.toEqual([])
    expect(await scene.all('run-failed')).toEqual([])
    const last = model.requests.findLast(({ tools }) => tools.length > 0) as ModelRequest
    expect(bodiesOf(last)).toEqual(['core'])
    expect(catalogueOf(last)).toContain('- core (active): ')
    expect(catalogueOf(last)).toContain('  Summary: Late it is.')
    expect(await scene.all('skill-bodies-shed')).toHaveLength(1)
    expect(await scene.all('skills-routed')).toHaveLength(8)
  })
})

describe('a skill that says very much', () => {
  it('E2: fills neither the prompt nor the log with its reasons', async () => {
    const words = Array.from({ length: 500 }, (_, at) => `w${at}`)
    const long = `${'x'.repeat(900)}`
    const samples = [sized('loud', 20, `routing: {keywords: [${[long, ...words].join(', ')}]}`)]
    const model = createCallingModel()
    const scene = await createRoutedScene({ model, sha256, samples })
    await scene.work(await scene.say(`${long} ${words.join(' ')}`), { fresh: true })
    const [event] = await scene.all('skills-routed')
    expect(event?.entries[0]?.score).toBe(60)
    expect(JSON.stringify(event).length).toBeLessThan(3_000)
    expect(catalogueOf(at(model, 1)).length).toBeLessThan(600)
  })
})
