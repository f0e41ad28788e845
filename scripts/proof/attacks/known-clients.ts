/** Clients with a key that send large bodies without a pause; afterwards the server gives the memory back. */
import assert from 'node:assert/strict'

const mebibyte = 1024 * 1024
/** The allocator keeps a part for itself, how much differs from run to run. */
const maxKeptBytes = 160 * mebibyte
/** What is waited for; the time it takes depends on when the thread that parsed ends. */
const targetKeptBytes = 80 * mebibyte
const polls = 45

/** Four clients; each body is parsed, and refused for a field that does not exist. */
export async function sendKnownBodies(
  server: { readonly url: string; readonly key: string },
  over: AbortSignal,
): Promise<void> {
  const body = JSON.stringify({ title: 'a', unknown: 'word '.repeat(380_000) })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${server.key}` }
  const send = async () => {
    while (!over.aborted) {
      const url = `${server.url}/api/v1/conversations`
      const answer = await fetch(url, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      assert.equal(answer.status, 400)
    }
  }
  await Promise.all(Array.from({ length: 4 }, send))
}

/** Waits until the thread that parsed is ended, and with it its memory. */
export async function proveMemoryBack(
  residentBytes: () => number,
  before: number,
  report: (line: string) => void,
): Promise<void> {
  let seconds = 0
  for (; residentBytes() - before > targetKeptBytes && seconds < polls; seconds++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  const kept = residentBytes() - before
  assert.ok(kept <= maxKeptBytes, `it keeps ${kept} bytes`)
  report(
    `${seconds} s afterwards the server keeps ${Math.round(kept / mebibyte)} MiB more than before the attacks`,
  )
}
