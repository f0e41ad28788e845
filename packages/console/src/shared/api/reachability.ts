import { useSyncExternalStore } from 'react'

/** Milliseconds between two looks for a server that did not answer. */
const everyMs = 3_000
/** How a proxy answers for a server that is not there. */
const notThere: ReadonlySet<number> = new Set([502, 504])

let since: number | null = null
let looking: Promise<void> | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Since when the server has not answered, in milliseconds; null while it does. */
export function useOfflineSince(): number | null {
  return useSyncExternalStore(subscribe, () => since)
}

/** Calls back whenever the server answers again. */
export function onReachableAgain(listener: () => void): () => void {
  let before = since
  return subscribe(() => {
    if (before !== null && since === null) listener()
    before = since
  })
}

/** Sends a request, and looks for the server when there is no answer. */
export async function sendWatched(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    if (notThere.has(response.status)) void lookForServer()
    else if (since !== null) set(null)
    return response
  } catch (error) {
    if (!request.signal.aborted) void lookForServer()
    throw error
  }
}

/** Whatever fails to load for want of a server is loaded once it answers again. */
export async function loadOnceReachable<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    await lookForServer()
    if (since === null) throw error
    await new Promise<void>((resolve) => {
      const stop = onReachableAgain(() => {
        stop()
        resolve()
      })
    })
    return await load()
  }
}

/** One request may fail for reasons of its own: only what answers nothing at all is not there. */
function lookForServer(): Promise<void> {
  looking ??= isThere()
    .then((there) => set(there ? null : (since ?? Date.now())))
    .finally(() => {
      looking = null
    })
  return looking
}

async function isThere(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(10_000)
    const { status } = await fetch('/healthz', { cache: 'no-store', signal })
    return !notThere.has(status)
  } catch {
    return false
  }
}

function set(next: number | null): void {
  clearTimeout(timer)
  if (next !== null) timer = setTimeout(() => void lookForServer(), everyMs)
  if (next === since) return
  since = next
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

for (const event of ['online', 'offline']) {
  window.addEventListener(event, () => void lookForServer())
}
