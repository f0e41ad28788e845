import type { ConversationId } from '@repertoire/core/base'
import {
  type Conversation,
  dayOf,
  emptySession,
  noUsage,
  type RetestResult,
  type Skill,
} from '@repertoire/core/domain'
import { importSkills } from '@repertoire/core/ingest'
import { requestRetest } from '@repertoire/core/keep'
import type { Model } from '@repertoire/core/ports'
import { createScriptedModel } from '@repertoire/core/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Embedded, openEmbedded } from '../embedding/open-embedded.ts'
import { randomIds, sha256, systemClock } from '../platform/system/system-ports.ts'
import { createRetestScheduler, type RunRetest } from './retest-scheduler.ts'
import { runRetest } from './run-retest.ts'
import { openTrialOrganisation } from './trial-organisation.ts'

let lastChange = 0
/** No two changes come in the same millisecond, in which their order would be chance. */
const changeClock = {
  now: () => {
    lastChange = Math.max(lastChange + 1, systemClock.now())
    return lastChange
  },
}
const ports = { clock: changeClock, ids: randomIds }
const evals = {
  skill_name: 'radio',
  evals: [{ id: 1, prompt: 'Where?', assertions: [{ type: 'contains', value: 'OVER' }] }],
}
const free = { input: 0, cachedInput: 0, output: 0 }
/** Every model call takes 10 + 5 tokens: 15 millionths. */
const paid = { input: 1, cachedInput: null, output: 1 }

/** Passes the test always, or never. */
function modelThat(does: 'well' | 'badly', more: Partial<Model> = {}): Model {
  const scripted = createScriptedModel(() => ({
    text: does === 'well' ? 'At sea. OVER' : 'At sea.',
  }))
  return { label: does, demo: false, prices: free, step: scripted.step, ...more }
}

const models = new Map<string, Model>()
let host: Embedded
let organisation: Embedded
/** A server for each side of a retest, whose model is the one that the retest opens it with. */
const sides: { server: Embedded; model: Model }[] = []
let opened = 0

beforeAll(async () => {
  host = await openEmbedded({ model: modelThat('well') })
  for (const at of [0, 1]) {
    const step: Model['step'] = (...request) => sideOf(at).model.step(...request)
    const getPrices = () => sideOf(at).model.prices ?? free
    const model: Model = {
      ...{ label: `side ${at}`, demo: false, step },
      get prices() {
        return getPrices()
      },
    }
    sides.push({ server: await openEmbedded({ model }), model })
  }
}, 120_000)
afterAll(() => Promise.all([host, ...sides.map(({ server }) => server)].map((one) => one.close())))

function sideOf(at: number) {
  const side = sides[at]
  if (!side) throw new Error('no such side')
  return side
}

async function openServer(model: Model) {
  const side = sideOf(opened % 2)
  opened += 1
  side.model = model
  return { services: side.server.services, close: async () => {} }
}

beforeEach(async () => {
  models.clear()
  models.set('good', modelThat('well'))
  models.set('same', modelThat('well'))
  models.set('bad', modelThat('badly'))
  organisation = await openTrialOrganisation(host, { outcomeRetestMaxCost: 1 })
  return () => organisation.close()
})

const storeOf = ({ services, principal }: Embedded) => services.store.tenant(principal.tenantId)

/** A skill with a test, that was activated so many days ago. */
async function usedSkill(at = organisation, name = 'radio', daysAgo = 1): Promise<Skill> {
  const { services, principal } = at
  const store = storeOf(at)
  const files = {
    'SKILL.md': `---\nname: ${name}\ndescription: How to speak on the radio.\n---\nSay OVER.\n`,
    'evals/evals.json': JSON.stringify(evals),
  }
  const items = [
    {
      path: name,
      files: Object.entries(files).map(([path, text]) => {
        return { path, bytes: Buffer.from(text), executable: false }
      }),
    },
  ]
  const deps = { ...ports, sha256, store, judge: services.judgeOf(principal.tenantId) }
  const actor = { principal, traceId: randomIds.traceId() }
  const request = { scope: 'org', reason: '', yieldToEventLoop: async () => {}, items } as const
  const [outcome] = await importSkills(deps, actor, request)
  if (!outcome || outcome.status === 'refused') throw new Error('not imported')
  const { skill } = outcome
  await activated(at, skill, daysAgo)
  return skill
}

async function activated(at: Embedded, { id: skillId }: Skill, daysAgo: number): Promise<void> {
  const { conversations, usage } = storeOf(at)
  const id = randomIds.next('cnv') as ConversationId
  const { userId } = at.principal
  const conversation: Conversation = {
    ...{ id, userId, title: '', agentId: null, session: emptySession, headSeq: 0 },
    ...{ createdAt: 1, updatedAt: 1 },
  }
  await conversations.create(conversation)
  const day = dayOf(systemClock.now()) - daysAgo
  const key = { day, skillId, digest: null, agentId: null, model: null }
  const row = { ...noUsage, ...key, activatedByAgent: 1 }
  await usage.put({ conversationId: id, foldedTo: 1, rows: [row] })
}

const change = (after: string, before = 'good') =>
  requestRetest({ ...ports, store: storeOf(organisation) }, { agentId: null, before, after })

const run: RunRetest = (tenantId, retest, signal) =>
  runRetest(
    {
      ...{ store: host.services.store.tenant(tenantId), clock: systemClock, signal },
      ...{ serverModel: modelThat('well'), models: { default: modelThat('well'), byId: models } },
      openServer,
    },
    retest,
  )

function scheduler(over: RunRetest = run) {
  const faults: unknown[] = []
  const onError = (error: unknown) => faults.push(error)
  const timers = { every: () => () => {} }
  const made = createRetestScheduler({
    ...{ ...ports, timers, run: over, onError, store: host.services.store },
  })
  return { ...made, faults }
}

async function settled(): Promise<RetestResult | null | undefined> {
  const one = scheduler()
  await one.settle()
  expect(one.faults).toEqual([])
  return (await storeOf(organisation).outcomeRetests.list(1))[0]?.result
}

describe('outcome tests after a change of model', () => {
  it('find a model with which a skill got worse', async () => {
    const { id: skillId, head } = await usedSkill()
    await change('bad')
    expect(await settled()).toMatchObject({
      ...{ end: 'finished', spentNanos: 0, untried: 0, labels: { before: 'well', after: 'badly' } },
      skills: [
        {
          ...{ skillId, digest: head.digest, pairs: 10, onlyBefore: 10, onlyAfter: 0 },
          ...{ before: { count: 10, n: 10 }, after: { count: 0, n: 10 }, problem: null },
        },
      ],
    })
  }, 120_000)

  it('blame no model that does as well', async () => {
    await usedSkill()
    await change('same')
    const skills = [{ onlyBefore: 0, onlyAfter: 0, after: { count: 10, n: 10 } }]
    expect(await settled()).toMatchObject({ end: 'finished', skills })
  }, 120_000)

  it('stop at the ceiling and say so, in pairs, and leave the next skill untried', async () => {
    for (const id of ['good', 'bad']) models.set(id, { ...modelThat('well'), prices: paid })
    const store = storeOf(organisation)
    const { settings, version } = await store.settings.get()
    // Four trials of 15 millionths.
    await store.settings.put({ ...settings, outcomeRetestMaxCost: 0.00007 }, version)
    const used = [await usedSkill(), await usedSkill(organisation, 'other')]
    await change('bad')
    const result = await settled()
    expect(result).toMatchObject({ end: 'over-cost', spentNanos: 60_000, untried: 1 })
    expect(result?.skills).toMatchObject([{ pairs: 2 }])
    expect(used.map(({ id }) => id)).toContain(result?.skills[0]?.skillId)
    expect(result?.spentNanos).toBeLessThanOrEqual(result?.maxCostNanos ?? 0)
  }, 120_000)

  it('share the ceiling of a day: a second change spends what the first left, and a third begins nothing', async () => {
    for (const id of ['good', 'bad']) models.set(id, { ...modelThat('well'), prices: paid })
    const store = storeOf(organisation)
    const { settings, version } = await store.settings.get()
    await store.settings.put({ ...settings, outcomeRetestMaxCost: 0.00007 }, version)
    await usedSkill()
    await change('bad')
    expect(await settled()).toMatchObject({ end: 'over-cost', spentNanos: 60_000 })
    await change('good', 'bad')
    const second = await settled()
    expect(second).toMatchObject({ end: 'over-cost', maxCostNanos: 10_000 })
    await change('bad', 'good')
    const before = opened
    expect(await settled()).toMatchObject({ end: 'over-cost', spentNanos: 0, untried: 1 })
    expect(opened).toBe(before)
  }, 120_000)

  it('try nothing with a model that has no price, or with no ceiling', async () => {
    await usedSkill()
    models.set('bad', {
      ...modelThat('badly'),
      prices: { input: null, cachedInput: null, output: 1 },
    })
    const before = opened
    await change('bad')
    expect(await settled()).toMatchObject({ end: 'cost-unknown', skills: [] })
    const store = storeOf(organisation)
    await change('same')
    const { settings, version } = await store.settings.get()
    await store.settings.put({ ...settings, outcomeRetestMaxCost: 0 }, version)
    expect(await settled()).toMatchObject({ end: 'off', skills: [] })
    await change('good', 'bad')
    expect(await store.outcomeRetests.list(9)).toHaveLength(2)
    expect(opened).toBe(before)
  }, 120_000)

  it('leave out what nobody used for a month, and another organisation’s', async () => {
    const other = await openTrialOrganisation(host, { outcomeRetestMaxCost: 1 })
    try {
      await usedSkill(other)
      await usedSkill(organisation, 'old', 31)
      await change('bad')
      expect(await settled()).toMatchObject({ end: 'finished', skills: [], untried: 0 })
      expect(await storeOf(other).outcomeRetests.list(9)).toEqual([])
    } finally {
      await other.close()
    }
  }, 120_000)

  it('go on after a process that was killed, and pay for no trial twice', async () => {
    await usedSkill()
    await change('bad')
    const { outcomeRetests } = storeOf(organisation)
    const claim = { owner: 'killed', now: 1, until: 2 }
    const killed = await outcomeRetests.claim(claim)
    if (!killed) throw new Error('nothing to do')
    const stopping = new AbortController()
    const store = { ...storeOf(organisation) }
    let recorded = 0
    const stoppedAfterFive = {
      ...store.outcomeRetests,
      addTrial: async (...trial: Parameters<typeof outcomeRetests.addTrial>) => {
        await outcomeRetests.addTrial(...trial)
        recorded += 1
        if (recorded === 5) stopping.abort()
      },
    }
    const half = await runRetest(
      {
        store: { ...store, outcomeRetests: stoppedAfterFive },
        ...{ clock: systemClock, signal: stopping.signal },
        ...{ serverModel: modelThat('well'), models: { default: modelThat('well'), byId: models } },
        openServer,
      },
      killed,
    )
    expect(half).toBeNull()
    expect(await outcomeRetests.trials(killed.id)).toHaveLength(5)
    let calls = 0
    const counted = (model: Model): Model => ({
      ...model,
      step: (...request) => {
        calls += 1
        return model.step(...request)
      },
    })
    for (const [id, model] of models) models.set(id, counted(model))
    expect(await settled()).toMatchObject({ end: 'finished', skills: [{ pairs: 10 }] })
    expect(calls).toBe(15)
  }, 120_000)

  it('compare with the model from before the first of several changes', async () => {
    await usedSkill()
    await change('same')
    await change('bad', 'same')
    const { outcomeRetests } = storeOf(organisation)
    const [latest, first] = await outcomeRetests.list(9)
    expect(latest).toMatchObject({ before: 'good', after: 'bad', result: null })
    expect(first).toMatchObject({ after: 'same', result: { end: 'superseded' } })
    await change('good', 'bad')
    expect(await settled()).toMatchObject({ end: 'unchanged', skills: [] })
  }, 120_000)

  it('a failure ends it, is reported, and stops no other organisation’s', async () => {
    await change('bad')
    const broken = scheduler(async () => {
      throw new Error('broken')
    })
    await broken.settle()
    expect(broken.faults).toHaveLength(1)
    const [retest] = await storeOf(organisation).outcomeRetests.list(1)
    expect(retest?.result?.end).toBe('failed')
  })
})
