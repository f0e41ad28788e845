import type { QuotaBody } from '@repertoire/protocol'
import { Resource } from './resource.ts'

/** The operator's limits of the organisation, and what is in use. */
export class QuotasResource extends Resource {
  async list(): Promise<readonly QuotaBody[]> {
    const { items } = await this.transport.json<{ items: QuotaBody[] }>('/api/v1/quotas')
    return items
  }
}
