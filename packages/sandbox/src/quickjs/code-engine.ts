import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { bootstrapSource, type Outside } from './bootstrap.ts'
import { codeBounds } from './code-job.ts'
import { type Doors, openDoors } from './doors.ts'
import { LogWriter } from './log-memory.ts'
import type { AnswerMessage, Ending, JobMessage, ThreadMessage } from './messages.ts'
import { readThrown, type Thrown } from './thrown.ts'

const stackBytes = 256 * 1024

const stopMessages = {
  'timed-out': 'It took longer than it may.',
  'output-limit': 'It logged or returned more than it may.',
} as const

type StopReason = keyof typeof stopMessages

/** One QuickJS engine for one job. All that goes in or out of it is text. */
export class CodeEngine {
  readonly #context: QuickJSContext
  readonly #bootstrap: QuickJSHandle
  #post: (message: ThreadMessage) => void = () => undefined
  #doors: Doors | undefined
  #deadline = Number.POSITIVE_INFINITY
  /** Why the code was made to stop; it cannot catch that. */
  #stopped: StopReason | undefined
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
    this.#work(() => {
      const doors = this.#prepare(job)
      const main = doors && this.#compile(`(async () => {${job.code}\n})`, 'code.js')
      if (main) this.#take(this.#context.callFunction(doors.run, this.#context.undefined, main))
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
      const message = 'The engine broke off, as it does when something is nested too deep.'
      this.#end({ status: 'failed', value: '', error: { name: 'Error', message } })
    }
  }

  #runPending(): void {
    const { runtime } = this.#context
    while (!this.#ended && runtime.hasPendingJob()) {
      this.#take(runtime.executePendingJobs(1))
      if (this.#mustStop()) this.#stop('timed-out')
    }
    if (this.#ended || this.#pendingCalls > 0) return
    const message = 'It waits for something that never happens: nothing it called is under way.'
    this.#end({ status: 'failed', value: '', error: { name: 'Error', message } })
  }

  #prepare(job: JobMessage): Doors | undefined {
    const logs = new LogWriter(job.logs)
    const outside: Outside = {
      call: (id, name, args) => this.#call({ id, name, args }),
      log: (line) => {
        if (!logs.append(`${JSON.parse(line)}\n`)) this.#stopped ??= 'output-limit'
      },
      done: (status, text) => this.#done({ status, text, most: job.limits.outputBytes }),
    }
    this.#doors = this.#take(openDoors(this.#context, this.#bootstrap, { job, outside }))
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

  #done({ status, text, most }: { status: string; text: string; most: number }): void {
    if (status === 'failed') this.#fail(readThrown(text))
    else if (status !== 'ok' || Buffer.byteLength(text) > most) this.#stop('output-limit')
    else if (this.#stopped) this.#stop(this.#stopped)
    else this.#end({ status: 'ok', value: text, error: null })
  }

  /** The value, whose handle lives as long as the engine; undefined when it threw, which ends the job. */
  #take<Value>(
    result:
      | { readonly value: Value; readonly error?: undefined }
      | { readonly error: QuickJSHandle },
  ): Value | undefined {
    if (!result.error) return result.value
    this.#fail(readThrown(JSON.stringify(this.#context.dump(result.error))))
    result.error.dispose()
    return undefined
  }

  /** As a script, whatever words of modules are in it. */
  #compile(source: string, name: string): QuickJSHandle | undefined {
    return this.#take(this.#context.evalCode(source, name, { type: 'global' }))
  }

  #fail({ error, outOfMemory }: Thrown): void {
    if (this.#stopped) this.#stop(this.#stopped)
    else this.#end({ status: outOfMemory ? 'out-of-memory' : 'failed', value: '', error })
  }

  #mustStop(): boolean {
    if (performance.now() > this.#deadline) this.#stopped ??= 'timed-out'
    return this.#stopped !== undefined
  }

  /** Ends it for the first reason there was. */
  #stop(reason: StopReason): void {
    this.#stopped ??= reason
    const error = { name: 'Error', message: stopMessages[this.#stopped] }
    this.#end({ status: this.#stopped, value: '', error })
  }

  #end(ending: Ending): void {
    if (this.#ended) return
    this.#ended = true
    this.#post({ type: 'done', ...ending })
  }
}
