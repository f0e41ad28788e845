import type { SkillSecretBody } from '@repertoire/protocol'
import { Resource } from './resource.ts'

/** Secrets of skills; values are write-only. */
export class SkillSecretsResource extends Resource {
  readonly list = this.call('get', '/api/v1/skills/{id}/secrets')

  readonly #put = this.call('put', '/api/v1/skills/{id}/secrets/{name}')

  put(skillId: string, name: string, value: string): Promise<SkillSecretBody> {
    return this.#put(skillId, name, { value })
  }

  readonly remove = this.call('delete', '/api/v1/skills/{id}/secrets/{name}')
}
