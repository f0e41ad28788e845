import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Progress } from './reader-process.ts'

export interface Range {
  readonly seed: number
  readonly from: number
  readonly to: number
}

const readerFlags = [
  '--conditions=repertoire-source',
  ...['--permission', '--allow-fs-read=*', '--max-semi-space-size=8', '--expose-gc'],
]
/** glibc would keep large buffers that were freed; they would look as if the reader held them. */
const tidyAllocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/** Milliseconds without a word from the process, after which it is taken to hang. */
const silence = 60_000

/**
 * Reads the archives in a process of their own: without the right to write files, and with little room for
 * garbage and for the allocator's spare pages, so that its memory is what the reader holds. Rejects when the process
 * fails, ends early or hangs.
 */
export function readArchives({ seed, from, to }: Range): Promise<Progress> {
  const child = fork(join(import.meta.dirname, 'reader-process.ts'), [seed, from, to].map(String), {
    execArgv: [...readerFlags],
    env: { ...process.env, ...tidyAllocator },
  })
  return new Promise((resolve, reject) => {
    let last: Progress | undefined
    const hangs = () => {
      child.kill('SIGKILL')
      reject(
        new Error(`seed ${seed}: one of the archives from ${last?.next ?? from} on never ends`),
      )
    }
    let timer = setTimeout(hangs, silence)
    child.on('message', (message) => {
      last = message as Progress
      clearTimeout(timer)
      timer = setTimeout(hangs, silence)
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (last?.failure) {
        const { index, message } = last.failure
        reject(new Error(`seed ${seed}, archive ${index}: ${message}`))
      } else if (last?.next === to && code === 0) resolve(last)
      else reject(new Error(`the reader ended with ${signal ?? code} after archive ${last?.next}`))
    })
  })
}
