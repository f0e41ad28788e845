import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import {
  activate,
  bodiesOf,
  createRoutedHarness,
  requestAt,
  sized,
} from '../../testing/routed-harness.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')

describe('preloads', () => {
  const signal: TriggerContext = {
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
    const harness = await createRoutedHarness({ model, sha256, samples })
    await harness.work(await harness.say('Look at it.', signal), { fresh: true })
    expect(bodiesOf(requestAt(model, 1))).toEqual(['market-watch'])
    expect(await harness.all('skills-preloaded')).toMatchObject([
      {
        skills: [{ slug: 'market-watch' }],
        refused: [{ slug: 'nobody', problem: { code: 'skill.not-found' } }],
      },
    ])
    expect((await harness.all('skills-routed'))[0]?.entries[0]).toMatchObject({
      ...{ slug: 'market-watch', score: 40 },
      reasons: ['asset:crypto_major', 'signal:cron'],
    })
    expect((await harness.all('skills-routed'))[0]?.stages).toEqual(['evaluate'])
  })

  it('E8: the model can replace them like any loaded skill, and they do not come back', async () => {
    const model = createCallingModel(activate('a', ['other']))
    const harness = await createRoutedHarness({ model, sha256, samples })
    await harness.work(await harness.say('Look at it.', signal), { fresh: true })
    expect(bodiesOf(requestAt(model, 2))).toEqual(['other'])
    expect(await harness.all('skills-preloaded')).toHaveLength(1)
  })

  it('E8: also load in a webhook’s turn', async () => {
    const model = createCallingModel()
    const harness = await createRoutedHarness({ model, sha256, samples })
    const webhook = { ...signal, source: 'webhook' as const, preloadSkills: ['market-watch'] }
    await harness.work(await harness.say('Look at it.', webhook), { fresh: true })
    expect(bodiesOf(requestAt(model, 1))).toEqual(['market-watch'])
  })

  it('E8, C7: one that the model’s window cannot hold is left out, with the figures', async () => {
    const model = { ...createCallingModel(), contextTokens: 1_000 }
    const large = [...samples, sized('manual', 8_000)]
    const harness = await createRoutedHarness({ model, sha256, samples: large })
    const preloading = { ...signal, preloadSkills: ['manual', 'market-watch'] }
    await harness.work(await harness.say('Look at it.', preloading), { fresh: true })
    expect(await harness.all('skills-preloaded')).toMatchObject([
      {
        skills: [{ slug: 'market-watch' }],
        refused: [{ slug: 'manual', problem: { code: 'skill.exceeds-context' } }],
      },
    ])
  })

  it('E1: an id with dots names the skill that was imported under it', async () => {
    const model = createCallingModel()
    const dotted = [sized('market.watch', 60)]
    const harness = await createRoutedHarness({ model, sha256, samples: dotted })
    const preloading = { ...signal, preloadSkills: ['market.watch'] }
    await harness.work(await harness.say('Look at it.', preloading), { fresh: true })
    expect(bodiesOf(requestAt(model, 1))).toEqual(['market.watch'])
  })

  it('A7: load nothing where a person would have to approve', async () => {
    const { discovery } = await import('../toolsets/discovery/discovery.ts')
    const model = createCallingModel()
    const harness = await createRoutedHarness({
      ...{ model, sha256, samples, toolsets: [discovery] },
      settings: { skillEnablementPolicy: 'prompt-user' },
    })
    await harness.work(await harness.say('Look at it.', signal), { fresh: true })
    expect(bodiesOf(requestAt(model, 1))).toEqual([])
    const [event] = await harness.all('skills-preloaded')
    expect(event?.refused.map(({ problem }) => problem.code)).toEqual([
      'skill.not-found',
      'policy.nobody-to-ask',
    ])
  })
})
