import type { ApprovalAnswer, ApprovalBody, ApprovalPage } from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { segment, type Transport } from './transport.ts'

export interface ApprovalQuery extends PageQuery {
  readonly status?: ApprovalBody['status'] | undefined
  readonly conversation_id?: string | undefined
}

/** Approval requests. */
export class ApprovalsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(query: ApprovalQuery = {}): Promise<ApprovalPage> {
    return this.#transport.json('/api/v1/approvals', { query: { ...query } })
  }

  get(id: string): Promise<ApprovalBody> {
    return this.#transport.json(`/api/v1/approvals/${segment(id)}`)
  }

  /** The first answer counts; a later one throws `approval.already-answered`. */
  answer(id: string, answer: ApprovalAnswer): Promise<ApprovalBody> {
    const path = `/api/v1/approvals/${segment(id)}`
    return this.#transport.json(path, { method: 'POST', body: answer })
  }
}
