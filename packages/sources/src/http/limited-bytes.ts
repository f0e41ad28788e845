/** The whole body; null when it has more than `limit` bytes, of which no more are read. */
export async function limitedBytes(response: Response, limit: number): Promise<Uint8Array | null> {
  const declared = Number(response.headers.get('content-length') ?? 0)
  if (declared > limit) {
    await response.body?.cancel().catch(() => undefined)
    return null
  }
  if (!response.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the body.
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > limit) return null
    chunks.push(chunk)
  }
  return joined(chunks, size)
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
