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
/** Without these, glibc retains large freed buffers, which count as memory of the reader. */
const allocatorSettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/** Without a report for this long, the process counts as hanging. */
const hangTimeoutMs = 60_000

/**
 * Reads the archives in a process without permission to write files and with little room for garbage and
 * allocator pages, so that its memory is the reader's. Rejects if the process fails, exits early or hangs.
 */
export function readArchives({ seed, from, to }: Range): Promise<Progress> {
  const child = fork(join(import.meta.dirname, 'reader-process.ts'), [seed, from, to].map(String), {
    execArgv: [...readerFlags],
    env: { ...process.env, ...allocatorSettings },
  })
  return new Promise((resolve, reject) => {
    let last: Progress | undefined
    const onHang = () => {
      child.kill('SIGKILL')
      reject(
        new Error(`seed ${seed}: the reader hangs at an archive from ${last?.next ?? from} on`),
      )
    }
    let timer = setTimeout(onHang, hangTimeoutMs)
    child.on('message', (message) => {
      last = message as Progress
      clearTimeout(timer)
      timer = setTimeout(onHang, hangTimeoutMs)
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (last?.failure) {
        const { index, message } = last.failure
        reject(new Error(`seed ${seed}, archive ${index}: ${message}`))
      } else if (last?.next === to && code === 0) resolve(last)
      else reject(new Error(`the reader exited with ${signal ?? code} after archive ${last?.next}`))
    })
  })
}
