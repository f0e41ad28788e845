import type { Problem } from '../../base/errors.ts'

/** No source of this organisation is a registry that is switched on. */
export const registryOff: Problem = {
  code: 'registry.off',
  kind: 'conflict',
  message: 'No registry is connected here.',
  hint: 'An owner or admin switches one on under Sources, Browse; or adds it with POST /api/v1/skills/sources and the source_type marketplace or clawhub.',
}

export function unknownRegistry(address: string): Problem {
  return {
    code: 'registry.unknown-address',
    kind: 'invalid',
    message: `"${address.slice(0, 200)}" is not in a registry that is connected here.`,
    hint: 'Give the address that the registry shows for the skill, or its id as owner/repository/skill. Only registries among the sources are asked.',
  }
}

/** Somebody of the organisation has revoked this very content. */
export function registryRevoked(id: string): Problem {
  return {
    code: 'skill.revoked',
    kind: 'forbidden',
    message: `"${id}" has a content that was revoked in this organisation.`,
    hint: 'Go on without it.',
    details: { source: id },
  }
}
