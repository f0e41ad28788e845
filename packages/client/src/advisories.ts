import { Resource } from './resource.ts'

/** Signed lists of contents, publishers and sources that must not be used. */
export class AdvisoriesResource extends Resource {
  /** The lists with their last check, and what of them concerns the caller. */
  readonly list = this.call('get', '/api/v1/advisories')

  /** Subscribes the organisation, in place of the list before. */
  readonly set = this.call('put', '/api/v1/advisories/list')

  /** What was taken out of use stays so. */
  readonly remove = this.call('delete', '/api/v1/advisories/list')

  /** Reads the lists now, and applies what is critical. */
  readonly check = this.call('post', '/api/v1/advisories/check')

  /** An owner decides that they do not count for a content. */
  readonly except = this.call('post', '/api/v1/advisories/exceptions')
}
