import { hkdfSync } from 'node:crypto'

/** The key that signs what MCP clients send back with an answer, from the server's secret key. */
export function createMcpStateKey(loadKey: () => Promise<Uint8Array>): () => Promise<Uint8Array> {
  let key: Uint8Array | undefined
  return async () => {
    key ??= new Uint8Array(hkdfSync('sha256', await loadKey(), '', 'repertoire mcp state', 32))
    return key
  }
}
