import type { ApprovalBody } from '@repertoire/protocol'

/** What a card shows, from the inbox or from the chat's events. */
export interface ApprovalQuestion {
  readonly id: string
  readonly conversationId: string
  readonly skillId: string | null
  readonly slug: string
  readonly name: string
  readonly description: string
  /** Characters it would add to the budget. */
  readonly contentLength: number
  readonly sourceType: ApprovalBody['skill']['source_type']
  readonly digest: string
  /** The agent's own words. Untrusted text. */
  readonly reason: string
  readonly status: ApprovalBody['status']
  readonly expiresAt: string
  readonly answeredAt: string | null
  readonly answeredBy: string | null
  readonly note: string
}

/** The card's view of an approval as the API gives it. */
export function questionOf(approval: ApprovalBody): ApprovalQuestion {
  return {
    id: approval.id,
    conversationId: approval.conversation_id,
    skillId: approval.skill.id,
    slug: approval.skill.slug,
    name: approval.skill.name,
    description: approval.skill.description,
    contentLength: approval.skill.content_length,
    sourceType: approval.skill.source_type,
    digest: approval.skill.digest,
    reason: approval.reason,
    status: approval.status,
    expiresAt: approval.expires_at,
    answeredAt: approval.answered_at,
    answeredBy: approval.answered_by,
    note: approval.note,
  }
}

/** `sha256:0123abcd…` as the few digits people compare. */
export function shortDigest(digest: string): string {
  return digest.replace(/^sha256:/, '').slice(0, 12)
}
