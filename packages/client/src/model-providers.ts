import { Resource } from './resource.ts'

/** Where models come from. Owners change them; owners and admins see them. */
export class ModelProvidersResource extends Resource {
  /** With those of the environment, which are read-only. */
  readonly list = this.call('get', '/api/v1/model-providers')

  /** Looks for models on the server's machine. */
  readonly found = this.call('get', '/api/v1/model-providers/found')

  /** The key is never shown again. */
  readonly add = this.call('post', '/api/v1/model-providers')

  /** Changes only the given fields. `etag`: rejected as `provider.stale` when outdated. */
  readonly update = this.call('put', '/api/v1/model-providers/{id}')

  /** With its key. */
  readonly remove = this.call('delete', '/api/v1/model-providers/{id}')

  /** Asks a model for one word. A provider that refuses is an answer, not an error. */
  readonly test = this.call('post', '/api/v1/model-providers/{id}/test')
}
