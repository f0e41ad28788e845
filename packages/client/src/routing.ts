import { Resource } from './resource.ts'

/** How skills are chosen for a turn. */
export class RoutingResource extends Resource {
  /** Explains which skills are offered for a message; with `skill`, why that one is or is not. */
  readonly explain = this.call('post', '/api/v1/routing/explain')
  readonly options = this.call('get', '/api/v1/routing/options')
}
