import type { Execution, ExecutionId } from '@repertoire/core'
import type { ExecutionEvent } from '@repertoire/protocol'
import type { LiveStatus, OutputBroadcaster } from '../scripts/output-broadcaster.ts'
import { toExecutionBody } from '../wire/execution.ts'
import { keepAliveFrame, openingFrame } from './frame.ts'

const encoder = new TextEncoder()
/** Bytes that may wait for a slow reader; a slower one is sent away and reads the record. */
const maxBufferedBytes = 1024 * 1024
const pollIntervalMs = 1_000

export interface ExecutionStreamOptions {
  readonly output: OutputBroadcaster
  readonly id: ExecutionId
  /** As it is now; null when it is gone. */
  readonly load: () => Promise<Execution | null>
}

/** What an execution prints as Server-Sent Events: live while it is at work here, else from its record. */
export function executionStream({
  output,
  id,
  load,
}: ExecutionStreamOptions): ReadableStream<Uint8Array> {
  let stop: () => void = () => undefined
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        let over = false
        let replaying = true
        const send = (bytes: Uint8Array) => {
          if (over) return
          // What is there already is no longer than what is kept, so it is told whole, however it is spelt.
          if (!replaying && (controller.desiredSize ?? 0) <= 0) return end()
          controller.enqueue(bytes)
        }
        const end = () => {
          if (over) return
          stop()
          controller.close()
        }
        const finish = (execution: Execution, live: boolean) => {
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
        stop = () => {
          over = true
          clearInterval(timer)
          if (unsubscribe) unsubscribe()
        }
        /** At work in another process, or ended without anybody here: its record tells. */
        async function poll(): Promise<void> {
          if (over) return
          // Only what is printed sends a slow reader away.
          if ((controller.desiredSize ?? 0) > 0) send(keepAliveFrame)
          if (unsubscribe) return
          const execution = await load()
          if (!execution) return end()
          if (execution.finishedAt !== null) finish(execution, false)
          else state(execution.status)
        }
        send(openingFrame)
        unsubscribe = output.subscribe(id, {
          state,
          chunk: (data) => send(frameOf({ event: 'output', data: { ...data } })),
          end: (execution) => finish(execution, true),
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

/** JSON has no raw line breaks, so nothing that was printed can end the frame early. */
function frameOf({ event, data }: ExecutionEvent): Uint8Array {
  return encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}
