import type {
  FoundModels,
  ModelProviderBody,
  ModelProviderCreate,
  ModelProviderList,
  ModelProviderTest,
  ModelProviderTestRequest,
  ModelProviderUpdate,
} from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

const base = '/api/v1/model-providers'

/** Where models come from. Owners change them; owners and admins see them. */
export class ModelProvidersResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** With those of the environment, which are read-only. */
  list(): Promise<ModelProviderList> {
    return this.#transport.json(base)
  }

  /** Looks for models on the server's machine. */
  found(): Promise<FoundModels> {
    return this.#transport.json(`${base}/found`)
  }

  /** The key is never shown again. */
  add(body: ModelProviderCreate): Promise<ModelProviderBody> {
    return this.#transport.json(base, { method: 'POST', body })
  }

  /** Changes only the given fields. `etag`: rejected as `provider.stale` when outdated. */
  update(id: string, body: ModelProviderUpdate, etag?: string): Promise<ModelProviderBody> {
    return this.#transport.json(`${base}/${segment(id)}`, { method: 'PUT', body, etag })
  }

  /** With its key. */
  remove(id: string): Promise<void> {
    return this.#transport.json(`${base}/${segment(id)}`, { method: 'DELETE' })
  }

  /** Asks a model for one word. A provider that refuses is an answer, not an error. */
  test(id: string, body: ModelProviderTestRequest = {}): Promise<ModelProviderTest> {
    return this.#transport.json(`${base}/${segment(id)}/test`, { method: 'POST', body })
  }
}
