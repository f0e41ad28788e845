import { Resource } from './resource.ts'

/** Permission tiers of tools, and grants. */
export class ToolsResource extends Resource {
  /** Every tool with its tier. Queries connectors for theirs. */
  readonly list = this.call('get', '/api/v1/tools')
  readonly grants = this.call('get', '/api/v1/tool-grants')
  readonly createGrant = this.call('post', '/api/v1/tool-grants')
  readonly revokeGrant = this.call('delete', '/api/v1/tool-grants/{id}')
}
