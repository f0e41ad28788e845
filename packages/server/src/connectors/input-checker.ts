import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CheckInput, InputVerdict } from '@repertoire/core'
import type { CheckAnswer, CheckRequest } from './check-messages.ts'

/** Milliseconds for one answer; the process that owes it is ended then. Its own clock is much shorter. */
const answerMs = 15_000
/** Milliseconds after which a process that nobody needs is let go. */
const idleMs = 60_000
/** MiB of schemas, inputs and what is found about them; the process that needs more ends. */
const mostMemory = 96

export interface InputChecker {
  readonly checkInput: CheckInput
  /** Ends the process; the next check starts another. */
  close(): void
}

export interface InputCheckerOptions {
  readonly start?: () => ChildProcess
  readonly answerMs?: number
}

type Answer = (verdict: InputVerdict) => void

/**
 * Checks inputs by strangers' schemas in a process of its own: a schema may take its whole time, and more memory
 * than there is for it, without holding up or ending anything else. A thread would not do: the engine ends the
 * whole process where a thread overruns its memory. It is started with the first check; when it dies, what it was
 * asked cannot be checked, and the next check has a new one.
 */
export function createInputChecker(options: InputCheckerOptions = {}): InputChecker {
  const { start = () => startCheckProcess(checkFile()), answerMs: patience = answerMs } = options
  const waiting = new Map<number, Answer>()
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | undefined
  let asked = 0

  function end(ended: ChildProcess): void {
    ended.kill('SIGKILL')
    if (child !== ended) return
    child = null
    clearTimeout(timer)
    for (const answer of waiting.values()) answer(notChecked)
    waiting.clear()
  }

  /** It is answered in order, so each answer is waited for from the one before on. */
  function waitOn(current: ChildProcess): void {
    clearTimeout(timer)
    const busy = waiting.size > 0
    timer = setTimeout(() => end(current), busy ? patience : idleMs)
    if (!busy) timer.unref()
    if (busy) current.channel?.ref()
    else current.channel?.unref()
  }

  function begin(): ChildProcess {
    const begun = start()
    begun.unref()
    begun.on('message', ({ id, verdict }: CheckAnswer) => {
      waiting.get(id)?.(verdict)
      waiting.delete(id)
      if (child === begun) waitOn(begun)
    })
    for (const event of ['error', 'exit', 'disconnect']) begun.once(event, () => end(begun))
    // A process can fail to be started and to be ended.
    begun.on('error', () => undefined)
    return begun
  }

  return {
    checkInput: (schema, input) =>
      new Promise((resolve) => {
        asked += 1
        const request: CheckRequest = { id: asked, schema, input }
        child ??= begin()
        try {
          child.send(request, (error) => error && resolve(notChecked))
        } catch {
          // Nested deeper than can be handed over.
          return resolve(notChecked)
        }
        waiting.set(request.id, resolve)
        if (waiting.size === 1) waitOn(child)
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
    execArgv: [`--max-old-space-size=${mostMemory}`, '--permission', '--allow-fs-read=*'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** From source (type stripping) or from the build, whichever this file is. */
function checkFile(): string {
  const name = import.meta.url.endsWith('.ts') ? './check-worker.ts' : './check-worker.js'
  return fileURLToPath(new URL(name, import.meta.url))
}

const notChecked: InputVerdict = {
  verdict: 'unusable-schema',
  why: 'checking an input by it took too much',
}
