import type { SkillBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { Button } from '../design/button.tsx'
import { Moment } from '../design/moment.tsx'
import { Notice } from '../design/notice.tsx'
import { api } from '../shell/api.ts'
import { problemOf } from '../shell/problem.ts'
import { queryClient } from '../shell/queries.ts'

interface ArchivedNoticeProps {
  readonly skill: SkillBody
  readonly writable: boolean
}

/** D9: a skill in the archive is whole but offered to nobody, and comes back with one press. */
export function ArchivedNotice({ skill, writable }: ArchivedNoticeProps) {
  const bringBack = useMutation({
    mutationFn: () => api.skills.unarchive(skill.id, skill.etag),
    onSuccess: () => toast.success(`${skill.name} is back in the library`),
    onError: (error) => {
      const { message, hint } = problemOf(error)
      toast.error(message, { description: hint })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['skills'] }),
  })
  if (skill.archived_at === null) return null
  return (
    <div className="mb-4">
      <Notice
        tone="warn"
        title={
          <>
            In the archive since <Moment at={skill.archived_at} />
          </>
        }
        actions={
          writable && (
            <Button size="small" disabled={bringBack.isPending} onClick={() => bringBack.mutate()}>
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
