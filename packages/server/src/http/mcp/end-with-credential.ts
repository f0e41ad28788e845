interface StreamEnds {
  readonly watch: (end: () => void) => () => void
  /** The response is over; may be called more than once. */
  readonly over: () => void
}

/**
 * An event stream that ends when `watch` says so, and stops watching when it is over. Other responses stay as they are: they are
 * there already.
 */
export function endWithCredential(response: Response, { watch, over }: StreamEnds): Response {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) {
    over()
    return response
  }
  const reader = response.body.getReader()
  let isOver = false
  let unwatch: () => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const stopWatching = watch(() => {
        if (isOver) return
        isOver = true
        unwatch()
        controller.close()
        reader.cancel().catch(() => undefined)
      })
      unwatch = () => {
        stopWatching()
        over()
      }
    },
    pull: async (controller) => {
      const { done, value } = await reader.read().catch((error: unknown) => {
        unwatch()
        throw error
      })
      if (isOver) return
      if (!done) return controller.enqueue(value)
      isOver = true
      unwatch()
      controller.close()
    },
    cancel: (reason) => {
      isOver = true
      unwatch()
      return reader.cancel(reason)
    },
  })
  const { status, headers } = response
  return new Response(body, { status, headers })
}
