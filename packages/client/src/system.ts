import { Resource } from './resource.ts'

/** For operators and tools. */
export class SystemResource extends Resource {
  readonly health = this.call('get', '/healthz')

  /**
   * Throws `store.unavailable` while the store cannot answer. Ready with a check that is `away`: turns wait for
   * what it names.
   */
  readonly readiness = this.call('get', '/readyz')
  readonly openapi = this.call('get', '/api/v1/openapi.json')

  /** The API reference as an HTML page. */
  async docs(): Promise<string> {
    const headers = { accept: 'text/html' }
    return (await this.transport.raw('/api/v1/docs', { headers })).text()
  }
}
