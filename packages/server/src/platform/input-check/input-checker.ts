import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CheckInput, InputVerdict } from '@repertoire/core/ports'
import type { CheckAnswer, CheckRequest } from './check-messages.ts'

/** Milliseconds for one answer, after which the process is killed. The process's own limit is much shorter. */
const answerTimeoutMs = 15_000
/** Milliseconds after which an unused process is ended. */
const idleTimeoutMs = 60_000
/** MiB of heap. A process that needs more dies. */
const maxMemoryMiB = 96

export interface InputChecker {
  readonly checkInput: CheckInput
  /** Ends the process. The next check starts another. */
  close(): void
}

export interface InputCheckerOptions {
  readonly start?: () => ChildProcess
  readonly answerTimeoutMs?: number
}

type Answer = (verdict: InputVerdict) => void

/**
 * Checks inputs against untrusted schemas in a child process, so that a schema that exhausts CPU or memory
 * affects nothing else. A worker thread would not do, because exceeding its memory ends the whole process. The
 * child is started by the first check. When it dies, pending checks fail, and the next check starts another.
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

  /** Answers come in order, so the timeout restarts with each answer. */
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
    // Starting or killing the process can fail.
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
          // Nested too deeply to be serialised.
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

/** Without our environment, and without permission to write files or start processes. */
export function startCheckProcess(file: string): ChildProcess {
  return fork(file, [], {
    env: {},
    execArgv: [`--max-old-space-size=${maxMemoryMiB}`, '--permission', '--allow-fs-read=*'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** The source file (type stripping) or the built one, like this module. */
function checkFile(): string {
  const name = import.meta.url.endsWith('.ts') ? './check-process.ts' : './check-process.js'
  return fileURLToPath(new URL(name, import.meta.url))
}

const notChecked: InputVerdict = {
  verdict: 'unusable-schema',
  why: 'checking an input by it took too much',
}
