import type { CuratorBody, SweepBody, SweepRequest, SweepUndone } from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** What puts away skills that agents made and nobody uses. */
export class CuratorResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  get(): Promise<CuratorBody> {
    return this.#transport.json('/api/v1/curator')
  }

  /** `dry_run`: only says what it would archive. */
  sweep(request: SweepRequest = {}): Promise<SweepBody> {
    return this.#transport.json('/api/v1/curator/sweep', { method: 'POST', body: request })
  }

  undo(sweepId: string): Promise<SweepUndone> {
    const path = `/api/v1/curator/sweeps/${segment(sweepId)}/undo`
    return this.#transport.json(path, { method: 'POST' })
  }
}
