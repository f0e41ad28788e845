import type { SkillSecretBody, SkillSecretList } from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** Secrets of skills; values are write-only. */
export class SkillSecretsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(skillId: string): Promise<SkillSecretList> {
    return this.#transport.json(path(skillId))
  }

  put(skillId: string, name: string, value: string): Promise<SkillSecretBody> {
    return this.#transport.json(path(skillId, name), { method: 'PUT', body: { value } })
  }

  remove(skillId: string, name: string): Promise<void> {
    return this.#transport.json(path(skillId, name), { method: 'DELETE' })
  }
}

function path(skillId: string, name?: string): string {
  const all = `/api/v1/skills/${segment(skillId)}/secrets`
  return name === undefined ? all : `${all}/${segment(name)}`
}
