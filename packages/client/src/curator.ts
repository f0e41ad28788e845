import type { CuratorBody, SweepBody, SweepRequest, SweepUndone } from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** The curator, which archives unused skills made by agents. */
export class CuratorResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  get(): Promise<CuratorBody> {
    return this.#transport.json('/api/v1/curator')
  }

  /** `dry_run`: only returns what it would archive. */
  sweep(request: SweepRequest = {}): Promise<SweepBody> {
    return this.#transport.json('/api/v1/curator/sweep', { method: 'POST', body: request })
  }

  undo(sweepId: string): Promise<SweepUndone> {
    const path = `/api/v1/curator/sweeps/${segment(sweepId)}/undo`
    return this.#transport.json(path, { method: 'POST' })
  }
}
