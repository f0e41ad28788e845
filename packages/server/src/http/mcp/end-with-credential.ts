/**
 * An event stream that ends when `watch` says so, and stops watching when it is over. Other responses stay as they are: they are
 * there already.
 */
export function endWithCredential(
  response: Response,
  watch: (end: () => void) => () => void,
): Response {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) return response
  const reader = response.body.getReader()
  let isOver = false
  let unwatch: () => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      unwatch = watch(() => {
        if (isOver) return
        isOver = true
        unwatch()
        controller.close()
        reader.cancel().catch(() => undefined)
      })
    },
    pull: async (controller) => {
      const { done, value } = await reader.read()
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
