/** Longer than two of the server's keep-alives: a stream this silent is dead. */
const silence = 35_000

export interface StreamWatch {
  /** True once the stream stands, false while it has to be opened again. */
  readonly onConnection: (live: boolean) => void
  readonly send: (request: Request) => Promise<Response>
}

/** Fetch for an event stream: tells how the connection stands, and breaks one that has gone silent. */
export function watchedFetch({
  onConnection,
  send,
}: StreamWatch): (request: Request) => Promise<Response> {
  let opened = false
  return async (request) => {
    if (opened) onConnection(false)
    opened = true
    try {
      const response = await send(request)
      onConnection(response.ok)
      if (!response.body) return response
      return new Response(response.body.pipeThrough(breakOnSilence()), response)
    } catch (error) {
      onConnection(false)
      throw error
    }
  }
}

function breakOnSilence(): TransformStream<Uint8Array, Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined
  function watch(controller: TransformStreamDefaultController<Uint8Array>): void {
    clearTimeout(timer)
    timer = setTimeout(() => controller.error(new TypeError('The stream went silent.')), silence)
  }
  return new TransformStream({
    start: watch,
    transform(chunk, controller) {
      watch(controller)
      controller.enqueue(chunk)
    },
    flush: () => clearTimeout(timer),
  })
}
