import type {
  AdvisoriesBody,
  AdvisoryExcept,
  AdvisoryExceptionBody,
  AdvisoryListBody,
  AdvisoryListSet,
} from '@repertoire/protocol'
import type { Transport } from './transport.ts'

const path = '/api/v1/advisories'

/** Signed lists of contents, publishers and sources that must not be used. */
export class AdvisoriesResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The lists with their last check, and what of them concerns the caller. */
  list(): Promise<AdvisoriesBody> {
    return this.#transport.json(path)
  }

  /** Subscribes the organisation, in place of the list before. */
  set(list: AdvisoryListSet): Promise<AdvisoryListBody> {
    return this.#transport.json(`${path}/list`, { method: 'PUT', body: list })
  }

  /** What was taken out of use stays so. */
  remove(): Promise<void> {
    return this.#transport.json(`${path}/list`, { method: 'DELETE' })
  }

  /** Reads the lists now, and applies what is critical. */
  check(): Promise<AdvisoriesBody> {
    return this.#transport.json(`${path}/check`, { method: 'POST' })
  }

  /** An owner decides that they do not count for a content. */
  except(exception: AdvisoryExcept): Promise<AdvisoryExceptionBody> {
    return this.#transport.json(`${path}/exceptions`, { method: 'POST', body: exception })
  }
}
