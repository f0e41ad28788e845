import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CheckInput, InputVerdict } from '@repertoire/core'
import type { CheckAnswer, CheckRequest } from './check-messages.ts'

/** Milliseconds for one answer; the process that owes it is ended then. Its own clock is much shorter. */
const answerTimeoutMs = 15_000
/** Milliseconds after which a process that nobody needs is let go. */
const idleTimeoutMs = 60_000
/** MiB of schemas, inputs and what is found about them; the process that needs more ends. */
const maxMemoryMiB = 96

export interface InputChecker {
  readonly checkInput: CheckInput
  /** Ends the process; the next check starts another. */
  close(): void
}

export interface InputCheckerOptions {
  readonly start?: () => ChildProcess
  readonly answerTimeoutMs?: number
}

type Answer = (verdict: InputVerdict) => void

/**
 * Checks inputs by strangers' schemas in a process of its own: a schema may take its whole time, and more memory
 * than there is for it, without holding up or ending anything else. A thread would not do: the engine ends the
 * whole process where a thread overruns its memory. It is started with the first check; when it dies, what it was
 * asked cannot be checked, and the next check has a new one.
 */
export function createInputChecker(options: InputCheckerOptions = {}): InputChecker {
  const {
    start = () => startCheckProcess(checkFile()),
    answerTimeoutMs: timeoutMs = answerTimeoutMs,
  } = options
  const pending = new Map<number, Answer>()
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | undefined
  let lastId = 0

  function end(ended: ChildProcess): void {
    ended.kill('SIGKILL')
    if (child !== ended) return
    child = null
    clearTimeout(timer)
    for (const answer of pending.values()) answer(notChecked)
    pending.clear()
  }

  /** It is answered in order, so each answer is waited for from the one before on. */
  function restartTimer(current: ChildProcess): void {
    clearTimeout(timer)
    const busy = pending.size > 0
    timer = setTimeout(() => end(current), busy ? timeoutMs : idleTimeoutMs)
    if (!busy) timer.unref()
    if (busy) current.channel?.ref()
    else current.channel?.unref()
  }

  function startChild(): ChildProcess {
    const started = start()
    started.unref()
    started.on('message', ({ id, verdict }: CheckAnswer) => {
      pending.get(id)?.(verdict)
      pending.delete(id)
      if (child === started) restartTimer(started)
    })
    for (const event of ['error', 'exit', 'disconnect']) started.once(event, () => end(started))
    // A process can fail to be started and to be ended.
    started.on('error', () => undefined)
    return started
  }

  return {
    checkInput: (schema, input) =>
      new Promise((resolve) => {
        lastId += 1
        const request: CheckRequest = { id: lastId, schema, input }
        child ??= startChild()
        try {
          child.send(request, (error) => error && resolve(notChecked))
        } catch {
          // Nested deeper than can be handed over.
          return resolve(notChecked)
        }
        pending.set(request.id, resolve)
        if (pending.size === 1) restartTimer(child)
      }),
    close: () => {
      if (child) end(child)
    },
  }
}

/** Sees nothing of our environment, writes no file and starts nothing. */
export function startCheckProcess(file: string): ChildProcess {
  return fork(file, [], {
    env: {},
    execArgv: [`--max-old-space-size=${maxMemoryMiB}`, '--permission', '--allow-fs-read=*'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** From source (type stripping) or from the build, whichever this file is. */
function checkFile(): string {
  const name = import.meta.url.endsWith('.ts') ? './check-process.ts' : './check-process.js'
  return fileURLToPath(new URL(name, import.meta.url))
}

const notChecked: InputVerdict = {
  verdict: 'unusable-schema',
  why: 'checking an input by it took too much',
}
