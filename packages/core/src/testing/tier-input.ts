import type { UserId } from '../base/ids.ts'
import type { JsonValue } from '../base/json.ts'
import { builtInIdentity, canonicalJson } from '../domain/resolved-call.ts'
import type { TierInput } from '../use/policy/gate-tier.ts'

/** The input of the tier check for a built-in tool without an approval. */
export function sampleTierInput(
  tool: string,
  given: JsonValue = {},
): Omit<TierInput, 'tool' | 'call' | 'facts'> {
  const argumentsDigest = `digest of ${canonicalJson(given)}`
  return {
    resolvedCall: { tool, arguments: given, argumentsDigest, identity: builtInIdentity },
    through: null,
    preapproved: [],
    confirmation: null,
    skill: null,
    grants: [],
    grantId: null,
    stages: [],
    onBehalfOf: { agentId: null, userId: 'usr_1' as UserId },
  }
}
