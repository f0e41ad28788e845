import type { UserId } from '../base/ids.ts'
import type { JsonValue } from '../base/json.ts'
import { builtInIdentity, canonicalJson } from '../domain/resolved-call.ts'
import type { TierInput } from '../use/policy/gate-tier.ts'

/** What the gate's tier is held against for a tool of our own that nobody has been asked about. */
export function sampleTierInput(
  tool: string,
  given: JsonValue = {},
): Omit<TierInput, 'tool' | 'call' | 'facts'> {
  const argumentsDigest = `digest of ${canonicalJson(given)}`
  return {
    resolvedCall: { tool, arguments: given, argumentsDigest, identity: builtInIdentity },
    through: null,
    confirmation: null,
    skill: null,
    grants: [],
    grantId: null,
    stages: [],
    onBehalfOf: { agentId: null, userId: 'usr_1' as UserId },
  }
}
