import { Resource } from './resource.ts'

/** The curator, which archives unused skills made by agents. */
export class CuratorResource extends Resource {
  readonly get = this.call('get', '/api/v1/curator')

  /** `dry_run`: only returns what it would archive. */
  readonly sweep = this.call('post', '/api/v1/curator/sweep')
  readonly undo = this.call('post', '/api/v1/curator/sweeps/{id}/undo')
}
