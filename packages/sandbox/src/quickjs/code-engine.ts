import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { bootstrapSource, type HostBridge } from './bootstrap.ts'
import { codeBounds } from './code-job.ts'
import { installBridge, type ScriptHandles } from './host-bridge.ts'
import { LogWriter } from './log-buffer.ts'
import type { AnswerMessage, Ending, JobMessage, ThreadMessage } from './messages.ts'
import { parseScriptError, type ScriptError } from './script-error.ts'

const stackBytes = 256 * 1024

const stopMessages = {
  'timed-out': 'The time limit was exceeded.',
  'output-limit': 'The output limit was exceeded.',
} as const

const outOfMemory: ScriptError = {
  error: { name: 'InternalError', message: 'out of memory' },
  outOfMemory: true,
}

const neverSettles: ScriptError = {
  error: {
    name: 'Error',
    message: 'It waits for a promise that never settles: no host call is pending.',
  },
  outOfMemory: false,
}

type StopReason = keyof typeof stopMessages

/** The thread around an engine. */
interface EngineHost {
  readonly post: (message: ThreadMessage) => void
  /** Whether the engine has asked for more memory than the job may have. */
  readonly isOutOfMemory: () => boolean
}

/** One QuickJS engine for one job. Everything passed in and out is text. */
export class CodeEngine {
  readonly #context: QuickJSContext
  readonly #bootstrap: QuickJSHandle
  #post: EngineHost['post'] = () => undefined
  #isOutOfMemory: EngineHost['isOutOfMemory'] = () => false
  #handles: ScriptHandles | undefined
  #deadline = Number.POSITIVE_INFINITY
  /** Why the code was interrupted; it cannot catch that. */
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

  /** Posts host calls, then `done` once and nothing afterwards. */
  run(job: JobMessage, { post, isOutOfMemory }: EngineHost): void {
    this.#post = post
    this.#isOutOfMemory = isOutOfMemory
    this.#deadline = performance.now() + job.limits.wallMs
    this.#runStep(() => {
      const handles = this.#prepare(job)
      const main = handles && this.#compile(`(async () => {${job.code}\n})`, 'code.js')
      if (main) this.#unwrap(this.#context.callFunction(handles.run, this.#context.undefined, main))
    })
  }

  /** Resolves a host call with its answer. */
  answer({ id, ok, text }: AnswerMessage): void {
    const { answer } = this.#handles ?? {}
    if (this.#ended || !answer) return
    this.#pendingCalls -= 1
    this.#runStep(() => {
      const context = this.#context
      const args = [context.newNumber(id), ok ? context.true : context.false]
      const value = context.newString(text)
      this.#unwrap(context.callFunction(answer, context.undefined, ...args, value))
      value.dispose()
    })
  }

  /** Runs a step and all pending jobs; an engine failure ends the job. */
  #runStep(step: () => void): void {
    try {
      step()
      this.#runPending()
    } catch {
      const message = 'The engine failed, as it does when values are nested too deep.'
      this.#end({ status: 'failed', value: '', error: { name: 'Error', message } })
    }
  }

  #runPending(): void {
    const { runtime } = this.#context
    while (!this.#ended && runtime.hasPendingJob()) {
      this.#unwrap(runtime.executePendingJobs(1))
      if (this.#mustStop()) this.#stop('timed-out')
    }
    if (this.#ended || this.#pendingCalls > 0) return
    // Without memory for it, the engine drops the job that would settle a promise.
    this.#fail(this.#isOutOfMemory() ? outOfMemory : neverSettles)
  }

  #prepare(job: JobMessage): ScriptHandles | undefined {
    const logs = new LogWriter(job.logs)
    const hostBridge: HostBridge = {
      call: (id, name, args) => this.#call({ id, name, args }),
      log: (line) => {
        if (!logs.append(`${JSON.parse(line)}\n`)) this.#stopped ??= 'output-limit'
      },
      done: (status, text) => this.#done({ status, text, maxBytes: job.limits.outputBytes }),
    }
    this.#handles = this.#unwrap(installBridge(this.#context, this.#bootstrap, { job, hostBridge }))
    return this.#handles
  }

  /** Rejected here, so that a flood of calls never reaches the host. */
  #call({ id, name, args }: { id: number; name: string; args: string }): string {
    if (this.#ended) return 'The job has ended.'
    const { pendingCalls, totalCalls } = codeBounds
    if (this.#totalCalls >= totalCalls) return `Only ${totalCalls} calls are allowed.`
    if (this.#pendingCalls >= pendingCalls)
      return `Only ${pendingCalls} concurrent calls are allowed; await some of them.`
    this.#totalCalls += 1
    this.#pendingCalls += 1
    this.#post({ type: 'call', id, name, args })
    return ''
  }

  #done({ status, text, maxBytes }: { status: string; text: string; maxBytes: number }): void {
    if (status === 'failed') this.#fail(parseScriptError(text))
    else if (status !== 'ok' || Buffer.byteLength(text) > maxBytes) this.#stop('output-limit')
    else if (this.#stopped) this.#stop(this.#stopped)
    else this.#end({ status: 'ok', value: text, error: null })
  }

  /** The value, whose handle lives as long as the engine; undefined when it threw, which ends the job. */
  #unwrap<Value>(
    result:
      | { readonly value: Value; readonly error?: undefined }
      | { readonly error: QuickJSHandle },
  ): Value | undefined {
    if (!result.error) return result.value
    this.#fail(parseScriptError(JSON.stringify(this.#context.dump(result.error))))
    result.error.dispose()
    return undefined
  }

  /** As a script, even if it contains module syntax. */
  #compile(source: string, name: string): QuickJSHandle | undefined {
    return this.#unwrap(this.#context.evalCode(source, name, { type: 'global' }))
  }

  #fail({ error, outOfMemory }: ScriptError): void {
    if (this.#stopped) this.#stop(this.#stopped)
    else this.#end({ status: outOfMemory ? 'out-of-memory' : 'failed', value: '', error })
  }

  #mustStop(): boolean {
    if (performance.now() > this.#deadline) this.#stopped ??= 'timed-out'
    return this.#stopped !== undefined
  }

  /** Ends the job for the first reason. */
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
