import type { ExecutionId } from '@repertoire/core/base'
import type { Execution } from '@repertoire/core/domain'

export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr'
  readonly text: string
}

/** State of a live execution. `installing`: its packages are installed first. */
export type LiveStatus = 'queued' | 'installing' | 'running'

export interface OutputListener {
  /** Called first, and on every change. */
  state(status: LiveStatus): void
  chunk(chunk: OutputChunk): void
  end(execution: Execution): void
}

/**
 * Publishes the redacted output of executions of this process while they run, and replays it to late
 * subscribers.
 */
export interface OutputBroadcaster {
  /** Starts buffering the execution's output. */
  open(id: ExecutionId): void
  /** Its packages are being installed. */
  installing(id: ExecutionId): void
  /** It has its slot and starts. */
  begin(id: ExecutionId): void
  publish(id: ExecutionId, chunk: OutputChunk): void
  close(execution: Execution): void
  /** Replays what was published so far. False when the execution does not run here. */
  subscribe(id: ExecutionId, listener: OutputListener): false | (() => void)
}

/** Characters kept for late subscribers. The oldest are dropped first. */
const keptCharacters = 256 * 1024

interface Channel {
  status: LiveStatus
  chunks: OutputChunk[]
  characters: number
  readonly listeners: Set<OutputListener>
}

export function createOutputBroadcaster(): OutputBroadcaster {
  const channels = new Map<ExecutionId, Channel>()
  const setStatus = (id: ExecutionId, status: LiveStatus) => {
    const channel = channels.get(id)
    if (!channel || channel.status === 'running' || channel.status === status) return
    channel.status = status
    for (const listener of channel.listeners) listener.state(status)
  }
  return {
    open: (id) => {
      channels.set(id, { status: 'queued', chunks: [], characters: 0, listeners: new Set() })
    },
    installing: (id) => setStatus(id, 'installing'),
    begin: (id) => setStatus(id, 'running'),
    publish: (id, chunk) => {
      const channel = channels.get(id)
      if (!channel || chunk.text === '') return
      channel.chunks.push(chunk)
      channel.characters += chunk.text.length
      while (channel.characters > keptCharacters && channel.chunks.length > 1) {
        channel.characters -= channel.chunks.shift()?.text.length ?? 0
      }
      for (const listener of channel.listeners) listener.chunk(chunk)
    },
    close: (execution) => {
      const channel = channels.get(execution.id)
      channels.delete(execution.id)
      for (const listener of channel?.listeners ?? []) listener.end(execution)
    },
    subscribe: (id, listener) => {
      const channel = channels.get(id)
      if (!channel) return false
      listener.state(channel.status)
      for (const chunk of channel.chunks) listener.chunk(chunk)
      channel.listeners.add(listener)
      return () => channel.listeners.delete(listener)
    },
  }
}
