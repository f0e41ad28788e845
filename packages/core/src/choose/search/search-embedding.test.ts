import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createFixedClock } from '../../testing/fixed-clock.ts'
import { createIndexStorage } from '../../testing/kept-index-fixture.ts'
import {
  acme,
  ann,
  bob,
  checkedContent,
  deferred,
  other,
  save,
  setUp,
  slugs,
} from '../../testing/search-fixture.ts'
import { createTestEmbeddingModel } from '../../testing/test-embedding-model.ts'
import { testVectors } from '../../testing/test-vectors.ts'
import { createInProcessSegmentBuilder } from './segment-builder.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

const topics = [
  ['heart', 'cardiac', 'pulse'],
  ['money', 'invoice', 'payment'],
]
const sentence = 'please look at the pulse of this patient today'
const never = () => new Promise<void>(() => {})

function createModel() {
  return createTestEmbeddingModel(topics)
}

/** `late` decides when a search stops waiting; by default it waits for ever. */
async function start({ model = createModel(), late = never, storage = createStorage() } = {}) {
  const clock = createFixedClock()
  const errors: unknown[] = []
  const waits: number[] = []
  const embedding = {
    ...{ model, clock, queryWaitMs: 150, storage },
    wait: (milliseconds: number) => {
      waits.push(milliseconds)
      return milliseconds === 150 ? late() : Promise.resolve()
    },
    onError: (error: unknown) => {
      errors.push(error)
      // It is well again by the third attempt.
      if (errors.length === 3) model.failsWith = null
    },
  }
  const opened = await setUp({ embedding })
  return { ...opened, model, clock, errors, waits }
}

function createStorage() {
  return { vectors: createIndexStorage(sha256).storage.vectors, sha256 }
}

const skills = [
  { slug: 'alpha', description: 'Looks at the invoice of a patient' },
  { slug: 'omega', description: 'Looks at the cardiac state of a patient' },
]

describe('search with an embedding model', () => {
  it('orders the hits of a sentence by what the model says, and says so', async () => {
    const opened = await start()
    await save(opened.store, ...skills)
    expect(await slugs(opened, ann, { text: sentence })).toEqual(['alpha', 'omega'])
    await opened.search.embedded()
    expect(await slugs(opened, ann, { text: sentence })).toEqual(['omega', 'alpha'])
    const [first] = await opened.search.search(acme, ann, { text: sentence, limit: 5 })
    expect(first?.reasons.at(-1)).toMatchObject({ field: 'meaning', embedding: 'used' })
    const sum = first!.reasons.reduce((all, { impact }) => all + impact, 0)
    expect(sum).toBeCloseTo(first!.score, 9)
  })

  it('sends what a skill says it is for, once, and never its body or a short query', async () => {
    const opened = await start()
    await save(opened.store, { ...skills[0]!, body: 'secret body', tags: ['care'] })
    await opened.search.warm(acme)
    await opened.search.embedded()
    await opened.search.search(acme, ann, { text: 'patient', limit: 5 })
    expect(opened.model.sent).toEqual([
      { kind: 'skill', text: 'alpha\nLooks at the invoice of a patient\ncare' },
    ])
    for (let times = 0; times < 2; times += 1)
      await opened.search.search(acme, ann, { text: sentence, limit: 5 })
    expect(opened.model.sent.slice(1)).toEqual([{ kind: 'query', text: sentence }])
    await opened.search.search(acme, ann, { text: `${sentence} ${'x'.repeat(9_000)}`, limit: 5 })
    expect(opened.model.sent.at(-1)?.text).toHaveLength(2_000)
  })

  it('ranks by words while the model is late, and uses its late answer the next time', async () => {
    const answer = deferred()
    const opened = await start({ late: async () => {} })
    await save(opened.store, ...skills)
    await opened.search.warm(acme)
    await opened.search.embedded()
    opened.model.answersAfter = answer.promise
    expect(await slugs(opened, ann, { text: sentence })).toEqual(['alpha', 'omega'])
    answer.resolve()
    await answer.promise
    // The answer that was late is remembered when the microtasks of the model have run.
    await new Promise((done) => setImmediate(done))
    expect(await slugs(opened, ann, { text: sentence })).toEqual(['omega', 'alpha'])
    expect(opened.model.sent.filter(({ kind }) => kind === 'query')).toHaveLength(1)
  })

  it('waits no more for a while after three failures, then tries again', async () => {
    const opened = await start()
    await save(opened.store, ...skills)
    await opened.search.warm(acme)
    await opened.search.embedded()
    opened.model.failsWith = 'embedding-model.refused'
    const asked = () => opened.model.sent.filter(({ kind }) => kind === 'query').length
    for (let times = 0; times < 5; times += 1)
      expect(await slugs(opened, ann, { text: `${sentence} ${times}` })).toEqual(['alpha', 'omega'])
    expect(asked()).toBe(3)
    opened.clock.advance(30_000)
    opened.model.failsWith = null
    expect(await slugs(opened, ann, { text: sentence })).toEqual(['omega', 'alpha'])
  })

  it('says that word vectors stand in for the model', async () => {
    const vectors = testVectors({ puls: [100, 0], cardiac: [100, 0], invoic: [0, 100] })
    const model = createModel()
    const opened = await setUp({
      segments: createInProcessSegmentBuilder(vectors),
      vectors,
      embedding: {
        ...{ model, clock: createFixedClock(), queryWaitMs: 150, wait: never },
        onError: () => {},
      },
    })
    await save(opened.store, ...skills)
    await opened.search.warm(acme)
    await opened.search.embedded()
    model.failsWith = 'embedding-model.refused'
    const [first] = await opened.search.search(acme, ann, { text: sentence, limit: 5 })
    const reason = { field: 'meaning', word: 'pulse', term: 'cardiac', embedding: 'unavailable' }
    expect(first?.reasons.at(-1)).toMatchObject(reason)
  })

  it('asks again later for what the model could not give, waiting longer each time', async () => {
    const opened = await start()
    opened.model.failsWith = 'outbound.unreachable'
    await save(opened.store, ...skills)
    await opened.search.warm(acme)
    await opened.search.embedded()
    expect(opened.errors).toHaveLength(3)
    expect(opened.waits).toEqual([1_000, 2_000, 4_000])
    expect(await slugs(opened, ann, { text: sentence })).toEqual(['omega', 'alpha'])
  })

  it('leaves out a text that the model refuses, and has vectors of the others', async () => {
    const opened = await start()
    opened.model.refusedWord = 'unspeakable'
    const poisoned = { slug: 'beta', description: 'Looks at an unspeakable patient' }
    await save(opened.store, ...skills, poisoned)
    await opened.search.warm(acme)
    await opened.search.embedded()
    const found = await slugs(opened, ann, { text: sentence })
    expect(found.indexOf('omega')).toBeLessThan(found.indexOf('alpha'))
    const sent = opened.model.sent.length
    await save(opened.store, { slug: 'gamma', description: 'Looks at a patient' })
    await opened.search.warm(acme)
    await opened.search.embedded()
    expect(opened.model.sent.slice(sent).map(({ text }) => text)).toEqual([
      'gamma\nLooks at a patient',
    ])
  })
})

describe('vectors of skills', () => {
  it('are kept, so that a new process sends nothing, and another model everything', async () => {
    const storage = createStorage()
    const first = await start({ storage })
    await save(first.store, ...skills)
    await first.search.warm(acme)
    await first.search.embedded()
    const second = await start({ storage })
    await save(second.store, ...skills)
    expect(await slugs(second, ann, { text: sentence })).toHaveLength(2)
    await second.search.embedded()
    expect(second.model.sent).toEqual([])
    expect(await slugs(second, ann, { text: sentence })).toEqual(['omega', 'alpha'])
    const model = createTestEmbeddingModel([...topics].reverse(), 'another')
    const third = await start({ storage, model })
    await save(third.store, ...skills)
    await third.search.warm(acme)
    await third.search.embedded()
    expect(model.sent.map(({ kind }) => kind)).toEqual(['skill', 'skill'])
  })

  it('go with their skill, and with their organisation', async () => {
    const storage = createStorage()
    const opened = await start({ storage })
    const [alpha] = await save(opened.store, ...skills)
    await opened.search.warm(acme)
    await opened.search.embedded()
    const kept = async () => {
      let text = ''
      for (const one of await storage.vectors.list(acme, { after: null, limit: 100 }))
        text += new TextDecoder('latin1').decode((await storage.vectors.get(acme, one.sha256))!)
      return text
    }
    expect(await kept()).toContain('cardiac')
    expect(await kept()).toContain('invoice')
    await opened.store.tenant(acme).skills.remove(ann, alpha!)
    await opened.search.warm(acme)
    await opened.search.embedded()
    expect(await kept()).toContain('cardiac')
    expect(await kept()).not.toContain('invoice')
    await opened.search.discard(acme)
    expect(await kept()).toBe('')
  })

  it('are never those of another organisation, even for the same skill and the same query', async () => {
    const storage = createStorage()
    const opened = await start({ storage })
    await save(opened.store, ...skills)
    await opened.search.warm(acme)
    await opened.search.embedded()
    await opened.search.search(acme, ann, { text: sentence, limit: 5 })
    const sent = opened.model.sent.length
    await opened.store.tenant(other).skills.save(skills.map(checkedContent), 'create')
    const before = await opened.search.search(other, bob, { text: sentence, limit: 5 })
    expect(before.flatMap(({ reasons }) => reasons).every(({ field }) => field !== 'meaning')).toBe(
      true,
    )
    await opened.search.embedded()
    await opened.search.search(other, bob, { text: sentence, limit: 5 })
    expect(opened.model.sent.slice(sent).map(({ kind }) => kind)).toEqual([
      ...['skill', 'skill', 'query'],
    ])
    const list = (tenant: typeof acme) => storage.vectors.list(tenant, { after: null, limit: 100 })
    await opened.search.discard(acme)
    expect(await list(acme)).toEqual([])
    expect(await list(other)).not.toEqual([])
  })
})
