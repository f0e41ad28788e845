import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { bootstrapSource, type Setting } from './bootstrap.ts'
import { codeBounds } from './code-job.ts'
import { appendLog } from './log-memory.ts'
import type { AnswerMessage, Ending, JobMessage, ThreadMessage } from './messages.ts'
import { readThrown, type Thrown } from './thrown.ts'

const stackBytes = 256 * 1024

const stopMessages = {
  'timed-out': 'It took longer than it may.',
  'output-limit': 'It logged or returned more than it may.',
} as const

/** What of the bootstrap is kept in the engine. */
interface Doors {
  readonly run: QuickJSHandle
  readonly answer: QuickJSHandle
}

/** One QuickJS engine for one job. All that goes in or out of it is text. */
export class CodeEngine {
  readonly #context: QuickJSContext
  readonly #bootstrap: QuickJSHandle
  #post: (message: ThreadMessage) => void = () => undefined
  #doors: Doors | undefined
  #deadline = Number.POSITIVE_INFINITY
  /** Why the code was made to stop; it cannot catch that. */
  #stopped: keyof typeof stopMessages | undefined
  #ended = false
  #pendingCalls = 0
  #totalCalls = 0

  constructor(module: QuickJSWASMModule) {
    const runtime = module.newRuntime()
    runtime.setMaxStackSize(stackBytes)
    runtime.setInterruptHandler(() => this.#mustStop())
    this.#context = runtime.newContext()
    const inside = this.#compile(bootstrapSource(), 'bootstrap.js')
    if (!inside) throw new Error('The bootstrap does not compile.')
    this.#bootstrap = inside
  }

  /** Posts calls of host functions, and `done` once; after that nothing. */
  run(job: JobMessage, post: (message: ThreadMessage) => void): void {
    this.#post = post
    this.#deadline = performance.now() + job.limits.wallMs
    this.#context.runtime.setMemoryLimit(job.limits.memoryBytes)
    this.#work(() => {
      const { run } = this.#prepare(job)
      const main = this.#compile(`(async () => {${job.code}\n})`, 'code.js')
      if (main) this.#take(this.#context.callFunction(run, this.#context.undefined, main))
    })
  }

  /** What a host call came to. */
  answer({ id, ok, text }: AnswerMessage): void {
    const { answer } = this.#doors ?? {}
    if (this.#ended || !answer) return
    this.#pendingCalls -= 1
    this.#work(() => {
      const context = this.#context
      const told = [context.newNumber(id), ok ? context.true : context.false]
      const value = context.newString(text)
      this.#take(context.callFunction(answer, context.undefined, ...told, value))
      value.dispose()
    })
  }

  /** Does it, and all that follows from it inside; the engine breaking off ends the job. */
  #work(step: () => void): void {
    try {
      step()
      this.#runPending()
    } catch {
      const message = 'The engine broke off.'
      this.#end({ status: 'failed', value: '', error: { name: 'Error', message } })
    }
  }

  #runPending(): void {
    const { runtime } = this.#context
    while (!this.#ended && runtime.hasPendingJob()) {
      this.#take(runtime.executePendingJobs(1))
      if (this.#mustStop()) this.#endStopped()
    }
    if (this.#ended || this.#pendingCalls > 0) return
    const message = 'It waits for something that never happens: nothing it called is under way.'
    this.#end({ status: 'failed', value: '', error: { name: 'Error', message } })
  }

  #prepare(job: JobMessage): Doors {
    const context = this.#context
    const { outputBytes } = job.limits
    const setting: Omit<Setting, 'input'> = {
      libraries: job.libraries,
      names: job.names,
      mostArguments: codeBounds.argumentUnits,
      mostOutput: outputBytes,
      mostError: codeBounds.errorUnits,
    }
    const text = `${JSON.stringify(setting).slice(0, -1)},"input":${job.input}}`
    const call = context.newFunction('call', (id, name, args) => {
      const asked = { name: context.getString(name), args: context.getString(args) }
      return context.newString(this.#call({ id: context.getNumber(id), ...asked }))
    })
    const log = context.newFunction('log', (line) => {
      const whole = appendLog(job.logs, `${JSON.parse(context.getString(line))}\n`)
      if (!whole) this.#stopped ??= 'output-limit'
    })
    const done = context.newFunction('done', (status, told) =>
      this.#done(context.getString(status), { text: context.getString(told), outputBytes }),
    )
    const told = context.newString(text)
    const args = [call, log, done, told]
    const doors = context.unwrapResult(
      context.callFunction(this.#bootstrap, context.undefined, ...args),
    )
    for (const arg of args) arg.dispose()
    this.#doors = { run: context.getProp(doors, 'run'), answer: context.getProp(doors, 'answer') }
    return this.#doors
  }

  /** Refused here, a flood of calls never reaches the host. */
  #call({ id, name, args }: { id: number; name: string; args: string }): string {
    if (this.#ended) return 'It has ended.'
    const { pendingCalls, totalCalls } = codeBounds
    if (this.#totalCalls >= totalCalls) return `It may call no more than ${totalCalls} times.`
    if (this.#pendingCalls >= pendingCalls)
      return `No more than ${pendingCalls} calls may be under way at once; await some of them.`
    this.#totalCalls += 1
    this.#pendingCalls += 1
    this.#post({ type: 'call', id, name, args })
    return ''
  }

  #done(
    status: string,
    { text, outputBytes }: { readonly text: string; readonly outputBytes: number },
  ): void {
    if (status === 'failed' && this.#stopped === undefined) this.#fail(readThrown(text))
    else if (status !== 'ok' || Buffer.byteLength(text) > outputBytes)
      this.#stopped ??= 'output-limit'
    if (this.#stopped !== undefined) this.#endStopped()
    else this.#end({ status: 'ok', value: text, error: null })
  }

  /** The value, whose handle lives as long as the engine; undefined when it threw, which ends the job. */
  #take<Value>(
    result:
      | { readonly value: Value; readonly error?: undefined }
      | { readonly error: QuickJSHandle },
  ): Value | undefined {
    if (result.error === undefined) return result.value
    this.#fail(readThrown(JSON.stringify(this.#context.dump(result.error))))
    result.error.dispose()
    return undefined
  }

  /** As a script, whatever words of modules are in it. */
  #compile(source: string, name: string): QuickJSHandle | undefined {
    return this.#take(this.#context.evalCode(source, name, { type: 'global' }))
  }

  #fail({ error, outOfMemory }: Thrown): void {
    if (this.#stopped !== undefined) this.#endStopped()
    else this.#end({ status: outOfMemory ? 'out-of-memory' : 'failed', value: '', error })
  }

  #mustStop(): boolean {
    if (performance.now() > this.#deadline) this.#stopped ??= 'timed-out'
    return this.#stopped !== undefined
  }

  #endStopped(): void {
    const status = this.#stopped ?? 'timed-out'
    this.#end({ status, value: '', error: { name: 'Error', message: stopMessages[status] } })
  }

  #end(ending: Ending): void {
    if (this.#ended) return
    this.#ended = true
    this.#post({ type: 'done', ...ending })
  }
}
