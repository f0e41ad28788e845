import type {
  ActOnBody,
  ActOnQuery,
  ConflictsBody,
  ConflictsQuery,
  Reindexed,
  StatsBody,
  StatsQuery,
} from '@repertoire/protocol'
import type { Transport } from './transport.ts'

/** Numbers of skills, agents and models. */
export class StatsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Of the last seven days, by skill, unless the query says otherwise. */
  get(query: StatsQuery = {}): Promise<StatsBody> {
    return this.#transport.json('/api/v1/stats', { query: { ...query } })
  }

  /** What the skills need, by the same days and conversations. */
  actOn(query: ActOnQuery = {}): Promise<ActOnBody> {
    return this.#transport.json('/api/v1/stats/act-on', { query: { ...query } })
  }

  /** Skills that do not go together, of those that stood together or that an approval would bring together. */
  conflicts(query: ConflictsQuery = {}): Promise<ConflictsBody> {
    return this.#transport.json('/api/v1/stats/conflicts', { query: { ...query } })
  }

  /** Makes all numbers again from the logs. */
  reindex(): Promise<Reindexed> {
    return this.#transport.json('/api/v1/stats/reindex', { method: 'POST' })
  }
}
