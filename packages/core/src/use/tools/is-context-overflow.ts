import type { Problem } from '../../base/errors.ts'
import type { Skill } from '../../domain/skill.ts'
import { tokensOfLength } from '../prompt/estimate-tokens.ts'

/** The share of a context window that one skill may take: prompt, tools, messages and the answer need the rest. */
const maxShare = 0.6

/**
 * Why a skill is not loaded into a context of this size (`skill.exceeds-context`). Nothing ever drops its text by
 * itself, so the conversation could not go on. Undefined when it fits. Pure.
 */
export function isContextOverflow(
  { slug, head }: Pick<Skill, 'slug' | 'head'>,
  { contextTokens }: { readonly contextTokens: number },
): Problem | undefined {
  const tokens = tokensOfLength(head.contentLength)
  const limit = Math.floor(contextTokens * maxShare)
  if (tokens <= limit) return undefined
  return {
    code: 'skill.exceeds-context',
    kind: 'too-large',
    message: `"${slug}" has about ${tokens} tokens; the model takes ${contextTokens} in all, of which one skill may take ${limit}. It was not loaded.`,
    hint: 'Go on without it, or tell the person that it has to be split, or used with a model with a larger context.',
    details: { slug, tokens, limit_tokens: limit, window_tokens: contextTokens },
  }
}
