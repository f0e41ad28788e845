import type { Transport } from './transport.ts'

/** For operators and tools. */
export class SystemResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  health(): Promise<{ status: 'ok' }> {
    return this.#transport.json('/healthz')
  }

  /**
   * Throws `store.unavailable` while the store cannot answer. Ready with a check that is `away`: turns wait for
   * what it names.
   */
  readiness(): Promise<{ status: 'ready'; checks: Record<string, 'ok' | 'away'> }> {
    return this.#transport.json('/readyz')
  }

  openapi(): Promise<Record<string, unknown>> {
    return this.#transport.json('/api/v1/openapi.json')
  }

  /** The API reference as an HTML page. */
  async docs(): Promise<string> {
    const headers = { accept: 'text/html' }
    return (await this.#transport.raw('/api/v1/docs', { headers })).text()
  }
}
