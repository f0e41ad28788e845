import type {
  AppAnswer,
  AppAnswered,
  AppRequest,
  AppRequestDetails,
  ConnectedAppList,
} from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** Apps that act for a person by OAuth. */
export class ConnectedAppsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(): Promise<ConnectedAppList> {
    return this.#transport.json('/api/v1/connected-apps')
  }

  /** What an app asks for. */
  describe(request: AppRequest): Promise<AppRequestDetails> {
    return this.#transport.json('/api/v1/connected-apps/requests', {
      method: 'POST',
      body: request,
    })
  }

  /** The address that the person’s browser goes to next. */
  answer(answer: AppAnswer): Promise<AppAnswered> {
    return this.#transport.json('/api/v1/connected-apps', { method: 'POST', body: answer })
  }

  remove(id: string): Promise<void> {
    return this.#transport.json(`/api/v1/connected-apps/${segment(id)}`, { method: 'DELETE' })
  }
}
