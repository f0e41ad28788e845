import type { QuotaBody } from '@repertoire/protocol'
import type { Transport } from './transport.ts'

/** The operator's limits of the organisation, and what is in use. */
export class QuotasResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  async list(): Promise<readonly QuotaBody[]> {
    const { items } = await this.#transport.json<{ items: QuotaBody[] }>('/api/v1/quotas')
    return items
  }
}
