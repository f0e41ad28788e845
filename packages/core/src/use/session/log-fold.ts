import type { LoggedEvent } from '../../domain/events.ts'

/** A value that is folded from a log, one event after the other. */
export interface LogFold<Value> {
  /** Advances by the next event of the log. */
  add(logged: LoggedEvent): void
  /** The value so far. Later events do not change what was returned. */
  value(): Value
}

/** The value of a whole log. Pure. */
export function foldLog<Value>(fold: LogFold<Value>, events: readonly LoggedEvent[]): Value {
  for (const logged of events) fold.add(logged)
  return fold.value()
}

/** What the last event says that `pick` finds something in; `pick` returns undefined where there is nothing. */
export function createLatestFold<Value>(
  initial: Value,
  pick: (logged: LoggedEvent) => Value | undefined,
): LogFold<Value> {
  let latest = initial
  return {
    add: (logged) => {
      const found = pick(logged)
      if (found !== undefined) latest = found
    },
    value: () => latest,
  }
}

/**
 * Follows a log that grows, from an event on: each read advances the fold over the events that were appended since the
 * last one, so that no event is folded twice.
 */
export function followLog<Value>(
  events: readonly LoggedEvent[],
  create: () => LogFold<Value>,
  from = 0,
): () => Value {
  let followed: { readonly fold: LogFold<Value>; value: Value } | null = null
  let seen = from
  return () => {
    if (followed !== null && seen === events.length) return followed.value
    const fold = followed?.fold ?? create()
    for (; seen < events.length; seen += 1) fold.add(events[seen] as LoggedEvent)
    followed = { fold, value: fold.value() }
    return followed.value
  }
}
