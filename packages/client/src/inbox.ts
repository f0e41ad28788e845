import type {
  InboxFilterParams,
  InboxKeysBody,
  InboxOrderParam,
  InboxPageBody,
} from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import type { Transport } from './transport.ts'

export type InboxQuery = PageQuery & InboxFilterParams & { readonly order?: InboxOrderParam }

/** Everything that waits for a person's decision. */
export class InboxResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** One page, and how many there are of which kind. */
  list(query: InboxQuery = {}): Promise<InboxPageBody> {
    return this.#transport.json('/api/v1/inbox', { query: { ...query } })
  }

  /** Every import and update that matches, for `arrivals.decide`. */
  keys(filter: InboxFilterParams = {}): Promise<InboxKeysBody> {
    return this.#transport.json('/api/v1/inbox/keys', { query: filter })
  }
}
