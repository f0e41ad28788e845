import { codeBounds, type HostAnswer, type HostFunction } from './code-job.ts'
import type { AnswerMessage, ThreadMessage } from './messages.ts'
import { readJson } from './read-json.ts'

type Call = Extract<ThreadMessage, { type: 'call' }>

/**
 * The host side of one job's calls. It does not trust the thread: names are looked up among own properties
 * only, both caps are counted again, and after the end nothing is called or answered.
 */
export class HostCalls {
  readonly #calls: Readonly<Record<string, HostFunction>>
  readonly #answer: (message: AnswerMessage) => void
  #pending = 0
  #total = 0
  #ended = false

  constructor(
    calls: Readonly<Record<string, HostFunction>>,
    answer: (message: AnswerMessage) => void,
  ) {
    this.#calls = calls
    this.#answer = answer
  }

  /** The number of calls made. */
  get total(): number {
    return this.#total
  }

  end(): void {
    this.#ended = true
  }

  async take({ id, name, args }: Omit<Call, 'type'>): Promise<void> {
    if (this.#ended) return
    const { pendingCalls, totalCalls } = codeBounds
    const tooMany = this.#total >= totalCalls || this.#pending >= pendingCalls
    if (tooMany) return this.#answer(refusal(id, 'There were too many calls.'))
    this.#total += 1
    this.#pending += 1
    const answer = await this.#call({ id, name, args })
    this.#pending -= 1
    if (!this.#ended) this.#answer(answer)
  }

  async #call({ id, name, args }: Omit<Call, 'type'>): Promise<AnswerMessage> {
    const call = Object.hasOwn(this.#calls, name) ? this.#calls[name] : undefined
    if (!call) return refusal(id, 'There is no such function.')
    const { argumentUnits: units, depth, answerUnits } = codeBounds
    const passed = readJson(args, { units, depth })
    if ('problem' in passed)
      return refusal(id, `The arguments of ${name}: the JSON ${passed.problem}.`)
    if (!Array.isArray(passed.value))
      return refusal(id, `The arguments of ${name} are not an array.`)
    try {
      const answer: HostAnswer = await call(passed.value)
      if ('refused' in answer) return refusal(id, answer.refused)
      const text = JSON.stringify(answer.value)
      if (text.length <= answerUnits) return { id, ok: true, text }
      return refusal(id, `The answer of ${name} is too large.`)
    } catch {
      return refusal(id, `${name} failed.`)
    }
  }
}

function refusal(id: number, message: string): AnswerMessage {
  return { id, ok: false, text: JSON.stringify(message) }
}
