import { Resource } from './resource.ts'

/** Numbers of skills, agents and models. */
export class StatsResource extends Resource {
  /** Of the last seven days, by skill, unless the query says otherwise. */
  readonly get = this.call('get', '/api/v1/stats')

  /** What the skills need, by the same days and conversations. */
  readonly actOn = this.call('get', '/api/v1/stats/act-on')

  /** Skills that do not go together, of those that stood together or that an approval would bring together. */
  readonly conflicts = this.call('get', '/api/v1/stats/conflicts')

  /** Makes all numbers again from the logs. */
  readonly reindex = this.call('post', '/api/v1/stats/reindex')
}
