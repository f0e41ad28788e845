import { Resource } from './resource.ts'

/** Approval requests. */
export class ApprovalsResource extends Resource {
  readonly list = this.call('get', '/api/v1/approvals')
  readonly get = this.call('get', '/api/v1/approvals/{id}')

  /** The first answer counts; a later one throws `approval.already-answered`. */
  readonly answer = this.call('post', '/api/v1/approvals/{id}')
}
