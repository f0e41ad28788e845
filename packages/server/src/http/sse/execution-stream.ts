import type { ExecutionId } from '@repertoire/core/base'
import type { Execution } from '@repertoire/core/domain'
import type { ExecutionEvent } from '@repertoire/protocol'
import type { LiveStatus, OutputBroadcaster } from '../../runtime/scripts/output-broadcaster.ts'
import { toExecutionBody } from '../wire/execution.ts'
import { keepAliveFrame, openingFrame } from './frame.ts'

const encoder = new TextEncoder()
/** Bytes that are buffered for a slow reader. A slower one is disconnected and can read the record. */
const maxBufferedBytes = 1024 * 1024
const pollIntervalMs = 1_000

export interface ExecutionStreamOptions {
  readonly output: OutputBroadcaster
  readonly id: ExecutionId
  /** Loads the current record. Null when it was deleted. */
  readonly load: () => Promise<Execution | null>
  /** Calls `end` when the credential of the stream has ended. Returns how to stop. */
  readonly watchCredential: (end: () => void) => () => void
}

/** An execution's output as Server-Sent Events: live while it runs here, else from its record. */
export function executionStream({
  output,
  id,
  load,
  watchCredential,
}: ExecutionStreamOptions): ReadableStream<Uint8Array> {
  let stop: () => void = () => undefined
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        let over = false
        let replaying = true
        const send = (bytes: Uint8Array) => {
          if (over) return
          // The replay is never larger than the broadcaster's buffer, so it is sent completely.
          if (!replaying && (controller.desiredSize ?? 0) <= 0) return end()
          controller.enqueue(bytes)
        }
        const end = () => {
          if (over) return
          stop()
          controller.close()
        }
        const finish = (execution: Execution, { live }: { readonly live: boolean }) => {
          replaying = true
          if (!live) for (const frame of recorded(execution)) send(frame)
          send(frameOf({ event: 'end', data: toExecutionBody(execution) }))
          end()
        }
        let lastStatus = ''
        const state = (status: Execution['status'] | LiveStatus) => {
          if (status === lastStatus || !isLive(status)) return
          lastStatus = status
          send(frameOf({ event: 'state', data: { status } }))
        }
        const timer = setInterval(() => void poll().catch(end), pollIntervalMs)
        let unsubscribe: false | (() => void) = false
        let unwatch: () => void = () => undefined
        stop = () => {
          over = true
          clearInterval(timer)
          if (unsubscribe) unsubscribe()
          unwatch()
        }
        /** Reads the record of an execution that runs in another process or has ended. */
        async function poll(): Promise<void> {
          if (over) return
          // Only output disconnects a slow reader.
          if ((controller.desiredSize ?? 0) > 0) send(keepAliveFrame)
          if (unsubscribe) return
          const execution = await load()
          if (!execution) return end()
          if (execution.finishedAt !== null) finish(execution, { live: false })
          else state(execution.status)
        }
        send(openingFrame)
        unwatch = watchCredential(end)
        unsubscribe = output.subscribe(id, {
          state,
          chunk: (data) => send(frameOf({ event: 'output', data: { ...data } })),
          end: (execution) => finish(execution, { live: true }),
        })
        replaying = false
        void poll().catch(end)
      },
      cancel: () => stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBufferedBytes }),
  )
}

function isLive(status: Execution['status'] | LiveStatus): status is LiveStatus {
  return status === 'queued' || status === 'installing' || status === 'running'
}

function recorded({ stdout, stderr }: Execution): Uint8Array[] {
  const texts = [
    { stream: 'stdout', text: stdout },
    { stream: 'stderr', text: stderr },
  ] as const
  return texts
    .filter(({ text }) => text !== '')
    .map((data) => frameOf({ event: 'output', data: { ...data } }))
}

/** JSON contains no raw line breaks, so output cannot end the frame early. */
function frameOf({ event, data }: ExecutionEvent): Uint8Array {
  return encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}
