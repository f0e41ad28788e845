export interface TemporalPresence {
  readonly isAway: () => boolean
  /** Takes note of whether the request was answered. Never rejects. */
  watch(request: Promise<unknown>): Promise<void>
}

/** Whether Temporal answers, as the newest request to it has shown. Each change is reported once. */
export function createTemporalPresence(listener: {
  readonly onAway: (error: unknown) => void
  readonly onBack: () => void
}): TemporalPresence {
  let away = false
  const answered = () => {
    if (away) listener.onBack()
    away = false
  }
  const failed = (error: unknown) => {
    if (!away) listener.onAway(error)
    away = true
  }
  return { isAway: () => away, watch: (request) => request.then(answered, failed) }
}
