import type { SkillRequirementsBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { Check, ListChecks } from 'lucide-react'
import { useId } from 'react'
import { api } from '../../../shared/api/api.ts'
import { queryClient } from '../../../shared/api/queries.ts'
import { Button } from '../../../shared/design/button.tsx'
import { showErrorToast } from '../../../shared/design/error-toast.ts'
import { MarkSummary } from '../../../shared/reading/mark-summary.tsx'
import { ReadFirst } from '../../../shared/reading/read-first.tsx'
import { ReadingScope, useReadingProgress } from '../../../shared/reading/reading.tsx'
import { useCan } from '../../../shared/session/use-me.ts'
import { PackageLists } from '../../approvals/package-lists.tsx'
import { requirementsKey } from './requirements-query.ts'

interface RequirementsApprovalProps {
  readonly skillId: string
  readonly items: SkillRequirementsBody['items']
}

/** Owners and admins look at the exact packages and approve them; a member is told whom to ask. */
export function RequirementsApproval({ skillId, items }: RequirementsApprovalProps) {
  const mayApprove = useCan('packages.approve')
  const waiting = items.filter(({ status }) => status === 'needs-approval')
  if (waiting.length === 0) return null
  if (!mayApprove) {
    return (
      <p className="mt-3 text-ink-2">
        An owner or admin approves the packages, here or when an agent first runs a script.
      </p>
    )
  }
  return (
    <ReadingScope>
      <Approval skillId={skillId} items={waiting} />
    </ReadingScope>
  )
}

function Approval({ skillId, items }: RequirementsApprovalProps) {
  const { unread } = useReadingProgress()
  const whyId = useId()
  const settle = {
    onError: (error: Error) => showErrorToast(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: requirementsKey(skillId) }),
  }
  const resolve = useMutation({
    mutationFn: () => api.skills.resolveRequirements(skillId),
    ...settle,
  })
  const lists = items.flatMap(({ kind, list }) => (list ? [{ kind, ...list }] : []))
  const approve = useMutation({
    mutationFn: () =>
      api.skills.approveRequirements(
        skillId,
        lists.map(({ digest }) => digest),
      ),
    ...settle,
  })
  if (lists.length < items.length) {
    return (
      <div className="mt-3">
        <Button disabled={resolve.isPending} onClick={() => resolve.mutate()}>
          <ListChecks size={15} aria-hidden="true" />{' '}
          {resolve.isPending ? 'Asking the package index …' : 'Show the exact packages'}
        </Button>
      </div>
    )
  }
  return (
    <div className="mt-3 flex flex-col gap-3">
      <MarkSummary texts={lists.flatMap(({ packages }) => packages)} />
      <PackageLists lists={lists} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          disabled={approve.isPending || unread.length > 0}
          aria-describedby={whyId}
          onClick={() => approve.mutate()}
        >
          <Check size={15} aria-hidden="true" /> Approve these packages
        </Button>
        <span className="text-xs text-ink-3">For your whole organisation.</span>
        <ReadFirst id={whyId} />
      </div>
    </div>
  )
}
