import type { SkillListItem } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { TextArea } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { refreshReviews } from './revision-queries.ts'

export interface SuggestProps {
  readonly skill: Pick<SkillListItem, 'id' | 'name' | 'digest'>
  readonly onClose: () => void
}

/** Offers a person's own skill to the organisation, with a reason for whoever decides, and leads to the proposal. */
export function SuggestWindow({ skill, onClose }: SuggestProps) {
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const offer = useMutation({
    mutationFn: () => api.reviews.offer(skill.id, { digest: skill.digest, reason }),
    onSuccess: async ({ id }) => {
      showToast(`${skill.name} was offered. An owner or admin decides.`)
      await navigate({ to: '/reviews/$id', params: { id } })
    },
    onSettled: refreshReviews,
  })
  const problem = offer.isError ? problemOf(offer.error) : null
  const waiting = problem?.code === 'offer.pending' ? problem.details?.proposal_id : undefined
  return (
    <Modal
      open
      onClose={onClose}
      title={`Offer “${skill.name}” to the organisation?`}
      description="An owner or admin reads it and decides. Once accepted, it belongs to the organisation with all its revisions, and owners and admins change it. Where the organisation has a skill with its slug, that skill gets this text and these files, and yours stays."
    >
      <Form className="flex flex-col gap-4" onSubmit={() => offer.isPending || offer.mutate()}>
        {problem && (
          <Notice
            tone="bad"
            urgent
            title={problem.message}
            {...(typeof waiting === 'string' && {
              actions: (
                <Link
                  to="/reviews/$id"
                  params={{ id: waiting }}
                  className={buttonClass('secondary', 'small')}
                >
                  Open your offer
                </Link>
              ),
            })}
          >
            {problem.hint}
          </Notice>
        )}
        <TextArea
          label="Reason, for whoever decides"
          rows={3}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={offer.isPending}>
            Offer
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
