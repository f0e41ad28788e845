import type { Model, ModelAnswer } from '@repertoire/core'
import { decide } from './decide.ts'
import { label, prefix } from './label.ts'

/**
 * The stand-in when no model is configured: deterministic, offline, and labelled wherever it speaks. It
 * has no way of its own to anything: it sees the request any model sees and works by calling the tools.
 */
export function createDemoModel(): Model {
  return {
    ...{ label, id: 'demo', provider: 'repertoire', demo: true },
    step: async ({ system, messages, tools, signal }, onText): Promise<ModelAnswer> => {
      signal?.throwIfAborted()
      const { text: said, calls } = decide({ system, messages, tools })
      // What it says beside a call may stand in a question to a person; its answer says what it is.
      const text = said === '' || calls.length > 0 ? said : `${prefix}${said}`
      for (const piece of text.match(/[\s\S]{1,48}(?=\s|$)|[\s\S]{1,48}/g) ?? []) onText(piece)
      const toolCalls = calls.map((call, index) => ({ id: `demo_${index}`, ...call }))
      return { text, toolCalls, usage: { inputTokens: 0, outputTokens: 0 } }
    },
  }
}
