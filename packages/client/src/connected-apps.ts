import { Resource } from './resource.ts'

/** Apps that act for a person by OAuth. */
export class ConnectedAppsResource extends Resource {
  readonly list = this.call('get', '/api/v1/connected-apps')

  /** What an app asks for. */
  readonly describe = this.call('post', '/api/v1/connected-apps/requests')

  /** The address that the person’s browser goes to next. */
  readonly answer = this.call('post', '/api/v1/connected-apps')
  readonly remove = this.call('delete', '/api/v1/connected-apps/{id}')
}
