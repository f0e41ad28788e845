import type { SkillBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient, skillQuery } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { showToast } from '../../shared/design/show-toast.ts'

interface RestoreRevisionProps {
  readonly skill: Pick<SkillBody, 'id' | 'etag'>
  readonly number: number
}

/** Makes an earlier revision, files and all, the newest one; asks for the why of it first. */
export function RestoreRevision({ skill, number }: RestoreRevisionProps) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const restore = useMutation({
    mutationFn: () =>
      api.skills.restoreRevision(skill.id, number, { reason: reason.trim(), etag: skill.etag }),
    onSuccess: async (saved) => {
      setOpen(false)
      setReason('')
      queryClient.setQueryData(skillQuery(skill.id).queryKey, saved)
      showToast(`Revision ${number} is back, as revision ${saved.revision}`)
      await queryClient.invalidateQueries({ queryKey: ['skills'] })
    },
    onError: async (error) => {
      showErrorToast(error)
      await queryClient.invalidateQueries({ queryKey: ['skills', 'one', skill.id] })
    },
  })
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Restore revision {number}
      </Button>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title={`Restore revision ${number}?`}
        description="Its text and its files become the newest revision. Nothing of the history is lost."
      >
        <Form onSubmit={() => restore.isPending || restore.mutate()}>
          <TextField
            label="Why? (optional)"
            maxLength={400}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <div className="mt-4 flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" type="submit" disabled={restore.isPending}>
              Restore
            </Button>
          </div>
        </Form>
      </Modal>
    </>
  )
}
