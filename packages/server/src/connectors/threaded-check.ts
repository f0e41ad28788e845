import { Worker } from 'node:worker_threads'
import type { CheckInput, InputVerdict } from '@repertoire/core'
import type { CheckAnswer, CheckRequest } from './check-messages.ts'

/**
 * Checks inputs by schemas that nobody keeps a check for, on a thread of its own: a schema may take its whole time
 * without holding up anything else. The thread is started with the first check and ends with the process. When it
 * dies, what it was asked cannot be checked, and the next check has a new one. It has no memory limit of its own:
 * the engine ends the whole process where a thread overruns one, and the clock leaves little time to fill it.
 */
export function createThreadedCheck(start: () => Worker = startCheckWorker): CheckInput {
  const waiting = new Map<number, (verdict: InputVerdict) => void>()
  let worker: Worker | null = null
  let asked = 0

  function begin(): Worker {
    const begun = start()
    const lost = () => {
      if (worker !== begun) return
      worker = null
      for (const answer of waiting.values()) answer(notChecked)
      waiting.clear()
    }
    begun.on('message', ({ id, verdict }: CheckAnswer) => {
      waiting.get(id)?.(verdict)
      waiting.delete(id)
      if (waiting.size === 0) begun.unref()
    })
    begun.once('error', lost)
    begun.once('exit', lost)
    return begun
  }

  return (schema, input) =>
    new Promise((resolve) => {
      asked += 1
      const request: CheckRequest = { id: asked, schema, input }
      worker ??= begin()
      try {
        worker.postMessage(request)
      } catch {
        // Nested deeper than can be handed over.
        return resolve(notChecked)
      }
      worker.ref()
      waiting.set(request.id, resolve)
    })
}

/** From source (type stripping) or from the build, whichever this file is. */
export function startCheckWorker(): Worker {
  const fromSource = import.meta.url.endsWith('.ts')
  const file = new URL(fromSource ? './check-worker.ts' : './check-worker.js', import.meta.url)
  return new Worker(file, { execArgv: fromSource ? ['--conditions=repertoire-source'] : [] })
}

const notChecked: InputVerdict = {
  verdict: 'unusable-schema',
  why: 'checking an input by it took too much',
}
