import type { RevisionDigest, RunId, SkillId, UserId } from '../../base/ids.ts'
import type { Conversation } from '../../domain/conversation.ts'
import type { RegistryPlace, WithdrawalReason } from '../../domain/session-state.ts'
import type { SkillStore } from '../../ports/skills.ts'
import type { TenantStore } from '../../ports/store.ts'
import { tokensOfLength } from '../prompt/estimate-tokens.ts'
import { foldTurnState } from '../session/turn-state.ts'
import { withdrawnOf } from '../session/withdrawn-of.ts'
import { readLog } from './read-log.ts'
import { skillsInMessages } from './skills-in-messages.ts'

/** A skill pinned to the revision whose text the model was given. */
export interface PinnedSkill {
  readonly skillId: SkillId
  readonly slug: string
  readonly name: string
  readonly digest: RevisionDigest
  /**
   * `system`: it is in the prompt and can be upgraded to its newest revision. `result`: it was read as a
   * tool result.
   */
  readonly delivery: 'system' | 'result'
  /** The number of the revision; null when the skill is gone, or no longer visible to the person. */
  readonly revision: number | null
  /** Estimated tokens that its text takes of every request. */
  readonly contextTokens: number
  /** How many newer revisions the skill has. */
  readonly newerRevisions: number
  /** Why it is no longer available; null while it is. In the prompt it stays until the next turn, which leaves it out. */
  readonly withdrawn: WithdrawalReason | null
  /** What it is called now, where it was renamed since. */
  readonly renamedTo?: { readonly slug: string; readonly name: string }
  /** It is of a registry, and here for this conversation alone. */
  readonly fetchedFrom?: RegistryPlace
}

type Pin = Omit<PinnedSkill, 'revision' | 'newerRevisions' | 'withdrawn' | 'renamedTo'>

/** The revisions that a conversation uses, those in its prompt first, each compared with the skill's head. */
export async function pinnedSkills(
  { skills, conversations }: Pick<TenantStore, 'skills' | 'conversations'>,
  conversation: Conversation,
): Promise<readonly PinnedSkill[]> {
  const viewer = conversation.userId
  const active = conversation.session.active.map((skill) => ({
    ...pinOf(skill, 'system'),
    ...(skill.fetchedFrom && { fetchedFrom: skill.fetchedFrom }),
    contextTokens: tokensOfLength(skill.contentLength),
  }))
  const activeIds = new Set(active.map(({ skillId }) => skillId))
  const log = await readLog(conversations, conversation)
  // For no run in particular: a skill read in any turn counts for the conversation.
  const { used } = foldTurnState(log, { runId: '' as RunId, fork: null })
  const given = new Map(skillsInMessages(log).map(({ slug, tokens }) => [slug, tokens]))
  const read = [...used.values()].map((skill) => ({
    ...pinOf(skill, 'result'),
    contextTokens: given.get(skill.slug) ?? 0,
  }))
  const pins = [...active, ...read.filter(({ skillId }) => !activeIds.has(skillId))]
  const lost = await withdrawnOf<Pin>(skills, viewer, pins)
  const reasons = new Map(lost.map(({ skillId, reason }) => [skillId, reason]))
  return Promise.all(
    pins.map(async (pin) => ({
      ...(await comparedWithHead(skills, viewer, pin)),
      withdrawn: reasons.get(pin.skillId) ?? null,
    })),
  )
}

function pinOf(
  { skillId, slug, name, digest }: Omit<Pin, 'delivery' | 'contextTokens'>,
  delivery: Pin['delivery'],
): Omit<Pin, 'contextTokens'> {
  return { skillId, slug, name, digest, delivery }
}

async function comparedWithHead(
  skills: SkillStore,
  viewer: UserId,
  pin: Pin,
): Promise<Omit<PinnedSkill, 'withdrawn'>> {
  const skill = pin.fetchedFrom ? null : await skills.get(viewer, pin.skillId)
  if (!skill) return { ...pin, revision: null, newerRevisions: 0 }
  const { slug, head } = skill
  const { digest, number, name } = head
  const isRenamed = slug !== pin.slug || name !== pin.name
  const known = { ...pin, ...(isRenamed && { renamedTo: { slug, name } }) }
  if (digest === pin.digest) return { ...known, revision: number, newerRevisions: 0 }
  // Newest first: a text that was restored counts from its latest revision.
  const revisions = await skills.revisions(viewer, pin.skillId)
  const pinned = revisions.find((one) => one.digest === pin.digest)
  if (!pinned) return { ...known, revision: null, newerRevisions: 0 }
  return { ...known, revision: pinned.number, newerRevisions: number - pinned.number }
}
