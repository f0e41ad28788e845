import { Worker } from 'node:worker_threads'
import { ProblemError } from '@repertoire/core/base'
import type { PackageFile } from '@repertoire/core/domain'
import { writeFlatSkillZip, writeSkillZip } from '@repertoire/skill-md/zip'
import { resolveWorker } from '../../platform/threads/worker-program.ts'
import type { PackAnswer, PackRequest } from './pack-messages.ts'

/**
 * Makes the zip of a skill: the same bytes as `writeSkillZip`, or `writeFlatSkillZip` without a root, without blocking
 * other requests.
 */
export interface PackageZipWriter {
  /** Throws ProblemError `skill.export-failed` when the thread dies. */
  pack(root: string | null, files: readonly PackageFile[]): Promise<Uint8Array>
}

/** Bytes that deflate in about 10 ms, which is less than a thread takes to start. */
const small = 192 * 1024

/**
 * Packs large packages on a worker thread, one after another, so that many exports at once take the memory of
 * one. The thread ends with its package, so an idle server keeps none.
 */
export function createPackageZipWriter(): PackageZipWriter {
  let last: Promise<unknown> = Promise.resolve()
  return {
    pack(root, files) {
      const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
      if (size <= small) {
        return Promise.resolve(
          root === null ? writeFlatSkillZip(files) : writeSkillZip(root, files),
        )
      }
      const packed = last.then(() => packOnThread({ root, files }))
      last = packed.catch(() => undefined)
      return packed
    },
  }
}

function packOnThread(request: PackRequest): Promise<Uint8Array> {
  const worker = new Worker(program.file, { execArgv: program.execArgv, workerData: request })
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: PackAnswer) => resolve(answer))
    worker.once('error', (error) => reject(exportFailed(error.message)))
    worker.once('exit', (code) => reject(exportFailed(`The packing thread ended with ${code}.`)))
  })
}

const program = resolveWorker(import.meta.url, 'pack-worker')

function exportFailed(why: string): ProblemError {
  return new ProblemError({
    code: 'skill.export-failed',
    kind: 'unavailable',
    message: 'The package could not be packed. Try again; if it stays, look at the server log.',
    details: { why },
  })
}
