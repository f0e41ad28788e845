import type { SkillBody } from '@repertoire/protocol'
import { Button } from '../../shared/design/button.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { unarchiveSkill } from '../skills/archive-skill.ts'

interface ArchivedNoticeProps {
  readonly skill: SkillBody
  readonly writable: boolean
}

/** A skill in the archive is whole but offered to nobody, and comes back with one press. */
export function ArchivedNotice({ skill, writable }: ArchivedNoticeProps) {
  if (skill.archived_at === null) return null
  return (
    <div className="mb-4">
      <Notice
        tone="warn"
        title={
          <>
            In the archive since <Timestamp at={skill.archived_at} />
          </>
        }
        actions={
          writable && (
            <Button size="small" onClick={() => void unarchiveSkill(skill)}>
              Bring back
            </Button>
          )
        }
      >
        It is kept whole, with every revision, and offered to no agent.
      </Notice>
    </div>
  )
}
