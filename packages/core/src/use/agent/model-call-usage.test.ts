import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ConversationEvent } from '../../domain/events.ts'
import type { ModelPrices } from '../../domain/model-provider.ts'
import { type TokenUsage, unknownUsage } from '../../domain/token-usage.ts'
import type { Model } from '../../ports/model.ts'
import { createAgentHarness } from '../../testing/agent-harness.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const prices: ModelPrices = { input: 3, cachedInput: 0.3, output: 15 }

interface Reported {
  readonly usage: TokenUsage
  readonly prices?: ModelPrices
  /** What the clock does while the model answers. */
  readonly takes?: number
}

/** The recorded answer of a model that reports this. */
async function answerOf({ usage, takes = 0, ...priced }: Reported) {
  let advance: (milliseconds: number) => void = () => undefined
  const model: Model = {
    ...{ label: 'M', demo: false, ...priced },
    step: async () => {
      advance(takes)
      return { text: 'Done.', toolCalls: [], usage }
    },
  }
  const harness = await createAgentHarness({ model, sha256 })
  advance = harness.clock.advance
  await harness.work(await harness.say('hello'))
  const [answer] = await harness.all('step-completed')
  return answer as Extract<ConversationEvent, { type: 'step-completed' }>
}

it('E9: a model call’s event has its duration, its tokens, and the cost by the prices of that moment', async () => {
  const usage = { inputTokens: 1_000, outputTokens: 100, cachedTokens: 400 }
  expect(await answerOf({ usage, prices, takes: 3_400 })).toMatchObject({
    usage,
    durationMs: 3_400,
    costNanos: 3_420_000,
  })
})

it('E9: what a provider does not report, and the cost of it, is unknown and never zero', async () => {
  const answer = await answerOf({ usage: unknownUsage, prices })
  expect(answer.usage).toEqual({ inputTokens: null, outputTokens: null, cachedTokens: null })
  expect(answer).not.toHaveProperty('costNanos')
  const unpriced = await answerOf({ usage: { inputTokens: 5, outputTokens: 1 } })
  expect(unpriced).not.toHaveProperty('costNanos')
})

it('E9: a clock that is set back makes no negative duration', async () => {
  const usage = { inputTokens: 5, outputTokens: 1 }
  expect((await answerOf({ usage, takes: -60_000 })).durationMs).toBe(0)
})
