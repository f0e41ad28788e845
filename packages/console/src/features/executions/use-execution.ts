import type { ExecutionEvent } from '@repertoire/protocol'
import { useEffect, useReducer, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import {
  applyExecutionEvent,
  type ExecutionView,
  emptyExecution,
  viewOfRecord,
} from './execution-view.ts'
import { followExecution } from './follow-execution.ts'

const pauseMs = 1_000

type Change = readonly ExecutionEvent[] | 'clear'

/** What an execution prints, as it does, and how it ends. Null follows nothing. */
export function useExecution(id: string | null): {
  readonly view: ExecutionView
  readonly error: unknown
} {
  const [view, dispatch] = useReducer(applyAll, emptyExecution)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    dispatch('clear')
    setError(null)
    if (id === null) return
    const abort = new AbortController()
    const frames = inFrames(dispatch)
    followExecution(id, {
      source: api.executions,
      signal: abort.signal,
      onEvent: frames.push,
      onRestart: () => {
        frames.drop()
        dispatch('clear')
      },
      pause: () => new Promise((resolve) => setTimeout(resolve, pauseMs)),
    }).catch((failure: unknown) => {
      if (!abort.signal.aborted) setError(failure)
    })
    return () => {
      abort.abort()
      frames.drop()
    }
  }, [id])
  return { view, error }
}

/** Events of one frame are applied together, so that a script that prints a lot stays smooth. */
function inFrames(apply: (events: readonly ExecutionEvent[]) => void) {
  let waiting: ExecutionEvent[] = []
  let frame = 0
  return {
    push: (event: ExecutionEvent) => {
      waiting.push(event)
      frame ||= requestAnimationFrame(() => {
        frame = 0
        const events = waiting
        waiting = []
        apply(events)
      })
    },
    drop: () => {
      cancelAnimationFrame(frame)
      frame = 0
      waiting = []
    },
  }
}

function applyAll(view: ExecutionView, change: Change): ExecutionView {
  if (change === 'clear') return emptyExecution
  const next = change.reduce(applyExecutionEvent, view)
  // One whose live output was missed still has what its record keeps.
  return next.end && next.parts.length === 0 ? viewOfRecord(next.end) : next
}
