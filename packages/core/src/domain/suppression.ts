import type { FindingSeverity, ScanFinding } from '@repertoire/skill-md'
import type {
  PendingRevisionId,
  SkillId,
  SourceId,
  SuppressionId,
  Timestamp,
  UserId,
} from '../base/ids.ts'
import type { RevisionProposal } from './revision-proposal.ts'

/** A person's word that a finding in a skill is wrong or taken: it does not count for the verdict of that skill any more. */
export interface Suppression {
  readonly id: SuppressionId
  /** What it holds for: {@link subjectOfSkill} or {@link subjectOfImport}. */
  readonly subject: string
  /** Null for an arrival that is no skill yet. */
  readonly skillId: SkillId | null
  /** The arrival that it was made on; null where it was made on the skill. */
  readonly arrivalId: PendingRevisionId | null
  readonly slug: string
  readonly rule: string
  /** A worse finding of the rule counts again. */
  readonly severity: FindingSeverity
  /** The text that was found: another one is a new finding. */
  readonly match: string
  readonly path: string
  readonly excerpt: string
  readonly reason: string
  readonly by: UserId
  readonly at: Timestamp
}

/** A finding that does not count, and why. */
export interface SuppressedFinding {
  readonly finding: ScanFinding
  readonly by: Suppression
}

export function subjectOfSkill(id: SkillId): string {
  return `skill ${id}`
}

/** What of an arrival says which skill it is or becomes. */
export interface ImportTarget {
  readonly id?: PendingRevisionId
  readonly proposal?: RevisionProposal | null
  readonly skillId: SkillId | null
  readonly sourceId: SourceId | null
  readonly entryId: string
}

/** The skill that a revision is of; a new one is known by its place in its source, and a proposed one by itself. */
export function subjectOfImport(target: ImportTarget): string {
  const { skillId, sourceId, entryId, proposal, id = '' } = target
  if (skillId !== null) return subjectOfSkill(skillId)
  return proposal ? `${ofProposal}${id}` : `entry ${sourceId ?? ''} ${entryId}`
}

const ofProposal = 'proposal '

/** Whether it is a proposal that is no skill yet, which not everybody sees. */
export function isOfProposal(subject: string): boolean {
  return subject.startsWith(ofProposal)
}
