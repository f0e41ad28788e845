import { isProblemError } from '@repertoire/core/base'
import type { ProviderTest } from '@repertoire/core/domain'
import type { Model, ModelRequest } from '@repertoire/core/ports'
import { modelTimeout } from './model-timeout.ts'

const maxTestMs = 20_000

const probe: ModelRequest = {
  system: ['You are being tested. Answer with one word.'],
  messages: [{ role: 'user', text: 'Say: ready' }],
  tools: [
    {
      name: 'report_ready',
      description: 'Reports that you are ready. Not needed.',
      inputSchema: { type: 'object', properties: {} },
    },
  ],
}

export interface TestPorts {
  readonly now: () => number
  readonly signal: AbortSignal
  readonly maxMs?: number
}

/** Asks a model for one word, and says in words what came back. Never throws. */
export async function testModel(model: Model, ports: TestPorts): Promise<ProviderTest> {
  const { now, maxMs = maxTestMs } = ports
  const began = now()
  const deadline = AbortSignal.timeout(maxMs)
  try {
    const signal = AbortSignal.any([ports.signal, deadline])
    const { usage } = await model.step({ ...probe, signal }, () => undefined)
    const counted = usage.inputTokens !== null
    const message = `Answered in ${now() - began} ms. ${counted ? 'Streaming, tools and token counts work.' : 'Streaming and tools work; it counts no tokens.'}`
    return { at: now(), code: null, message, hint: null }
  } catch (error) {
    const problem = deadline.aborted
      ? modelTimeout(`It did not answer within ${maxMs / 1000} s.`)
      : isProblemError(error)
        ? error.problem
        : null
    return {
      at: now(),
      code: problem?.code ?? 'model.failed',
      message: problem?.message ?? 'The model provider failed to answer.',
      hint: problem?.hint ?? null,
    }
  }
}
