import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { buildSegment, mergeSegments } from '@repertoire/core/choose'
import { wordVectors } from '@repertoire/word-vectors'
import type { SegmentAnswer, SegmentRequest } from './segment-messages.ts'

/** Slightly below the priority of the thread that answers requests. */
const niceness = 5

// On Linux a thread has its own priority. Elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(niceness)

/**
 * The worker thread: handles one request after another. Segments are shared memory, so nothing is copied back.
 */
parentPort?.on('message', (request: SegmentRequest) => {
  parentPort?.postMessage(answer(request))
})

function answer(request: SegmentRequest): SegmentAnswer {
  const { id } = request
  try {
    const segments =
      request.kind === 'build'
        ? request.groups.map((texts) => buildSegment(texts, wordVectors))
        : [mergeSegments(request.parts)]
    return { id, segments }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}
