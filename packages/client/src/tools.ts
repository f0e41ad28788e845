import type {
  ToolGrantBody,
  ToolGrantCreate,
  ToolGrantPage,
  ToolStandingList,
} from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { segment, type Transport } from './transport.ts'

/** Permission tiers of tools, and grants. */
export class ToolsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Every tool with its tier. Queries connectors for theirs. */
  list(): Promise<ToolStandingList> {
    return this.#transport.json('/api/v1/tools')
  }

  grants(query: PageQuery = {}): Promise<ToolGrantPage> {
    return this.#transport.json('/api/v1/tool-grants', { query: { ...query } })
  }

  createGrant(grant: ToolGrantCreate): Promise<ToolGrantBody> {
    return this.#transport.json('/api/v1/tool-grants', { method: 'POST', body: grant })
  }

  revokeGrant(id: string): Promise<ToolGrantBody> {
    return this.#transport.json(`/api/v1/tool-grants/${segment(id)}`, { method: 'DELETE' })
  }
}
